/**
 * What a wallet that is still empty answers: the truth where there is one (nobody is signed in, no network has smart accounts),
 * and NOT_AVAILABLE for everything that needs an account, a login or a screen.
 */
import { findMethod } from '@airlock/protocol/allowlist/index.ts'
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'

const notAvailable = (): never => {
  throw new AirlockError('NOT_AVAILABLE')
}

export const appHandlers = (reload: () => void): Handlers<WalletEnd['app']> => ({
  SWITCH_NETWORK: notAvailable,
  CONNECT_EMAIL: notAvailable,
  CONNECT_DEVICE: notAvailable,
  CONNECT_OTP: notAvailable,
  CONNECT_SOCIAL: notAvailable,
  GET_SOCIAL_REDIRECT_URI: notAvailable,
  GET_FARCASTER_URI: notAvailable,
  CONNECT_FARCASTER: notAvailable,
  GET_USER: notAvailable,
  SIGN_OUT: () => ({}),
  IS_CONNECTED: () => ({ isConnected: false }),
  GET_CHAIN_ID: notAvailable,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),
  INIT_SMART_ACCOUNT: notAvailable,
  SET_PREFERRED_ACCOUNT: notAvailable,
  UPDATE_EMAIL: notAvailable,
  UPDATE_EMAIL_PRIMARY_OTP: notAvailable,
  UPDATE_EMAIL_SECONDARY_OTP: notAvailable,
  SYNC_THEME: notAvailable,
  SYNC_DAPP_DATA: notAvailable,
  RELOAD() {
    setTimeout(reload) // after the answer
    return {}
  },
  UI_FOCUS: notAvailable,
  PING: () => ({}),
})

/** The allowlist has its authority here: what it refuses is refused before anybody asks whether there is an account. */
export const providerHandlers: Handlers<WalletEnd['provider']> = {
  RPC_REQUEST({ scope, method, params }) {
    const found = findMethod(namespaceOf(scope), method)
    if (!found) throw new AirlockError('METHOD_NOT_ALLOWED')
    if (!z.safeParse(found.params, params).success)
      throw new AirlockError('BAD_SHAPE', { message: `${method}: invalid params` })
    return notAvailable()
  },
}
