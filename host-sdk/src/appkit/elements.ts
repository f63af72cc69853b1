/**
 * AppKit's buttons as custom elements: text in a shadow root, without styles, so that no policy of the page blocks them.
 * Style them with `::part(button)`. Created when the elements are defined, because a server has no `HTMLElement`.
 */
import { type ButtonKit, type Kind, lookOf, texts } from './looks.ts'
import { leftOut } from './refuse.ts'

const names = ['', '-connect', '-account', '-network'] as const
const kinds: Readonly<Record<(typeof names)[number], Kind>> = {
  '': 'button',
  '-connect': 'connect',
  '-account': 'account',
  '-network': 'network',
}

/** Properties of the elements, each with its attribute. */
const properties = ['label', 'loadingLabel', 'balance', 'charsStart', 'charsEnd', 'namespace'] as const

let bound: ButtonKit | undefined
const unbound = new Set<() => void>()

/** Defines `<appkit-button>` and its siblings, and their `w3m` names; gives them the instance. */
export function defineElements(kit: ButtonKit): void {
  if (typeof customElements === 'undefined') return
  bound = kit
  for (const suffix of names)
    for (const name of [`appkit${suffix}-button`, `w3m${suffix}-button`].map((one) => one.replace('--', '-')))
      if (!customElements.get(name)) customElements.define(name, createButton(kinds[suffix]))
  for (const update of unbound) update()
}

function createButton(kind: Kind): CustomElementConstructor {
  class Button extends HTMLElement {
    static observedAttributes = ['disabled', 'size', ...properties.map((name) => name.toLowerCase())]
    readonly #button = document.createElement('button')
    #undo: (() => void)[] = []

    constructor() {
      super()
      this.#button.type = 'button'
      this.#button.part.add('button')
      this.#button.addEventListener('click', () => this.#press())
      this.#button.addEventListener('pointerenter', () => bound?.airlock.prefetch())
      this.attachShadow({ mode: 'open' }).append(this.#button)
    }

    connectedCallback(): void {
      const update = () => this.#start()
      unbound.add(update)
      this.#undo = [() => unbound.delete(update)]
      this.#start()
    }
    disconnectedCallback(): void {
      for (const undo of this.#undo) undo()
      this.#undo = []
    }
    attributeChangedCallback(attribute: string): void {
      if (attribute === 'size')
        leftOut(attribute, 'has no counterpart: the buttons have no style, use `::part(button)`')
      this.#draw()
    }

    #start(): void {
      if (bound) this.#undo.push(bound.airlock.subscribe(() => this.#draw()))
      this.#draw()
    }
    #look() {
      return bound && lookOf(kind, bound, (name) => this.getAttribute(name.toLowerCase()) ?? undefined)
    }
    #draw(): void {
      this.#button.textContent = this.#look()?.text ?? this.getAttribute('label') ?? texts.connect
      this.#button.disabled = this.hasAttribute('disabled') || !bound
    }
    #press(): void {
      const look = this.#look()
      if (look) bound?.open(look.opens).catch(() => {}) // the event `error` of the core reports it
    }
  }
  for (const name of properties)
    Object.defineProperty(Button.prototype, name, {
      get(this: HTMLElement) {
        return this.getAttribute(name.toLowerCase())
      },
      set(this: HTMLElement, value: string | number | null | undefined) {
        if (value === null || value === undefined) this.removeAttribute(name.toLowerCase())
        else this.setAttribute(name.toLowerCase(), String(value))
      },
    })
  Object.defineProperty(Button.prototype, 'disabled', {
    get(this: HTMLElement) {
      return this.hasAttribute('disabled')
    },
    set(this: HTMLElement, value: unknown) {
      this.toggleAttribute('disabled', Boolean(value))
    },
  })
  return Button
}
