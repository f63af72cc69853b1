/**
 * The events that the modal may count, with their properties (specification §7): one strict table, applied by the sender and by
 * the service. Nothing in it identifies a user: the specification adds the address to every event, ours leaves it out
 * (docs/decisions/modal.md).
 */
import * as z from 'zod/mini'
import { Caip2, namespaces } from '../scalars/caip.ts'
import { Origin } from '../scalars/origin.ts'
import { SocialId } from '../scalars/social-id.ts'
import { Empty, Timestamp, text } from '../scalars/values.ts'

/**
 * Whether a text may leave the user's device. A long run of letters and digits is an address, a key, a topic or a hash; a pairing URI
 * contains two of them. Links and email addresses are recognised by their form.
 */
export const isImpersonal = (words: string): boolean =>
  !/[\p{L}\p{N}]{26,}|\bwc(:|%3a)|symkey|[a-z][a-z\d+.-]*:\/\/|\S@\S/iu.test(words)

const Words = text(200).check(z.refine(isImpersonal))
const Network = Caip2
/** A token's contract, or the symbol of a token without one. */
const Token = z.string().check(z.maxLength(160), z.regex(/^([\w.$₮-]{1,16}|[a-z0-9]{3,8}:[-\w]{1,32}:[-.%\w]{1,128})$/))
const Figure = z.string().check(z.regex(/^\d{1,40}(\.\d{1,40})?$/))
const Flag = z.boolean()

const Smart = z.strictObject({ isSmartAccount: Flag })
const OnNetwork = z.strictObject({ network: z.union([Network, z.literal('')]), isSmartAccount: Flag })
const Failure = z.strictObject({ message: Words })
const Social = z.strictObject({ provider: SocialId })
const swap = {
  isSmartAccount: Flag,
  network: Network,
  swapFromToken: Token,
  swapToToken: Token,
  swapFromAmount: Figure,
  swapToAmount: Figure,
}
const transfer = { isSmartAccount: Flag, network: Network, token: Token, amount: z.number().check(z.nonnegative()) }
const Connected = z.strictObject({ connected: Flag })

/** All events by name. `MODAL_CREATED` is never sent and so not listed. */
export const events = {
  INITIALIZE: z.strictObject({
    networks: z.array(Network).check(z.maxLength(100)),
    defaultNetwork: z.optional(Network),
    showWallets: z.optional(Flag),
    themeMode: z.optional(z.enum(['light', 'dark', 'auto'])),
    allowUnsupportedChain: z.optional(Flag),
  }),
  MODAL_OPEN: Connected,
  MODAL_CLOSE: Connected,
  CLICK_ALL_WALLETS: Empty,
  CLICK_WALLET_HELP: Empty,
  CLICK_NETWORK_HELP: Empty,
  CLICK_GET_WALLET: Empty,
  CLICK_NETWORKS: Empty,
  /** Has the length of the search instead of its text, which may be a secret pasted by mistake. */
  SEARCH_WALLET: z.strictObject({
    badge: z.enum(['', 'certified']),
    searchLength: z.int().check(z.minimum(0), z.maximum(100)),
  }),
  SELECT_WALLET: z.strictObject({
    name: Words,
    platform: z.enum(['mobile', 'desktop', 'browser', 'web', 'qrcode', 'unsupported']),
  }),
  CONNECT_SUCCESS: z.strictObject({ method: z.enum(['qrcode', 'mobile', 'browser', 'email']), name: Words }),
  CONNECT_ERROR: Failure,
  USER_REJECTED: Failure,
  /** Without the `uri` that AppKit sends: it contains the pairing's secret. */
  CONNECT_PROXY_ERROR: z.strictObject({ message: Words, name: Words }),
  DISCONNECT_SUCCESS: z.strictObject({ namespace: z.enum([...namespaces, 'all']) }),
  DISCONNECT_ERROR: Failure,
  INTERNAL_SDK_ERROR: z.strictObject({
    errorType: z.optional(Words),
    errorMessage: z.optional(Words),
    uncaught: z.optional(Flag),
  }),
  SWITCH_NETWORK: z.strictObject({ network: Network }),
  SET_PREFERRED_ACCOUNT_TYPE: z.strictObject({ accountType: z.enum(['eoa', 'smartAccount']), network: Network }),
  CLICK_SIGN_SIWX_MESSAGE: OnNetwork,
  CLICK_CANCEL_SIWX: OnNetwork,
  SIWX_AUTH_SUCCESS: OnNetwork,
  SIWX_AUTH_ERROR: OnNetwork,
  EMAIL_LOGIN_SELECTED: Empty,
  EMAIL_SUBMITTED: Empty,
  DEVICE_REGISTERED_FOR_EMAIL: Empty,
  EMAIL_VERIFICATION_CODE_SENT: Empty,
  EMAIL_VERIFICATION_CODE_PASS: Empty,
  EMAIL_VERIFICATION_CODE_FAIL: Failure,
  EMAIL_EDIT: Empty,
  EMAIL_UPGRADE_FROM_MODAL: Empty,
  SOCIAL_LOGIN_STARTED: Social,
  SOCIAL_LOGIN_SUCCESS: Social,
  SOCIAL_LOGIN_ERROR: Social,
  SOCIAL_LOGIN_REQUEST_USER_DATA: Social,
  SOCIAL_LOGIN_CANCELED: Social,
  CLICK_TRANSACTIONS: Smart,
  /** Without address and project id, which AppKit repeats here. */
  ERROR_FETCH_TRANSACTIONS: Smart,
  LOAD_MORE_TRANSACTIONS: Smart,
  SELECT_BUY_CRYPTO: Smart,
  SELECT_WHAT_IS_A_BUY: Smart,
  SELECT_BUY_PROVIDER: z.strictObject({
    provider: z.enum(['coinbase', 'moonpay', 'stripe', 'paypal', 'meld']),
    isSmartAccount: Flag,
  }),
  CLICK_CONVERT: Empty,
  CLICK_SELECT_TOKEN_TO_SWAP: Empty,
  CLICK_SELECT_NETWORK_TO_SWAP: Empty,
  OPEN_SWAP: OnNetwork,
  INITIATE_SWAP: z.strictObject(swap),
  SWAP_SUCCESS: z.strictObject(swap),
  SWAP_ERROR: z.strictObject({ ...swap, message: Words }),
  SWAP_APPROVAL_ERROR: z.strictObject({ ...swap, message: Words }),
  OPEN_SEND: OnNetwork,
  SEND_INITIATED: z.strictObject(transfer),
  SEND_SUCCESS: z.strictObject(transfer),
  SEND_ERROR: z.strictObject({ ...transfer, message: Words }),
  OPEN_ENS_FLOW: Smart,
  /** Without the name itself, because it identifies the user. */
  REGISTER_NAME_INITIATED: Smart,
  REGISTER_NAME_SUCCESS: Smart,
  REGISTER_NAME_ERROR: z.strictObject({ isSmartAccount: Flag, error: Words }),
} as const

export type EventName = keyof typeof events
export type EventProperties<N extends EventName> = z.infer<(typeof events)[N]>

export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name)

/** Our own errors have a different type than user actions. */
export const typeOfEvent = (name: EventName): 'track' | 'error' => (name === 'INTERNAL_SDK_ERROR' ? 'error' : 'track')

const EventProps = z
  .strictObject({
    type: z.enum(['track', 'error']),
    event: z.string().check(z.maxLength(64), z.refine(isEventName)),
    properties: z.optional(z.unknown()),
  })
  .check(
    z.refine(
      ({ type, event, properties = {} }) =>
        isEventName(event) && type === typeOfEvent(event) && events[event].safeParse(properties).success,
    ),
  )

/** The body of `POST /e`; `POST /batch` takes a list of them. */
export const EventBody = z.strictObject({
  eventId: z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)),
  /** The page's origin, never its path: paths and queries may identify users. */
  url: Origin,
  domain: z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/)),
  timestamp: Timestamp,
  props: EventProps,
})
export type EventBody = z.infer<typeof EventBody>

/** Events in one batch. */
export const maxBatch = 50
