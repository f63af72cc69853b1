/** What was read about an account is there again after a reload, with its age, and gone with the connection. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activeTokensAtom, setTokensAtom } from '../src/modal/features/assets/state/tokens.ts'
import { connect } from '../src/modal/features/connect/connect.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { activeBalanceAtom, setBalanceAtom } from '../src/modal/session/state/balance.ts'
import { activeIdentityAtom, setIdentityAtom } from '../src/modal/session/state/identity.ts'
import { createTestConnector, createTestModal } from './support/modal.ts'
import { createSite } from './support/site.ts'

beforeEach(() => {
  createTestModal() // its globals
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const settle = async (ms = 5_000) => {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(ms)
}
const { connector } = createTestConnector({
  key: 'evm',
  handle: 'evm',
  // Without nodes, the wallet is asked for the balance.
  request: () => Promise.reject(new Error('no node')),
})
const token = {
  address: undefined,
  name: 'Ether',
  symbol: 'ETH',
  icon: undefined,
  amount: '2',
  price: 3_000,
  value: 6_000,
}

/** A tab in which everything about the account was read. */
async function start() {
  const site = createSite()
  const tab = site.open(connector)
  open(tab.context)
  await connect(tab.context, 'evm')
  await settle()
  const { accounts } = await connector.connect({ signal: new AbortController().signal })
  const [account] = accounts as readonly [Caip10] // as: it has one
  const { store } = tab
  const asOf = Date.now()
  store.set(setBalanceAtom, account, { status: 'ready', formatted: '2.000', symbol: 'ETH', asOf })
  store.set(setTokensAtom, account, { status: 'ready', tokens: [token], asOf })
  store.set(setIdentityAtom, account.slice('eip155:1:'.length), { name: 'ada.eth', avatar: undefined })
  return { site, tab, asOf }
}
const shownIn = ({ store }: Awaited<ReturnType<typeof start>>['tab']) => ({
  balance: store.get(activeBalanceAtom),
  tokens: store.get(activeTokensAtom),
  name: store.get(activeIdentityAtom)?.name,
})

test.each([
  ['at once', 0, 'ready', 'ada.eth'],
  ['after a minute', 60_000, 'stale', 'ada.eth'],
  ['after an hour', 3_600_000, 'stale', undefined],
])('a reload %s', async (_, ms, status, name) => {
  const { site, tab, asOf } = await start()
  tab.close()
  await vi.advanceTimersByTimeAsync(ms)
  const again = site.open(connector)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
  expect(shownIn(again)).toMatchObject({
    balance: { formatted: '2.000', symbol: 'ETH', asOf },
    tokens: { status, tokens: [token], asOf },
  })
  expect(shownIn(again).name).toBe(name)
})

test('after a day, nothing is shown', async () => {
  const { site, tab } = await start()
  tab.close()
  await vi.advanceTimersByTimeAsync(25 * 3_600_000)
  const again = site.open(connector)
  await settle()
  expect(shownIn(again).tokens).toBeUndefined()
})

test('a disconnect wipes it', async () => {
  const { site, tab } = await start()
  expect(site.memory.has('account-cache')).toBe(true)
  await disconnect(tab.context)
  await settle()
  expect(site.memory.has('account-cache')).toBe(false)
})

test('stored entries of another form are not shown', async () => {
  const { site, tab } = await start()
  tab.close()
  const [key = ''] = Object.keys(site.memory.get('account-cache') as object)
  site.memory.set('account-cache', { [key]: { tokens: { tokens: [{ name: 1 }], asOf: Date.now() } } })
  const again = site.open(connector)
  await settle()
  expect(shownIn(again).tokens).toBeUndefined()
})
