/** Export of secrets over HTTP, beside `endpoints.ts`. A file of its own: a wallet frame loads it with the export page. */
import * as z from 'zod/mini'
import { type Endpoints, Seconds } from './endpoints.ts'
import { KeyVersion, P256PublicKey, Sealed, Uuid } from './shapes.ts'

/** `words`: the recovery phrase. `eip155`, `solana`: one key. `kit`: a file that opens with a password, without any service. */
export const ExportKind = z.enum(['words', 'eip155', 'solana', 'kit'])
export type ExportKind = z.infer<typeof ExportKind>

/**
 * The authentication share of the device's set, sealed for one export (`sealingInfo.exportTicket`). Nobody else has the share, so nobody
 * else can make a ticket; and without the share the Key Worker cannot open what is exported.
 */
export const ExportTicket = z.object({
  walletId: Uuid,
  setId: Uuid,
  keyVersion: KeyVersion,
  what: ExportKind,
  sealedTicket: Sealed,
})
export type ExportTicket = z.infer<typeof ExportTicket>

export const exportEndpoints = {
  /**
   * Permits one export to this device. Needs a fresh login, and that no login was added to the account lately (`exportWait`). It is noted
   * in the user's log, and the user gets an email.
   */
  exportTicket: {
    method: 'POST',
    path: '/v1/export/ticket',
    auth: 'session',
    /** The ticket is sealed to the recipient, which opens no second one. */
    request: z.strictObject({ walletId: Uuid, what: ExportKind, recipient: P256PublicKey }),
    response: z.object({ ticket: ExportTicket, expiresIn: Seconds }),
    errors: ['WALLET_UNKNOWN', 'SHARE_SET_UNKNOWN', 'REAUTH_REQUIRED', 'COOLING_OFF'],
  },
} as const satisfies Endpoints

export type ExportEndpoints = typeof exportEndpoints
