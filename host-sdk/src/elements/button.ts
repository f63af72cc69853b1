/** `<airlock-button>`, and two elements that show one part of it: `<airlock-account>` and `<airlock-network>`. */
import { type ButtonOptions, looksOf, openFor } from '../ui/looks.ts'
import { applyStyle } from '../ui/style.ts'
import type { Bound, Live } from './bound.ts'

/** The class is created here, because a server has no `HTMLElement`. */
export function buttonClass(bound: Bound, kind: string): CustomElementConstructor {
  return class extends HTMLElement implements Live {
    static readonly observedAttributes = [
      'label',
      'connecting-label',
      'wrong-network-label',
      'balance',
      'network',
      'namespace',
      'disabled',
    ]
    readonly #button = part(document.createElement('button'), 'button')
    readonly #avatar = part(document.createElement('span'), 'avatar')
    readonly #label = part(document.createElement('span'), 'label')
    readonly #detail = part(document.createElement('span'), 'balance')

    constructor() {
      super()
      const button = this.#button
      const words = part(document.createElement('span'), 'text')
      words.append(this.#label, this.#detail)
      button.append(this.#avatar, words)
      button.type = 'button'
      button.ariaHasPopup = 'dialog'
      button.onpointerenter = button.onfocus = () => bound.airlock?.prefetch()
      button.onclick = () => {
        const options = readOptions(this)
        const { status } = looksOf(bound.state, options)
        if (bound.airlock) openFor(bound.airlock, kind === 'network' ? 'unsupported' : status, options.namespace)
      }
      this.attachShadow({ mode: 'open', delegatesFocus: true }).append(button)
      applyStyle(button)
    }

    connectedCallback() {
      bound.live.add(this)
      this.draw()
    }

    disconnectedCallback() {
      bound.live.delete(this)
    }

    attributeChangedCallback() {
      this.draw()
    }

    draw() {
      const { theme, network } = bound.state
      const { status, label, detail = '', hue } = looksOf(bound.state, readOptions(this))
      const button = this.#button
      const isNetwork = kind === 'network' && status !== 'unsupported'
      const isShown = kind === 'button' || (kind === 'network' ? network : hue) !== undefined
      button.disabled = this.hasAttribute('disabled')
      button.dataset['status'] = isNetwork ? 'connected' : status
      button.ariaBusy = String(status === 'connecting')
      button.style.cssText = `color-scheme:${theme};--airlock-hue:${hue};visibility:${isShown ? 'inherit' : 'hidden'}`
      this.#label.textContent = isNetwork ? (network?.name ?? '') : label
      this.#detail.textContent = isNetwork ? '' : detail
      this.#avatar.hidden = isNetwork || hue === undefined
    }
  }
}

function part<E extends HTMLElement>(element: E, name: string): E {
  element.className = `airlock-${name}`
  element.setAttribute('part', name)
  return element
}

/** `network` without a value is on; any other attribute without a value is ignored. */
const readOptions = ({ attributes }: Element): ButtonOptions =>
  Object.fromEntries(
    [...attributes].map(({ name, value }) => [
      name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value || name === 'network' || undefined,
    ]),
  ) // unknown values have no effect, or are refused by the core
