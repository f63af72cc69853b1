/** Registers a wallet with the wallet lists of the page, which may be created before or after it. */
import { dispatch } from '../announce/dispatch.ts'
import { fieldOf, listen, quietly, type Undo } from '../dom.ts'

export interface Registration {
  /** Registers with the lists that exist. */
  announce: () => void
  /** Unregisters from every list. */
  withdraw: () => void
  stop: Undo
}

/** @param isOffered whether a list that is created later is answered */
export function createRegistration(wallet: object, isOffered: () => boolean): Registration {
  /** Wallet lists that have registered us, and how to unregister. */
  let known = new Map<object, unknown>()
  const registerIn = (list: unknown) =>
    quietly(() => {
      const register = fieldOf(list, 'register')
      if (typeof register !== 'function' || !isOffered() || known.has(register)) return
      known.set(register, undefined) // it may ask again while it is called
      known.set(register, Reflect.apply(register, undefined, [wallet]))
    })
  const withdraw = () => {
    for (const leave of known.values())
      if (typeof leave === 'function') quietly(() => void Reflect.apply(leave, undefined, []))
    known = new Map()
  }
  const unlisten = listen(window, 'wallet-standard:app-ready', (event) =>
    registerIn(quietly(() => fieldOf(event, 'detail'))),
  )
  return {
    announce: () => dispatch('wallet-standard:register-wallet', registerIn),
    withdraw,
    stop() {
      unlisten()
      withdraw()
    },
  }
}
