/** Host link: direction, sensitivity and meaning of each message. Schemas: `received-by-*.ts`. */
import { about, type FactsOf } from '../define.ts'
import type { HostEnd, ModalEnd } from './types.ts'

export const fromHost: FactsOf<HostEnd> = {
  app: {
    CONFIGURE: about(
      'personal',
      'Options, reconnect hints, theme, locale and dapp data; the first request of a session.',
    ),
    OPEN: about('public', 'Shows the modal on the given view, or on the one that the opening rules choose.'),
    CLOSE: about('public', 'Asks to close; the modal decides (required sign-in and unsupported networks stay).'),
    PLACE: about('public', 'Draws the views to fill a box of the page (`inline`), or as a dialog over the page.'),
    CONNECT: about('personal', 'Opens the modal to connect and answers with the account.'),
    DISCONNECT: about('personal', 'Disconnects one namespace, or all.'),
    SWITCH_NETWORK: about('personal', 'Makes a network active, asking the wallet where needed.'),
    SEND: about('personal', 'Opens the modal on a payment with these details, and answers with the transaction.'),
    SWAP: about('personal', 'Opens the modal on a swap with these details, and answers with the transaction.'),
    BUY: about(
      'personal',
      'Opens the modal on a purchase with these details, and answers once the provider says that it is done.',
    ),
    SIGN_IN: about('sensitive', 'Asks the user to sign in with a message, and answers with the session.'),
    SIGN_OUT: about('personal', 'Ends the session of the account; the wallet stays connected.'),
    LOGIN_RESUME: about(
      'sensitive',
      'The page is back from a social login by full-page redirect, which it had left for.',
    ),
    ADD_NETWORK: about('public', 'Adds a network to the list.'),
    REMOVE_NETWORK: about('public', 'Removes a network; never the last of its namespace.'),
    ADD_ADAPTER: about('public', 'The page has one more adapter: adds its networks, and more than pairing is offered.'),
    REMOVE_ADAPTER: about(
      'public',
      'Takes out all networks of these namespaces; refused while one of them is connected.',
    ),
    UPDATE_FEATURES: about('public', 'Replaces the feature switches.'),
    SYNC_THEME: about('public', 'Theme mode, system preference, motion, theme variables.'),
    SYNC_LOCALE: about('public', 'Locale, direction and the host’s own message texts.'),
    SYNC_DAPP_DATA: about('public', 'The page’s description of itself.'),
    SYNC_HINTS: about(
      'personal',
      'The reconnect hints that another tab of the page has saved: this one connects and switches likewise.',
    ),
    SYNC_LABELS: about('personal', 'What the page calls addresses: shown beside them.'),
    PING: about('public', 'Is the other end alive?'),
  },
  injected: {
    WALLETS: about('personal', 'The injected wallets found in the page, copied and bounded.'),
    WALLET_EVENT: about('personal', 'An event of an injected wallet that the modal uses.'),
  },
  provider: {
    RPC_REQUEST: about(
      'sensitive',
      'A call of the dapp for a connection that lives in the frames; RPC allowlist applies.',
    ),
    TRANSACTION_SENT: about(
      'personal',
      'A transaction that the dapp has sent through its injected wallet, to be followed.',
    ),
  },
}

export const fromModal: FactsOf<ModalEnd> = {
  app: {
    LINK_OPEN: about('personal', 'Opens a link from the host page, under the URL rule.'),
    UI_CLOSE: about('public', 'The modal has closed; the host hides the dialog and returns focus.'),
    SAVE_HINTS: about('personal', 'Keeps the reconnect hints in host storage, instead of those before.'),
    LOGIN_RETURN: about(
      'personal',
      'The address at which the page comes back from a social login by full-page redirect.',
    ),
    LOGIN_LEAVE: about(
      'personal',
      'Leads the page to a social login, through the modal origin and only after a press.',
    ),
    SIWX_CREATE_MESSAGE: about('sensitive', 'Asks the page for the message that an account signs to sign in.'),
    SIWX_GET_SESSIONS: about('sensitive', 'Asks the page for the valid sessions of an account.'),
    SIWX_ADD_SESSION: about('sensitive', 'Gives the page a session to verify and keep.'),
    SIWX_SET_SESSIONS: about('sensitive', 'Gives the page sessions to verify and keep instead of all others.'),
    SIWX_REVOKE_SESSION: about('personal', 'Asks the page to end the sessions of an account.'),
    PING: about('public', 'Is the other end alive?'),
    STATE: about('sensitive', 'The whole state that the host mirrors.'),
    EVENT: about('personal', 'An event for the dapp.'),
    WARNING: about('public', 'A warning for the page’s developer.'),
    TRANSACTION: about('personal', 'A transaction was sent through the site, or is settled now.'),
  },
  injected: {
    WALLET_REQUEST: about('sensitive', 'Forwards one call to one injected wallet; methods and params by table.'),
    WALLETS_DISCOVER: about('personal', 'Asks the page’s wallets to announce themselves again.'),
  },
  provider: {
    PROVIDER_EVENT: about('personal', 'An EIP-1193 event of a connection that lives in the frames.'),
  },
}
