/** The visible state of the social login: at most one login, from the press to the account. */
import { atom } from 'jotai'
import type { Trouble } from './email-login.ts'

export interface Provider {
  readonly id: string
  readonly name: string
}

export type SocialLogin =
  | { readonly step: 'idle' }
  | {
      readonly step: 'window'
      readonly provider: Provider
      /** Address of the window's page. */
      readonly uri: string
      /** The number to pick there, once it is known. */
      readonly match: string | undefined
      /**
       * `blocked`: there is no window, as far as this frame can tell. `confirm`: it asks for the number. `refused`: the provider signs nobody
       * in inside another app, and is not asked.
       */
      readonly status: 'waiting' | 'blocked' | 'confirm' | 'refused'
      readonly isUnreachable: boolean
    }
  /** Farcaster: a code to confirm in its app. `uri` is absent until there is one. */
  | {
      readonly step: 'code'
      readonly provider: Provider
      readonly uri: string | undefined
      /** Unix ms. */
      readonly expiresAt: number | undefined
      readonly isUnreachable: boolean
    }
  /** The page is about to leave for the provider: at the user's press, once there is a ticket, with the number that is asked for there. */
  | {
      readonly step: 'leaving'
      readonly provider: Provider
      readonly ready: { readonly ticket: string; readonly match: string } | undefined
    }
  /** `isSlow` from 8 s on. */
  | { readonly step: 'opening'; readonly provider: Provider; readonly isSlow: boolean }
  /** The address has a wallet, which only a login by email opens. */
  | { readonly step: 'emailKnown'; readonly provider: Provider; readonly email: string }
  | { readonly step: 'over'; readonly provider: Provider; readonly trouble: Trouble }
  | { readonly step: 'done'; readonly provider: Provider }

export const socialLoginAtom = atom<SocialLogin>({ step: 'idle' })

/** The email address whose login also links the social login that has just been made. */
export const linkedEmailAtom = atom<string | undefined>(undefined)
