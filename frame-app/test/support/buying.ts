/** A modal that buys, and a service that answers as a test wishes. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { vi } from 'vitest'
import type * as z from 'zod/mini'
import { isOpenAtom } from '../../src/modal/core/modal.ts'
import { startBuying } from '../../src/modal/features/buy/onramp.ts'
import { choose, leave } from '../../src/modal/features/buy/onramp-purchase.ts'
import { purchaseAtom, sellersAtom } from '../../src/modal/features/buy/state/onramp.ts'
import { setConnectionAtom } from '../../src/modal/session/state/accounts.ts'
import { createTestConnector, createTestModal, network, use } from './modal.ts'

export const me = `0x${'ab'.repeat(20)}`
export const other = `0x${'1'.repeat(40)}`
const account: Caip10 = `eip155:1:${me}`
export const start = 1_764_000_000_000

const limits = [{ id: 'card', min: '10.00', max: '7500.00' }]
export const paymentCurrencies = [{ id: 'USD', payment_method_limits: limits }]
export const eth = {
  id: 'ETH',
  name: 'Ether',
  symbol: 'ETH',
  networks: [{ name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: '' }],
}
const provider = (name: string) => ({
  name,
  label: name,
  feeRange: '1%',
  paymentCurrencies,
  assets: [{ symbol: 'ETH', network: 'eip155:1' }],
})
export const options = {
  paymentCurrencies,
  purchaseCurrencies: [eth],
  providers: [provider('coinbase'), provider('shop')],
}
export const sum = (amount: string, currency: string) => ({ amount, currency })
export const quote = {
  paymentTotal: sum('100', 'USD'),
  paymentSubtotal: sum('98', 'USD'),
  purchaseAmount: sum('0.03', 'ETH'),
  coinbaseFee: sum('1', 'USD'),
  networkFee: sum('1', 'USD'),
  quoteId: 'q',
}
export const bought = (id: string, status: 'SUCCESS' | 'IN_PROGRESS' | 'FAILED', more: object = {}) => ({
  id,
  metadata: {
    operationType: 'buy',
    hash: status === 'SUCCESS' ? `0x${'c'.repeat(64)}` : '',
    minedAt: new Date(start + 1_000).toISOString(),
    sentFrom: 'Coinbase',
    sentTo: me,
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: 1,
    application: null,
    chain: 'eip155:1',
    ...more,
  },
  transfers: [
    {
      fungible_info: { name: 'ETH', symbol: 'ETH', icon: null },
      nft_info: null,
      direction: 'in',
      quantity: { numeric: '0.03' },
      value: null,
      price: null,
    },
  ],
})
export const page = 'https://pay.coinbase.com/buy/select-asset?sessionToken=1'
export const missing = () => new Response('', { status: 404 })

export function buying({ isMobile = false, meldKey }: { isMobile?: boolean; meldKey?: string } = {}) {
  const modal = createTestModal({ networks: [network(1)] })
  const languages = ['de', 'en-US']
  vi.stubGlobal('navigator', {
    onLine: true,
    userAgent: isMobile ? 'Android' : '',
    languages,
    userActivation: { isActive: true },
  })
  const document = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', document)
  const asked: { readonly url: URL; readonly body: unknown }[] = []
  const answers = {
    options: (): Response | Promise<Response> => Response.json(options),
    quote: (): Response | Promise<Response> => Response.json(quote),
    url: (): Response | Promise<Response> => Response.json({ url: page }),
    purchases: [] as readonly unknown[] | number,
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address)
    asked.push({ url, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    if (url.pathname === '/v1/onramp/options') return answers.options()
    if (url.pathname === '/v1/onramp/quote') return answers.quote()
    if (url.pathname === '/v1/generators/onrampurl') return answers.url()
    if (url.searchParams.has('onramp'))
      return typeof answers.purchases === 'number'
        ? new Response('', { status: answers.purchases })
        : Response.json({ data: answers.purchases, next: null })
    return Response.json({ http: [], ws: [], data: [], balances: [] })
  })
  const stored = new Map<string, unknown>()
  const storage = {
    ...modal.context.storage,
    read: <T>(key: string, schema: z.ZodMiniType<T>) => (stored.has(key) ? schema.parse(stored.get(key)) : undefined),
    write: (key: string, value: unknown) => void stored.set(key, value),
  }
  const project = {
    ...modal.context.project,
    gatewayUrl: 'https://gateway.example',
    onramp: { checkoutOrigins: ['https://pay.shop.example'], ...(meldKey && { meldKey }) },
  }
  const context = { ...modal.context, project, storage }
  const { store } = modal
  const { connector } = createTestConnector()
  use(store, connector)
  store.set(setConnectionAtom, 'eip155', {
    status: 'connected',
    wallet: { id: connector.id, type: 'announced', name: connector.name, handle: connector.key },
    accounts: [account],
    active: account,
    chainId: 'eip155:1',
  })
  store.set(isOpenAtom, true)
  modal.answers.set('LINK_OPEN', { opened: true })
  const links = () => modal.told.filter(({ type }) => type === 'LINK_OPEN').map(({ payload }) => payload)
  const ready = async () => {
    const stop = startBuying(context)
    await vi.advanceTimersByTimeAsync(500)
    return stop
  }
  const leaving = async (name = 'coinbase') => {
    await ready()
    const seller = store.get(sellersAtom).find((one) => one.name === name)
    if (!seller) throw new Error('no seller')
    choose(context, seller)
    await vi.advanceTimersByTimeAsync(0)
  }
  const waiting = async () => {
    await leaving()
    await leave(context)
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    ...modal,
    context,
    asked,
    answers,
    document,
    links,
    stage: () => store.get(purchaseAtom)?.stage,
    bodies: (path: string) => asked.filter(({ url }) => url.pathname === path).map(({ body }) => body),
    ready,
    leaving,
    waiting,
  }
}
