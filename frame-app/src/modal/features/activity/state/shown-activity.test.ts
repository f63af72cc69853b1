import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { connectAccount } from '../../../../../test/support/modal.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { setTokensAtom, type Token } from '../../assets/state/tokens.ts'
import { boughtAtom } from '../../buy/state/bought.ts'
import { type Activity, type ActivityEntry, setActivityAtom } from '../../ledger/state/activity.ts'
import { ledgersAtom, type Tracked } from '../../ledger/state/ledger.ts'
import { shownActivityAtom } from './shown-activity.ts'

const address = `0x${'ab'.repeat(20)}`
const account: Caip10 = `eip155:1:${address}`
const network: Network = {
  id: 'eip155:1',
  name: 'Ethereum',
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  testnet: false,
}
const hashOf = (nth: number): `0x${string}` => `0x${String(nth).padStart(64, '0')}`
const past = (nth: number, at: number): ActivityEntry => ({
  key: `${nth} ${hashOf(nth)}`,
  hash: hashOf(nth),
  at,
  operation: 'send',
  status: 'confirmed',
  from: address,
  to: address,
  nonce: nth,
  application: undefined,
  movements: [],
})
const made = (nth: number, sentAt: number, status: Tracked['status']): Tracked => ({
  id: hashOf(nth),
  status,
  operation: 'send',
  sentAt,
})

function fill(ledger: readonly Tracked[], activity?: Activity) {
  const store = createStore()
  connectAccount(store, account)
  store.set(ledgersAtom, { [account]: ledger })
  if (activity) store.set(setActivityAtom, account, activity)
  return store
}

function show(ledger: readonly Tracked[], activity?: Activity) {
  const { pending, settled } = fill(ledger, activity).get(shownActivityAtom)
  const idOf = ({ hash, status }: ActivityEntry) => `${Number(hash)} ${status}`
  return { pending: pending.map(idOf), settled: settled.map(idOf) }
}
const page = (entries: readonly ActivityEntry[], next?: string): Activity => ({
  status: 'ready',
  entries,
  next,
  more: 'idle',
  asOf: 0,
})

test('pending entries are on top; settled ones stand among the history by their time', () => {
  const ledger = [made(9, 90, 'pending'), made(8, 80, 'failed'), made(6, 60, 'dropped'), made(5, 50, 'replaced')]
  expect(show(ledger, page([past(7, 70), past(4, 40)]))).toEqual({
    pending: ['9 pending'],
    settled: ['8 failed', '7 confirmed', '6 dropped', '5 replaced', '4 confirmed'],
  })
})

test('a transaction of the history is shown once, with the status of the history', () => {
  expect(show([made(7, 71, 'pending'), made(4, 40, 'failed')], page([past(7, 70), past(4, 40)]))).toEqual({
    pending: [],
    settled: ['7 confirmed', '4 confirmed'],
  })
})

test('the ledger adds the payment that the history lacks; the history’s own one wins', () => {
  const to = `0x${'cd'.repeat(20)}`
  const store = fill([{ ...made(7, 71, 'confirmed'), to, value: '5' }], page([past(7, 70), past(4, 40)]))
  const own = { token: undefined, to, amount: '0.000000000000000005' }
  expect(store.get(shownActivityAtom).settled.map(({ payment }) => payment)).toEqual([own, undefined])
  const told = { ...own, amount: '1' }
  store.set(setActivityAtom, account, page([{ ...past(7, 70), payment: told }]))
  expect(store.get(shownActivityAtom).settled.map(({ payment }) => payment)).toEqual([told])
})

test('a settled entry older than the loaded pages waits for its page; a pending one is shown', () => {
  const ledger = [made(3, 30, 'confirmed'), made(2, 20, 'dropped'), made(1, 10, 'pending')]
  expect(show(ledger, page([past(7, 70), past(4, 40)], 'more'))).toEqual({
    pending: ['1 pending'],
    settled: ['7 confirmed', '4 confirmed'],
  })
  expect(show(ledger, page([past(4, 40)])).settled).toEqual(['4 confirmed', '3 confirmed', '2 dropped'])
})

test('no history: everything that was made here is shown', () => {
  const ledger = [made(2, 20, 'confirmed'), made(1, 10, 'dropped')]
  for (const activity of [undefined, { status: 'failed' }, { status: 'unsupported' }] as const)
    expect(show(ledger, activity).settled).toEqual(['2 confirmed', '1 dropped'])
})

test('an asset has the same picture as in the list of tokens, pending, in the history and bought', () => {
  const contract = `eip155:1:0x${'ef'.repeat(20)}`
  const held = (symbol: string, address: string | undefined): Token => ({
    address,
    name: symbol,
    symbol,
    icon: `/${symbol}.png`,
    amount: '1',
    price: undefined,
    value: undefined,
  })
  const moved = (label: string) => ({ direction: 'in', kind: 'token', amount: '1', label, image: undefined }) as const
  const store = fill(
    [{ ...made(9, 90, 'pending'), moved: { amount: '1', label: 'TST', address: contract } }],
    page([{ ...past(7, 70), movements: [moved('TST'), moved('ETH'), moved('TWICE'), moved('ELSE')] }]),
  )
  store.set(networksAtom, [network])
  store.set(setTokensAtom, account, {
    status: 'ready',
    tokens: [
      held('ETH', undefined),
      held('TST', contract),
      held('TWICE', 'eip155:1:0x1'),
      held('TWICE', 'eip155:1:0x2'),
    ],
    asOf: 0,
  })
  store.set(boughtAtom, {
    [address]: [
      {
        chainId: 'eip155:1',
        entry: { ...past(6, 60), key: 'buy', operation: 'buy', seller: 'Shop', movements: [moved('ETH')] },
      },
    ],
  })
  const { pending, settled } = store.get(shownActivityAtom)
  const drawn = (entry: ActivityEntry | undefined) => entry?.movements.map(({ pictureId, image }) => [pictureId, image])
  expect(drawn(pending[0])).toEqual([[contract, '/TST.png']])
  expect(drawn(settled[0])).toEqual([
    [contract, undefined],
    ['eip155:1', undefined],
    [undefined, undefined],
    [undefined, undefined],
  ])
  expect(drawn(settled[1])).toEqual([['eip155:1', '/ETH.png']])
})
