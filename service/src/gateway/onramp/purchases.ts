/** Formats an account's purchases as transactions, without the price and the payment method. */
import type { History, Transaction } from '@airlock/protocol/gateway/history.ts'
import { purchaseStatus } from '@airlock/protocol/gateway/onramp.ts'
import type { HistoryRequest } from '../history/history.ts'
import { refusals } from '../refusal.ts'
import { canonicalAddress, isAccount } from './address.ts'
import { ProviderError } from './ask.ts'
import type { Onramp } from './onramp.ts'
import type { Purchase } from './provider.ts'
import { onrampRefusals } from './refusals.ts'

export type PurchasesRequest = Pick<HistoryRequest, 'address' | 'cursor' | 'signal'> & {
  /** Name of the provider. */
  readonly onramp: string
}

/** As the hosted API writes them; any other provider has its label. */
const sellers: Readonly<Record<string, string>> = { coinbase: 'Coinbase', meld: 'Meld' }
const anyEvm = 'eip155:1'
const anySolana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** @throws {GatewayRefusal} 400, 503 */
export async function readPurchases(
  onramp: Onramp,
  { address, onramp: name, cursor, signal }: PurchasesRequest,
): Promise<History> {
  const { label, purchases } = onramp.seller(name)
  if (!isAccount(address, anyEvm) && !isAccount(address, anySolana)) throw refusals.badAddress()
  const { rows, next } = await purchases({
    address: canonicalAddress(address),
    cursor: cursor || undefined,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof ProviderError ? onrampRefusals.down() : error
  })
  return { data: rows.map((row) => toTransaction(row, sellers[name] ?? label, address)), next: next ?? null }
}

const toTransaction = (
  { id, status, at, symbol, amount, network, hash }: Purchase,
  seller: string,
  address: string,
): Transaction => ({
  id: id.slice(0, 128),
  metadata: {
    operationType: 'buy',
    hash: hash.slice(0, 128),
    minedAt: new Date(at).toISOString(),
    sentFrom: seller,
    sentTo: address,
    status: purchaseStatus[status],
    nonce: 1,
    application: null,
    chain: network ?? null,
  },
  transfers: [
    {
      fungible_info: { name: symbol, symbol, icon: null },
      nft_info: null,
      direction: 'in',
      quantity: { numeric: amount },
      value: null,
      price: null,
    },
  ],
})
