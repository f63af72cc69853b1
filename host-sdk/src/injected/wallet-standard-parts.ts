/** Reads the features and accounts of a Wallet Standard wallet on Solana. The values are hostile: callers wrap each read in `quietly`. */
import { fieldOf } from '../dom.ts'

const namespace = 'solana'
const address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** More than any wallet has. */
const mostItems = 256

/** The functions of a wallet, bound to their features. A missing function means that the wallet does not have the feature. */
export interface Features {
  readonly connect: (input: { silent?: boolean }) => unknown
  readonly disconnect: Call | undefined
  readonly on: Call | undefined
  readonly signIn: Call | undefined
  readonly signMessage: Call | undefined
  readonly signTransaction: Call | undefined
  readonly signAndSendTransaction: Call | undefined
}
export type Call = (...inputs: unknown[]) => unknown

/** An account in the form that the wallet's features expect, and its address. */
export interface StandardAccount {
  readonly address: string
  readonly account: unknown
}

/** `undefined` for a wallet that cannot connect, or cannot sign anything. */
export function readFeatures(features: unknown): Features | undefined {
  const read = (feature: string, name: string): Call | undefined => {
    const holder = fieldOf(features, feature)
    const call = fieldOf(holder, name)
    return typeof call === 'function' ? (...inputs) => Reflect.apply(call, holder, inputs) as unknown : undefined
  }
  const connect = read('standard:connect', 'connect')
  const signing = {
    signMessage: read('solana:signMessage', 'signMessage'),
    signTransaction: read('solana:signTransaction', 'signTransaction'),
    signAndSendTransaction: read('solana:signAndSendTransaction', 'signAndSendTransaction'),
  }
  if (!connect || !Object.values(signing).some(Boolean)) return undefined
  return {
    connect,
    disconnect: read('standard:disconnect', 'disconnect'),
    on: read('standard:events', 'on'),
    signIn: read('solana:signIn', 'signIn'),
    ...signing,
  }
}

/** The Solana accounts in a wallet's list, at most 256. */
export const accountsOf = (list: unknown): readonly StandardAccount[] =>
  itemsOf(list).flatMap((account) => {
    const text = fieldOf(account, 'address')
    const isHere = textsOf(fieldOf(account, 'chains')).some((chain) => chain.startsWith(`${namespace}:`))
    return typeof text === 'string' && address.test(text) && isHere ? [{ address: text, account }] : []
  })

const itemsOf = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? Array.from({ length: Math.min(list.length, mostItems) }, (_, at) => list[at] as unknown) : []

export const textsOf = (list: unknown): readonly string[] =>
  itemsOf(list).filter((text): text is string => typeof text === 'string' && text.length <= 128)
