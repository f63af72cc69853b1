/**
 * The one element in the page: a closed shadow root with a native dialog that holds the frame (nested-frames §4).
 * A frame is never moved and never navigated: a new one takes its place.
 */
import type { Undo } from '../dom.ts'
import { listen } from '../dom.ts'
import { createStyle, type Placement } from './placement.ts'
import { lockScroll } from './scroll-lock.ts'
import { createSkeleton, type Skeleton } from './skeleton.ts'

export interface FrameElementOptions {
  url: string
  origin: string
  label: string
  mount: HTMLElement | undefined
  lockScroll: boolean
  placement: Placement
  messages: Readonly<Record<string, string>>
}

/** What happens to the frame, for the code that the first intent loads beside it. */
export interface FrameEvents {
  /** Escape, the skeleton's button, or a browser that closed the dialog by itself. */
  onEscape: () => void
  onRetry: () => void
  onLoad: () => void
  /** The element has left the document without us. */
  onRemoved: () => void
  /** What came from the frame's window, or was blocked in the page, before anybody could listen there. */
  onMessage: (event: Event) => void
  onViolation: (event: Event) => void
}

export interface FrameElement {
  readonly skeleton: Skeleton
  readonly isOpen: boolean
  window: () => Window | null
  /** Loads the frame ahead of the code that speaks with it, and keeps what happens until `load`. */
  start: () => void
  /**
   * Puts a fresh frame into the dialog, and the dialog into the page; or takes over the one that was started, and hears what
   * it has missed.
   */
  load: (events: FrameEvents) => void
  /** Takes the frame out; the dialog stays as it is. */
  unload: () => void
  show: () => void
  /** The frame has something to show: takes the skeleton away and gives the frame the focus. */
  reveal: () => void
  hide: () => void
  setScheme: (scheme: 'light' | 'dark') => void
  destroy: () => void
}

const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
/** Of what a started frame does; it greets once and loads once. */
const kept = 16
const hiding = ['inert', 'aria-hidden']
const features = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']

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
  shadow.adoptedStyleSheets = [createStyle(options.placement)]
  dialog.setAttribute('aria-label', options.label)
  dialog.append(skeleton.element)
  shadow.append(dialog)

  let iframe: HTMLIFrameElement | undefined
  let isOpen = false
  let opener: Element | null = null
  let unlock: Undo | undefined
  let events: FrameEvents | undefined
  /** Happened before anybody listened; present while a started frame waits to be taken over. */
  let early: (readonly [keyof FrameEvents, Event | undefined])[] | undefined
  let deaf: Undo[] = []

  const happen = (name: keyof FrameEvents, event?: Event) => {
    if (early) {
      if (early.length < kept) early.push([name, event])
    } else events?.[name](event as Event) // only the two that take one are given one
  }
  listen(dialog, 'cancel', (event) => {
    event.preventDefault()
    if (event.cancelable) happen('onEscape') // else the browser closes now, and `close` follows
  })
  // A browser may close at the second Escape without asking. The frame still decides.
  listen(dialog, 'close', () => {
    if (!isOpen || dialog.open) return // closed by us, or opened again before the event came
    if (host.isConnected) dialog.showModal()
    happen('onEscape')
  })
  const watch = new MutationObserver(() => {
    if (iframe && !host.isConnected) happen('onRemoved')
    if (isOpen) expose()
  })
  /** Libraries of the page hide everything beside their own dialogs, also what is above these. */
  const expose = () => {
    for (const name of hiding) host.removeAttribute(name)
  }

  const stopEarly = () => {
    for (const undo of deaf) undo()
    deaf = []
  }

  /**
   * A frame behind the card takes no input: it may be a new one that has not greeted yet, in place of one that was lost. One that is given
   * the focus while its document comes, in another process, may also look focused from then on and get no key.
   */
  const cover = () => {
    if (!iframe || !isOpen) return
    iframe.inert = !skeleton.element.hidden
  }

  const put = () => {
    iframe = document.createElement('iframe')
    cover()
    iframe.title = options.label
    iframe.referrerPolicy = 'strict-origin'
    iframe.setAttribute('sandbox', sandbox)
    iframe.src = options.url
    delegate(iframe, options.origin)
    iframe.addEventListener('load', () => happen('onLoad'))
    dialog.prepend(iframe)
    if (!host.isConnected) (options.mount ?? document.body).append(host)
    watch.observe(document, { childList: true, subtree: true, attributeFilter: hiding })
  }

  const settle = () => {
    isOpen = false
    unlock?.()
    unlock = undefined
  }

  const element: FrameElement = {
    skeleton,
    get isOpen() {
      return isOpen
    },
    window: () => iframe?.contentWindow ?? null,
    start() {
      if (iframe) return
      early = []
      deaf = [
        // Only a sieve: the link judges again, by the rules for every message of a window.
        listen(window, 'message', (event) => {
          if ((event as MessageEvent).source === element.window()) happen('onMessage', event)
        }),
        listen(document, 'securitypolicyviolation', (event) => happen('onViolation', event)),
      ]
      put()
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
      opener = document.activeElement
      expose()
      if (!host.isConnected) (options.mount ?? document.body).append(host)
      isOpen = true
      cover()
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
      iframe.focus()
    },
    hide() {
      if (!isOpen) return
      settle()
      dialog.close()
      // The dialog returns focus by itself, except to what was focused inside another shadow tree or lost meanwhile.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    },
    setScheme(scheme) {
      // A frame with another scheme than its document is painted opaque.
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

/**
 * Asks only for what the page's own Permissions-Policy leaves to the frame: the browser reports the rest as violations of the page. Only
 * Chromium does, and only Chromium can be asked.
 */
function delegate(iframe: AskableFrame, origin: string): void {
  const pin = (feature: string) => `${feature} ${origin}`
  iframe.allow = features.map(pin).join(';')
  const { featurePolicy } = iframe
  if (featurePolicy)
    iframe.allow = features
      .filter((feature) => featurePolicy.allowsFeature(feature, origin))
      .map(pin)
      .join(';')
}

type AskableFrame = HTMLIFrameElement & { featurePolicy?: { allowsFeature(feature: string, origin: string): boolean } }
