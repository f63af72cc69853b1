/**
 * Handlers of the wallet link: login and account if the project has a service; without one, they answer "not signed in" and "no smart
 * accounts", and NOT_AVAILABLE where a service is needed.
 */
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { EmbeddedWallet } from '../login/embedded-wallet.ts'
import type { Prompts } from '../provider/prompts.ts'

/** Loads the wallet at the first call; absent if the project has no service for it. */
export type LoadWallet = (() => Promise<EmbeddedWallet>) | undefined

const notAvailable = (): never => {
  throw new AirlockError('NOT_AVAILABLE')
}
export interface WalletHandling {
  readonly reload: () => void
  readonly load: LoadWallet
  readonly prompts: Prompts
  /** Logs the reason and type of refused messages. */
  readonly isLogging: boolean
}

export const appHandlers = ({ reload, load, prompts }: WalletHandling): Handlers<WalletEnd['app']> => ({
  async SWITCH_NETWORK({ chainId }) {
    const { account } = await wallet(load)
    account.switchTo(chainId)
    return { chainId }
  },
  CONNECT_EMAIL: async ({ email }) => (await wallet(load)).login.start(email),
  CONNECT_DEVICE: async (_, { signal }) => (await wallet(load)).login.awaitApproval(signal),
  CONNECT_OTP: done(async ({ otp }) => (await wallet(load)).login.verify(otp)),
  GET_SOCIAL_REDIRECT_URI: async (wanted) => (await social(load)).start(wanted),
  CONNECT_SOCIAL: async (wanted, { signal }) => (await social(load)).connect(wanted, signal),
  LINK_SOCIAL: done(async () => (await social(load)).link()),
  UPDATE_EMAIL: async ({ email }) => (await (await wallet(load)).emailChange()).start(email),
  UPDATE_EMAIL_PRIMARY_OTP: async ({ otp }) => (await (await wallet(load)).emailChange()).verifyPrimary(otp),
  async UPDATE_EMAIL_SECONDARY_OTP({ otp }, { signal, waitsForPerson }) {
    waitsForPerson() // for an approval in an email
    return (await (await wallet(load)).emailChange()).verifySecondary(otp, signal)
  },
  GET_FARCASTER_URI: async () => (await farcaster(load)).start(),
  async CONNECT_FARCASTER(_, { signal, waitsForPerson }) {
    waitsForPerson() // for the user's press in the Farcaster app
    return (await farcaster(load)).connect(signal)
  },
  async GET_USER({ kept, ...wanted }, { signal, waitsForPerson }) {
    waitsForPerson() // on a new device, for an approval in an email
    const { account, keeper } = await wallet(load)
    if (kept) await prompts.takeUp(keeper, kept)
    return account.user(wanted, signal)
  },
  SIGN_OUT: done(async () => {
    prompts.hide()
    if (load) await (await load()).account.signOut()
  }),
  IS_CONNECTED: async () => ({ isConnected: load !== undefined && (await load()).account.isConnected() }),
  GET_CHAIN_ID: async () => ({ chainId: (await wallet(load)).account.chain() }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({
    smartAccountEnabledNetworks: load ? (await load()).account.smartAccountNetworks() : [],
  }),
  async SET_PREFERRED_ACCOUNT({ type }, { signal }) {
    const { address } = await (await wallet(load)).account.prefer(type, signal)
    return { type, address }
  },
  // Sends nothing: the account is upgraded by its first calls, with an approval.
  async INIT_SMART_ACCOUNT(_, { signal }) {
    const { address, smartAccountDeployed = false } = await (await wallet(load)).account.user({}, signal)
    return { address, isDeployed: smartAccountDeployed }
  },
  SYNC_THEME: done(prompts.setTheme),
  SYNC_LOCALE: done(prompts.setLocale),
  // Ignored: the wallet shows the origin that the browser reports, never what a page claims.
  SYNC_DAPP_DATA: () => ({}),
  RELOAD: done(() => setTimeout(reload)), // after the answer
  UI_FOCUS: done(prompts.focus),
  UI_SHOW: done(({ page }) => prompts.show(page)),
  UI_HIDDEN: done(prompts.hide),
  PING: () => ({}),
})

/** Answers with nothing, once the work is done. */
function done<R>(work: (request: R) => unknown): (request: R) => Promise<Readonly<Record<string, never>>> {
  return async (request) => {
    await work(request)
    return {}
  }
}

const wallet = (load: LoadWallet): Promise<EmbeddedWallet> => (load ? load() : notAvailable())
const social = async (load: LoadWallet) => (await wallet(load)).social()
const farcaster = async (load: LoadWallet) => (await wallet(load)).farcaster()

export const providerHandlers = ({ prompts }: WalletHandling): Handlers<WalletEnd['provider']> => ({
  async RPC_REQUEST({ scope, method, params }, context) {
    return { result: await prompts.request({ scope, method, params }, context) }
  },
})
