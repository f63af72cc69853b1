/**
 * The one element in the page: a closed shadow root with a native dialog that holds the frame. A
 * frame is never moved or navigated; a new one replaces it.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Undo } from '../dom.ts'
import { listen } from '../dom.ts'
import { delegate } from './delegate.ts'
import { lockScroll } from './scroll-lock.ts'
import { createSkeleton, type Skeleton } from './skeleton.ts'
import { dress } from './style.ts'

export interface FrameElementOptions {
  url: string
  origin: string
  label: string
  mount: HTMLElement | undefined
  lockScroll: boolean
  messages: Readonly<Record<string, string>>
}

/** Events of the frame, for the code that the first intent loads. */
export interface FrameEvents {
  /** Escape, the skeleton's close button, or the browser has closed the dialog itself. */
  onEscape: () => void
  onRetry: () => void
  onLoad: () => void
  /** The page removed the element from the document. */
  onRemoved: () => void
  /** Messages of the frame's window and policy violations from before the listeners were attached. */
  onMessage: (event: Event) => void
  onViolation: (event: Event) => void
}

export interface FrameElement {
  readonly skeleton: Skeleton
  readonly isOpen: boolean
  /**
   * Set while an embed shows the frame in the page, without a dialog and without taking the focus. Called when new content appears there,
   * so that the embed can draw the user's attention.
   */
  inline?: (() => void) | undefined
  /** Holds the dialog. For the code of embeds, which moves its host element and changes its style. */
  readonly shadow: ShadowRoot
  window: () => Window | null
  /** Loads the frame before the code that talks to it, and buffers its events until `load`. */
  start: (parent?: HTMLElement) => void
  /** Puts a new frame into the dialog, and the dialog into the page. A frame that was already started is used, with its buffered events. */
  load: (events: FrameEvents) => void
  /** Removes the frame; the dialog stays. */
  unload: () => void
  show: () => void
  /** The frame has content to show: removes the skeleton and focuses the frame. */
  reveal: () => void
  hide: () => void
  setScheme: (scheme: 'light' | 'dark') => void
  destroy: () => void
}

const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
/** Maximum of buffered events; a started frame sends HELLO once and loads once. */
const kept = 16
const hiding = ['inert', 'aria-hidden']

export function createFrameElement(options: FrameElementOptions): FrameElement {
  const host = document.createElement('div')
  const dialog = document.createElement('dialog')
  const skeleton = createSkeleton(
    () => happen('onEscape'),
    () => happen('onRetry'),
    () => cover(),
    options.messages,
  )
  const shadow = host.attachShadow({ mode: 'closed' })
  dress(shadow)
  dialog.setAttribute('aria-label', options.label)
  dialog.append(skeleton.element)
  shadow.append(dialog)

  let iframe: HTMLIFrameElement | undefined
  let isOpen = false
  let opener: Element | null = null
  let unlock: Undo | undefined
  let events: FrameEvents | undefined
  /** Buffered events; set while a started frame waits to be taken over. */
  let early: (readonly [keyof FrameEvents, Event | undefined])[] | undefined
  let deaf: Undo[] = []

  const happen = (name: keyof FrameEvents, event?: Event) => {
    if (early) {
      if (early.length < kept) early.push([name, event])
    } else events?.[name](event as Event) // only the two handlers with a parameter get one
  }
  listen(dialog, 'cancel', (event) => {
    event.preventDefault()
    if (event.cancelable) happen('onEscape') // otherwise the browser closes now, and `close` follows
  })
  // A browser may close at the second Escape without asking. The frame still decides.
  listen(dialog, 'close', () => {
    if (!isOpen || element.inline || dialog.open) return // closed by us, or opened again before the event
    if (host.isConnected) dialog.showModal()
    happen('onEscape')
  })
  const watch = new MutationObserver(() => {
    if (iframe && !host.isConnected) happen('onRemoved')
    if (isOpen) expose()
  })
  /** Dialog libraries of the page hide everything else, even elements above their dialogs. */
  const expose = () => {
    for (const name of hiding) host.removeAttribute(name)
  }

  const stopEarly = () => {
    for (const undo of deaf) undo()
    deaf = []
  }

  /**
   * Makes the frame inert behind the card: it may be a new frame that has not sent HELLO yet. A frame that is focused while
   * its document loads in another process may also look focused but receive no keys.
   */
  const cover = () => {
    if (!iframe || !isOpen) return
    iframe.inert = !skeleton.element.hidden
  }

  const append = (parent = options.mount ?? document.body) => {
    if (!host.isConnected) parent.append(host)
  }

  const put = (parent?: HTMLElement) => {
    iframe = document.createElement('iframe')
    cover()
    // A title would be a tooltip over all that the frame shows.
    iframe.setAttribute('aria-label', options.label)
    iframe.referrerPolicy = 'strict-origin'
    iframe.setAttribute('sandbox', sandbox)
    iframe.src = options.url
    delegate(iframe, options.origin)
    iframe.addEventListener('load', () => happen('onLoad'))
    dialog.prepend(iframe)
    append(parent)
    watch.observe(document, { childList: true, subtree: true, attributeFilter: hiding })
  }

  const settle = () => {
    isOpen = false
    unlock?.()
    unlock = undefined
  }

  const element: FrameElement = {
    skeleton,
    shadow,
    get isOpen() {
      return isOpen
    },
    window: () => iframe?.contentWindow ?? null,
    start(parent) {
      if (iframe) return
      early = []
      deaf = [
        // Only a pre-filter: the link applies all checks for window messages.
        listen(window, 'message', (event) => {
          if ((event as MessageEvent).source === element.window()) happen('onMessage', event)
        }),
        listen(document, 'securitypolicyviolation', (event) => happen('onViolation', event)),
      ]
      put(parent)
    },
    load(next) {
      events = next
      const missed = early
      early = undefined
      stopEarly()
      if (!missed || !iframe) {
        element.unload()
        put()
      } else for (const [name, event] of missed) happen(name, event)
    },
    unload() {
      early = undefined
      stopEarly()
      watch.disconnect()
      iframe?.remove()
      iframe = undefined
    },
    show() {
      if (isOpen) return
      // Browsers that are far too old; in the others the card says it.
      if (!('showModal' in dialog)) throw new AirlockError('BROWSER_TOO_OLD')
      opener = element.inline ? null : document.activeElement
      expose()
      append()
      isOpen = true
      cover()
      if (element.inline) return
      try {
        dialog.showModal()
      } catch (error) {
        isOpen = false // `mount` has left the document
        throw error
      }
      if (options.lockScroll) unlock = lockScroll()
    },
    reveal() {
      if (skeleton.element.hidden) return
      skeleton.hide()
      if (!isOpen || !iframe) return
      cover()
      if (!element.inline) iframe.focus()
    },
    hide() {
      if (!isOpen) return
      settle()
      dialog.close()
      // The dialog restores focus itself, except to an element in another shadow tree or one that was removed.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    },
    setScheme(scheme) {
      // A frame whose color scheme differs from its document's is painted opaque.
      dialog.style.colorScheme = scheme
    },
    destroy() {
      element.unload()
      element.hide()
      host.remove()
    },
  }
  return element
}
