/** The iframe of the wallet: exactly these attributes (nested-frames §4), never moved, never named. */
import { delegatedFeatures } from '../../shared/boot/features.ts'

/** Tokens of the host's iframe bind the wallet too: a token counts only where both have it. */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/** Laid out nowhere until a view gives it a place; hidden, so that neither Tab nor a screen reader finds it. */
const nowhere = 'position: fixed; inset: 0; inline-size: 0; block-size: 0; border: 0; visibility: hidden'

/** In CSS pixels of the modal's document. */
export interface FramePlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** What is laid out and not seen can find out how much room it wants. */
  readonly isVisible: boolean
}

/** Moved by its corner alone, and opaque: whatever a browser would count as drawn differently keeps approvals from arming. */
const styleOf = ({ left, top, width, height, isVisible }: FramePlace) =>
  `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; border: 0; z-index: 1; ` +
  `visibility: ${isVisible ? 'visible' : 'hidden'}; color-scheme: light dark`

export interface WalletFrameOptions {
  readonly url: string
  readonly origin: string
  /**
   * In the modal a closed shadow root: the host then finds no way to this window, cannot post to it, and cannot navigate it
   * (T9, T11).
   */
  readonly mount: ParentNode
  readonly onLoad: () => void
}

export interface WalletFrame {
  readonly window: () => Window | null
  /** A fresh document in a fresh element. */
  readonly load: () => void
  readonly unload: () => void
  /** `undefined`: nowhere. */
  readonly place: (place: FramePlace | undefined) => void
  readonly focus: () => void
}

export function createWalletFrame({ url, origin, mount, onLoad }: WalletFrameOptions): WalletFrame {
  let iframe: HTMLIFrameElement | undefined
  let style = nowhere
  const frame: WalletFrame = {
    window: () => iframe?.contentWindow ?? null,
    load() {
      frame.unload()
      iframe = document.createElement('iframe')
      iframe.title = 'Airlock wallet'
      iframe.referrerPolicy = 'strict-origin'
      iframe.setAttribute('sandbox', sandbox)
      iframe.allow = delegatedFeatures.map((feature) => `${feature} ${origin}`).join('; ')
      iframe.style.cssText = style
      iframe.addEventListener('load', onLoad)
      iframe.src = url
      mount.append(iframe)
    },
    unload() {
      iframe?.remove()
      iframe = undefined
    },
    place(place) {
      style = place ? styleOf(place) : nowhere
      if (iframe) iframe.style.cssText = style
    },
    focus: () => iframe?.focus(),
  }
  return frame
}
