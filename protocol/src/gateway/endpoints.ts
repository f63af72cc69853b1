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
  <const Path extends GatewayEndpoint['path'], In extends z.ZodMiniType, Out extends z.ZodMiniType>(
    path: Path,
    request: In,
    response: Out,
    maxAge = 0,
  ) =>
    ({ method, path, request, response, maxAge }) as const
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
  supportedChains: gets(
    '/v1/supported-chains',
    z.object({ projectId: z.optional(ProjectId), ...sdk }),
    SupportedChains,
    day,
  ),
  balance: gets(
    '/v1/account/:address/balance',
    z.object({
      projectId: ProjectId,
      currency: Currency,
      /** CAIP-2. Absent: all networks of the address's namespace. */
      chainId: z.optional(z.string().check(z.maxLength(41))),
      /** Tokens as CAIP-10, joined by commas. They are read from the chain now, and listed even with a zero balance. */
      forceUpdate: z.optional(z.string().check(z.maxLength(4096))),
      ...sdk,
    }),
    Balances,
  ),
  /** Newest first. */
  history: gets(
    '/v1/account/:address/history',
    z.object({
      projectId: ProjectId,
      currency: z.optional(Currency),
      /** CAIP-2, or the number of an EVM network. Absent: all networks of the address's namespace. */
      chainId: z.optional(z.string().check(z.maxLength(41))),
      cursor: z.optional(Cursor),
      /** List the purchases of this provider instead. */
      onramp: z.optional(Word),
      ...sdk,
    }),
    History,
  ),
  nfts: gets(
    '/v1/account/:address/nfts',
    z.object({ projectId: ProjectId, chainId: Caip2, cursor: z.optional(Cursor), ...sdk }),
    Collectibles,
  ),
  /** In the hosted API all `addresses` are on one network; ours accepts any. */
  prices: posts('/v1/fungible/price', PriceRequest, Prices),
  identity: gets(
    '/v1/identity/:address',
    z.object({ projectId: ProjectId, sender: z.optional(Word), ...sdk }),
    Identity,
    5 * minute,
  ),
  /** Calls about names need no project. `:name` has the suffix, such as `alice.reown.id`. */
  name: gets('/v1/profile/account/:name', z.object(names), FoundName),
  namesOf: gets('/v1/profile/reverse/:address', z.object(names), NameRecords),
  /** `:name` has no suffix; `zone` is the suffix. */
  suggestions: gets('/v1/profile/suggestions/:name', z.object({ ...names, zone: z.optional(Word) }), Suggestions),
  registerName: posts('/v1/profile/account', NameRequest, NameRecord),
  /** `message` is the JSON of `AttributesMessage`; the signer must be the name's address for `coin_type`. */
  setAttributes: posts('/v1/profile/account/:name/attributes', NameRequest, NameAttributes),
  /** `message` is the JSON of `AddressMessage`; the `coin_type` beside it identifies the signer, as for the attributes. */
  setAddress: posts('/v1/profile/account/:name/address', NameRequest, NameAddresses),
  /** The hosted API has neither options nor quotes: it answers 404, and the client uses defaults. */
  onrampOptions: gets(
    '/v1/onramp/options',
    z.object({
      projectId: ProjectId,
      country: z.optional(Country),
      subdivision: z.optional(Subdivision),
      ...sdk,
    }),
    OnrampOptions,
  ),
  /** Calls of the on-ramp have the project in the query. */
  onrampQuote: posts('/v1/onramp/quote', QuoteRequest, Quote),
  onrampUrl: posts('/v1/generators/onrampurl', OnrampUrlRequest, OnrampUrl),
  quotes: gets(
    '/v1/convert/quotes',
    z.object({
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
    Quotes,
  ),
  swapTokens: gets(
    '/v1/convert/tokens',
    z.object({ projectId: ProjectId, chainId: Word, address: z.optional(Word), ...sdk }),
    SwapTokens,
    5 * minute,
  ),
  allowance: gets(
    '/v1/convert/allowance',
    z.object({
      projectId: ProjectId,
      tokenAddress: Asset,
      userAddress: Asset,
      /** A spender from a quote. Absent: the network's default spender. Ours. */
      spender: z.optional(EvmAddress),
      ...sdk,
    }),
    Allowance,
  ),
  gasPrice: gets('/v1/convert/gas-price', z.object({ projectId: ProjectId, chainId: Word, ...sdk }), GasPrice),
  buildSwap: posts('/v1/convert/build-transaction', BuildRequest, BuiltSwap),
  buildApproval: gets(
    '/v1/convert/build-approve',
    z.object({
      projectId: ProjectId,
      from: Asset,
      to: Asset,
      userAddress: z.optional(Asset),
      /** `unlimited` (ours), or an amount. Absent: unlimited, as in the hosted API; our modal always sends it. */
      amount: z.optional(z.union([Amount, z.literal('unlimited')])),
      spender: z.optional(EvmAddress),
      ...sdk,
    }),
    BuiltApproval,
  ),
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
