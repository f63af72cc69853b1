/** A wallet of the page that works in several namespaces: one row, and a choice. */
import { expect, test } from 'vitest'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { connect } from '../src/modal/features/connect/connect.ts'
import { open } from '../src/modal/features/connect/open.ts'
import type { Connector } from '../src/modal/session/connector.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { connectRowsAtom, recentWalletsAtom } from '../src/modal/session/state/connectors.ts'
import { networksAtom } from '../src/modal/session/state/network.ts'
import { createSunbird, createTestConnector, createTestModal, mainnet, network, use } from './support/modal.ts'

function start(...connectors: Connector[]) {
  const modal = createTestModal()
  modal.store.set(networksAtom, [network(1), { ...network(1), id: mainnet, name: 'Solana' }])
  use(modal.store, ...connectors)
  open(modal.context)
  return modal
}
const evm = (more: Partial<Connector> = {}) => createTestConnector({ key: 'evm', ...more }).connector
const solana = (more: Partial<Connector> = {}) =>
  createSunbird({ key: 'solana', id: 'Example Wallet', name: 'Example Wallet', ...more }).connector
const rowsOf = ({ store }: ReturnType<typeof start>) => store.get(connectRowsAtom).map(({ key, badge }) => [key, badge])

test('is one row, which asks for the namespace, and connects the chosen one', async () => {
  const modal = start(evm(), solana())
  expect(rowsOf(modal)).toEqual([['evm', 'multichain']])
  await connect(modal.context, 'evm')
  expect(modal.store.get(routeAtom)).toEqual({ view: 'ConnectingMultiChain', connectorKey: 'evm' })
  expect(modal.store.get(activeConnectionAtom)).toBeUndefined()
  await connect(modal.context, 'solana', true)
  expect(modal.store.get(routeAtom)?.view).toBe('ConnectingExternal')
  expect(modal.store.get(activeConnectionAtom)).toMatchObject({ chainId: mainnet })
})

test('is connected without a choice if the page asks for one namespace', async () => {
  const modal = start(evm(), solana())
  open(modal.context, { view: 'Connect', namespace: 'solana' })
  expect(rowsOf(modal)).toEqual([['solana', 'installed']])
  await connect(modal.context, 'solana')
  expect(modal.store.get(activeConnectionAtom)).toMatchObject({ chainId: mainnet })
})

test('a recently used one is one row as well', () => {
  const modal = start(evm(), solana())
  modal.store.set(recentWalletsAtom, [{ id: 'Example Wallet', name: 'Example Wallet' }])
  expect(rowsOf(modal)).toEqual([['solana', 'recent']])
})

test.each([
  ['another one of the same name in a namespace', [evm(), solana(), solana({ key: 'copy' })]],
  ['a disputed identity', [evm({ disputed: true }), solana()]],
  ['another name', [evm(), solana({ name: 'Other Wallet' })]],
])('is not made of wallets with %s [C183]', (_, connectors) => {
  const rows = rowsOf(start(...connectors))
  expect(rows).toHaveLength(connectors.length)
  expect(rows.every(([, badge]) => badge === 'installed')).toBe(true)
})
