/** Wallet link: deadline, sensitivity and meaning of each message. Schemas: `received-by-*.ts`. */
import type { Facts } from '../define.ts'
import type { WalletEnd, WalletLinkModalEnd } from './types.ts'

type Said<Calls, Tells> = { readonly [K in keyof Calls | keyof Tells]: Facts }

export const fromModal: {
  readonly [P in keyof WalletLinkModalEnd]: Said<WalletLinkModalEnd[P]['calls'], WalletLinkModalEnd[P]['tells']>
} = {
  app: {
    SWITCH_NETWORK: { sensitivity: 'personal', summary: 'Changes the network of the embedded wallet.' },
    CONNECT_EMAIL: { sensitivity: 'sensitive', summary: 'Starts or resends an email login; at most one in 30 s.' },
    CONNECT_DEVICE: {
      sensitivity: 'sensitive',
      summary: 'Waits up to 25 s for the device approval from the email; repeated while it is pending.',
    },
    CONNECT_OTP: { sensitivity: 'sensitive', summary: 'Checks the code from the email.' },
    CONNECT_SOCIAL: {
      sensitivity: 'sensitive',
      summary: 'Waits up to 25 s for a social login, then completes it; repeated while it is pending.',
    },
    GET_SOCIAL_REDIRECT_URI: { sensitivity: 'sensitive', summary: 'Starts a social login and says which URL to open.' },
    LINK_SOCIAL: { sensitivity: 'sensitive', summary: 'Adds the social login just made to the signed-in account.' },
    GET_FARCASTER_URI: { sensitivity: 'sensitive', summary: 'Starts a Farcaster login: the URL to show as a code.' },
    CONNECT_FARCASTER: {
      deadline: 'person',
      sensitivity: 'sensitive',
      summary: 'Waits for the answer in the Farcaster app, then completes the login.',
    },
    GET_USER: {
      deadline: 'person',
      sensitivity: 'sensitive',
      summary: 'Connects: the account on a network, with its type.',
    },
    SIGN_OUT: { deadline: 'person', sensitivity: 'personal', summary: 'Ends the session and clears the login cache.' },
    IS_CONNECTED: { sensitivity: 'personal', summary: 'Is a user signed in?' },
    GET_CHAIN_ID: { sensitivity: 'personal', summary: 'The network last used.' },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: { sensitivity: 'public', summary: 'Networks on which smart accounts work.' },
    INIT_SMART_ACCOUNT: { sensitivity: 'personal', summary: 'The smart account’s address and whether it is deployed.' },
    SET_PREFERRED_ACCOUNT: { sensitivity: 'personal', summary: 'Chooses between EOA and smart account.' },
    UPDATE_EMAIL: { sensitivity: 'sensitive', summary: 'Starts a change of the email address.' },
    UPDATE_EMAIL_PRIMARY_OTP: { sensitivity: 'sensitive', summary: 'The code sent to the old address.' },
    UPDATE_EMAIL_SECONDARY_OTP: {
      deadline: 'person',
      sensitivity: 'sensitive',
      summary: 'The code sent to the new address: changes it.',
    },
    SYNC_THEME: { sensitivity: 'public', summary: 'Theme of the wallet frame.' },
    SYNC_LOCALE: { sensitivity: 'public', summary: 'Language of the wallet frame, which uses its own texts.' },
    SYNC_DAPP_DATA: { sensitivity: 'public', summary: 'The page’s description of itself.' },
    RELOAD: { sensitivity: 'public', summary: 'Reloads the wallet frame; ends long polls.' },
    UI_FOCUS: { sensitivity: 'public', summary: 'Moves keyboard focus into the wallet frame.' },
    UI_SHOW: { sensitivity: 'public', summary: 'The user wants to see a page of the wallet.' },
    UI_HIDDEN: {
      sensitivity: 'public',
      summary: 'The modal no longer shows the wallet: requests that can still be cancelled are.',
    },
    PING: { sensitivity: 'public', summary: 'Is the other end alive?' },
  },
  provider: {
    RPC_REQUEST: {
      deadline: 'person',
      sensitivity: 'sensitive',
      large: true,
      summary: 'A call for the embedded wallet; RPC allowlist with params schemas applies.',
    },
  },
}

export const fromWallet: { readonly [P in keyof WalletEnd]: Said<WalletEnd[P]['calls'], WalletEnd[P]['tells']> } = {
  app: {
    UI_RESIZE: { sensitivity: 'public', summary: 'Asks for a height before a taller view is painted.' },
    UI_CLOSE: {
      sensitivity: 'public',
      summary: 'Escape, the end of an approval or a page, or of a session that is renewed.',
    },
    PING: { sensitivity: 'public', summary: 'Is the other end alive?' },
  },
  provider: {
    PROVIDER_EVENT: {
      sensitivity: 'personal',
      summary: 'Accounts, network or connection of the embedded wallet changed.',
    },
  },
}
