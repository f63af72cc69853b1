/** Buying: what is asked for, where the user is sent, and what becomes of answers that are late, wrong or somebody else's. */
import { app } from '@airlock/protocol/contracts/host-link/received-by-modal.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { parse } from '@airlock/protocol/parse.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queries } from '../src/modal/core/api/queries.ts'
import { optionsAtom } from '../src/modal/core/options.ts'
import { push, routeAtom, stackAtom } from '../src/modal/core/router/router.ts'
import { shownActivityAtom } from '../src/modal/features/activity/state/shown-activity.ts'
import { change } from '../src/modal/features/buy/onramp.ts'
import { refreshBought, watchBought } from '../src/modal/features/buy/onramp-activity.ts'
import { leave, patienceMs, pollMs, seeActivity, tryAgain } from '../src/modal/features/buy/onramp-purchase.ts'
import { formAtom, offeredAtom, quotesAtom, sellersAtom } from '../src/modal/features/buy/state/onramp.ts'
import { open } from '../src/modal/features/connect/open.ts'
import {
  bought,
  buying,
  eth,
  me,
  missing,
  options,
  other,
  page,
  paymentCurrencies,
  quote,
  start,
  sum,
} from './support/buying.ts'

// A balance that is still being read when a test ends looks here whether the browser is online.
Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true, writable: true })

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  queries.clear()
})
afterEach(async () => {
  vi.useRealTimers()
  // What a purchase refreshes afterwards loads its code first, and would outlive its test.
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
})

describe('offers', () => {
  test('place and currency follow the languages; each provider is asked for a quote of the choice', async () => {
    const { store, ready, bodies, asked } = buying()
    await ready()
    expect(store.get(formAtom)).toMatchObject({ country: 'US', currency: 'USD', amount: '100', method: 'card' })
    expect(asked[0]?.url.searchParams.get('country')).toBe('US')
    expect(bodies('/v1/onramp/quote')).toEqual(
      ['coinbase', 'shop'].map((name) => ({
        purchaseCurrency: eth,
        paymentCurrency: paymentCurrencies[0],
        amount: '100',
        network: 'ethereum-mainnet',
        provider: name,
        paymentMethod: 'card',
        country: 'US',
        subdivision: 'CA',
      })),
    )
    expect(store.get(quotesAtom).coinbase).toEqual({ status: 'ready', quote, isEstimate: false })
  })
  test('typing asks once, for what was typed last; an amount outside the limits is not asked for', async () => {
    const { store, context, ready, bodies } = buying()
    await ready()
    for (const amount of ['1', '12', '123']) change(context, { amount })
    await vi.advanceTimersByTimeAsync(500)
    expect(bodies('/v1/onramp/quote').slice(2)).toMatchObject([{ amount: '123' }, { amount: '123' }])
    change(context, { amount: '7501' })
    await vi.advanceTimersByTimeAsync(500)
    expect(bodies('/v1/onramp/quote')).toHaveLength(4)
    expect(store.get(quotesAtom).coinbase).toEqual({ status: 'loading' })
  })
  test('a service without a list or quotes: the built-in list, and estimates that say so', async () => {
    const { store, answers, ready, bodies } = buying()
    answers.options = missing
    await ready()
    expect(store.get(offeredAtom)).toMatchObject({ status: 'ready', isBuiltIn: true })
    expect(store.get(sellersAtom).map(({ name }) => name)).toEqual(['coinbase'])
    expect(store.get(quotesAtom).coinbase).toMatchObject({
      isEstimate: true,
      quote: { quoteId: 'mocked-quote-id', purchaseAmount: sum('100', 'USD') },
    })
    expect(bodies('/v1/onramp/quote')).toEqual([])
  })
  test('a list without quotes: estimates too', async () => {
    const { store, answers, ready } = buying()
    answers.quote = missing
    await ready()
    expect(store.get(quotesAtom).shop).toMatchObject({ isEstimate: true })
  })
  test('a service in trouble: nothing is offered', async () => {
    const { store, answers, ready } = buying()
    answers.options = () => new Response('', { status: 503 })
    await ready()
    expect(store.get(offeredAtom)).toEqual({ status: 'failed' })
  })
  test('an invalid row costs nothing but itself, and a list without end is refused [C170]', async () => {
    const { store, answers, ready, context } = buying()
    answers.options = () =>
      Response.json({
        ...options,
        purchaseCurrencies: [{ nonsense: 1 }, eth, { ...eth, symbol: 7 }],
        paymentCurrencies: [...paymentCurrencies, { id: 'lower' }],
      })
    const stop = await ready()
    expect(store.get(offeredAtom)).toMatchObject({ options: { purchaseCurrencies: [eth], paymentCurrencies } })
    stop()
    for (const [count, country] of [
      [6_000, 'DE'],
      [100_000, 'FR'],
    ] as const) {
      answers.options = () => Response.json({ ...options, purchaseCurrencies: Array(count).fill(eth) })
      change(context, { country })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(store.get(offeredAtom), country).toEqual({ status: 'failed' })
    }
  })
})

describe('on the way to the checkout', () => {
  async function expectSentNowhere(url: string) {
    const { leaving, answers, stage, links, context } = buying()
    answers.url = () => Response.json({ url })
    await leaving()
    expect(stage()).toMatchObject({ link: { status: 'refused' } })
    await leave(context)
    expect(links()).toEqual([])
  }
  test('the account alone receives, and the window opens on a press', async () => {
    const { leaving, bodies, links, stage, context, store, names } = buying()
    await leaving()
    expect(store.get(routeAtom)).toEqual({ view: 'BuyInProgress' })
    expect(bodies('/v1/generators/onrampurl')).toEqual([
      {
        destinationWallets: [{ address: me, blockchains: ['ethereum'], assets: ['ETH'] }],
        partnerUserId: me,
        defaultNetwork: 'ethereum',
        defaultExperience: 'buy',
        presetFiatAmount: 100,
        provider: 'coinbase',
        paymentCurrency: 'USD',
        paymentMethod: 'card',
        country: 'US',
        subdivision: 'CA',
      },
    ])
    expect(stage()).toEqual({
      name: 'leaving',
      link: { status: 'ready', url: page, host: 'pay.coinbase.com' },
      isBlocked: false,
    })
    expect(links()).toEqual([])
    await leave(context)
    expect(links()).toEqual([{ url: page, target: 'blank' }])
    expect(stage()).toEqual({ name: 'waiting', isBack: false, isWatched: true })
    expect(names()).toContain('SELECT_BUY_PROVIDER')
  })
  test('Meld’s page of a service without a list needs no answer of that service', async () => {
    const { leaving, bodies, stage, answers, links, context } = buying({ meldKey: 'key' })
    answers.options = missing
    await leaving('meld')
    const url = `https://meldcrypto.com/?publicKey=key&destinationCurrencyCode=USDC&walletAddress=${me}`
    expect(bodies('/v1/generators/onrampurl')).toEqual([])
    expect(stage()).toMatchObject({ link: { status: 'ready', url, host: 'meldcrypto.com' } })
    await leave(context)
    expect(links()).toEqual([{ url, target: 'blank' }])
  })
  test('a service with a list makes its address, whatever the record names', async () => {
    const { leaving, bodies } = buying({ meldKey: 'key' })
    await leaving()
    expect(bodies('/v1/generators/onrampurl')).toHaveLength(1)
  })
  test('two presses open one window', async () => {
    const { leaving, links, context } = buying()
    await leaving()
    await Promise.all([leave(context), leave(context)])
    await leave(context)
    expect(links()).toHaveLength(1)
  })
  test.each([
    ['another host', 'https://evil.example/'],
    ['another scheme', 'javascript:alert(1)'],
    ['the checkout of another provider', 'https://meldcrypto.com/'],
    ['no encryption', 'http://pay.coinbase.com/'],
  ])('a service that names %s sends the user nowhere [C168]', (_, url) => expectSentNowhere(url))
  test.each([
    ['another account', `https://pay.coinbase.com/buy?walletAddress=${other}`],
    [
      'another account beside ours',
      `https://pay.coinbase.com/buy?walletAddress=${me}&next=${encodeURIComponent(`/pay/${other}`)}`,
    ],
  ])('a service that names %s sends the user nowhere [C169]', (_, url) => expectSentNowhere(url))
  test('a page of the operator is known by the project record', async () => {
    const { leaving, answers, stage } = buying()
    answers.url = () => Response.json({ url: 'https://pay.shop.example/?order=1' })
    await leaving('shop')
    expect(stage()).toMatchObject({ link: { status: 'ready', host: 'pay.shop.example' } })
  })
  test('no window: the user is told, and a second press works', async () => {
    const { leaving, stage, context } = buying()
    await leaving()
    context.link.app.request = () => Promise.reject(new AirlockError('NEEDS_CLICK'))
    await leave(context)
    expect(stage()).toMatchObject({ name: 'leaving', isBlocked: true, link: { status: 'ready' } })
  })
  test('an address that has grown old is replaced by a new one', async () => {
    const { leaving, bodies } = buying()
    await leaving()
    await vi.advanceTimersByTimeAsync(4 * 60_000 + 10)
    expect(bodies('/v1/generators/onrampurl')).toHaveLength(2)
  })
  test('a service that does not answer: another try gets the address', async () => {
    const { leaving, answers, stage, context } = buying()
    answers.url = () => new Response('', { status: 503 })
    await leaving()
    expect(stage()).toMatchObject({ link: { status: 'failed' } })
    answers.url = () => Response.json({ url: page })
    tryAgain(context)
    await vi.advanceTimersByTimeAsync(0)
    expect(stage()).toMatchObject({ link: { status: 'ready' } })
  })
})

describe('waiting for the payment', () => {
  test('looks every four seconds: paid, then done', async () => {
    const { waiting, answers, stage, asked } = buying()
    await waiting()
    const looks = () => asked.filter(({ url }) => url.searchParams.get('onramp') === 'coinbase').length
    const before = looks()
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(looks()).toBe(before + 1)
    answers.purchases = [bought('1', 'IN_PROGRESS')]
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(stage()).toEqual({ name: 'paid', bought: { amount: '0.030', symbol: 'ETH', hash: '' } })
    answers.purchases = [bought('1', 'SUCCESS')]
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(stage()).toEqual({ name: 'done', bought: { amount: '0.030', symbol: 'ETH', hash: `0x${'c'.repeat(64)}` } })
    const after = looks()
    await vi.advanceTimersByTimeAsync(10 * pollMs)
    expect(looks()).toBeLessThanOrEqual(after + 1)
  })
  test('the way back from the activity leads past a purchase that is paid, and to one that is not', async () => {
    const { waiting, answers, store, context } = buying()
    await waiting()
    let stack = store.get(stackAtom)
    for (const view of ['Account', 'OnRamp', 'BuyInProgress'] as const) stack = push(stack, { view })
    stack = { ...stack, steps: stack.steps.slice(-3) }
    const seen = () => {
      store.set(stackAtom, stack)
      seeActivity(context)
      const { steps } = store.get(stackAtom)
      expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
      return steps.map(({ route }) => route.view)
    }
    expect(seen()).toEqual(['Account', 'OnRamp', 'BuyInProgress', 'Activity'])
    for (const status of ['IN_PROGRESS', 'SUCCESS'] as const) {
      answers.purchases = [bought('1', status)]
      await vi.advanceTimersByTimeAsync(pollMs)
      expect(seen()).toEqual(['Account', 'Activity'])
    }
  })
  test('an earlier purchase does not count as this one, whatever its state [C173]', async () => {
    const { waiting, answers, stage } = buying()
    answers.purchases = [bought('old', 'IN_PROGRESS'), bought('older', 'SUCCESS')]
    await waiting()
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(stage()).toMatchObject({ name: 'waiting' })
    answers.purchases = [bought('new', 'FAILED'), bought('old', 'SUCCESS')]
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(stage()).toEqual({ name: 'failed' })
  })
  test('no answer for three minutes: the purchase is called late', async () => {
    const { waiting, stage } = buying()
    await waiting()
    await vi.advanceTimersByTimeAsync(patienceMs - pollMs)
    expect(stage()).toMatchObject({ name: 'waiting' })
    await vi.advanceTimersByTimeAsync(2 * pollMs)
    expect(stage()).toEqual({ name: 'late' })
  })
  test('a payment that is on its way is not given up, and asked for less often', async () => {
    const { waiting, answers, stage, asked } = buying()
    await waiting()
    answers.purchases = [bought('1', 'IN_PROGRESS')]
    await vi.advanceTimersByTimeAsync(2 * patienceMs)
    expect(stage()).toMatchObject({ name: 'paid' })
    const looks = () => asked.filter(({ url }) => url.searchParams.has('onramp')).length
    const before = looks()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(looks() - before).toBeLessThanOrEqual(10)
    answers.purchases = [bought('1', 'SUCCESS')]
    await vi.advanceTimersByTimeAsync(40_000)
    expect(stage()).toMatchObject({ name: 'done' })
  })
  test('a user who comes back is asked, and the provider is asked at once', async () => {
    const { waiting, answers, stage, document } = buying()
    await waiting()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(stage()).toEqual({ name: 'waiting', isBack: true, isWatched: true })
    answers.purchases = [bought('1', 'SUCCESS')]
    await vi.advanceTimersByTimeAsync(0)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10)
    expect(stage()).toMatchObject({ name: 'done' })
  })
  test('a service that reports no purchases of the provider: the view says that it cannot watch', async () => {
    const { waiting, answers, stage } = buying()
    answers.purchases = 400
    await waiting()
    expect(stage()).toEqual({ name: 'waiting', isBack: false, isWatched: false })
  })
  test('a service that fails in between is asked again', async () => {
    const { waiting, answers, stage } = buying()
    await waiting()
    answers.purchases = 503
    await vi.advanceTimersByTimeAsync(3 * pollMs)
    answers.purchases = [bought('1', 'SUCCESS')]
    await vi.advanceTimersByTimeAsync(pollMs)
    expect(stage()).toMatchObject({ name: 'done' })
  })
})

describe('bought items', () => {
  test('are in the activity: under way first, then each once, in place of its transfer', async () => {
    const { waiting, answers, store, context } = buying()
    await waiting()
    answers.purchases = [
      bought('1', 'IN_PROGRESS'),
      bought('2', 'FAILED'),
      bought('elsewhere', 'SUCCESS', { chain: 'eip155:10' }),
    ]
    expect(await refreshBought(context)).toBe(true)
    expect(store.get(shownActivityAtom).pending).toMatchObject([{ operation: 'buy', status: 'pending' }])
    expect(store.get(shownActivityAtom).settled).toMatchObject([{ operation: 'buy', status: 'failed' }])
    answers.purchases = [bought('1', 'SUCCESS')]
    expect(await refreshBought(context)).toBe(false)
    expect(store.get(shownActivityAtom).settled).toMatchObject([{ operation: 'buy', status: 'confirmed' }])
  })
  test('a device that has not bought asks for nothing', async () => {
    const { context, asked } = buying()
    expect(await refreshBought(context)).toBe(false)
    expect(asked).toEqual([])
  })
  test('are read again while one is under way, and no longer', async () => {
    const { waiting, answers, context, asked } = buying()
    await waiting()
    context.scope.abort('buy')
    answers.purchases = [bought('1', 'IN_PROGRESS')]
    const stop = watchBought(context)
    const looks = () => asked.filter(({ url }) => url.searchParams.has('onramp')).length
    await vi.advanceTimersByTimeAsync(10)
    const before = looks()
    await vi.advanceTimersByTimeAsync(3_100)
    expect(looks()).toBe(before + 1)
    answers.purchases = [bought('1', 'SUCCESS')]
    await vi.advanceTimersByTimeAsync(3_100)
    const after = looks()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(looks()).toBe(after)
    stop()
  })
})

describe('the page', () => {
  test('opens the view, where the project sells', () => {
    const { context } = buying()
    expect(open(context, { view: 'OnRamp' })).toEqual({ view: 'OnRamp' })
  })
  test('cannot open it where the project does not, or the feature is off', () => {
    const { context, store } = buying()
    const { onramp: _, ...project } = context.project
    expect(() => open({ ...context, project }, { view: 'OnRamp' })).toThrow('not available')
    const given = store.get(optionsAtom)
    store.set(optionsAtom, given && { ...given, features: { ...given.features, onramp: false } })
    expect(() => open(context, { view: 'OnRamp' })).toThrow('features.onramp is off')
  })
  test('cannot say what is bought, for how much, or who receives [C171]', () => {
    expect(parse(app.requests.OPEN, { view: 'OnRamp' })).toMatchObject({ ok: true })
    for (const more of [
      { args: { amount: '5000' } },
      { amount: '5000' },
      { address: other },
      { url: 'https://evil.example' },
    ])
      expect(parse(app.requests.OPEN, { view: 'OnRamp', ...more })).toMatchObject({ ok: false })
  })
})
