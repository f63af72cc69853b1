/** Airlock as custom elements. Importing defines nothing, so that a server can load this. */
import type { Airlock } from '@airlock/host-sdk'
import { type Bound, createBound } from './bound.ts'
import { buttonClass } from './button.ts'
import { embedClass } from './embed.ts'

const bounds = new Map<string, Bound>()

/**
 * Defines `<airlock-button>`, `<airlock-account>`, `<airlock-network>` and `<airlock-embed>`, and gives them the instance. A further call
 * sets another instance; on a server it does nothing.
 * @param prefix replaces `airlock` in the names of elements and events
 */
export function defineElements(airlock?: Airlock, prefix = 'airlock'): void {
  if (typeof customElements === 'undefined') return
  const bound = bounds.get(prefix) ?? createBound(prefix)
  bounds.set(prefix, bound)
  for (const kind of ['button', 'account', 'network', 'embed']) {
    const name = `${prefix}-${kind}`
    // Defined by an earlier call, or by another copy of the SDK.
    if (!customElements.get(name))
      customElements.define(name, (kind === 'embed' ? embedClass : buttonClass)(bound, kind))
  }
  if (airlock) bound.bind(airlock)
}
