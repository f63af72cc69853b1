/** The inferred types of both ends of the wallet link, and the properties of a message that are needed at run time. */
import type { PortTypes } from '../define.ts'
import type * as modal from './received-by-modal.ts'
import type * as wallet from './received-by-wallet.ts'

export const ports = ['app', 'provider'] as const
export type WalletPort = (typeof ports)[number]

/** Each port as the modal frame sees it. */
export type WalletLinkModalEnd = { [P in WalletPort]: PortTypes<(typeof modal)[P], (typeof wallet)[P]> }
/** Each port as the wallet frame sees it. */
export type WalletEnd = { [P in WalletPort]: PortTypes<(typeof wallet)[P], (typeof modal)[P]> }

/** Requests that wait for the user. The five that the specification times out at 30 s are not included. */
export const personTypes: ReadonlySet<string> = new Set([
  'CONNECT_FARCASTER',
  'GET_USER',
  'SIGN_OUT',
  'RPC_REQUEST',
  'UPDATE_EMAIL_SECONDARY_OTP',
])

export const largeTypes: ReadonlySet<string> = new Set(['RPC_REQUEST'])
