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
  /** Escape, the skeleton's button, or a browser that closed the dialog by itself. */
  onEscape: () => void
  onRetry: () => void
  onLoad: () => void
  /** The element has left the document without us. */
  onRemoved: () => void
}

export interface FrameElement {
  readonly skeleton: Skeleton
  readonly isOpen: boolean
  window: () => Window | null
  /** Puts a fresh frame into the dialog, and the dialog into the page. */
  load: () => void
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
const features = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']

export function createFrameElement(options: FrameElementOptions): FrameElement {
  const host = document.createElement('div')
  const dialog = document.createElement('dialog')
  const skeleton = createSkeleton(options.onEscape, options.onRetry)
  const shadow = host.attachShadow({ mode: 'closed' })
  shadow.adoptedStyleSheets = [createStyle(options.placement)]
  dialog.setAttribute('aria-label', options.label)
  dialog.append(skeleton.element)
  shadow.append(dialog)

  let iframe: HTMLIFrameElement | undefined
  let isOpen = false
  let opener: Element | null = null
  let unlock: Undo | undefined

  listen(dialog, 'cancel', (event) => {
    event.preventDefault()
    if (event.cancelable) options.onEscape() // else the browser closes now, and `close` follows
  })
  // A browser may close at the second Escape without asking. The frame still decides.
  listen(dialog, 'close', () => {
    if (!isOpen || dialog.open) return // closed by us, or opened again before the event came
    if (host.isConnected) dialog.showModal()
    options.onEscape()
  })
  const watch = new MutationObserver(() => {
    if (iframe && !host.isConnected) options.onRemoved()
  })

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
    load() {
      element.unload()
      iframe = document.createElement('iframe')
      iframe.title = options.label
      iframe.referrerPolicy = 'strict-origin'
      iframe.setAttribute('sandbox', sandbox)
      iframe.allow = features.map((feature) => `${feature} ${options.origin}`).join('; ')
      iframe.addEventListener('load', options.onLoad)
      iframe.src = options.url
      dialog.prepend(iframe)
      if (!host.isConnected) (options.mount ?? document.body).append(host)
      watch.observe(document, { childList: true, subtree: true })
    },
    unload() {
      watch.disconnect()
      iframe?.remove()
      iframe = undefined
    },
    show() {
      if (isOpen) return
      opener = document.activeElement
      // Libraries of the page hide everything beside their own dialogs.
      for (const name of ['inert', 'aria-hidden']) host.removeAttribute(name)
      if (!host.isConnected) (options.mount ?? document.body).append(host)
      dialog.showModal() // throws where `mount` has left the document
      if (options.lockScroll) unlock = lockScroll()
      isOpen = true
    },
    reveal() {
      if (skeleton.element.hidden) return
      skeleton.hide()
      if (isOpen) iframe?.focus()
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
