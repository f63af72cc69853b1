/** AppKit's adapter class creates the page's wagmi configuration. */
import { createAppKit } from '@airlock/host-sdk/appkit'
import { WagmiAdapter } from '@airlock/host-sdk/appkit-adapter-wagmi'
import { expect, test, vi } from 'vitest'
import { ethereum, optimism, options, solana } from './support.ts'

test('the configuration has the EVM networks with a transport each, and the adapter is taken', () => {
  const adapter = new WagmiAdapter({ networks: [ethereum, optimism, solana], projectId: 'test', ssr: true })
  expect(adapter.wagmiConfig.chains.map(({ id }) => id)).toEqual([1, 10])
  expect(adapter.wagmiConfig._internal.ssr).toBe(true)
  expect(adapter.wagmiConfig.getClient({ chainId: 10 }).transport.type).toBe('http')
  createAppKit(options({ adapters: [adapter] }))
})

test('wagmi looks for no wallets, unless the page says so', () => {
  vi.stubGlobal('window', new EventTarget())
  const looks = (more: object = {}) =>
    new WagmiAdapter({ networks: [ethereum], ...more }).wagmiConfig._internal.mipd !== undefined
  expect(looks()).toBe(false)
  expect(looks({ multiInjectedProviderDiscovery: true })).toBe(true)
  vi.unstubAllGlobals()
})

test('attached, the instance is the connector of the configuration', () => {
  const adapter = new WagmiAdapter({ networks: [ethereum] })
  const { airlock } = createAppKit(options())
  const undo = adapter.attach(airlock)
  expect(adapter.wagmiConfig.connectors.map(({ id }) => id)).toContain('airlock')
  undo()
  expect(adapter.wagmiConfig.connectors).toEqual([])
})

test('an option without a counterpart throws with its name', () => {
  const given = { networks: [ethereum], pendingTransactionsFilter: { enable: true } }
  expect(() => new WagmiAdapter(given)).toThrow('pendingTransactionsFilter')
  expect(() => new WagmiAdapter({ networks: [solana] })).toThrow('no EVM network')
})
