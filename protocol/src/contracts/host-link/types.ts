/** The inferred types of both ends of the host link, and the two properties of a message that both ends need at run time. */
import type { PortTypes } from '../define.ts'
import type * as host from './received-by-host.ts'
import type * as modal from './received-by-modal.ts'

export const ports = ['app', 'injected', 'provider'] as const
export type HostPort = (typeof ports)[number]

type Host = typeof host
type Modal = typeof modal

/** Each port as the host page sees it. */
export type HostEnd = { [P in HostPort]: PortTypes<Host[P], Modal[P]> }
/** Each port as the modal frame sees it. */
export type ModalEnd = { [P in HostPort]: PortTypes<Modal[P], Host[P]> }

/** Requests that wait for the user: the first PROGRESS suspends their deadline. */
export const personTypes: ReadonlySet<string> = new Set([
  'CONNECT',
  'SWITCH_NETWORK',
  'SEND',
  'SWAP',
  'BUY',
  'SIGN_IN',
  'WALLET_REQUEST',
  'RPC_REQUEST',
])

/** 1 MiB and 100 000 values instead of 64 KiB and 10 000; for the request and its answer. */
export const largeTypes: ReadonlySet<string> = new Set([
  'CONFIGURE',
  'SYNC_LOCALE',
  'ADD_ADAPTER',
  'WALLETS',
  'WALLETS_DISCOVER',
  'WALLET_REQUEST',
  'RPC_REQUEST',
  'STATE',
  'SIGN_IN',
  'SIWX_GET_SESSIONS',
  'SIWX_ADD_SESSION',
  'SIWX_SET_SESSIONS',
])
