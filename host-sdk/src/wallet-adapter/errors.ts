/** Converts our errors to those of wallet-adapter. */
import {
  WalletConnectionError,
  WalletError,
  WalletLoadError,
  WalletTimeoutError,
  WalletWindowBlockedError,
  WalletWindowClosedError,
} from '@solana/wallet-adapter-base'
import { fieldOf } from '../dom.ts'

type ErrorClass = new (message?: string, error?: unknown) => WalletError

/** Keyed by our code. */
const classes: Readonly<Record<string, ErrorClass>> = {
  USER_CLOSED: WalletWindowClosedError,
  POPUP_SEVERED: WalletWindowBlockedError,
  TIMEOUT: WalletTimeoutError,
  PAIRING_EXPIRED: WalletTimeoutError,
  NETWORK: WalletLoadError,
  BLOCKED_BY_HOST_POLICY: WalletLoadError,
  FRAME_REFUSED: WalletLoadError,
  FRAME_TIMEOUT: WalletLoadError,
  VERSION_UNSUPPORTED: WalletLoadError,
}

/** Keeps the error as the cause, with its numeric `code`. */
export const toConnectionError = (error: unknown): WalletError => {
  const reason = fieldOf(error, 'reason')
  const found = typeof reason === 'string' && Object.hasOwn(classes, reason) ? classes[reason] : undefined
  return toError(found ?? WalletConnectionError, error)
}

export function toError(Class: ErrorClass, error: unknown): WalletError {
  if (error instanceof WalletError) return error
  return new Class(error instanceof Error ? error.message : String(error), error)
}
