/** The current requests to a wallet: connecting, or switching network. At most one of each. */
import type { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'

export type Attempt =
  | { status: 'idle' }
  /** `isSlow` from 8 s on. */
  | { status: 'waiting'; isSlow: boolean }
  /** The wallet reported that another request is already open (-32002). */
  | { status: 'pending' }
  | { status: 'declined' }
  | { status: 'failed'; error: AirlockError }
  /** The wallet stayed on a network that the app does not support. */
  | { status: 'wrongNetwork'; wanted: Caip2; offered: Caip2 }
  | { status: 'notInstalled' }
  | { status: 'done' }

export const idle: Attempt = { status: 'idle' }

export const connectAttemptAtom = atom<Attempt>(idle)
export const switchAttemptAtom = atom<Attempt>(idle)

interface Handler {
  readonly run: () => void
}

/** While the wallet shows a prompt at the end of a login. Run when the user closes it: the login continues without an answer. */
export const passOverAtom = atom<Handler | undefined>(undefined)

/** Leads back to what a login has interrupted, instead of closing the modal. */
export const resumeAtom = atom<Handler | undefined>(undefined)

/** Keep a pairing code ready while the modal is open, in every view. */
export const isPairingAheadAtom = atom(false)
