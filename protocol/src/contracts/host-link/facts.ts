/** Host link: direction, deadline, sensitivity and meaning of each message. Schemas: `received-by-*.ts`. */
import type { Facts } from '../define.ts'
import type { HostEnd, ModalEnd } from './types.ts'

type Said<Calls, Tells> = { readonly [K in keyof Calls | keyof Tells]: Facts }
type FromHost<P extends keyof HostEnd> = Said<HostEnd[P]['calls'], HostEnd[P]['tells']>
type FromModal<P extends keyof ModalEnd> = Said<ModalEnd[P]['calls'], ModalEnd[P]['tells']>

export const fromHost: { readonly [P in keyof HostEnd]: FromHost<P> } = {
  app: {
    CONFIGURE: {
      sensitivity: 'personal',
      large: true,
      summary: 'Options, reconnect hints, theme, locale and dapp data; the first request of a session.',
    },
    OPEN: {
      sensitivity: 'public',
      summary: 'Shows the modal on the given view, or on the one that the opening rules choose.',
    },
    CLOSE: {
      sensitivity: 'public',
      summary: 'Asks to close; the modal decides (required sign-in and unsupported networks stay).',
    },
    PLACE: {
      sensitivity: 'public',
      summary: 'Draws the views to fill a box of the page (`inline`), or as a dialog over the page.',
    },
    CONNECT: {
      deadline: 'person',
      sensitivity: 'personal',
      summary: 'Opens the modal to connect and answers with the account.',
    },
    DISCONNECT: { sensitivity: 'personal', summary: 'Disconnects one namespace, or all.' },
    SWITCH_NETWORK: {
      deadline: 'person',
      sensitivity: 'personal',
      summary: 'Makes a network active, asking the wallet where needed.',
    },
    SEND: {
      deadline: 'person',
      sensitivity: 'personal',
      summary: 'Opens the modal on a payment with these details, and answers with the transaction.',
    },
    SWAP: {
      deadline: 'person',
      sensitivity: 'personal',
      summary: 'Opens the modal on a swap with these details, and answers with the transaction.',
    },
    BUY: {
      deadline: 'person',
      sensitivity: 'personal',
      summary: 'Opens the modal on a purchase with these details, and answers once the provider says that it is done.',
    },
    SIGN_IN: {
      deadline: 'person',
      sensitivity: 'sensitive',
      large: true,
      summary: 'Asks the user to sign in with a message, and answers with the session.',
    },
    SIGN_OUT: { sensitivity: 'personal', summary: 'Ends the session of the account; the wallet stays connected.' },
    LOGIN_RESUME: {
      sensitivity: 'sensitive',
      summary: 'The page is back from a social login by full-page redirect, which it had left for.',
    },
    ADD_NETWORK: { sensitivity: 'public', summary: 'Adds a network to the list.' },
    REMOVE_NETWORK: { sensitivity: 'public', summary: 'Removes a network; never the last of its namespace.' },
    ADD_ADAPTER: {
      sensitivity: 'public',
      large: true,
      summary: 'The page has one more adapter: adds its networks, and more than pairing is offered.',
    },
    REMOVE_ADAPTER: {
      sensitivity: 'public',
      summary: 'Takes out all networks of these namespaces; refused while one of them is connected.',
    },
    UPDATE_FEATURES: { sensitivity: 'public', summary: 'Replaces the feature switches.' },
    SYNC_THEME: { sensitivity: 'public', summary: 'Theme mode, system preference, motion, theme variables.' },
    SYNC_LOCALE: { sensitivity: 'public', large: true, summary: 'Locale, direction and the host’s own message texts.' },
    SYNC_DAPP_DATA: { sensitivity: 'public', summary: 'The page’s description of itself.' },
    SYNC_HINTS: {
      sensitivity: 'personal',
      summary: 'The reconnect hints that another tab of the page has saved: this one connects and switches likewise.',
    },
    SYNC_LABELS: { sensitivity: 'personal', summary: 'What the page calls addresses: shown beside them.' },
    PING: { sensitivity: 'public', summary: 'Is the other end alive?' },
  },
  injected: {
    WALLETS: {
      sensitivity: 'personal',
      large: true,
      summary: 'The injected wallets found in the page, copied and bounded.',
    },
    WALLET_EVENT: { sensitivity: 'personal', summary: 'An event of an injected wallet that the modal uses.' },
  },
  provider: {
    RPC_REQUEST: {
      deadline: 'person',
      sensitivity: 'sensitive',
      large: true,
      summary: 'A call of the dapp for a connection that lives in the frames; RPC allowlist applies.',
    },
    TRANSACTION_SENT: {
      sensitivity: 'personal',
      summary: 'A transaction that the dapp has sent through its injected wallet, to be followed.',
    },
  },
}

export const fromModal: { readonly [P in keyof ModalEnd]: FromModal<P> } = {
  app: {
    LINK_OPEN: { sensitivity: 'personal', summary: 'Opens a link from the host page, under the URL rule.' },
    UI_CLOSE: { sensitivity: 'public', summary: 'The modal has closed; the host hides the dialog and returns focus.' },
    SAVE_HINTS: {
      sensitivity: 'personal',
      summary: 'Keeps the reconnect hints in host storage, instead of those before.',
    },
    LOGIN_RETURN: {
      sensitivity: 'personal',
      summary: 'The address at which the page comes back from a social login by full-page redirect.',
    },
    LOGIN_LEAVE: {
      sensitivity: 'personal',
      summary: 'Leads the page to a social login, through the modal origin and only after a press.',
    },
    SIWX_CREATE_MESSAGE: {
      sensitivity: 'sensitive',
      summary: 'Asks the page for the message that an account signs to sign in.',
    },
    SIWX_GET_SESSIONS: {
      sensitivity: 'sensitive',
      large: true,
      summary: 'Asks the page for the valid sessions of an account.',
    },
    SIWX_ADD_SESSION: {
      sensitivity: 'sensitive',
      large: true,
      summary: 'Gives the page a session to verify and keep.',
    },
    SIWX_SET_SESSIONS: {
      sensitivity: 'sensitive',
      large: true,
      summary: 'Gives the page sessions to verify and keep instead of all others.',
    },
    SIWX_REVOKE_SESSION: { sensitivity: 'personal', summary: 'Asks the page to end the sessions of an account.' },
    PING: { sensitivity: 'public', summary: 'Is the other end alive?' },
    STATE: { sensitivity: 'sensitive', large: true, summary: 'The whole state that the host mirrors.' },
    EVENT: { sensitivity: 'personal', summary: 'An event for the dapp.' },
    WARNING: { sensitivity: 'public', summary: 'A warning for the page’s developer.' },
    TRANSACTION: { sensitivity: 'personal', summary: 'A transaction was sent through the site, or is settled now.' },
  },
  injected: {
    WALLET_REQUEST: {
      deadline: 'person',
      sensitivity: 'sensitive',
      large: true,
      summary: 'Forwards one call to one injected wallet; methods and params by table.',
    },
    WALLETS_DISCOVER: {
      sensitivity: 'personal',
      large: true,
      summary: 'Asks the page’s wallets to announce themselves again.',
    },
  },
  provider: {
    PROVIDER_EVENT: { sensitivity: 'personal', summary: 'An EIP-1193 event of a connection that lives in the frames.' },
  },
}
