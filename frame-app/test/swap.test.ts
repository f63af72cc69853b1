/** Swaps from the form to the ledger, through the real gateway on a real chain. Bad days: `swap-bad-days.full.test.ts`. */
import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { callRpc } from '../../e2e/world/rpc.ts'
import { chainId, holding, type TokenName, tokens, trader } from '../../service/test/gateway/convert/place.ts'
import { isOpenAtom } from '../src/modal/core/modal.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { ledgersAtom } from '../src/modal/features/ledger/state/ledger.ts'
import {
  isUnlimitedAtom,
  quotedAtom,
  swapDraftAtom,
  swapFactsAtom,
  swapReviewAtom,
} from '../src/modal/features/swap/state/swap.ts'
import { swapFormAtom } from '../src/modal/features/swap/state/swap-form.ts'
import {
  flipSwap,
  readSwapFacts,
  setSlippage,
  startSwap,
  takeMostToSwap,
  typeSwapAmount,
  watchSwap,
} from '../src/modal/features/swap/swap.ts'
import { approveSwap } from '../src/modal/features/swap/swap-approve.ts'
import { confirmSwap } from '../src/modal/features/swap/swap-confirm.ts'
import { reviewSwap } from '../src/modal/features/swap/swap-review.ts'
import { waitForSwap } from '../src/modal/host/swap-request.ts'
import { onWalletEvent } from '../src/modal/session/wallet-events.ts'
import { choice, forbid, openSwapDesk, pick, send, sentIn, sharedSwapWorld } from './support/swap-desk.ts'

const ether = 10n ** 18n
const stranger = `0x${'bad0'.repeat(10)}`
const desk = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const { world, open, stopAfterTest } = await sharedSwapWorld()

const have = (name: TokenName) => holding(world.place, name)
const allowanceOf = (name: TokenName, spender: Hex) =>
  world.place.client.readContract({
    address: tokens[name],
    abi: erc20Abi,
    functionName: 'allowance',
    args: [trader, spender],
  })
describe('swaps that succeed', () => {
  test('coins for a token: reviewed, signed, followed; what arrives is at least what was shown', async () => {
    const { context, store, review, active, asked, events } = await open('native', 'stable', '0,5')
    const before = await have('stable')
    const shown = await review()
    if (shown.status !== 'ready') throw new Error(shown.status)
    expect(store.get(routeAtom)?.view).toBe('SwapPreview')
    expect(shown.simulation).toMatchObject({ status: 'works', leaves: [{ asset: undefined, units: ether / 2n }] })
    await confirmSwap(context)
    expect(asked.map(({ method }) => method)).toEqual(['eth_sendTransaction'])
    // What was shown is what was signed.
    expect(sentIn(asked[0]?.params ?? null)).toMatchObject({
      to: shown.call.to,
      value: `0x${(ether / 2n).toString(16)}`,
      gas: `0x${shown.gas?.toString(16)}`,
    })
    const received = (await have('stable')) - before
    expect(received).toBeGreaterThanOrEqual(shown.quote.minimum)
    expect(received).toBe(shown.quote.received)
    expect(store.get(routeAtom)?.view).toBe('Account')
    expect(store.get(ledgersAtom)[active]).toMatchObject([
      { operation: 'trade', value: '500000000000000000', gained: { label: 'STABLE' } },
    ])
    expect(store.get(swapDraftAtom)).toBeUndefined()
    const facts = {
      network: chainId,
      swapFromToken: 'ETH',
      swapToToken: `${chainId}:${tokens.stable}`,
      swapFromAmount: '0.5',
    }
    expect(events('INITIATE_SWAP')).toMatchObject([facts])
    expect(events('SWAP_SUCCESS')).toMatchObject([facts])
    expect(events('SWAP_ERROR')).toEqual([])
  })

  test('a token for coins: the exact amount is allowed first, and nothing is left allowed', async () => {
    await forbid(world, 'stable')
    const { context, store, review, asked, active } = await open('stable', 'native', '100')
    const missing = await review()
    if (missing.status !== 'allow') throw new Error(missing.status)
    expect(missing.allowed).toBe(0n)
    await approveSwap(context)
    expect(sentIn(asked[0]?.params ?? null).data).toBe(
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [missing.spender, 100_000_000n] }),
    )
    expect(store.get(swapReviewAtom).status).toBe('ready')
    await confirmSwap(context)
    expect(asked).toHaveLength(2)
    expect(await allowanceOf('stable', missing.spender)).toBe(0n)
    expect(store.get(ledgersAtom)[active]).toMatchObject([
      { operation: 'trade', moved: { amount: '100', label: 'STABLE' } },
      { operation: 'approve', approval: { spender: missing.spender, isUnlimited: false } },
    ])
  })

  test('an unlimited allowance only if the user chooses it; the next swap needs no step', async () => {
    await forbid(world, 'dollar')
    const { context, store, review, asked } = await open('dollar', 'stable', '5')
    const missing = await review()
    if (missing.status !== 'allow') throw new Error(missing.status)
    store.set(isUnlimitedAtom, true)
    await approveSwap(context)
    expect(await allowanceOf('dollar', missing.spender)).toBe(maxUint256)
    await confirmSwap(context)
    expect(asked).toHaveLength(2)
    const again = await open('dollar', 'stable', '5')
    expect((await again.review()).status).toBe('ready')
    await forbid(world, 'dollar')
  })

  test('a token that changes no allowance is reset first, in the same step', async () => {
    await forbid(world, 'old')
    const { context, store, review, asked } = await open('old', 'stable', '5')
    const missing = await review()
    if (missing.status !== 'allow') throw new Error(missing.status)
    await send(world, {
      to: tokens.old,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [missing.spender, 1n] }),
    })
    await approveSwap(context)
    expect(asked).toHaveLength(2)
    expect(store.get(swapReviewAtom).status).toBe('ready')
  })

  test('wrapping is one for one', async () => {
    const { context, review } = await open('native', 'wrapped', '0.25')
    const shown = await review()
    if (shown.status !== 'ready') throw new Error(shown.status)
    expect(shown.quote).toMatchObject({ received: ether / 4n, minimum: ether / 4n })
    const before = await have('wrapped')
    await confirmSwap(context)
    expect((await have('wrapped')) - before).toBe(ether / 4n)
  })

  test('everything: the fee is kept aside, and is enough', async () => {
    // The trader has ten thousand; a small part would not show that the fee matters.
    const rich = await have('native')
    await send(world, { to: desk, value: `0x${(rich - 2n * ether).toString(16)}` })
    try {
      const { context, store, review, until, settled } = await open('native', 'wrapped', '')
      takeMostToSwap(context)
      await settled()
      await until(() => store.get(swapFormAtom)?.problem === undefined)
      await review()
      await confirmSwap(context)
      const left = await have('native')
      expect(store.get(routeAtom)?.view).toBe('Account')
      expect(left).toBeGreaterThan(0n)
      expect(left).toBeLessThan(ether / 10n)
    } finally {
      await callRpc(world.place.node.rpcUrl, 'anvil_setBalance', [trader, `0x${rich.toString(16)}`])
    }
  })

  test('the two sides exchange places, and what was to be received is given', async () => {
    const { context, store, settled } = await open('native', 'stable', '1')
    const quoted = store.get(quotedAtom)
    flipSwap(context)
    await settled()
    const draft = store.get(swapDraftAtom)
    expect([draft?.from?.symbol, draft?.to?.symbol]).toEqual(['STABLE', 'ETH'])
    const received = quoted.status === 'ready' ? quoted.quote.received : 0n
    expect(store.get(swapFormAtom)?.amount).toEqual({ value: received })
  })

  test('a smaller slippage is a larger minimum in the call that is signed', async () => {
    const { context, settled, review } = await open('native', 'stable', '0.1')
    setSlippage(context, 10)
    await settled()
    const shown = await review()
    if (shown.status !== 'ready') throw new Error(shown.status)
    expect(shown.quote.minimum).toBe((shown.quote.received * 9_990n) / 10_000n)
  })
})

describe('requests to the gateway', () => {
  test('nothing while the user types; the newest question wins', async () => {
    const { context, store, until } = await open('native', 'stable', '1')
    world.asked.length = 0
    for (const text of ['2', '23', '234']) typeSwapAmount(context, text)
    expect(store.get(quotedAtom).status).toBe('loading')
    await until(() => store.get(quotedAtom).status === 'ready')
    expect(world.asked.filter((path) => path.endsWith('/quotes'))).toHaveLength(1)
    expect(store.get(quotedAtom)).toMatchObject({ quote: { amount: 234n * ether } })
  })

  test('facts about a side stay while its token stays, or changes sides', async () => {
    const { context, store } = await open('native', 'stable', '1')
    const read = store.get(swapFactsAtom)
    if (read.status !== 'ready' || !read.to) throw new Error('not read')
    flipSwap(context)
    expect(store.get(swapFactsAtom)).toEqual({ ...read, from: read.to, to: read.from })
    pick(context, 'to', choice('demo'))
    expect(store.get(swapFactsAtom)).toEqual({ ...read, from: read.to, to: undefined })
    pick(context, 'from', choice('fee'))
    expect(store.get(swapFactsAtom)).toEqual({ status: 'loading' })
  })

  test('the button says what is missing, in this order', async () => {
    const opened = openSwapDesk(world)
    const { context, store } = opened
    const problem = () => store.get(swapFormAtom)?.problem
    startSwap(context)
    expect(store.get(swapDraftAtom)).toMatchObject({ typed: '1', from: { symbol: 'ETH' }, to: undefined })
    expect(problem()).toBe('selectToken')
    pick(context, 'to', choice('stable'))
    typeSwapAmount(context, '')
    expect(problem()).toBe('enterAmount')
    typeSwapAmount(context, '0.0000000000000000001')
    expect(problem()).toBe('incorrectValue')
    await readSwapFacts(context)
    typeSwapAmount(context, '1000000000')
    expect(problem()).toBe('funds')
  })

  test('no pool: there is no route, and no review', async () => {
    const { context, problem, store } = await open('native', 'stable', '1')
    pick(context, 'to', { ...choice('stable'), address: stranger as Hex })
    await vi.waitFor(() => expect(problem()).toBe('noRoute'), { timeout: 15_000 })
    reviewSwap(context)
    expect(store.get(routeAtom)?.view).toBe('Swap')
  })

  test('a gateway that is gone: said in the button, and asked again from there', async () => {
    world.lies.set('quotes', () => undefined)
    const { problem, settled, context } = await open('native', 'stable', '1')
    expect(problem()).toBe('network')
    world.lies.clear()
    typeSwapAmount(context, '2')
    await settled()
    expect(problem()).toBeUndefined()
  })
})

describe('a page asks for it', () => {
  const handling = () => {
    const abort = new AbortController()
    return { abort, given: { signal: abort.signal, waitsForPerson: () => {} } }
  }
  const asking = (context: ReturnType<typeof openSwapDesk>['context'], args: object, { given } = handling()) =>
    waitForSwap(context, args, given as never) // as: a handler is given more, which this flow does not read

  test('filled in by the page, said so, and answered with the hash', async () => {
    const { context, store, asked } = openSwapDesk(world)
    const answer = asking(context, { to: `${chainId}:${tokens.stable}`, amount: '0.1', chainId })
    stopAfterTest(watchSwap(context))
    expect(store.get(swapDraftAtom)).toMatchObject({ isFromPage: true, typed: '0.1', from: { symbol: 'ETH' } })
    // The balances may come after the quote: then the button cannot be pressed yet.
    await vi.waitFor(() => expect(store.get(swapFormAtom)).toMatchObject({ problem: undefined }), { timeout: 15_000 })
    expect(store.get(quotedAtom).status).toBe('ready')
    reviewSwap(context)
    await vi.waitFor(() => expect(store.get(swapReviewAtom).status).toBe('ready'), { timeout: 15_000 })
    await confirmSwap(context)
    expect(asked).toHaveLength(1)
    expect((await answer).hash).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('the form stays the same one while its view is away for the switch to its network', async () => {
    const { context, store } = openSwapDesk(world)
    onWalletEvent(context, 'eip155', { type: 'chain', chainId: 'eip155:10' })
    const answer = asking(context, { to: `${chainId}:${tokens.stable}`, amount: '0.1', chainId })
    const filled = store.get(swapDraftAtom)
    // The view is away, as long as the wallet's user takes.
    onWalletEvent(context, 'eip155', { type: 'chain', chainId })
    startSwap(context)
    watchSwap(context)()
    expect(store.get(swapDraftAtom)).toMatchObject({ id: filled?.id, typed: '0.1', isFromPage: true })
    store.set(isOpenAtom, false)
    await expect(answer).rejects.toMatchObject({ code: 'USER_CLOSED' })
  })

  test('closed before: the page is told', async () => {
    const { context, store } = openSwapDesk(world)
    const answer = asking(context, {})
    store.set(isOpenAtom, false)
    await expect(answer).rejects.toMatchObject({ code: 'USER_CLOSED' })
  })

  test.each([
    [{ from: 'native', to: 'native' }, 'BAD_SHAPE'],
    [{ to: `eip155:10:${tokens.stable}`, chainId }, 'BAD_SHAPE'],
    [{ to: 'https://evil.example' }, 'BAD_SHAPE'],
    [{ amount: '1e5' }, 'BAD_SHAPE'],
    [{ chainId: 'eip155:10' }, 'accepted'],
    [{ chainId: 'eip155:9999' }, 'CHAIN_NOT_SUPPORTED'],
  ])('%o: %s', async (args, code) => {
    const { context } = openSwapDesk(world)
    const { abort, given } = handling()
    const answer = asking(context, args, { abort, given })
    abort.abort()
    await expect(answer).rejects.toMatchObject({ code: code === 'accepted' ? 'ABORTED' : code })
  })
})
