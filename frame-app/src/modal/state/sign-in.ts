/** Signing in with a message, where the page wants it (specification §2, SIWXSignMessage). */
import type { SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import type { AirlockError } from '@airlock/protocol/errors.ts'
import { atom } from 'jotai'
import type { SignInText } from '../../shared/sign-in/message.ts'
import { optionsAtom } from './options.ts'

/** Of the active account; `null` also while nobody has looked. */
export const sessionAtom = atom<SignInSession | null>(null)

interface Ready {
  /** What will be signed, to the letter. */
  text: string
  read: SignInText
}

export type SignIn =
  /** Nothing to sign: signed in, not connected, or not yet looked up. */
  | { status: 'idle' }
  /** The page is making the message. */
  | { status: 'preparing' }
  | ({ status: 'ready' } & Ready)
  /** `isSlow` from 8 s on. */
  | ({ status: 'signing'; isSlow: boolean } & Ready)
  | ({ status: 'declined' } & Ready)
  /** `isRefused`: the page has not accepted the signature. */
  | { status: 'failed'; error: AirlockError; isRefused: boolean }
  /** The message would sign in elsewhere, for somebody else, or is none. */
  | { status: 'foreign'; domain: string }
  | { status: 'invalid' }

export const noSignIn: SignIn = { status: 'idle' }
export const signInAtom = atom<SignIn>(noSignIn)

/** It stands in the way until the visitor signs, or leaves by disconnecting. */
export const mustSignInAtom = atom(
  (get): boolean =>
    get(optionsAtom)?.siwx?.required === true && get(signInAtom).status !== 'idle' && get(sessionAtom) === null,
)
