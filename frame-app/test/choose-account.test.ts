/** Which of its wallet's addresses is in use: chosen here, kept over a reload, and given up when the wallet says otherwise. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { Provider } from 'jotai'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { ModalContextProvider } from '../src/modal/core/modal-context.ts'
import { SwitchAddressView } from '../src/modal/home/account/SwitchAddressView.tsx'
import { restore } from '../src/modal/host/restore.ts'
import { chooseAccount, withChosen } from '../src/modal/session/choose-account.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { addressesOf } from '../src/modal/session/state/addresses.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
import { createTestConnector, createTestModal, exampleHint, use } from './support/modal.ts'

const [first, second, third] = ['11', '22', '33'].map((byte): Caip10 => `eip155:1:0x${byte.repeat(20)}`) as [
  Caip10,
  Caip10,
  Caip10,
] // as: three
const addressOf = (account: Caip10) => account.slice('eip155:1:'.length)
const offer = { accounts: [first, second], chainId: 'eip155:1' } as const
afterEach(() => vi.unstubAllGlobals())

function setUp(memory?: Map<string, unknown>, accounts: readonly Caip10[] = offer.accounts) {
  const modal = createTestModal({}, memory)
  const { connector, emit } = createTestConnector({ offer: { ...offer, accounts } })
  const { context, store } = modal
  use(store, connector)
  return {
    ...modal,
    emit,
    connect: () => storeConnection(context, connector, { ...offer, accounts }),
    active: () => store.get(activeConnectionAtom)?.active,
    told: () => store.get(snapshotAtom).accounts[0],
  }
}

test('the page is told the address that is chosen, and all that the wallet shares', () => {
  const { context, connect, active, told } = setUp()
  connect()
  expect(active()).toBe(first)
  chooseAccount(context, second)
  expect(told()).toMatchObject({ active: second, accounts: [first, second] })
})

test('an address that the wallet does not share is not taken', () => {
  const { context, connect, active, memory } = setUp()
  connect()
  chooseAccount(context, third)
  expect([active(), memory.get('address/eip155')]).toEqual([first, undefined])
})

test('a choice outlives a reload, without naming the other address in between', async () => {
  const before = setUp()
  before.connect()
  chooseAccount(before.context, second)
  const { context, store, active } = setUp(before.memory)
  const seen = new Set<unknown>()
  store.sub(snapshotAtom, () => seen.add(active()))
  await restore(context, exampleHint)
  expect(active()).toBe(second)
  expect([...seen]).not.toContain(first)
})

test('a choice that the wallet no longer shares ends', async () => {
  const memory = new Map<string, unknown>([['address/eip155', addressOf(second)]])
  const { context, active } = setUp(memory, [first, third])
  await restore(context, exampleHint)
  expect([active(), memory.get('address/eip155')]).toEqual([first, undefined])
})

test('the wallet’s own selection takes precedence, and ends the choice', () => {
  const { context, connect, active, emit, memory } = setUp()
  connect()
  chooseAccount(context, second)
  expect(memory.get('address/eip155')).toBe(addressOf(second))
  emit({ type: 'accounts', accounts: [addressOf(third), addressOf(first)] })
  expect([active(), memory.get('address/eip155')]).toEqual([third, undefined])
})

test('a disconnect ends the choice, also of a restored connection: the next one begins with the wallet’s own', async () => {
  const memory = new Map<string, unknown>([['address/eip155', addressOf(second)]])
  const { context, active, connect } = setUp(memory)
  await restore(context, exampleHint)
  expect(active()).toBe(second)
  await disconnect(context)
  expect(memory.get('address/eip155')).toBeUndefined()
  connect()
  expect(active()).toBe(first)
})

test('an offer without the chosen address stays as it is', () => {
  const { context } = setUp()
  expect(withChosen(context, offer)).toBe(offer)
})

test('the addresses are those on the network of the account, each once', () => {
  const { connect, store } = setUp(undefined, [first, second, first, 'eip155:10:0x44'])
  connect()
  const connection = store.get(activeConnectionAtom)
  expect(connection && addressesOf(connection)).toEqual([first, second])
})

/** The view, as text: tags become bars. */
function drawn({ context, store }: Pick<ReturnType<typeof setUp>, 'context' | 'store'>): string {
  vi.stubGlobal('location', { origin: 'https://modal.example' })
  const inside = createElement(ModalContextProvider, { value: context }, createElement(SwitchAddressView))
  const html = renderToStaticMarkup(createElement(Provider, { store }, inside))
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')
}

test('the view names every address, and says that an extension may sign for the selected one only', () => {
  const modal = setUp()
  modal.connect()
  const text = drawn(modal)
  expect(text).toContain('0x11…111111')
  expect(text).toContain('0x22…222222')
  expect(text).toContain('In use')
  expect(text).toContain('Example Wallet may decline to sign for an address that is not selected in it')
})

test('a wallet with one address: the view says where to choose another', () => {
  const modal = setUp(undefined, [first])
  modal.connect()
  const text = drawn(modal)
  expect(text).toContain('Example Wallet shares no other address with this site')
  expect(text).not.toContain('may decline')
})
