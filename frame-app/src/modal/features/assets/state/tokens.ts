/** Holdings of accounts, by account and network. A failed read keeps the last list with its age. */
import { type Caip2, type Caip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { accountAtoms } from '../../../session/state/account-atoms.ts'

export interface Token {
  /** CAIP-10; `undefined` for the network's own currency. */
  readonly address: string | undefined
  /** Safe to show (`toDisplayText`). */
  readonly name: string
  readonly symbol: string
  /** Address of its picture on the gateway, unchecked; `GatewayImage` loads nothing else. */
  readonly icon: string | undefined
  /** Units, with at most four decimals, never rounded up. */
  readonly amount: string
  /** Price of one unit, in dollars; `undefined` if not known. */
  readonly price: number | undefined
  readonly value: number | undefined
  /** Set if only the page lists the token; the picture is the page's. */
  readonly listed?: { readonly image: string | undefined }
}

export type Tokens =
  | { status: 'loading' }
  | { status: 'ready' | 'stale'; tokens: readonly Token[]; asOf: number }
  | { status: 'failed' | 'unsupported' }

export const { allAtom: tokensAtom, setAtom: setTokensAtom, activeAtom: activeTokensAtom } = accountAtoms<Tokens>()

/** What is known of an account on one network. */
export function tokensOn(known: Readonly<Record<Caip10, Tokens>>, network: Caip2, account: Caip10): readonly Token[] {
  const held = known[`${network}:${parseCaip10(account).address}`]
  return held && 'tokens' in held ? held.tokens : []
}
