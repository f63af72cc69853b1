/** Shared by the logins with somebody else’s account: what they need, and their refusals. */
import { type EmailLoginContext, type Reasons, told as toldByEmail } from './email-login.ts'

export interface ProviderLoginContext extends Omit<EmailLoginContext, 'recovery' | 'now'> {
  readonly serviceUrl: string
}

const reasons: Reasons = {
  PROVIDER_OFF: 'PROVIDER_OFF',
  PROVIDER_FAILED: 'PROVIDER_FAILED',
  SIGNATURE_INVALID: 'PROVIDER_FAILED',
  RELAY_ERROR: 'UNAVAILABLE',
  FLOW_NOT_APPROVED: 'EXPIRED',
  VERIFIER_MISMATCH: 'EXPIRED',
  ALREADY_USED: 'EXPIRED',
  IDENTITY_TAKEN: 'IDENTITY_TAKEN',
}

export const told = <T>(work: () => Promise<T>): Promise<T> => toldByEmail(work, reasons)
