/** A page that holds the provider and the wallet lists for the rules of the standards, with the standard's own libraries. */
import { type Airlock, createAirlock, type Options } from '@airlock/host-sdk'
import { registerWalletStandard } from '@airlock/host-sdk/solana'
import { isWalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { isSolanaChain } from '@solana/wallet-standard-chains'
import { verifyMessageSignature, verifySignIn } from '@solana/wallet-standard-util'
import { getWallets } from '@wallet-standard/app'

/** As a library that loads before Airlock does. */
const early = getWallets()
const changes: { event: string; name: string }[] = []
early.on('register', (...all) => changes.push(...all.map(({ name }) => ({ event: 'register', name }))))
early.on('unregister', (...all) => changes.push(...all.map(({ name }) => ({ event: 'unregister', name }))))

const details: unknown[] = []
window.addEventListener('eip6963:announceProvider', (event) => details.push((event as CustomEvent<unknown>).detail))

function start(options: Options): void {
  const before: unknown = Reflect.get(window, 'airlock')
  if (before) (before as Airlock).destroy()
  const airlock = createAirlock({ ...(Reflect.get(window, 'lastOptions') as object | undefined), ...options })
  const provider = airlock.provider('eip155')
  const told: { name: string; payload: unknown }[] = []
  for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
    provider.on(name, (payload) => {
      const error = payload instanceof Error && { isError: true, code: Reflect.get(payload, 'code') as unknown }
      told.push({ name, payload: error || payload })
    })
  // A copy, so that a flaw can be put into it.
  const copy = {
    request: (call: Parameters<typeof provider.request>[0]) => provider.request(call),
    on(event: string, listener: (payload: unknown) => void) {
      provider.on(event, listener)
      return copy
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      provider.removeListener(event, listener)
      return copy
    },
  }
  Object.assign(window, { airlock, probed: { provider: copy, told }, lastOptions: options })
}

Object.assign(window, {
  standards: {
    start,
    details,
    changes,
    getWallets,
    isSolanaChain,
    isCompatible: isWalletAdapterCompatibleStandardWallet,
    verifyMessageSignature,
    verifySignIn,
    register: () => registerWalletStandard(Reflect.get(window, 'airlock') as Airlock),
  },
})
