/**
 * A stand-in for a seller's checkout, labelled as such: a button replaces the card, and the faucet pays the account of the order at a fixed
 * rate. No script, no card, no real money. The gateway asks it for its offer and its purchases.
 */

import type { PurchaseCurrency, Quote } from '@airlock/protocol/gateway/onramp.ts'
import { isQuestion, readOrder, signatureHeader } from '@airlock/service/gateway/onramp/checkout/signature.ts'
import { type Context, Hono } from 'hono'
import { encodeFunctionData, formatUnits, type Hex, isAddress, parseAbi } from 'viem'
import * as z from 'zod'
import { orderPage, statePage, style } from './checkout-pages.ts'
import { demoToken, giver } from './faucet.ts'
import { callRpc } from './rpc.ts'

export type CheckoutPurchase = {
  readonly reference: string
  readonly at: number
  readonly address: Hex
  readonly network: string
  readonly asset: string
  readonly amount: string
  status: 'pending' | 'done' | 'failed'
  hash?: Hex
}

export type WorldCheckout = {
  readonly app: Hono
  readonly purchases: () => readonly CheckoutPurchase[]
  /** With `true`, paid orders stay in progress until `false`, when they are sent. */
  readonly hold: (isHeld: boolean) => Promise<void>
  readonly reset: () => void
}

type Chain = { readonly caip2: string; readonly name: string; readonly nodeUrl: string }

/** Price of one unit, in cents: that with which the pools of the market open, so that an account is worth what it was bought for. */
const assets = { ETH: { price: 300_000n, decimals: 18 }, TST: { price: 25n, decimals: demoToken.decimals } } as const
const isAsset = (symbol: string): symbol is keyof typeof assets => Object.hasOwn(assets, symbol)
const fees = { percent: '1.5', basisPoints: 150n, networkCents: 50n } as const
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
export const checkoutName = 'test-checkout'
export const checkoutLabel = 'Test checkout'
export const checkoutFees = `${fees.percent}%`

const Asked = z.object({
  network: z.string(),
  asset: z.string(),
  amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  currency: z.string(),
})

export function createCheckout({
  chains,
  secret,
}: {
  readonly chains: readonly Chain[]
  readonly secret: Uint8Array
}): WorldCheckout {
  const purchases = new Map<string, CheckoutPurchase>()
  let isHeld = false
  const app = new Hono()
  const now = () => Math.floor(Date.now() / 1000)
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
  })

  app.get('/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css' }))
  app.get('/', (c) => {
    const query = new URL(c.req.url).searchParams
    const order = readOrder(query, secret, now())
    if (!order)
      return c.html(
        statePage('This order is not valid', 'It is older than 15 minutes, or was changed. Start again on the site.'),
        400,
      )
    if (purchases.has(order.reference)) return c.redirect(`/orders/${order.reference}`, 303)
    return c.html(orderPage(order, soldFor(order.asset, order.amount)?.amount ?? '', query.toString()))
  })
  app.post('/pay', async (c) => {
    // Accepts only the form of its own page.
    if (c.req.header('origin') !== new URL(c.req.url).origin) return c.text('Another origin', 403)
    const form = z
      .object({ order: z.string(), decision: z.enum(['pay', 'decline']) })
      .safeParse(await c.req.parseBody())
    const order = form.success ? readOrder(new URLSearchParams(form.data.order), secret, now()) : undefined
    if (!form.success || !order) return c.html(statePage('This order is not valid', 'Start again on the site.'), 400)
    const { reference, address, network, asset } = order
    const sold = soldFor(asset, order.amount)
    if (!sold || !isAddress(address) || !chains.some(({ caip2 }) => caip2 === network))
      return c.html(statePage('This is not sold here', 'Start again on the site.'), 400)
    // A second press buys nothing more.
    if (!purchases.has(reference)) {
      const isPaid = form.data.decision === 'pay'
      purchases.set(reference, {
        reference,
        at: Date.now(),
        address,
        network,
        asset,
        amount: sold.amount,
        status: isPaid ? 'pending' : 'failed',
      })
      if (isPaid && !isHeld) void send(reference)
    }
    return c.redirect(`/orders/${reference}`, 303)
  })
  app.get('/orders/:reference', (c) => {
    const purchase = purchases.get(c.req.param('reference'))
    if (!purchase) return c.html(statePage('There is no such order', ''), 404)
    const { title, text } = states[purchase.status]
    return c.html(statePage(title, text))
  })

  app.get('/api/offer', (c) =>
    answer(c, '', () => ({
      paymentCurrencies: ['USD', 'EUR', 'GBP'].map((id) => ({ id, payment_method_limits: limits })),
      purchaseCurrencies: ['ETH', 'TST'].map(
        (symbol): PurchaseCurrency => ({
          id: symbol,
          name: symbol === 'ETH' ? 'Ether' : 'Test Token',
          symbol,
          networks: chains.map(({ caip2, name }) => ({
            name: caip2.replace(':', '-'),
            display_name: name,
            chain_id: caip2.replace('eip155:', ''),
            contract_address: symbol === 'ETH' ? '' : demoToken.address,
          })),
        }),
      ),
    })),
  )
  app.post('/api/quote', async (c) => {
    const body = await c.req.text()
    return answer(c, body, () => {
      const { asset, amount, currency } = Asked.parse(JSON.parse(body))
      const sold = soldFor(asset, amount)
      return sold && quoteOf(sold, asset, amount, currency)
    })
  })
  app.get('/api/purchases', (c) =>
    answer(c, '', () => {
      const address = c.req.query('address')?.toLowerCase()
      const own = [...purchases.values()].filter((one) => one.address.toLowerCase() === address)
      return { purchases: own.sort((one, other) => other.at - one.at).slice(0, 50) }
    }),
  )
  return {
    app,
    purchases: () => [...purchases.values()],
    async hold(next) {
      isHeld = next
      if (!next)
        await Promise.all(
          [...purchases.values()].filter(({ status }) => status === 'pending').map(({ reference }) => send(reference)),
        )
    },
    reset() {
      isHeld = false
      purchases.clear()
    },
  }

  async function send(reference: string): Promise<void> {
    const purchase = purchases.get(reference)
    const chain = chains.find(({ caip2 }) => caip2 === purchase?.network)
    if (!purchase || !chain || purchase.status !== 'pending' || !isAsset(purchase.asset)) return
    const units = unitsOf(purchase.asset, purchase.amount)
    const transaction =
      purchase.asset === 'ETH'
        ? { to: purchase.address, value: `0x${units.toString(16)}` }
        : { to: demoToken.address, data: transferOf(purchase.address, units) }
    try {
      const hash = await callRpc(chain.nodeUrl, 'eth_sendTransaction', [{ from: giver, ...transaction }])
      purchase.hash = z.templateLiteral(['0x', z.string()]).parse(hash)
      purchase.status = 'done'
    } catch {
      purchase.status = 'failed'
    }
  }

  function answer(c: Context, body: string, make: () => unknown): Response {
    const { pathname, search } = new URL(c.req.url)
    if (!isQuestion(c.req.header(signatureHeader) ?? '', `${pathname}${search}`, body, secret, now()))
      return c.text('Who asks?', 401)
    const made = make()
    return made === undefined ? c.text('Not sold here', 404) : c.json(made)
  }
}

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const

const states = {
  pending: { title: 'Payment received', text: 'The purchase is on its way. You can close this tab.' },
  done: { title: 'Sent', text: 'The purchase was sent to your account. You can close this tab.' },
  failed: { title: 'Payment declined', text: 'Nothing was taken. You can close this tab.' },
} as const

const centsOf = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}
const money = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

type Sold = { readonly amount: string; readonly feeCents: bigint }
/** `undefined`: not for sale, or not for such a small amount. */
function soldFor(asset: string, amount: string): Sold | undefined {
  if (!isAsset(asset)) return undefined
  const { price, decimals } = assets[asset]
  const paid = centsOf(amount)
  const feeCents = (paid * fees.basisPoints) / 10_000n
  const rest = paid - feeCents - fees.networkCents
  return rest > 0n ? { amount: formatUnits((rest * 10n ** BigInt(decimals)) / price, decimals), feeCents } : undefined
}

function unitsOf(asset: keyof typeof assets, amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(assets[asset].decimals, '0'))
}

function quoteOf({ amount, feeCents }: Sold, asset: string, paid: string, currency: string): Quote {
  const sum = (cents: bigint) => ({ amount: money(cents), currency })
  return {
    paymentTotal: sum(centsOf(paid)),
    paymentSubtotal: sum(centsOf(paid) - feeCents - fees.networkCents),
    purchaseAmount: { amount, currency: asset },
    coinbaseFee: sum(feeCents),
    networkFee: sum(fees.networkCents),
    quoteId: 'fixed-rate',
  }
}

const transferOf = (to: Hex, units: bigint): Hex =>
  encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 amount) returns (bool)']),
    args: [to, units],
  })
