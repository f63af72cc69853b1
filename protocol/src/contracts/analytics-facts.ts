/**
 * When each event of the table is sent, for the document and its test (`npm run events:docs`). Events of features that do not exist are
 * listed with the reason.
 */
import type { EventName } from './analytics.ts'

export interface Sent {
  /** The action of the user or the app. */
  readonly when: string
  /** Properties of the specification that are omitted, and why. */
  readonly without?: string
}
export interface Absent {
  readonly absent: string
}

const pay = { absent: 'payments to a shop do not exist' }
const address = 'the address, which identifies the user'

export const facts: Readonly<Record<EventName, Sent | Absent>> = {
  INITIALIZE: {
    when: 'with the first event that is counted: nothing is sent before the modal opens for the first time',
    without:
      'texts and pictures of the page (`metadata`, `chainImages`, `connectorImages`), colours, and options that do not exist',
  },
  MODAL_OPEN: { when: 'the modal opens' },
  MODAL_CLOSE: { when: 'the modal closes' },
  CLICK_ALL_WALLETS: { when: '"All Wallets" is pressed' },
  CLICK_WALLET_HELP: { when: 'the question mark of the connect view is pressed' },
  CLICK_NETWORK_HELP: { when: '"What is a network" is pressed' },
  CLICK_GET_WALLET: { when: '"Get a wallet" is pressed' },
  CLICK_NETWORKS: { when: 'the network in the header is pressed' },
  SEARCH_WALLET: {
    when: 'the list of all wallets is searched or filtered',
    without: 'the text of the search, which may be a secret',
  },
  SELECT_WALLET: { when: 'a wallet is chosen' },
  CONNECT_SUCCESS: { when: 'a wallet is connected' },
  CONNECT_ERROR: { when: 'connecting fails; `message` is our error code' },
  USER_REJECTED: { when: 'the wallet on the other device declines a pairing' },
  CONNECT_PROXY_ERROR: {
    when: 'the page cannot open the link to a wallet app; `message` is our error code',
    without: '`uri`, which has the secret of the pairing, and `mobile_link`',
  },
  DISCONNECT_SUCCESS: { when: 'one namespace, or all, are disconnected' },
  DISCONNECT_ERROR: { when: 'disconnecting fails' },
  INTERNAL_SDK_ERROR: {
    when: 'our own code fails: an uncaught error of the modal (`errorType` is its class or code, `errorMessage` the file, line and column), an outcome with the code INTERNAL (`errorMessage` is the event), or a request that the page or the wallet frame answers with INTERNAL (`errorMessage` is `page` or `wallet` and the request). Each cause once per document',
    without: 'messages and `stackTrace`, which may contain data of the user',
  },
  SWITCH_NETWORK: { when: 'the active network changes' },
  SET_PREFERRED_ACCOUNT_TYPE: { when: 'the user changes the type of an account of the embedded wallet' },
  CLICK_SIGN_SIWX_MESSAGE: { when: '"Sign" is pressed in the sign-in view' },
  CLICK_CANCEL_SIWX: { when: '"Cancel" is pressed in the sign-in view' },
  SIWX_AUTH_SUCCESS: { when: 'the user is signed in' },
  SIWX_AUTH_ERROR: { when: 'signing in fails' },
  EMAIL_LOGIN_SELECTED: { when: 'the user begins to type an email address' },
  EMAIL_SUBMITTED: { when: 'an email address is submitted' },
  DEVICE_REGISTERED_FOR_EMAIL: { when: 'this browser is approved for the email address' },
  EMAIL_VERIFICATION_CODE_SENT: { when: 'a code is sent by email' },
  EMAIL_VERIFICATION_CODE_PASS: { when: 'the code is right' },
  EMAIL_VERIFICATION_CODE_FAIL: { when: 'the code is wrong or expired' },
  EMAIL_EDIT: { when: 'a new email address is submitted' },
  EMAIL_UPGRADE_FROM_MODAL: { absent: 'wallets are not upgraded' },
  SOCIAL_LOGIN_STARTED: { when: 'the button of a provider is pressed' },
  SOCIAL_LOGIN_SUCCESS: { when: 'the wallet of a social login is connected' },
  SOCIAL_LOGIN_ERROR: { when: 'a social login fails or is declined' },
  SOCIAL_LOGIN_REQUEST_USER_DATA: { when: 'the provider has answered, and the wallet is opened' },
  SOCIAL_LOGIN_CANCELED: { when: "the provider's window is closed, or its view is left" },
  CLICK_TRANSACTIONS: { when: 'the tab "Activity" is chosen' },
  ERROR_FETCH_TRANSACTIONS: {
    when: 'the activity cannot be read',
    without: `\`projectId\`, \`cursor\` and ${address}`,
  },
  LOAD_MORE_TRANSACTIONS: { when: 'more of the activity is read', without: `\`projectId\`, \`cursor\` and ${address}` },
  SELECT_BUY_CRYPTO: { when: '"Buy" is pressed' },
  SELECT_WHAT_IS_A_BUY: { absent: 'there is no guide about buying' },
  SELECT_BUY_PROVIDER: { when: 'a provider is chosen to buy from; only providers that the specification names' },
  CLICK_CONVERT: { when: '"Swap" is pressed in the account view' },
  CLICK_SELECT_TOKEN_TO_SWAP: { when: 'the token of one side of a swap is pressed' },
  CLICK_SELECT_NETWORK_TO_SWAP: {
    absent: 'a swap is on the active network, which is chosen in the header of the account',
  },
  OPEN_SWAP: { when: 'the swap view opens' },
  INITIATE_SWAP: { when: 'a swap is confirmed' },
  SWAP_SUCCESS: { when: 'the wallet has sent the swap' },
  SWAP_ERROR: { when: 'the swap fails; `message` is our error code' },
  SWAP_APPROVAL_ERROR: { when: 'the allowance for a swap fails; `message` is our error code' },
  OPEN_SEND: { when: 'the send view opens' },
  SEND_INITIATED: { when: 'a payment is confirmed' },
  SEND_SUCCESS: { when: 'the wallet has sent the payment' },
  SEND_ERROR: { when: 'the payment fails; `message` is our error code' },
  OPEN_ENS_FLOW: { when: 'the form for an account name opens' },
  REGISTER_NAME_INITIATED: { when: 'a name is being registered', without: '`ensName`, which identifies the user' },
  REGISTER_NAME_SUCCESS: { when: 'a name is registered', without: '`ensName`' },
  REGISTER_NAME_ERROR: { when: 'registering fails; `error` is our error code', without: '`ensName`' },
}

/** Events of AppKit that the table does not contain. */
export const absentEvents: Readonly<Record<string, Absent>> = {
  MODAL_CREATED: { absent: 'never sent, by the specification' },
  PAY_INITIATED: pay,
  PAY_SUCCESS: pay,
  PAY_ERROR: pay,
  PAY_MODAL_OPEN: pay,
  PAY_EXCHANGE_SELECTED: pay,
}
