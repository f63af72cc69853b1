/** The visible state of a change of the email address: at most one, from the field to the account. */
import { atom } from 'jotai'
import type { Trouble } from './email-login.ts'

export type ChangeCheck =
  | { readonly status: 'asking' }
  /** `isSlow` from 8 s on. */
  | { readonly status: 'checking'; readonly isSlow: boolean }
  | { readonly status: 'refused'; readonly trouble: Trouble }

export type EmailChange =
  | { readonly step: 'field'; readonly isSending: boolean; readonly newEmail?: string; readonly trouble?: Trouble }
  | {
      readonly step: 'code'
      /** Which code is asked for: that of the current address or that of the new one. */
      readonly side: 'primary' | 'secondary'
      readonly newEmail: string
      readonly validMinutes: number | undefined
      /** The user can start over from this time on, in milliseconds of this device's clock. */
      readonly againAt: number
      /** The current mailbox has a second email, whose button has to be pressed too. */
      readonly isConfirmAsked: boolean
      readonly check: ChangeCheck
    }

export const noEmailChange: EmailChange = { step: 'field', isSending: false }
export const emailChangeAtom = atom<EmailChange>(noEmailChange)
