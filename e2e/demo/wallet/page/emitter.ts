/** The event part of EIP-1193. A listener that throws does not affect the others. */

export type WalletEvents = {
  connect: { chainId: `0x${string}` }
  disconnect: Error
  accountsChanged: readonly `0x${string}`[]
  chainChanged: `0x${string}`
}
/** Dapps register listeners with any event name and any payload type. */
export type Listener = (payload: unknown) => void

export class Emitter {
  readonly #listeners = new Map<string, Set<Listener>>()

  on(name: string, listener: Listener): void {
    const set = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, set.add(listener))
  }

  removeListener(name: string, listener: Listener): void {
    this.#listeners.get(name)?.delete(listener)
  }

  emit<K extends keyof WalletEvents>(name: K, payload: WalletEvents[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(payload)
      } catch (error) {
        reportError(error)
      }
    }
  }
}
