/** A Bitcoin transaction that the page wants to have signed, while it is shown to the user. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { PsbtFacts } from '../../../../shared/chains/bip122/psbt.ts'

export interface PsbtQuestion {
  readonly facts: PsbtFacts
  readonly chainId: Caip2
  /** Addresses of the connected wallet, to which change goes. */
  readonly own: readonly string[]
  /** The wallet sends it at once. */
  readonly isSent: boolean
}

export const psbtAtom = atom<PsbtQuestion | undefined>(undefined)
