/** The iframe of the wallet: exactly these attributes, no name, and never moved in the document. */
import { knownFeatures } from '../../../../shared/boot/features.ts'

/** The sandbox of the host's iframe applies to the wallet too: a token has an effect only if both have it. */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/**
 * Until a view gives it a place; hidden, so that neither Tab nor a screen reader reaches it. As wide as the smallest card: WebKit keeps the
 * heights that the rows of a grid have got in a frame without width, and the first approval would have giant buttons.
 */
const nowhere = 'position: fixed; inset: 0 auto auto 0; width: 360px; height: 1px; border: 0; visibility: hidden'

/**
 * A pixel, for two frames that are drawn. Chromium goes on sending the pointer to a frame that has gone while its page was not drawn, as when
 * the host closes the modal over an approval: then nothing could be pressed where the wallet was.
 */
const leaving = 'position: fixed; left: 0; top: 0; width: 1px; height: 1px; border: 0; opacity: 0'

/** In CSS pixels of the modal's document. */
export interface FramePlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** `false`: laid out but hidden, so that the wallet can measure the height that it needs. */
  readonly isVisible: boolean
}

/** Positioned by left and top, without transforms or opacity: with those, the browser would not report the panel as visible. */
const styleOf = ({ left, top, width, height, isVisible }: FramePlace) =>
  `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; border: 0; z-index: 1; ` +
  `visibility: ${isVisible ? 'visible' : 'hidden'}; color-scheme: light dark`

export interface WalletFrameOptions {
  readonly url: string
  readonly origin: string
  /**
   * In the modal, this is a closed shadow root: the host then cannot reach this window, post to it, or navigate it
   * (T9, T11).
   */
  readonly mount: ParentNode
  readonly onLoad: () => void
}

export interface WalletFrame {
  readonly window: () => Window | null
  /** Loads the wallet in a new iframe. */
  readonly load: () => void
  readonly unload: () => void
  /** `undefined` hides it. */
  readonly place: (place: FramePlace | undefined) => void
  readonly focus: () => void
}

export function createWalletFrame({ url, origin, mount, onLoad }: WalletFrameOptions): WalletFrame {
  let iframe: HTMLIFrameElement | undefined
  let style = nowhere
  let request = 0
  const wear = (next: string) => {
    style = next
    if (iframe) iframe.style.cssText = next
  }
  const leave = () => {
    wear(leaving)
    request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => wear(nowhere))
    })
  }
  const frame: WalletFrame = {
    window: () => iframe?.contentWindow ?? null,
    load() {
      frame.unload()
      iframe = document.createElement('iframe')
      // A title would be a tooltip over all that the frame shows.
      iframe.setAttribute('aria-label', 'Airlock wallet')
      iframe.referrerPolicy = 'strict-origin'
      iframe.setAttribute('sandbox', sandbox)
      iframe.allow = knownFeatures(document)
        .map((feature) => `${feature} ${origin}`)
        .join('; ')
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
      if (!place && (style === nowhere || style === leaving)) return
      cancelAnimationFrame(request)
      if (place) wear(styleOf(place))
      else leave()
    },
    focus: () => iframe?.focus(),
  }
  return frame
}
