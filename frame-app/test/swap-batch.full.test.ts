/** The permission and the swap as one transaction, with a wallet that carries out several calls as one (EIP-5792), on a real chain. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { erc20Abi, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createSigner } from '../../e2e/wallets/account.ts'
import { createBatches } from '../../e2e/wallets/batches.ts'
import { callRpc } from '../../e2e/world/rpc.ts'
import { holding, tokens, trader } from '../../service/test/gateway/convert/place.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { ledgersAtom } from '../src/modal/features/ledger/state/ledger.ts'
import { isRepeatedSwapAtom, swappingAtom, swapReviewAtom } from '../src/modal/features/swap/state/swap.ts'
import { approveSwap } from '../src/modal/features/swap/swap-approve.ts'
import { confirmSwap } from '../src/modal/features/swap/swap-confirm.ts'
import { type Answer, allow, fillSwap, forbid, sharedSwapWorld } from './support/swap-desk.ts'

const { world, stopAfterTest } = await sharedSwapWorld()
beforeEach(() => forbid(world, 'stable'))

/** The key of the trader, who is an account of the node. */
const key = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 1 })

/** Batches are the wallet's own; single transactions are the node's. @param answers in the place of the wallet's */
async function open(answers: Readonly<Record<string, (params: Json) => Promise<Json>>> = {}) {
  const batches = createBatches(createSigner(key))
  const chain = { chainId: 31337, nodeUrl: world.place.node.rpcUrl }
  const calls: { readonly method: string; readonly params: Json }[] = []
  const wallet: Readonly<Record<string, (params: Json) => Promise<Json>>> = {
    wallet_getCapabilities: async () => batches.capabilities([chain.chainId]),
    wallet_sendCalls: (params) => batches.send(params, chain),
    // as: a wallet answers with JSON
    wallet_getCallsStatus: async (params) => (await batches.status(params)) as Json,
    eth_sendTransaction: async (params) => {
      // as: a node answers with JSON
      return (await callRpc(chain.nodeUrl, 'eth_sendTransaction', params)) as Json
    },
    ...answers,
  }
  const filled = await fillSwap(world, ['stable', 'native', '100'], {
    request: (method, params) => {
      calls.push({ method, params })
      return wallet[method]?.(params) ?? Promise.reject(new AirlockError('METHOD_NOT_ALLOWED'))
    },
  })
  stopAfterTest(filled.stop)
  const asked = () => calls.map(({ method }) => method).filter((method) => !/get(Capabilities|Assets)/.test(method))
  return { ...filled, calls, asked }
}

const allowed = (spender: Hex) =>
  world.place.client.readContract({
    address: tokens.stable,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [trader, spender],
  })

test('one question, one transaction; what arrives is at least what was shown, and nothing is left allowed [C179]', async () => {
  const { review, context, store, asked, calls, active, events } = await open()
  const shown = await review()
  if (shown.status !== 'ready' || !shown.allowance) throw new Error(shown.status)
  expect(shown).toMatchObject({ fee: undefined, gas: undefined, simulation: { status: 'works' } })
  const before = await holding(world.place, 'stable')
  const block = await world.place.client.getBlockNumber()
  await confirmSwap(context)
  expect(store.get(swappingAtom)).toEqual({ status: 'idle' })
  expect(new Set(asked())).toEqual(new Set(['wallet_sendCalls', 'wallet_getCallsStatus']))
  // What was shown is what was signed.
  expect(calls.find(({ method }) => method === 'wallet_sendCalls')?.params).toMatchObject([
    {
      version: '2.0.0',
      chainId: '0x7a69',
      from: trader,
      atomicRequired: true,
      calls: [
        ...shown.allowance.calls.map(({ to, data }) => ({ to, data, value: '0x0' })),
        // Its deadline is that of the press.
        { to: shown.call.to, value: '0x0' },
      ],
    },
  ])
  expect(before - (await holding(world.place, 'stable'))).toBe(100_000_000n)
  expect(await allowed(shown.allowance.spender)).toBe(0n)
  const [entry] = store.get(ledgersAtom)[active] ?? []
  expect(entry).toMatchObject({ operation: 'trade', moved: { amount: '100', label: 'STABLE' } })
  const { to, blockNumber } = await world.place.client.getTransactionReceipt({ hash: entry?.id as Hex })
  expect(to?.toLowerCase()).toBe(trader.toLowerCase())
  // The contract of the wallet, and the batch.
  expect(blockNumber).toBe(block + 2n)
  expect(store.get(routeAtom)?.view).toBe('Account')
  expect(events('SWAP_SUCCESS')).toHaveLength(1)
  expect(events('SWAP_ERROR')).toEqual([])
})

test.each([
  ['the user does not want to upgrade the account', 5750],
  ['the wallet has the method for other accounts only', 5700],
  ['the wallet does not know the method after all', 4200],
])('%s: nothing is sent, and the two steps follow', async (_, rpcCode) => {
  const { review, context, store, asked } = await open({
    wallet_sendCalls: () =>
      Promise.reject(new AirlockError(rpcCode === 4200 ? 'METHOD_NOT_ALLOWED' : 'WALLET_FAILED', { rpcCode })),
  })
  expect((await review()).status).toBe('ready')
  await confirmSwap(context)
  expect(store.get(swapReviewAtom).status).toBe('allow')
  expect(store.get(swappingAtom)).toEqual({ status: 'idle' })
  await approveSwap(context)
  expect(store.get(swapReviewAtom)).toMatchObject({ status: 'ready', allowance: undefined })
  await confirmSwap(context)
  expect(asked()).toEqual(['wallet_sendCalls', 'eth_sendTransaction', 'eth_sendTransaction'])
})

test('declined: the form is kept, and the same question can be asked again', async () => {
  let isWilling = false
  const { review, context, store, active, calls } = await open({
    wallet_sendCalls: async (params) => {
      if (!isWilling) throw new AirlockError('USER_REJECTED')
      const chain = { chainId: 31337, nodeUrl: world.place.node.rpcUrl }
      const { id } = await later.send(params, chain)
      return { id }
    },
    // as: a wallet answers with JSON
    wallet_getCallsStatus: async (params) => (await later.status(params)) as Json,
  })
  const later = createBatches(createSigner(key))
  await review()
  await confirmSwap(context)
  expect(store.get(swappingAtom)).toEqual({ status: 'over', trouble: 'declined' })
  expect(store.get(ledgersAtom)[active] ?? []).toEqual([])
  isWilling = true
  await confirmSwap(context)
  expect(store.get(ledgersAtom)[active]).toHaveLength(1)
  expect(calls.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(2)
})

test('the calls fail on the chain: said so, and nothing is called sent', async () => {
  const { review, context, store, active } = await open({
    wallet_sendCalls: () => Promise.resolve({ id: '0x01' }),
    wallet_getCallsStatus: () => Promise.resolve({ status: 500, receipts: [] }),
  })
  await review()
  await confirmSwap(context)
  expect(store.get(swappingAtom)).toEqual({ status: 'over', trouble: 'failed' })
  expect(store.get(ledgersAtom)[active] ?? []).toEqual([])
})

test('a wallet that names the transaction at once is not asked what became of it', async () => {
  const hash = `0x${'ab'.repeat(32)}`
  const { review, context, store, active, asked } = await open({
    wallet_sendCalls: () =>
      Promise.resolve({ id: '0x01', capabilities: { caip345: { caip2: 'eip155:31337', transactionHashes: [hash] } } }),
  })
  await review()
  await confirmSwap(context)
  expect(asked()).toEqual(['wallet_sendCalls'])
  expect(store.get(ledgersAtom)[active]).toMatchObject([{ id: hash }])
})

test('a wallet that never says what became of the calls: not known, and a second time is warned of [C179]', async () => {
  const { review, context, store } = await open({
    wallet_sendCalls: () => Promise.resolve({ id: '0x01' }),
    wallet_getCallsStatus: () => Promise.reject(new AirlockError('TIMEOUT')),
  })
  await review()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const confirmed = confirmSwap(context)
    await vi.waitFor(() => expect(store.get(swappingAtom)).toEqual({ status: 'confirming', isSlow: false }))
    await vi.advanceTimersByTimeAsync(25_000)
    expect(store.get(swappingAtom)).toEqual({ status: 'confirming', isSlow: true })
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    await confirmed
  } finally {
    vi.useRealTimers()
  }
  expect(store.get(swappingAtom)).toEqual({ status: 'over', trouble: 'unknown' })
  expect(store.get(isRepeatedSwapAtom)).toBe(true)
})

test('an allowance that is there is not asked for again', async () => {
  const { review, context, asked } = await open()
  const { status } = await review()
  expect(status).toBe('ready')
  await confirmSwap(context)
  const other = await open()
  await allow(world, 'stable', 100_000_000n)
  expect(await other.review()).toMatchObject({ status: 'ready', allowance: undefined })
  await confirmSwap(other.context)
  expect(asked()[0]).toBe('wallet_sendCalls')
  expect(other.asked()).toEqual(['eth_sendTransaction'])
})

test('the gateway lies about the permission: refused before the wallet is asked', async () => {
  const data = `0x095ea7b3${'bad0'.repeat(32)}`
  world.lies.set('build-approve', (answer) => ({ ...answer, tx: { ...(answer['tx'] as Answer), data } }))
  const { review, asked } = await open()
  expect(await review()).toEqual({ status: 'failed', why: 'lies' })
  expect(asked()).toEqual([])
})
