/** One interface for payments on all namespaces that can make them: what is asked of nodes, what is shown, what the wallet is asked. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'

/** A read of the network. @throws AirlockError with the node's code, NETWORK when none answers */
export type Ask = (method: string, params: Json) => Promise<Json>

/** What can be sent: a token by its contract or mint, or the network's own currency (`undefined`). */
export type AssetId = string | undefined

/** As the network itself says; what a list says about it is not used for amounts. In the smallest unit. */
export interface Holding {
  readonly balance: bigint
  readonly decimals: number
  /** Of the network's currency, which pays the fee. */
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

/** What a recipient is, as the network says. */
export interface RecipientFacts {
  readonly hasChecksum: boolean
  readonly isContract: boolean
  readonly isOffCurve: boolean
}

/** What happens to the account and to the recipient if the payment is made now. */
export type Forecast =
  | { readonly status: 'works'; readonly leaves: readonly Moved[]; readonly arrives: bigint }
  /** `reason`: of the contract or program; cleaned, and empty if it gave none. */
  | { readonly status: 'fails'; readonly reason: string }
  /** The node cannot say. */
  | { readonly status: 'unknown' }
export interface Moved {
  readonly asset: AssetId
  readonly units: bigint
}

/** A payment that is ready to be shown and signed. What is signed is what was shown. */
export interface Quote {
  readonly payment: Payment
  /** `undefined`: the wallet alone knows. */
  readonly fee: Cost | undefined
  /** Paid once, for the recipient's new token account; in the network's currency. Zero if there is one. */
  readonly deposit: bigint
  /** Kept by the token's issuer, in the token's smallest unit. */
  readonly withheld: bigint
  readonly forecast: Forecast
  readonly request: { readonly method: string; readonly params: Json }
}

export interface SendDriver {
  /** Whether a text is an address; checksums and the like are facts of `inspect`. */
  isAddress(text: string): boolean
  holding(ask: Ask, network: Network, account: string, asset: AssetId): Promise<Holding>
  /** Of a payment of which only the asset is known. `undefined`: nobody can say. */
  usualCost(ask: Ask, network: Network, account: string, asset: AssetId): Promise<Cost | undefined>
  inspect(ask: Ask, address: string): Promise<RecipientFacts>
  /** @param most asks for the largest amount: the cost is taken off `payment.units`, which is the balance then */
  quote(ask: Ask, network: Network, payment: Payment, most: boolean): Promise<Quote>
  /** What the wallet is asked: of the shown quote and one that was made right now. `undefined`: it must be shown anew. */
  agree(shown: Quote, fresh: Quote): Quote['request'] | undefined
  /** For wallets that sign but do not send, where there are such. */
  readonly signing?: Signing
  /** The id of the transaction in the wallet's answer; `undefined` if there is none. */
  readId(answer: Json): string | undefined
}

export interface Signing {
  /** What the wallet is asked instead. */
  request(request: Quote['request']): Quote['request']
  /** Sends what the wallet has signed. @returns its id */
  send(ask: Ask, answer: Json): Promise<string>
}

const drivers: Partial<Record<Namespace, () => Promise<SendDriver>>> = {
  eip155: () => import('./eip155/sending.ts').then((module) => module.eip155Sending),
  solana: () => import('./solana/sending.ts').then((module) => module.solanaSending),
}

/** Namespaces without an entry cannot send. */
export const canSendOn = (chainId: Network['id']): boolean => drivers[namespaceOf(chainId)] !== undefined

/** A lazy chunk for each namespace. */
export async function loadSending(chainId: Network['id']): Promise<SendDriver> {
  const load = drivers[namespaceOf(chainId)]
  if (!load) throw new RangeError('no payments on this namespace')
  return load()
}
