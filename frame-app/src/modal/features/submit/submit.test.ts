/** The machine that asks the wallet, in any order of presses, answers, time and changes of the account. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestConnector, createTestModal, use } from '../../../../test/support/modal.ts'
import { setConnectionAtom } from '../../session/state/accounts.ts'
import { markBegun } from '../ledger/unanswered.ts'
import { type AnyForm, createForm, type FormDraft } from './form.ts'
import { type Asking, type End, type Outcome, type Submission, submit } from './submit.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const chainId = 'eip155:1'
const [own, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`]
const draft = { account: `${chainId}:${own}` as Caip10, chainId } as const

type Kind = 'payment' | 'swap' | 'allowance'

/** What was asked and not answered yet, the oldest first. */
function createQueue<T>() {
  const open: { readonly resolve: (value: T) => void; readonly reject: (error: Error) => void }[] = []
  return {
    open,
    ask: () => new Promise<T>((resolve, reject) => open.push({ resolve, reject })),
    answer: (value: T) => open.shift()?.resolve(value),
    fail: (error: Error) => open.shift()?.reject(error),
  }
}

function openDesk() {
  const { context, store, memory } = createTestModal()
  const [reads, asks, looks] = [createQueue<object | End>(), createQueue<Json>(), createQueue<Outcome>()]
  const { connector } = createTestConnector({ request: () => asks.ask() })
  use(store, connector)
  const connect = (address: string, network: 'eip155:1' | 'eip155:10' = chainId) =>
    store.set(setConnectionAtom, 'eip155', {
      status: 'connected',
      wallet: { id: connector.id, type: 'announced', name: 'Example Wallet', handle: connector.key },
      accounts: [`${network}:${address}`],
      active: `${network}:${address}`,
      chainId: network,
    })
  connect(own)
  const [payments, swaps] = [createForm<FormDraft>('Send', 'SendReview'), createForm<FormDraft>('Swap', 'SwapPreview')]
  /** Submissions that were begun, and how they ended. */
  const begun: { readonly form: AnyForm; readonly wallets: Asking[]; end?: End | undefined; isOver?: true }[] = []
  const press = (kind: Kind) => {
    const form = kind === 'payment' ? payments : swaps
    const mine: (typeof begun)[number] = { form, wallets: [] }
    const task: Submission<object> = {
      form,
      draft,
      owner: own,
      ...(kind !== 'allowance' && { content: () => kind }),
      read: () => reads.ask(),
      async ask(_, wallet) {
        mine.wallets.push(wallet)
        await wallet.request('eth_sendTransaction', [])
        if (kind === 'payment') return () => {}
        await wallet.confirm(() => looks.ask())
        if (kind === 'swap') return () => {}
        await wallet.request('eth_sendTransaction', [])
        await wallet.confirm(() => looks.ask())
        return 'again'
      },
      onTrouble: () => {},
    }
    begun.push(mine)
    void submit(context, task).then((end) => Object.assign(mine, { end, isOver: true }))
  }
  const shown = () => [store.get(payments.progressAtom), store.get(swaps.progressAtom)]
  return { context, store, memory, reads, asks, looks, connect, press, shown, begun, payments, swaps }
}
type Desk = ReturnType<typeof openDesk>

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

const kinds: readonly Kind[] = ['payment', 'swap', 'allowance']
const stops: readonly End[] = ['form', 'review', 'again', 'network', 'failed']
const failures = ['USER_REJECTED', 'REQUEST_PENDING', 'TIMEOUT', 'WALLET_FAILED', 'DISCONNECTED'] as const
const outcomes: readonly Outcome[] = [{ status: 'pending' }, { status: 'done' }, { status: 'failed' }]

/** One thing that happens: to the user, the wallet, the network or the clock. */
const step = fc.oneof(
  fc.constantFrom(...kinds).map((kind) => ({ name: kind, run: (desk: Desk) => desk.press(kind) })),
  fc.constant({ name: 'read', run: ({ reads }: Desk) => reads.answer({}) }),
  fc.constantFrom(...stops).map((end) => ({ name: end, run: ({ reads }: Desk) => reads.answer(end) })),
  fc.constant({ name: 'no read', run: ({ reads }: Desk) => reads.fail(new Error('away')) }),
  fc.constant({ name: 'answer', run: ({ asks }: Desk) => asks.answer('0x') }),
  fc.constantFrom(...failures).map((code) => ({
    name: code,
    run: ({ asks }: Desk) => asks.fail(new AirlockError(code)),
  })),
  fc.constantFrom(...outcomes).map((said) => ({ name: said.status, run: ({ looks }: Desk) => looks.answer(said) })),
  fc.constantFrom(2_000, 9_000, 30_000).map((ms) => ({ name: `${ms} ms`, run: () => void settle(ms) })),
  fc.constantFrom(own, other).map((address) => ({
    name: address === own ? 'own account' : 'other account',
    run: ({ connect }: Desk) => connect(address),
  })),
  fc.constant({ name: 'other network', run: ({ connect }: Desk) => connect(own, 'eip155:10') }),
)
const steps = fc.array(step, { minLength: 1, maxLength: 24 })

/** The other end of everything: no read, no answer, and no outcome in time. */
async function drain({ reads, asks, looks }: Desk) {
  for (let round = 0; round < 6; round++) {
    while (reads.open.length > 0) reads.fail(new Error('away'))
    while (asks.open.length > 0) asks.fail(new AirlockError('USER_REJECTED'))
    while (looks.open.length > 0) looks.answer({ status: 'pending' })
    await settle(6 * 60_000)
  }
}

test('one question at a time over all forms, none after the end, and each way ends [C150]', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (happening) => {
      const desk = openDesk()
      for (const { run } of happening) {
        run(desk)
        await settle()
        expect(desk.asks.open.length).toBeLessThanOrEqual(1)
        expect(desk.begun.filter(({ isOver }) => !isOver).length).toBeLessThanOrEqual(1)
        // While the wallet has the question, the view says that it waits.
        if (desk.asks.open.length > 0) expect(desk.shown().map(({ status }) => status)).toContain('waiting')
      }
      await drain(desk)
      const ends: readonly (End | undefined)[] = desk.begun.map(({ end }) => end)
      expect(desk.begun.every(({ isOver }) => isOver)).toBe(true)
      for (const form of [desk.payments, desk.swaps]) {
        const last = desk.begun.findLast((one) => one.form === form && one.end !== undefined)?.end
        const isFine = last === undefined || ['settled', 'form', 'review', 'again'].includes(last)
        expect(desk.store.get(form.progressAtom), ends.join()).toEqual(
          isFine ? { status: 'idle' } : { status: 'over', trouble: last },
        )
      }
      // What is over asks nothing any more.
      for (const wallet of desk.begun.flatMap(({ wallets }) => wallets)) {
        await expect(wallet.request('eth_sendTransaction', [])).rejects.toThrow(AirlockError)
        await expect(wallet.confirm(() => desk.looks.ask())).rejects.toThrow(AirlockError)
      }
      expect([desk.asks.open, desk.looks.open]).toEqual([[], []])
      // And nothing is locked: the user can try again.
      desk.connect(own)
      for (const kind of kinds) {
        desk.press(kind)
        await settle()
        desk.reads.fail(new Error('away'))
        await settle()
        expect(desk.begun.at(-1)?.end).toBe('network')
      }
      desk.context.scope.dispose()
    }),
    { numRuns: 150 },
  )
})

test('after the end of its scope nothing changes any more', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      const desk = openDesk()
      for (const { run } of before) {
        run(desk)
        await settle()
      }
      const [asked, shown] = [desk.asks.open.length, desk.shown()]
      const ended = desk.begun.map(({ end }) => end)
      desk.context.scope.dispose()
      for (const { name, run } of after)
        if (!kinds.some((kind) => kind === name)) {
          run(desk)
          await settle()
        }
      await drain(desk)
      expect(desk.shown()).toEqual(shown)
      expect(desk.begun.map(({ end }) => end)).toEqual(ended)
      expect(desk.asks.open.length).toBeLessThanOrEqual(asked)
    }),
    { numRuns: 100 },
  )
})

test('the wallet is slow after 8 s, and the network after 20 s', async () => {
  const { press, reads, asks, store, swaps } = openDesk()
  press('allowance')
  expect(store.get(swaps.progressAtom)).toEqual({ status: 'checking' })
  await settle()
  reads.answer({})
  await settle(7_000)
  expect(store.get(swaps.progressAtom)).toEqual({ status: 'waiting', isSlow: false })
  await settle(1_000)
  expect(store.get(swaps.progressAtom)).toEqual({ status: 'waiting', isSlow: true })
  asks.answer('0x')
  await settle(19_000)
  expect(store.get(swaps.progressAtom)).toEqual({ status: 'confirming', isSlow: false })
  await settle(1_000)
  expect(store.get(swaps.progressAtom)).toEqual({ status: 'confirming', isSlow: true })
})

test('a swap is not asked for while the same account’s payment is open, also without locks of the browser [C150]', async () => {
  const { press, reads, asks, store, payments, swaps } = openDesk()
  press('payment')
  await settle()
  reads.answer({})
  await settle()
  press('swap')
  await settle()
  expect(asks.open).toHaveLength(1)
  expect(store.get(swaps.progressAtom)).toEqual({ status: 'over', trouble: 'pending' })
  expect(store.get(payments.progressAtom)).toEqual({ status: 'waiting', isSlow: false })
})

test('an earlier unanswered submission stays marked while the wallet is not asked again, or does not answer [C150]', async () => {
  const { context, press, reads, asks, memory } = openDesk()
  const isMarked = () => memory.has(`send-begun/${draft.account}`)
  markBegun(context, draft.account, 'payment')
  const once = async (end: object | End, answer: () => void) => {
    press('payment')
    await settle()
    reads.answer(end)
    await settle()
    answer()
    await settle()
    return isMarked()
  }
  expect(await once('review', () => {})).toBe(true)
  expect(await once({ status: 'changed' }, () => asks.fail(new AirlockError('TIMEOUT')))).toBe(true)
  expect(await once({}, () => asks.fail(new AirlockError('USER_REJECTED')))).toBe(false)
})

test('a review that has changed asks nothing, and forgets nothing that was begun', async () => {
  const { context, reads, memory, payments } = openDesk()
  markBegun(context, draft.account, 'payment')
  const ended = submit(context, {
    form: payments,
    draft,
    owner: own,
    content: () => 'payment',
    read: () => reads.ask(),
    ask: () => Promise.resolve('review'),
    onTrouble: () => {},
  })
  await settle()
  reads.answer({})
  expect(await ended).toBe('review')
  expect(memory.has(`send-begun/${draft.account}`)).toBe(true)
})
