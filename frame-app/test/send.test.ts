/** Payments from the form to the ledger, on a real chain: what goes well, and every bad day. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { createWalletClient, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getBalance, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOpenAtom, toastAtom } from '../src/modal/core/modal.ts'
import { routeAtom, stackAtom } from '../src/modal/core/router/router.ts'
import { shownActivityAtom } from '../src/modal/features/activity/state/shown-activity.ts'
import { ledgersAtom } from '../src/modal/features/ledger/state/ledger.ts'
import {
  chooseToken,
  readFacts,
  sendAgain,
  startDraft,
  takeMost,
  turnUnit,
  typeAmount,
  typeRecipient,
  watchDraft,
} from '../src/modal/features/send/send.ts'
import { confirmSend } from '../src/modal/features/send/send-confirm.ts'
import { reviewDraft } from '../src/modal/features/send/send-review.ts'
import {
  draftAtom,
  factsAtom,
  foundAtom,
  isRepeatAtom,
  reviewAtom,
  sendingAtom,
} from '../src/modal/features/send/state/send.ts'
import { formAtom } from '../src/modal/features/send/state/send-form.ts'
import { troubleOf } from '../src/modal/features/submit/submit.ts'
import { waitForSend } from '../src/modal/host/send-request.ts'
import type { Connector } from '../src/modal/session/connector.ts'
import { go } from '../src/modal/session/navigate.ts'
import { setConnectionAtom } from '../src/modal/session/state/accounts.ts'
import { onWalletEvent } from '../src/modal/session/wallet-events.ts'
import { sharedChain } from './support/approval-desk.ts'
import { createTestConnector, createTestModal, network, storageIn, use } from './support/modal.ts'

const friend = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const here = 'eip155:31337'

const chain = await sharedChain()
beforeEach(() => chain.behaviours.clear())
afterEach(() => vi.unstubAllGlobals())

type Sign = (account: PrivateKeyAccount, params: Json) => Promise<Json>
const approve: Sign = async (account, params) => {
  const [given] = params as [Record<string, Hex>]
  const wallet = createWalletClient({ chain: foundry, transport: http(chain.nodeUrl), account })
  const {
    to = '0x',
    data = '0x',
    value = '0x0',
    gas = '0x0',
    maxFeePerGas = '0x0',
    maxPriorityFeePerGas = '0x0',
  } = given
  const hash = await wallet.sendTransaction({
    to,
    data,
    value: BigInt(value),
    gas: BigInt(gas),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
  })
  // The node may answer before its block is there.
  await waitForTransactionReceipt(chain.client, { hash, pollingInterval: 10 })
  return hash
}

async function open({ sign = approve, ...more }: { sign?: Sign } & Partial<Connector> = {}) {
  const { fetch } = globalThis
  const modal = createTestModal({ networks: [network(31337), network(10)] })
  vi.stubGlobal('fetch', fetch)
  const account = await chain.newAccount()
  const asked: { method: string; params: Json }[] = []
  const made = createTestConnector({
    request: async (method, params) => {
      asked.push({ method, params })
      return sign(account, params)
    },
    ...more,
  })
  const { store } = modal
  const memory = new Map<string, string>()
  const context = {
    ...modal.context,
    project: { ...modal.context.project, rpc: { [here]: [chain.rpcUrl] } },
    storage: storageIn(memory, modal.context),
  }
  use(store, made.connector)
  const active: Caip10 = `${here}:${account.address}`
  store.set(setConnectionAtom, 'eip155', {
    status: 'connected',
    wallet: { id: made.connector.id, type: 'announced', name: 'Example Wallet', handle: made.connector.key },
    accounts: [active],
    active,
    chainId: here,
  })
  store.set(isOpenAtom, true)
  store.set(stackAtom, { steps: [{ id: 1, route: { view: 'Account' } }], direction: 'none' })
  go.push(context, { view: 'Send' })
  const until = (is: () => boolean) => vi.waitFor(() => expect(is()).toBe(true), { timeout: 10_000, interval: 5 })
  return {
    ...modal,
    context,
    account,
    active,
    asked,
    memory,
    until,
    events: (name: string) =>
      modal.told.flatMap(({ type, payload }) => {
        const event = payload as { name: string; props: Record<string, unknown> }
        return type === 'EVENT' && event.name === name ? [event.props] : []
      }),
    async fill(amount: string, to = friend) {
      startDraft(context)
      await readFacts(context)
      typeAmount(context, amount)
      typeRecipient(context, to)
      await until(() => store.get(foundAtom).status !== 'looking')
    },
    async review() {
      expect(store.get(formAtom)?.problem).toBeUndefined()
      reviewDraft(context)
      await until(() => store.get(reviewAtom).status !== 'loading')
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>
const balanceOf = (address: string) => getBalance(chain.client, { address: address as Hex })

test('an amount and an address: reviewed, signed, started, followed', async () => {
  const { context, store, fill, review, active, account, asked, events } = await open()
  const before = await balanceOf(friend)
  await fill('0,25')
  expect(store.get(foundAtom)).toMatchObject({ status: 'found', findings: [{ kind: 'first' }] })
  await review()
  expect(store.get(routeAtom)?.view).toBe('SendReview')
  await confirmSend(context)
  expect(await balanceOf(friend)).toBe(before + 25n * 10n ** 16n)
  expect(asked.map(({ method }) => method)).toEqual(['eth_sendTransaction'])
  expect(store.get(routeAtom)?.view).toBe('Account')
  expect(store.get(toastAtom)).toMatchObject({ variant: 'success', key: 'toast.transactionStarted' })
  expect(store.get(ledgersAtom)[active]).toMatchObject([
    { operation: 'send', status: 'pending', to: friend, value: '250000000000000000' },
  ])
  expect(store.get(draftAtom)).toBeUndefined()
  const facts = { isSmartAccount: false, network: here, token: 'ETH', amount: 0.25 }
  expect([events('SEND_INITIATED'), events('SEND_SUCCESS'), events('SEND_ERROR')]).toEqual([[facts], [facts], []])
  // The next payment to this address is not the first one.
  startDraft(context)
  typeRecipient(context, friend)
  await vi.waitFor(() => expect(store.get(foundAtom)).toMatchObject({ status: 'found', findings: [] }))
  expect(account.address).not.toBe(friend)
})

test('an address without 0x is the same address, in the review and for its warnings', async () => {
  const { store, fill, review } = await open()
  await fill('0.25', friend.slice(2))
  expect(store.get(foundAtom)).toMatchObject({ status: 'found', address: friend, findings: [{ kind: 'first' }] })
  await review()
  expect(store.get(reviewAtom)).toMatchObject({ status: 'ready', quote: { payment: { to: friend } } })
})

test('a token: its events say so too, and the pending row has its amount', async () => {
  const { context, store, review, active, account, until, events } = await open()
  const token = await chain.deployToken(account)
  startDraft(context)
  await readFacts(context)
  chooseToken(context, { address: token, name: 'Test', symbol: 'TST', icon: undefined, price: undefined })
  await until(() => store.get(factsAtom).status === 'ready')
  typeAmount(context, '0.4')
  typeRecipient(context, friend)
  await until(() => store.get(foundAtom).status === 'found')
  await review()
  await confirmSend(context)
  expect(store.get(ledgersAtom)[active]).toMatchObject([
    { operation: 'send', to: friend, moved: { amount: '0.4', label: 'TST' } },
  ])
  expect(events('SEND_SUCCESS')).toEqual([
    { isSmartAccount: false, network: here, token: `${here}:${token}`, amount: 0.4 },
  ])
})

test('again: the form has the token, the amount and the recipient of a sent payment, and checks them again', async () => {
  const { context, store, review, active, account, asked, until, events } = await open()
  const token = await chain.deployToken(account)
  startDraft(context, { to: friend, amount: '0.4', token, chainId: here })
  await until(() => store.get(foundAtom).status === 'found')
  await readFacts(context, true)
  await review()
  await confirmSend(context)
  const [sent] = store.get(shownActivityAtom).pending
  expect(sent?.payment).toEqual({ token, to: friend, amount: '0.4' })
  if (!sent?.payment) throw new Error('No payment')
  // Another one was begun meanwhile.
  startDraft(context)
  typeRecipient(context, other)
  // As the history writes it.
  sendAgain(context, { ...sent.payment, to: friend.toLowerCase() })
  expect(store.get(routeAtom)?.view).toBe('Send')
  expect(store.get(draftAtom)).toMatchObject({
    account: active,
    chainId: here,
    token: { address: token },
    typed: '0.4',
    to: friend,
    isFromPage: false,
  })
  await until(() => store.get(foundAtom).status === 'found')
  await readFacts(context, true)
  expect(store.get(formAtom)).toMatchObject({ problem: undefined, amount: { value: 400_000n } })
  expect(events('OPEN_SEND')).toHaveLength(2)
  // More than is left now.
  sendAgain(context, { ...sent.payment, amount: '9'.repeat(20) })
  await readFacts(context, true)
  expect(store.get(formAtom)?.problem).toBe('funds')
  expect(asked).toHaveLength(1)
})

test('again: a payment that is under way stays as it is', async () => {
  const { context, store, fill } = await open()
  await fill('0.1')
  store.set(sendingAtom, { status: 'waiting', isSlow: false })
  sendAgain(context, { token: undefined, to: other, amount: '7' })
  expect(store.get(draftAtom)).toMatchObject({ typed: '0.1', to: friend })
})

test('everything: the balance is empty afterwards but for what the fee left over', async () => {
  const { context, store, fill, review, account } = await open()
  await fill('')
  takeMost(context)
  await review()
  await confirmSend(context)
  const review1 = store.get(reviewAtom)
  const most = review1.status === 'ready' ? review1.quote.fee?.most : undefined
  expect(await balanceOf(account.address)).toBeLessThan(most ?? 0n)
})

test('dollars and units: the amount stays when the unit is turned', async () => {
  const { context, store, fill } = await open()
  await fill('1.5')
  chooseToken(context, { address: undefined, name: 'Ether', symbol: 'ETH', icon: undefined, price: 2000 })
  typeAmount(context, '1.5')
  turnUnit(context)
  expect(store.get(draftAtom)).toMatchObject({ unit: 'fiat', typed: '3000.00' })
  expect(store.get(formAtom)?.amount).toEqual({ value: 15n * 10n ** 17n })
  typeAmount(context, '1')
  expect(store.get(formAtom)?.amount).toEqual({ value: 5n * 10n ** 14n })
})

test('a double press asks the wallet once [C150]', async () => {
  let answer = () => {}
  const waits = new Promise<void>((resolve) => (answer = resolve))
  const { context, store, fill, review, asked, until } = await open({
    sign: async (...given) => {
      await waits
      return approve(...given)
    },
  })
  await fill('0.1')
  await review()
  const presses = [confirmSend(context), confirmSend(context)]
  await until(() => asked.length > 0)
  // Nor does another form, or another review.
  typeAmount(context, '0.2')
  expect(store.get(draftAtom)?.typed).toBe('0.1')
  startDraft(context, { amount: '0.3' })
  presses.push(confirmSend(context))
  answer()
  await Promise.all(presses)
  expect(asked).toHaveLength(1)
})

test('two tabs: the second one waits for the first [C150]', async () => {
  const { context, store, fill, review, asked } = await open()
  await fill('0.1')
  await review()
  const locks = {
    request: (_name: string, _options: unknown, work: (lock: unknown) => unknown) => Promise.resolve(work(null)),
  }
  vi.stubGlobal('navigator', { onLine: true, locks })
  await confirmSend(context)
  expect(store.get(sendingAtom)).toEqual({ status: 'over', trouble: 'elsewhere' })
  expect(asked).toEqual([])
})

test('declined: the form is kept, and nothing remembers it as begun', async () => {
  const { context, store, fill, review, events, memory } = await open({
    sign: () => Promise.reject(new AirlockError('USER_REJECTED')),
  })
  await fill('0.1')
  await review()
  await confirmSend(context)
  expect(store.get(sendingAtom)).toEqual({ status: 'over', trouble: 'declined' })
  expect(store.get(draftAtom)).toMatchObject({ typed: '0.1', to: friend })
  expect(store.get(routeAtom)?.view).toBe('SendReview')
  expect(events('SEND_ERROR')).toMatchObject([{ message: 'USER_REJECTED', token: 'ETH' }])
  expect([...memory.keys()].filter((key) => key.startsWith('send-begun'))).toEqual([])
})

test.each([
  ['REQUEST_PENDING', '', 'pending', undefined],
  ['WALLET_FAILED', 'insufficient funds for gas * price + value', 'funds', 'error.title'],
  ['WALLET_FAILED', 'nonce too low', 'nonce', 'error.title'],
  ['WALLET_FAILED', 'boom', 'failed', 'error.title'],
  ['TIMEOUT', '', 'unknown', undefined],
] as const)('a wallet that fails with %s %s', async (code, message, trouble, toasted) => {
  const { context, store, fill, review, memory } = await open({
    sign: () => Promise.reject(new AirlockError(code, { message })),
  })
  await fill('0.1')
  await review()
  await confirmSend(context)
  expect(store.get(sendingAtom)).toEqual({ status: 'over', trouble })
  expect(store.get(toastAtom)?.key).toBe(toasted)
  expect(store.get(draftAtom)).toMatchObject({ typed: '0.1', to: friend })
  const isBegun = [...memory.keys()].some((key) => key.startsWith('send-begun'))
  expect(isBegun).toBe(trouble === 'unknown')
})

test('a request that the embedded wallet has aborted was not sent; for any other wallet it is unknown', () => {
  const aborted = new AirlockError('ABORTED')
  expect([troubleOf(aborted, 'auth'), troubleOf(aborted, 'announced'), troubleOf(aborted, 'walletConnect')]).toEqual([
    'declined',
    'unknown',
    'unknown',
  ])
})

test('a page that was reloaded while the wallet asked: the same payment is a repetition, and says so [C150]', async () => {
  const { context, store, fill, review, asked, until } = await open({ sign: () => new Promise(() => {}) })
  await fill('0.1')
  await review()
  void confirmSend(context)
  await until(() => asked.length === 1)
  // The document is new, its storage is not.
  store.set(sendingAtom, { status: 'idle' })
  store.set(draftAtom, undefined)
  await fill('0.2')
  await review()
  expect(store.get(isRepeatAtom)).toBe(true)
  await fill('0.2', other)
  await review()
  expect(store.get(isRepeatAtom)).toBe(false)
})

test('the node is gone between review and send: nothing is asked, and the form is kept', async () => {
  const { context, store, fill, review, asked } = await open()
  await fill('0.1')
  await review()
  chain.behaviours.set('eth_feeHistory', async () => undefined)
  await confirmSend(context)
  expect(store.get(sendingAtom)).toEqual({ status: 'over', trouble: 'network' })
  expect(asked).toEqual([])
  chain.behaviours.clear()
  await confirmSend(context)
  expect(asked).toHaveLength(1)
})

test('gas spikes between review and send: the new fee is shown before anything is asked [C151]', async () => {
  const { context, store, fill, review, asked } = await open()
  await fill('0.1')
  await review()
  const shown = store.get(reviewAtom)
  chain.behaviours.set('eth_feeHistory', async (ask) => {
    const answer = JSON.parse(await ask()) as { result: { baseFeePerGas: string[] } }
    answer.result.baseFeePerGas = answer.result.baseFeePerGas.map(() => '0x2540be4000')
    return JSON.stringify(answer)
  })
  await confirmSend(context)
  expect(asked).toEqual([])
  const changed = store.get(reviewAtom)
  expect(changed).toMatchObject({ status: 'ready', isChanged: true })
  expect(changed.status === 'ready' && shown.status === 'ready' && changed.quote.fee !== shown.quote.fee).toBe(true)
  await confirmSend(context)
  expect(asked).toHaveLength(1)
})

test('the money is gone between review and send: said before anything is asked', async () => {
  const { context, store, fill, review, asked, account } = await open()
  await fill('0.9')
  await review()
  await chain.sendElsewhere(account, { to: other, value: 5n * 10n ** 17n })
  await confirmSend(context)
  expect(asked).toEqual([])
  expect(store.get(reviewAtom)).toMatchObject({ isChanged: true, quote: { simulation: { status: 'fails' } } })
})

test('a nonce that was used elsewhere does not matter: the wallet gives the next one', async () => {
  const { context, store, fill, review, account } = await open()
  await fill('0.1')
  await review()
  await chain.sendElsewhere(account, { to: other, value: 1n })
  const before = await balanceOf(friend)
  await confirmSend(context)
  expect(await balanceOf(friend)).toBe(before + 10n ** 17n)
  expect(store.get(routeAtom)?.view).toBe('Account')
})

test('another account in the middle: the form is kept and says so, and the review is left [C152]', async () => {
  const { context, store, fill, review, asked, until } = await open()
  await fill('0.1')
  const stop = watchDraft(context)
  await review()
  const next = await chain.newAccount()
  const shown = store.get(draftAtom)
  onWalletEvent(context, 'eip155', { type: 'accounts', accounts: [next.address] })
  expect(store.get(draftAtom)).toMatchObject({ typed: '0.1', to: friend, hasMoved: true })
  expect(store.get(draftAtom)?.account).not.toBe(shown?.account)
  await confirmSend(context)
  expect(asked).toEqual([])
  expect(store.get(routeAtom)?.view).toBe('Send')
  await until(() => store.get(factsAtom).status === 'ready' && store.get(foundAtom).status === 'found')
  await review()
  const quoted = store.get(reviewAtom)
  expect(quoted.status === 'ready' && quoted.quote.payment.from).toBe(next.address)
  stop()
})

test('a form of the page stays the same one while its view is away for the switch to its network', async () => {
  const { context, store } = await open()
  startDraft(context, { to: friend, amount: '0.4', chainId: 'eip155:10' })
  const stop = watchDraft(context)
  const filled = store.get(draftAtom)
  // The view is away, as long as the wallet's user takes.
  stop()
  onWalletEvent(context, 'eip155', { type: 'chain', chainId: 'eip155:10' })
  startDraft(context)
  watchDraft(context)()
  expect(store.get(draftAtom)).toMatchObject({ id: filled?.id, to: friend, typed: '0.4', isFromPage: true })
  expect(store.get(draftAtom)?.account).toMatch(/^eip155:10:/)
})

test('the wallet is on another network: it is asked to switch first', async () => {
  const switched: string[] = []
  const opened: Opened = await open({ switchNetwork: async ({ id }) => void switched.push(id) })
  const { context, store, fill, review, asked } = opened
  await fill('0.1')
  await review()
  onWalletEvent(context, 'eip155', { type: 'chain', chainId: 'eip155:10' })
  expect(store.get(formAtom)?.mustSwitch).toBe(true)
  await confirmSend(context)
  expect(switched).toEqual([here])
  expect(asked).toHaveLength(1)
})

test('the wallet stays on another network: nothing is asked', async () => {
  const { context, store, fill, review, asked } = await open({
    switchNetwork: () => Promise.reject(new AirlockError('USER_REJECTED')),
  })
  await fill('0.1')
  await review()
  onWalletEvent(context, 'eip155', { type: 'chain', chainId: 'eip155:10' })
  await confirmSend(context)
  expect(store.get(sendingAtom)).toEqual({ status: 'over', trouble: 'switch' })
  expect(asked).toEqual([])
})

test('a transaction that the wallet sends counts, although the user has closed the modal', async () => {
  let answer = () => {}
  const waits = new Promise<void>((resolve) => (answer = resolve))
  const { context, store, fill, review, asked, until, active } = await open({
    sign: async (...given) => {
      await waits
      return approve(...given)
    },
  })
  await fill('0.1')
  await review()
  const sending = confirmSend(context)
  await until(() => asked.length === 1)
  store.set(isOpenAtom, false)
  answer()
  await sending
  expect(store.get(ledgersAtom)[active]).toHaveLength(1)
})

const handling = () => ({ signal: new AbortController().signal, waitsForPerson: () => {} }) as never

test('the page fills a payment in, and learns the hash [C147]', async () => {
  const { context, store, review, until } = await open()
  const sent = waitForSend(context, { to: friend, amount: '0.125' }, handling())
  await until(() => store.get(foundAtom).status === 'found')
  await readFacts(context)
  expect(store.get(draftAtom)).toMatchObject({ to: friend, typed: '0.125', isFromPage: true })
  await review()
  await confirmSend(context)
  expect(await sent).toEqual({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string })
})

test('a page whose payment is replaced by another learns so, and only the other gets the hash', async () => {
  const { context, store, review, until } = await open()
  const first = waitForSend(context, { to: other, amount: '0.5' }, handling())
  await until(() => store.get(foundAtom).status === 'found')
  const second = waitForSend(context, { to: friend, amount: '0.125' }, handling())
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
  await until(() => store.get(foundAtom).status === 'found')
  await readFacts(context)
  await review()
  const sending = confirmSend(context)
  // Closed while the wallet asks: its answer counts.
  store.set(isOpenAtom, false)
  await sending
  expect((await second).hash).toMatch(/^0x[0-9a-f]{64}$/)
})

test('a page that asks for something else than a payment is refused, and a user who closes has sent nothing [C146]', async () => {
  const { context, store } = await open()
  const refused = [
    [{ token: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }, 'CHAIN_NOT_SUPPORTED'],
    [{ token: `${here}:x` }, 'BAD_SHAPE'],
    [{ token: `eip155:10:${friend}`, chainId: here }, 'BAD_SHAPE'],
    [{ to: `${friend.slice(0, 20)}\u202e${friend.slice(20)}` }, 'BAD_SHAPE'],
    [{ to: ' ' }, 'BAD_SHAPE'],
    [{ to: 'a'.repeat(256) }, 'BAD_SHAPE'],
    [{ amount: '1e9' }, 'BAD_SHAPE'],
    [{ amount: `1${'0'.repeat(78)}` }, 'BAD_SHAPE'],
    [{ amount: '-1' }, 'BAD_SHAPE'],
    [{ token: 'ETH' }, 'BAD_SHAPE'],
    [{ value: '1' }, 'BAD_SHAPE'],
    [{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'CHAIN_NOT_SUPPORTED'],
  ] as const
  for (const [request, code] of refused)
    await expect(waitForSend(context, request, handling()), JSON.stringify(request)).rejects.toMatchObject({ code })
  const closing = waitForSend(context, { to: friend }, handling())
  store.set(isOpenAtom, false)
  await expect(closing).rejects.toMatchObject({ code: 'USER_CLOSED' })
})
