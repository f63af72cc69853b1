/**
 * The gateway over HTTP: method, path, query, answer. The service and the modal's client infer their types from here.
 * Path parameters have a colon. Every call may carry `st`, `sv` and `clientId`, which describe the caller's SDK.
 */
import * as z from 'zod/mini'
import { ProjectId } from '../contracts/project.ts'
import { Caip2 } from '../scalars/caip.ts'
import { EvmAddress } from '../scalars/values.ts'
import { Collectibles } from './collectibles.ts'
import {
  Allowance,
  Amount,
  BuildRequest,
  BuiltApproval,
  BuiltSwap,
  GasPrice,
  Quotes,
  Routers,
  SwapTokens,
} from './convert.ts'
import { History } from './history.ts'
import {
  FoundName,
  Identity,
  NameAddresses,
  NameAttributes,
  NameRecord,
  NameRecords,
  NameRequest,
  Suggestions,
} from './names.ts'
import { Country, OnrampOptions, OnrampUrl, OnrampUrlRequest, Quote, QuoteRequest, Subdivision } from './onramp.ts'
import { Balances, Currency, PriceRequest, Prices, SupportedChains } from './shapes.ts'

export type GatewayEndpoint = {
  readonly method: 'GET' | 'POST'
  readonly path: `/v1/${string}`
  /** The query of a GET, the body of a POST. */
  readonly request: z.ZodMiniType
  readonly response: z.ZodMiniType
  /** Cache lifetime in seconds, for any cache; 0: not cached. */
  readonly maxAge: number
}
type Endpoints = Readonly<Record<string, GatewayEndpoint>>

const by =
  <const Method extends GatewayEndpoint['method']>(method: Method) =>
  <const Path extends GatewayEndpoint['path']>(path: Path) =>
    ({ method, path }) as const
const gets = by('GET')
const posts = by('POST')

const Word = z.string().check(z.maxLength(128))
const sdk = { st: z.optional(Word), sv: z.optional(Word), clientId: z.optional(Word) }
const Cursor = z.string().check(z.maxLength(2_048))
const names = { projectId: z.optional(ProjectId), sender: z.optional(Word), apiVersion: z.optional(Word), ...sdk }
/** CAIP-10. */
const Asset = z.string().check(z.maxLength(170))
const minute = 60
const day = 24 * 60 * minute

export const gatewayEndpoints = {
  /** Needs no project. */
  supportedChains: {
    ...gets('/v1/supported-chains'),
    request: z.object({ projectId: z.optional(ProjectId), ...sdk }),
    response: SupportedChains,
    maxAge: day,
  },
  balance: {
    ...gets('/v1/account/:address/balance'),
    request: z.object({
      projectId: ProjectId,
      currency: Currency,
      /** CAIP-2. Absent: all networks of the address's namespace. */
      chainId: z.optional(z.string().check(z.maxLength(41))),
      /** Tokens as CAIP-10, joined by commas. They are read from the chain now, and listed even with a zero balance. */
      forceUpdate: z.optional(z.string().check(z.maxLength(4096))),
      ...sdk,
    }),
    response: Balances,
    maxAge: 0,
  },
  /** Newest first. */
  history: {
    ...gets('/v1/account/:address/history'),
    request: z.object({
      projectId: ProjectId,
      currency: z.optional(Currency),
      /** CAIP-2, or the number of an EVM network. Absent: all networks of the address's namespace. */
      chainId: z.optional(z.string().check(z.maxLength(41))),
      cursor: z.optional(Cursor),
      /** List the purchases of this provider instead. */
      onramp: z.optional(Word),
      ...sdk,
    }),
    response: History,
    maxAge: 0,
  },
  nfts: {
    ...gets('/v1/account/:address/nfts'),
    request: z.object({ projectId: ProjectId, chainId: Caip2, cursor: z.optional(Cursor), ...sdk }),
    response: Collectibles,
    maxAge: 0,
  },
  /** In the hosted API all `addresses` are on one network; ours accepts any. */
  prices: {
    ...posts('/v1/fungible/price'),
    request: PriceRequest,
    response: Prices,
    maxAge: 0,
  },
  identity: {
    ...gets('/v1/identity/:address'),
    request: z.object({ projectId: ProjectId, sender: z.optional(Word), ...sdk }),
    response: Identity,
    maxAge: 5 * minute,
  },
  /** Calls about names need no project. `:name` has the suffix, such as `alice.reown.id`. */
  name: {
    ...gets('/v1/profile/account/:name'),
    request: z.object(names),
    response: FoundName,
    maxAge: 0,
  },
  namesOf: {
    ...gets('/v1/profile/reverse/:address'),
    request: z.object(names),
    response: NameRecords,
    maxAge: 0,
  },
  /** `:name` has no suffix; `zone` is the suffix. */
  suggestions: {
    ...gets('/v1/profile/suggestions/:name'),
    request: z.object({ ...names, zone: z.optional(Word) }),
    response: Suggestions,
    maxAge: 0,
  },
  registerName: {
    ...posts('/v1/profile/account'),
    request: NameRequest,
    response: NameRecord,
    maxAge: 0,
  },
  /** `message` is the JSON of `AttributesMessage`; the signer must be the name's address for `coin_type`. */
  setAttributes: {
    ...posts('/v1/profile/account/:name/attributes'),
    request: NameRequest,
    response: NameAttributes,
    maxAge: 0,
  },
  /** `message` is the JSON of `AddressMessage`; the `coin_type` beside it identifies the signer, as for the attributes. */
  setAddress: {
    ...posts('/v1/profile/account/:name/address'),
    request: NameRequest,
    response: NameAddresses,
    maxAge: 0,
  },
  /** The hosted API has neither options nor quotes: it answers 404, and the client uses defaults. */
  onrampOptions: {
    ...gets('/v1/onramp/options'),
    request: z.object({
      projectId: ProjectId,
      country: z.optional(Country),
      subdivision: z.optional(Subdivision),
      ...sdk,
    }),
    response: OnrampOptions,
    maxAge: 0,
  },
  /** Calls of the on-ramp have the project in the query. */
  onrampQuote: { method: 'POST', path: '/v1/onramp/quote', request: QuoteRequest, response: Quote, maxAge: 0 },
  onrampUrl: {
    ...posts('/v1/generators/onrampurl'),
    request: OnrampUrlRequest,
    response: OnrampUrl,
    maxAge: 0,
  },
  quotes: {
    ...gets('/v1/convert/quotes'),
    request: z.object({
      projectId: ProjectId,
      amount: Amount,
      from: Asset,
      to: Asset,
      userAddress: z.optional(Asset),
      /** Wei. Absent: the current price. */
      gasPrice: z.optional(Amount),
      /** Slippage in basis points, for the minimum in the answer; 100 by default. Ours. */
      slippageBps: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
      routers: z.optional(Routers),
      ...sdk,
    }),
    response: Quotes,
    maxAge: 0,
  },
  swapTokens: {
    ...gets('/v1/convert/tokens'),
    request: z.object({ projectId: ProjectId, chainId: Word, address: z.optional(Word), ...sdk }),
    response: SwapTokens,
    maxAge: 5 * minute,
  },
  allowance: {
    ...gets('/v1/convert/allowance'),
    request: z.object({
      projectId: ProjectId,
      tokenAddress: Asset,
      userAddress: Asset,
      /** A spender from a quote. Absent: the network's default spender. Ours. */
      spender: z.optional(EvmAddress),
      ...sdk,
    }),
    response: Allowance,
    maxAge: 0,
  },
  gasPrice: {
    ...gets('/v1/convert/gas-price'),
    request: z.object({ projectId: ProjectId, chainId: Word, ...sdk }),
    response: GasPrice,
    maxAge: 0,
  },
  buildSwap: {
    ...posts('/v1/convert/build-transaction'),
    request: BuildRequest,
    response: BuiltSwap,
    maxAge: 0,
  },
  buildApproval: {
    ...gets('/v1/convert/build-approve'),
    request: z.object({
      projectId: ProjectId,
      from: Asset,
      to: Asset,
      userAddress: z.optional(Asset),
      /** `unlimited` (ours), or an amount. Absent: unlimited, as in the hosted API; our modal always sends it. */
      amount: z.optional(z.union([Amount, z.literal('unlimited')])),
      spender: z.optional(EvmAddress),
      ...sdk,
    }),
    response: BuiltApproval,
    maxAge: 0,
  },
} as const satisfies Endpoints

/**
 * A picture that the gateway fetches, checks and re-encodes. `grant` proves that the gateway itself created `source`. `?width=` asks for
 * another size than 128.
 */
export const imagePath = '/v1/image/:grant/:source'
/** Available sizes: pixels of the longer side. */
export const imageWidths = [64, 128, 256, 512] as const
export type ImageWidth = (typeof imageWidths)[number]

/** The node gateway: a JSON-RPC request, or a batch of them, to `?chainId=&projectId=`. */
export const nodePath = '/v1/'
