/** Wallet link: sensitivity and meaning of each message. Schemas: `received-by-*.ts`. */
import { about, type FactsOf } from '../define.ts'
import type { WalletEnd, WalletLinkModalEnd } from './types.ts'

export const fromModal: FactsOf<WalletLinkModalEnd> = {
  app: {
    SWITCH_NETWORK: about('personal', 'Changes the network of the embedded wallet.'),
    CONNECT_EMAIL: about('sensitive', 'Starts or resends an email login; at most one in 30 s.'),
    CONNECT_DEVICE: about(
      'sensitive',
      'Waits up to 25 s for the device approval from the email; repeated while it is pending.',
    ),
    CONNECT_OTP: about('sensitive', 'Checks the code from the email.'),
    CONNECT_SOCIAL: about(
      'sensitive',
      'Waits up to 25 s for a social login, then completes it; repeated while it is pending.',
    ),
    GET_SOCIAL_REDIRECT_URI: about('sensitive', 'Starts a social login and says which URL to open.'),
    LINK_SOCIAL: about('sensitive', 'Adds the social login just made to the signed-in account.'),
    GET_FARCASTER_URI: about('sensitive', 'Starts a Farcaster login: the URL to show as a code.'),
    CONNECT_FARCASTER: about('sensitive', 'Waits for the answer in the Farcaster app, then completes the login.'),
    GET_USER: about('sensitive', 'Connects: the account on a network, with its type.'),
    SIGN_OUT: about('personal', 'Ends the session and clears the login cache.'),
    IS_CONNECTED: about('personal', 'Is a user signed in?'),
    GET_CHAIN_ID: about('personal', 'The network last used.'),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: about('public', 'Networks on which smart accounts work.'),
    INIT_SMART_ACCOUNT: about('personal', 'The smart account’s address and whether it is deployed.'),
    SET_PREFERRED_ACCOUNT: about('personal', 'Chooses between EOA and smart account.'),
    UPDATE_EMAIL: about('sensitive', 'Starts a change of the email address.'),
    UPDATE_EMAIL_PRIMARY_OTP: about('sensitive', 'The code sent to the old address.'),
    UPDATE_EMAIL_SECONDARY_OTP: about('sensitive', 'The code sent to the new address: changes it.'),
    SYNC_THEME: about('public', 'Theme of the wallet frame.'),
    SYNC_LOCALE: about('public', 'Language of the wallet frame, which uses its own texts.'),
    SYNC_DAPP_DATA: about('public', 'The page’s description of itself.'),
    RELOAD: about('public', 'Reloads the wallet frame; ends long polls.'),
    UI_FOCUS: about('public', 'Moves keyboard focus into the wallet frame.'),
    UI_SHOW: about('public', 'The user wants to see a page of the wallet.'),
    UI_HIDDEN: about('public', 'The modal no longer shows the wallet: requests that can still be cancelled are.'),
    PING: about('public', 'Is the other end alive?'),
  },
  provider: {
    RPC_REQUEST: about('sensitive', 'A call for the embedded wallet; RPC allowlist with params schemas applies.'),
  },
}

export const fromWallet: FactsOf<WalletEnd> = {
  app: {
    UI_RESIZE: about('public', 'Asks for a height before a taller view is painted.'),
    UI_CLOSE: about('public', 'Escape, the end of an approval or a page, or of a session that is renewed.'),
    KEPT: about('sensitive', 'The key to what the wallet’s own window has kept, for the page’s hint.'),
    PING: about('public', 'Is the other end alive?'),
  },
  provider: {
    PROVIDER_EVENT: about('personal', 'Accounts, network or connection of the embedded wallet changed.'),
  },
}
