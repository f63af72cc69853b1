/** The visible state of pairing with a remote wallet: at most one code, and the outcome of the last one. */
import type { AirlockError } from '@airlock/protocol/errors.ts'
import { atom } from 'jotai'
import type { Pairing } from '../walletconnect/pairing.ts'

export type PairingState =
  | { status: 'idle' }
  /** No code yet. `isSlow` from 8 s on. */
  | { status: 'preparing'; isSlow: boolean }
  /** A code for a wallet to scan or to open. `expiresAt` is in milliseconds; the code is silently renewed before that time. */
  | { status: 'code'; uri: string; expiresAt: number }
  /** The wallet declined; the new code appears once the relay has accepted it. */
  | { status: 'declined'; uri: string | undefined; expiresAt: number }
  /** The last code expired before a new one arrived. */
  | { status: 'expired' }
  | { status: 'failed'; error: AirlockError }
  | { status: 'done'; wallet: string }

export const noPairing: PairingState = { status: 'idle' }

export const pairingAtom = atom<PairingState>(noPairing)

/** The pairing client, if the project has a relay; loaded when it is first needed. */
export const pairingClientAtom = atom<Promise<Pairing> | undefined>()
