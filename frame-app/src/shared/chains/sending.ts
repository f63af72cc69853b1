/** One interface for payments on all namespaces that support them: queries to nodes, data to show, and requests to the wallet. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Json } from '@airlock/protocol/json.ts'

/** A read of the network. @throws AirlockError with the node's code, NETWORK when none answers */
export type Ask = (method: string, params: Json) => Promise<Json>

/** An asset to send: a token by its contract or mint, or the network's own currency (`undefined`). */
export type AssetId = string | undefined

/** As reported by the network; token lists are not used for amounts. In the smallest unit. */
export interface Holding {
  readonly balance: bigint
  readonly decimals: number
  /** The network's currency, in which the fee is paid. */
  readonly currency: bigint
}

export interface Payment {
  readonly from: string
  readonly to: string
  readonly asset: AssetId
  readonly decimals: number
  readonly units: bigint
}

/** In the smallest unit of the network's currency. */
export interface Cost {
  readonly expected: bigint
  readonly most: bigint
}

/** Facts about a recipient, as reported by the network. */
export interface RecipientFacts {
  readonly hasChecksum: boolean
  readonly isContract: boolean
  readonly isOffCurve: boolean
}

/** The effects on the account and the recipient if the payment is made now. */
export type PaymentSimulation =
  | { readonly status: 'works'; readonly leaves: readonly Moved[]; readonly arrives: bigint }
  /** `reason`: from the contract or program; cleaned, may be empty. */
  | { readonly status: 'fails'; readonly reason: string }
  /** The node cannot simulate it. */
  | { readonly status: 'unknown' }
export interface Moved {
  readonly asset: AssetId
  readonly units: bigint
}

/** Whether anything else leaves the account, or more of it. */
export const takesMore = (leaves: readonly Moved[], given: AssetId, most: bigint): boolean =>
  leaves.some(({ asset, units }) => asset?.toLowerCase() !== given?.toLowerCase() || units > most)

/** A payment that is ready to be shown. Exactly this is signed. */
export interface Quote {
  readonly payment: Payment
  /** `undefined`: only the wallet knows. */
  readonly fee: Cost | undefined
  /** One-time deposit for the recipient's new token account, in the network's currency. Zero if it exists. */
  readonly deposit: bigint
  /** Transfer fee of the token's issuer, in the token's smallest unit. */
  readonly withheld: bigint
  readonly simulation: PaymentSimulation
  readonly request: { readonly method: string; readonly params: Json }
}

export interface SendDriver {
  /** Whether a text is an address; `inspect` reports checksums and other facts. */
  isAddress(text: string): boolean
  /**
   * @param each the listed nodes one by one: for what no single one may decide
   * @throws AirlockError NETWORK if nodes do not agree on a token's decimals
   */
  holding(ask: Ask, network: Network, account: string, asset: AssetId, each?: readonly Ask[]): Promise<Holding>
  /** For a payment with only the asset known. `undefined`: unknown. */
  usualCost(ask: Ask, network: Network, account: string, asset: AssetId): Promise<Cost | undefined>
  inspect(ask: Ask, address: string): Promise<RecipientFacts>
  /** @param most asks for the largest amount: `payment.units` is then the balance, and the cost is deducted from it */
  quote(ask: Ask, network: Network, payment: Payment, most: boolean): Promise<Quote>
  /** The wallet request, from the shown quote and one made right now. `undefined`: they differ, and it must be shown again. */
  agree(shown: Quote, fresh: Quote): Quote['request'] | undefined
  /** For wallets that sign but do not send, if the namespace has such. */
  readonly signing?: Signing
  /** The transaction id in the wallet's answer; `undefined` if there is none. */
  readId(answer: Json): string | undefined
}

export interface Signing {
  /** The wallet request to use instead. */
  request(request: Quote['request']): Quote['request']
  /**
   * Sends the signed transaction, if it is the one of the request.
   * @returns its id
   */
  send(ask: Ask, request: Quote['request'], answer: Json): Promise<string>
}
