/**
 * What the wallet answers: the login and the account where its project has a service, the truth where there is none (nobody is signed
 * in, no network has smart accounts), and NOT_AVAILABLE for everything that this half cannot do.
 */
import { findMethod } from '@airlock/protocol/allowlist/index.ts'
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { EmbeddedWallet } from '../login/wallet.ts'

/** Loads the wallet when first called; absent where the project has no service for it. */
export type LoadWallet = (() => Promise<EmbeddedWallet>) | undefined

const notAvailable = (): never => {
  throw new AirlockError('NOT_AVAILABLE')
}

export const appHandlers = (reload: () => void, load: LoadWallet): Handlers<WalletEnd['app']> => ({
  async SWITCH_NETWORK({ chainId }) {
    const { account } = await wallet(load)
    account.switchTo(chainId)
    return { chainId }
  },
  CONNECT_EMAIL: async ({ email }) => (await wallet(load)).login.start(email),
  CONNECT_DEVICE: async (_, { signal }) => (await wallet(load)).login.awaitApproval(signal),
  async CONNECT_OTP({ otp }) {
    await (await wallet(load)).login.verify(otp)
    return {}
  },
  CONNECT_SOCIAL: notAvailable,
  GET_SOCIAL_REDIRECT_URI: notAvailable,
  GET_FARCASTER_URI: notAvailable,
  CONNECT_FARCASTER: notAvailable,
  async GET_USER(wanted, { signal, waitsForPerson }) {
    waitsForPerson() // on a new device, for a tap in a mail
    return (await wallet(load)).account.user(wanted, signal)
  },
  async SIGN_OUT() {
    if (load) await (await load()).account.signOut()
    return {}
  },
  IS_CONNECTED: async () => ({ isConnected: load !== undefined && (await load()).account.isConnected() }),
  GET_CHAIN_ID: async () => ({ chainId: (await wallet(load)).account.chain() }),
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

const wallet = (load: LoadWallet): Promise<EmbeddedWallet> => (load ? load() : notAvailable())

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
