/** Export of secrets over HTTP, beside `endpoints.ts`. A file of its own: a wallet frame loads it with the export page. */
import * as z from 'zod/mini'
import { type Endpoints, Seconds } from './endpoints.ts'
import { ExportKind, ExportTicket, P256PublicKey, Uuid } from './shapes.ts'

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
