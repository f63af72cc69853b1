/** The provider shapes of Bitcoin wallets: the functions by which each is recognised, and the file that calls it. */

import { fieldOf } from '../../dom.ts'
import type { CaipNetworkId } from '../../types.ts'
import { functionsOf, type Requests, textsOf } from './functions.ts'
import { type NameOf, nameFor } from './networks.ts'
import type { Unisat } from './unisat.ts'
import type { BitcoinWallet } from './wallet.ts'

/** A recognised wallet object: the networks that it serves, and the code that calls it. */
export interface Recognised {
  readonly serves: (id: CaipNetworkId) => boolean
  readonly load: () => Promise<BitcoinWallet>
}

/** `undefined` for an object without the functions of this shape. */
export type Shape = (target: object) => Recognised | undefined

const mainnet: CaipNetworkId = 'bip122:000000000019d6689c085ae165831e93'
const named = (kind: NameOf) => (id: CaipNetworkId) => nameFor(kind, id) !== undefined

const unisatNames: readonly (keyof Unisat)[] = [
  'requestAccounts',
  'getAccounts',
  'getPublicKey',
  'getChain',
  'getNetwork',
  'switchChain',
  'switchNetwork',
  'signMessage',
  'sendBitcoin',
  'signPsbt',
  'pushPsbt',
  'on',
  'removeListener',
  'disconnect',
]

/** UniSat, and wallets with the same API: one address at a time, on the wallet's current network. */
export const unisat: Shape = (target) => {
  const found = functionsOf(target, unisatNames)
  const { requestAccounts, signMessage, sendBitcoin, signPsbt, switchChain, switchNetwork } = found
  if (!requestAccounts || !(signMessage || sendBitcoin || signPsbt)) return undefined
  const canSwitch = Boolean(switchChain || switchNetwork)
  return {
    serves: (id) => id === mainnet || (canSwitch && named('chain')(id)),
    load: async () => (await import('./unisat.ts')).createUnisat(found),
  }
}

const requestNames: readonly (keyof Requests)[] = ['request', 'addListener']

/** Xverse and others: JSON-RPC over one function, as in sats-connect. */
export const satsConnect: Shape = (target) => {
  const found = functionsOf(target, requestNames)
  return found.request
    ? { serves: named('sats'), load: async () => (await import('./sats-connect.ts')).createSatsConnect(found) }
    : undefined
}

/** Leather also has one function, but different params. */
export const leather: Shape = (target) => {
  const found = functionsOf(target, requestNames)
  return found.request
    ? { serves: named('leather'), load: async () => (await import('./leather.ts')).createLeather(found) }
    : undefined
}

/** Wallet Standard: each feature is an object with one function. */
export const standard: Shape = (target) => {
  const features = fieldOf(target, 'features')
  const read = <Name extends string>(feature: string, name: Name) =>
    functionsOf(fieldOf(features, feature), [name] as const)[name]
  const found = {
    connect: read('bitcoin:connect', 'connect'),
    disconnect: read('bitcoin:disconnect', 'disconnect') ?? read('standard:disconnect', 'disconnect'),
    on: read('bitcoin:events', 'on') ?? read('standard:events', 'on'),
    signMessage: read('bitcoin:signMessage', 'signMessage'),
    signTransaction: read('bitcoin:signTransaction', 'signTransaction'),
    signAndSendTransaction: read('bitcoin:signAndSendTransaction', 'signAndSendTransaction'),
  }
  const chains = textsOf(fieldOf(target, 'chains'))
  if (!found.connect || !(found.signMessage || found.signTransaction || found.signAndSendTransaction)) return undefined
  return {
    serves: (id) => chains.includes(nameFor('standard', id) ?? ''),
    load: async () => (await import('./standard.ts')).createStandard(found, () => fieldOf(target, 'accounts')),
  }
}
