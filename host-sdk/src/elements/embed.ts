/** `<airlock-embed>`: shows the views inside the page. */
import type { Airlock, EmbedOptions } from '@airlock/host-sdk'
import { applyStyle } from '../ui/style.ts'
import type { Bound, Live } from './bound.ts'

export function embedClass(bound: Bound): CustomElementConstructor {
  return class extends HTMLElement implements Live {
    static readonly observedAttributes = ['view']
    #shown: Airlock | undefined
    #undo: (() => void) | undefined

    connectedCallback() {
      bound.live.add(this)
      this.classList.add('airlock-embed')
      applyStyle(this)
      this.draw()
    }

    disconnectedCallback() {
      bound.live.delete(this)
      this.#undo?.()
      this.#shown = undefined
    }

    attributeChangedCallback() {
      if (!this.#shown) return
      this.#shown = undefined
      this.draw()
    }

    draw() {
      if (this.#shown === bound.airlock) return
      const before = this.#undo
      // as: an empty attribute counts as no view, and the frame refuses names that it does not know
      this.#shown = bound.airlock
      this.#undo = this.#shown?.embed(this, { view: this.getAttribute('view') } as EmbedOptions)
      before?.() // afterwards, so that the frame stays where it is
    }
  }
}
