/** Signing in with a message, if the page requests it (specification §2, SIWXSignMessage). */
import type { SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import type { AirlockError } from '@airlock/protocol/errors.ts'
import type { SignInText } from '@airlock/protocol/sign-in/message.ts'
import { atom } from 'jotai'
import { optionsAtom } from '../../core/options.ts'

/** The session of the active account; `null` also before it has been looked up. */
export const sessionAtom = atom<SignInSession | null>(null)

interface Ready {
  /** The exact text that will be signed. */
  text: string
  read: SignInText
}

export type SignIn =
  /** Nothing to sign: signed in, not connected, or not yet looked up. */
  | { status: 'idle' }
  /** The page is creating the message. */
  | { status: 'preparing' }
  | ({ status: 'ready' } & Ready)
  /** `isSlow` from 8 s on. */
  | ({ status: 'signing'; isSlow: boolean } & Ready)
  | ({ status: 'declined' } & Ready)
  /** `isRefused`: the page has not accepted the signature. */
  | { status: 'failed'; error: AirlockError; isRefused: boolean }
  /** `foreign`: a sign-in to another site. `invalid`: unreadable, for another account or network, or not valid now. */
  | { status: 'foreign'; domain: string }
  | { status: 'invalid' }

export const noSignIn: SignIn = { status: 'idle' }
export const signInAtom = atom<SignIn>(noSignIn)

/** Whether the sign-in view stays until the user signs or disconnects. */
export const mustSignInAtom = atom(
  (get): boolean =>
    get(optionsAtom)?.siwx?.required === true && get(signInAtom).status !== 'idle' && get(sessionAtom) === null,
)
