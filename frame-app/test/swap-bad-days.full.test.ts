/** What can go wrong with a swap, on a real chain: wallets, accounts, pools and nodes, and a gateway that lies. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { encodeEventTopics, encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { chainId, tokens, trader } from '../../service/test/gateway/convert/place.ts'
import { ledgersAtom } from '../src/modal/features/ledger/state/ledger.ts'
import {
  isRepeatedSwapAtom,
  quotedAtom,
  swapDraftAtom,
  swapFactsAtom,
  swappingAtom,
  swapReviewAtom,
} from '../src/modal/features/swap/state/swap.ts'
import { setSlippage, typeSwapAmount } from '../src/modal/features/swap/swap.ts'
import { approveSwap } from '../src/modal/features/swap/swap-approve.ts'
import { confirmSwap } from '../src/modal/features/swap/swap-confirm.ts'
import { reviewSwapAgain } from '../src/modal/features/swap/swap-review.ts'
import { networksAtom } from '../src/modal/session/state/network.ts'
import { onWalletEvent } from '../src/modal/session/wallet-events.ts'
import { toExactDecimals } from '../src/shared/format/amount.ts'
import { type Answer, forbid, type Sign, sharedSwapWorld } from './support/swap-desk.ts'

const ether = 10n ** 18n
const thief = `0x${'bad0'.repeat(10)}`
const desk = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const { world, open } = await sharedSwapWorld()

describe('bad days', () => {
  test('a double press asks the wallet once', async () => {
    let answer = () => {}
    const waits = new Promise<void>((resolve) => (answer = resolve))
    const sign: Sign = async (_, go) => {
      await waits
      return go()
    }
    const { context, review, asked, until, store } = await open('native', 'stable', '0.1', { sign })
    await review()
    const presses = [confirmSwap(context), confirmSwap(context)]
    await until(() => asked.length > 0)
    // Nor does another amount while the wallet asks.
    typeSwapAmount(context, '5')
    expect(store.get(swapDraftAtom)?.typed).toBe('0.1')
    answer()
    await Promise.all(presses)
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['USER_REJECTED', 'declined', false],
    ['REQUEST_PENDING', 'pending', false],
    ['TIMEOUT', 'unknown', true],
  ] as const)('%s: %s; the form is kept', async (code, trouble, isBegun) => {
    const { context, store, review, memory, events } = await open('native', 'stable', '0.1', {
      sign: () => Promise.reject(new AirlockError(code)),
    })
    await review()
    await confirmSwap(context)
    expect([store.get(swappingAtom), store.get(swapReviewAtom)]).toMatchObject([
      { status: 'over', trouble },
      { status: 'ready' },
    ])
    expect(store.get(swapDraftAtom)).toMatchObject({ typed: '0.1' })
    expect(events('SWAP_ERROR')).toMatchObject([{ message: code }])
    expect([...memory.keys()].some((key) => key.startsWith('send-begun'))).toBe(isBegun)
    expect(store.get(isRepeatedSwapAtom)).toBe(isBegun)
  })

  test('another account in the middle: nothing is asked [C175]', async () => {
    const { context, store, review, asked, until } = await open('native', 'stable', '0.1')
    await review()
    const before = world.asked.length
    onWalletEvent(context, 'eip155', { type: 'accounts', accounts: [desk] })
    // Otherwise the missing decimals alone would keep it from being asked.
    await until(() => store.get(swapFactsAtom).status === 'ready')
    await confirmSwap(context)
    expect(asked).toEqual([])
    // Nothing is built for the other account either.
    expect(world.asked.slice(before)).not.toContain('/v1/convert/build-transaction')
    expect(store.get(swapDraftAtom)).toMatchObject({ hasMoved: true })
  })

  test('the pool moved between the review and the press: nothing is signed, and a new quote is offered [C175]', async () => {
    const { context, store, review, asked } = await open('native', 'demo', '0.1')
    const shown = await review()
    if (shown.status !== 'ready') throw new Error(shown.status)
    const other = await open('native', 'demo', '40')
    setSlippage(other.context, 5_000)
    await other.settled()
    await other.review()
    await confirmSwap(other.context)
    await confirmSwap(context)
    expect(store.get(swapReviewAtom)).toEqual({ status: 'failed', why: 'moved' })
    expect(asked).toEqual([])
    await reviewSwapAgain(context)
    expect(store.get(swapReviewAtom)).toMatchObject({ status: 'ready' })
  })

  test('the nodes are gone between the review and the press: nothing is signed [C175]', async () => {
    const { context, store, review, asked } = await open('native', 'stable', '0.1')
    await review()
    world.lies.set('build-transaction', () => undefined)
    await confirmSwap(context)
    expect(store.get(swappingAtom)).toEqual({ status: 'over', trouble: 'network' })
    expect(asked).toEqual([])
  })
})

describe('an answer that does not come', () => {
  test('a new quote is asked for and none comes: the last one holds, and after its end the user can try again', async () => {
    const { context, store, review } = await open('native', 'stable', '0.1')
    await review()
    world.lies.set('quotes', () => undefined)
    await reviewSwapAgain(context)
    expect(store.get(swapReviewAtom).status).toBe('ready')
    const quoted = store.get(quotedAtom)
    if (quoted.status !== 'ready') throw new Error(quoted.status)
    store.set(quotedAtom, { status: 'ready', quote: { ...quoted.quote, expiresAt: Date.now() - 1 } })
    await reviewSwapAgain(context)
    expect(store.get(swapReviewAtom)).toEqual({ status: 'failed', why: 'network' })
  })

  test('the network is gone when an approval is pressed: nothing is asked, and the form can be used again', async () => {
    await forbid(world, 'stable')
    const { context, store, review, asked } = await open('stable', 'native', '1')
    await review()
    store.set(networksAtom, (networks) => networks.filter(({ id }) => id !== chainId))
    await approveSwap(context)
    expect(asked).toEqual([])
    expect(store.get(swappingAtom)).toEqual({ status: 'idle' })
  })

  test('the page removes the network while the wallet asks: the activity has the amounts that were signed', async () => {
    const { context, store, review, active } = await open('native', 'stable', '0.1', {
      sign: async (_, go) => {
        store.set(networksAtom, (networks) => networks.filter(({ id }) => id !== chainId))
        return go()
      },
    })
    const shown = await review()
    if (shown.status !== 'ready') throw new Error(shown.status)
    await confirmSwap(context)
    expect(store.get(ledgersAtom)[active]).toMatchObject([
      { operation: 'trade', gained: { amount: toExactDecimals(shown.quote.minimum, 6) } },
    ])
  })
})

describe('a gateway that lies', () => {
  const change = (tx: Answer) => (answer: Answer) => ({ ...answer, tx: { ...(answer.tx as Answer), ...tx } })

  test.each([
    ['another contract', change({ to: `${chainId}:${thief}` })],
    ['no call of a router', change({ data: '0xdeadbeef' })],
    ['more coins', change({ value: String(ether) })],
    [
      'another recipient',
      (answer: Answer) => {
        const tx = answer.tx as { readonly data: string }
        return change({ data: tx.data.replaceAll(trader.slice(2).toLowerCase(), thief.slice(2)) })(answer)
      },
    ],
  ])('[C174] %s in what it builds is refused, and the wallet is not asked', async (_, lie) => {
    const { context, store, review, asked } = await open('native', 'stable', '0.1')
    world.lies.set('build-transaction', lie)
    expect(await review()).toEqual({ status: 'failed', why: 'lies' })
    await confirmSwap(context)
    expect(asked).toEqual([])
    expect(store.get(swapReviewAtom).status).toBe('failed')
  })

  test('[C174] a lie that comes only after the review is refused as well', async () => {
    const { context, store, review, asked } = await open('native', 'stable', '0.1')
    await review()
    world.lies.set('build-transaction', change({ to: `${chainId}:${thief}` }))
    await confirmSwap(context)
    expect(asked).toEqual([])
    expect(store.get(swapReviewAtom)).toEqual({ status: 'failed', why: 'lies' })
  })

  test('[C174] a quote that is better than the chain gives nothing', async () => {
    world.lies.set('quotes', (answer) => {
      const [quote] = answer.quotes as [Answer]
      return { quotes: [{ ...quote, toAmount: `${String(quote.toAmount)}0` }] }
    })
    const { review, asked } = await open('native', 'stable', '0.1')
    expect(await review()).toEqual({ status: 'failed', why: 'moved' })
    expect(asked).toEqual([])
  })

  test.each([
    [
      'more than was agreed to',
      (spender: Hex) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }),
    ],
    [
      'for somebody else',
      () => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief as Hex, 1_000_000n] }),
    ],
  ])('[C174] an approval of %s is refused', async (_, dataFor) => {
    await forbid(world, 'stable')
    const { context, store, review, asked } = await open('stable', 'native', '1')
    const missing = await review()
    if (missing.status !== 'allow') throw new Error(missing.status)
    world.lies.set('build-approve', change({ data: dataFor(missing.spender) }))
    await approveSwap(context)
    expect(asked).toEqual([])
    expect(store.get(swapReviewAtom)).toEqual({ status: 'failed', why: 'lies' })
  })

  test('an approval that allows somebody else, as its simulation tells, is refused before the wallet is asked [C358]', async () => {
    await forbid(world, 'stable')
    const { context, store, review, asked } = await open('stable', 'native', '1')
    expect((await review()).status).toBe('allow')
    const topics = encodeEventTopics({
      abi: erc20Abi,
      eventName: 'Approval',
      args: { owner: trader, spender: `0x${'9'.repeat(40)}` },
    })
    const grant = { address: tokens.stable, topics, data: `0x${'1'.padStart(64, '0')}` }
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
      const answer = await fetch(...given)
      const body = given[1]?.body
      if (typeof body !== 'string' || !body.includes('eth_simulateV1')) return answer
      const said = (await answer.json()) as { result: [{ calls: { logs: object[] }[] }] } // as: what a node says
      said.result[0].calls[1]?.logs.push(grant)
      return new Response(JSON.stringify(said), { headers: { 'Content-Type': 'application/json' } })
    })
    await approveSwap(context)
    vi.stubGlobal('fetch', fetch)
    expect(asked).toEqual([])
    expect(store.get(swapReviewAtom)).toEqual({ status: 'failed', why: 'lies' })
  })

  test('[C174] a spender that is no router is never allowed', async () => {
    world.lies.set('quotes', (answer) => {
      const [quote] = answer.quotes as [Answer]
      return { quotes: [{ ...quote, spender: thief }] }
    })
    const { review } = await open('stable', 'native', '1')
    expect(await review()).toEqual({ status: 'failed', why: 'lies' })
  })
})
