/** A purchase that a page asks for: filled in, never made, and answered once the provider says that it is done. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../src/modal/core/api/queries.ts'
import { isOpenAtom } from '../src/modal/core/modal.ts'
import { optionsAtom } from '../src/modal/core/options.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { change, startBuying } from '../src/modal/features/buy/onramp.ts'
import { choose, leave, pollMs } from '../src/modal/features/buy/onramp-purchase.ts'
import { assetAtom, formAtom, sellersAtom } from '../src/modal/features/buy/state/onramp.ts'
import { waitForPurchase } from '../src/modal/host/buy-request.ts'
import { setConnectionAtom } from '../src/modal/session/state/accounts.ts'
import { bought, buying, eth, options, start } from './support/buying.ts'

// What is refreshed after a purchase loads late: no test is to end before it is there.
beforeAll(() =>
  Promise.all([
    import('../src/modal/session/balance.ts'),
    import('../src/modal/features/assets/tokens.ts'),
    import('../src/modal/features/activity/activity.ts'),
  ]),
)
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  queries.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function asking() {
  const modal = buying()
  const { store, context, ready } = modal
  const options = store.get(optionsAtom)
  if (!options) throw new Error('no options')
  store.set(optionsAtom, { ...options, features: { ...options.features, onramp: true } })
  const abort = new AbortController()
  const ask = (args: object) => {
    const asked = waitForPurchase(context, args, { signal: abort.signal, waitsForPerson: () => {} })
    asked.catch(() => {})
    return asked
  }
  const pay = async () => {
    const [seller] = store.get(sellersAtom)
    if (!seller) throw new Error('no seller')
    choose(context, seller)
    await vi.advanceTimersByTimeAsync(0)
    await leave(context)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...modal, ask, abort, pay, ready }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof AirlockError ? error.code : error),
  )

test('values from the page are filled in, and can be changed', async () => {
  const { ask, ready, store, context } = asking()
  void ask({ amount: '250', currency: 'USD', asset: 'ETH', chainId: 'eip155:1' })
  await ready()
  expect(store.get(routeAtom)?.view).toBe('OnRamp')
  expect(store.get(formAtom)).toMatchObject({ amount: '250', currency: 'USD', method: 'card' })
  expect(store.get(assetAtom)).toMatchObject({ symbol: 'ETH', chainId: 'eip155:1' })
  change(context, { amount: '300' })
  expect(store.get(formAtom)?.amount).toBe('300')
})

test('the asset that the page names is selected among several, and so is its network', async () => {
  const { ask, ready, store, answers } = asking()
  const usdc = { ...eth, id: 'USDC', name: 'USD Coin', symbol: 'USDC' }
  answers.options = () => Response.json({ ...options, purchaseCurrencies: [usdc, eth] })
  void ask({ asset: 'ETH' })
  await ready()
  expect(store.get(assetAtom)?.symbol).toBe('ETH')
  void ask({ chainId: 'eip155:1' })
  expect(store.get(assetAtom)?.symbol).toBe('USDC')
})

test('a currency that is not taken there is changed, and an asset that is not sold is replaced by the first', async () => {
  const { ask, ready, store } = asking()
  void ask({ currency: 'XYZ', asset: 'NOPE' })
  await ready()
  expect(store.get(formAtom)?.currency).toBe('USD')
  expect(store.get(assetAtom)?.symbol).toBe('ETH')
})

test.each([
  ['with the transaction, where the provider names it', 'SUCCESS', {}, { hash: `0x${'c'.repeat(64)}` }],
  ['without one, where it does not', 'SUCCESS', { hash: '' }, {}],
  ['without one, where it names something else', 'SUCCESS', { hash: 'javascript:alert(1)' }, {}],
] as const)('done: the page hears of it %s', async (_, status, more, answer) => {
  const { ask, ready, pay, answers } = asking()
  const asked = ask({ amount: '100' })
  await ready()
  await pay()
  answers.purchases = [bought('1', 'IN_PROGRESS')]
  await vi.advanceTimersByTimeAsync(pollMs)
  answers.purchases = [bought('1', status, more)]
  await vi.advanceTimersByTimeAsync(pollMs)
  await expect(asked).resolves.toEqual(answer)
})

test('a purchase of the user’s own is not the page’s', async () => {
  const { ask, ready, pay, answers, store } = asking()
  const stop = await ready()
  await pay()
  const asked = codeOf(ask({ amount: '100' }))
  answers.purchases = [bought('1', 'SUCCESS')]
  await vi.advanceTimersByTimeAsync(pollMs)
  store.set(isOpenAtom, false)
  expect(await asked).toBe('USER_CLOSED')
  stop()
})

test('once it is over, the form is the user’s own again', async () => {
  const { ask, ready, store } = asking()
  const asked = codeOf(ask({ asset: 'ETH' }))
  await ready()
  expect(store.get(formAtom)?.wanted).toBeDefined()
  store.set(isOpenAtom, false)
  expect(await asked).toBe('USER_CLOSED')
  expect(store.get(formAtom)).toMatchObject({ wanted: undefined, asset: 'ETH eip155:1' })
})

test('coins that a payment lacks are selected once: what the user chooses then stays', async () => {
  const { context, store } = asking()
  const wanted = { symbol: 'ETH', chainId: 'eip155:1' } as const
  startBuying(context, wanted)()
  expect(store.get(formAtom)?.asset).toBe('ETH eip155:1')
  change(context, { asset: 'USDC eip155:1' })
  startBuying(context, wanted)()
  expect(store.get(formAtom)?.asset).toBe('USDC eip155:1')
})

test('another request takes its place', async () => {
  const { ask } = asking()
  const first = codeOf(ask({ amount: '100' }))
  void ask({ amount: '200' })
  expect(await first).toBe('ABORTED')
})

test('refused: other forms, other networks, no account, nothing sold', async () => {
  const { ask, store } = asking()
  for (const args of [
    { amount: '1.5' },
    { amount: '0' },
    { amount: 100 },
    { currency: 'usd' },
    { asset: '<b>' },
    { to: 'x' },
  ])
    expect(await codeOf(ask(args)), JSON.stringify(args)).toBe('BAD_SHAPE')
  expect(await codeOf(ask({ chainId: 'eip155:99' }))).toBe('CHAIN_NOT_SUPPORTED')
  const options = store.get(optionsAtom)
  if (!options) throw new Error('no options')
  store.set(optionsAtom, { ...options, features: { ...options.features, onramp: false } })
  expect(await codeOf(ask({}))).toBe('NOT_AVAILABLE')
  store.set(setConnectionAtom, 'eip155', { status: 'disconnected' })
  expect(await codeOf(ask({}))).toBe('DISCONNECTED')
})
