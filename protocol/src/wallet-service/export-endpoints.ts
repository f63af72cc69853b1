/** Export of secrets, and the end of a replaced wallet, over HTTP. In a separate file, because a wallet frame loads it with those pages. */
import * as z from 'zod/mini'
import { type Endpoints, Nothing, Ok, route, Seconds } from './endpoints.ts'
import { ExportTicket, P256PublicKey, TicketKind, Uuid } from './shapes.ts'

export const exportEndpoints = {
  /**
   * Permits one export on this device. Needs a fresh login, and no recently added login (`exportWait`). It is recorded in the user's log,
   * and the user gets an email.
   */
  exportTicket: {
    ...route('POST', '/v1/export/ticket', 'session'),
    /** The ticket is sealed to the recipient key, which opens only one. */
    request: z.strictObject({ walletId: Uuid, what: TicketKind, recipient: P256PublicKey }),
    response: z.object({ ticket: ExportTicket, expiresIn: Seconds }),
    errors: ['WALLET_UNKNOWN', 'SHARE_SET_UNKNOWN', 'REAUTH_REQUIRED', 'COOLING_OFF'],
  },
  /** Erases everything that opens the replaced wallet. Needs a fresh login. Idempotent. */
  formerEnd: {
    ...route('DELETE', '/v1/wallets/:walletId/former', 'session'),
    request: Nothing,
    response: Ok,
    errors: ['WALLET_UNKNOWN', 'REAUTH_REQUIRED'],
  },
} as const satisfies Endpoints

export type ExportEndpoints = typeof exportEndpoints
