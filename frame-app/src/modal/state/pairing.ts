/** Pairing with a wallet elsewhere, as it is shown: one code at most, and what has become of the last one. */
import type { AirlockError } from '@airlock/protocol/errors.ts'
import { atom } from 'jotai'

export type PairingState =
  | { status: 'idle' }
  /** No code yet. `isSlow` from 8 s on. */
  | { status: 'preparing'; isSlow: boolean }
  /** A code that a wallet can scan or take. `expiresAt` in milliseconds; it is renewed before, without a word. */
  | { status: 'code'; uri: string; expiresAt: number }
  /** The wallet said no; a new code is there as soon as the relay has taken it. */
  | { status: 'declined'; uri: string | undefined; expiresAt: number }
  /** The last code ended before a new one came. */
  | { status: 'expired' }
  | { status: 'failed'; error: AirlockError }
  | { status: 'done'; wallet: string }

export const noPairing: PairingState = { status: 'idle' }

export const pairingAtom = atom<PairingState>(noPairing)

/** Whether the project has a relay. Set once by the boot. */
export const canPairAtom = atom(false)
