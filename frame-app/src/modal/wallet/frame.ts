/** The iframe of the wallet: exactly these attributes (nested-frames §4), never moved, never named. */
import { delegatedFeatures } from '../../shared/boot/features.ts'

/** Tokens of the host's iframe bind the wallet too: a token counts only where both have it. */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/** Laid out nowhere until a view gives it a place; hidden, so that neither Tab nor a screen reader finds it. */
const hidden = 'position: fixed; inset: 0; inline-size: 0; block-size: 0; border: 0; visibility: hidden'

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
}

export function createWalletFrame({ url, origin, mount, onLoad }: WalletFrameOptions): WalletFrame {
  let iframe: HTMLIFrameElement | undefined
  const frame: WalletFrame = {
    window: () => iframe?.contentWindow ?? null,
    load() {
      frame.unload()
      iframe = document.createElement('iframe')
      iframe.title = 'Airlock wallet'
      iframe.referrerPolicy = 'strict-origin'
      iframe.setAttribute('sandbox', sandbox)
      iframe.allow = delegatedFeatures.map((feature) => `${feature} ${origin}`).join('; ')
      iframe.style.cssText = hidden
      iframe.addEventListener('load', onLoad)
      iframe.src = url
      mount.append(iframe)
    },
    unload() {
      iframe?.remove()
      iframe = undefined
    },
  }
  return frame
}
