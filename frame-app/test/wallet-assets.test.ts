/** What a wallet says that it holds: asked before the gateway where it can say so, and believed only as a whole. */

import type { Json } from '@airlock/protocol/json.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCapabilities } from '../src/modal/core/api/capabilities.ts'
import { queries } from '../src/modal/core/api/queries.ts'
import { readAssets } from '../src/modal/core/api/wallet-assets.ts'
import { tokensAtom } from '../src/modal/features/assets/state/tokens.ts'
import { refreshTokens } from '../src/modal/features/assets/tokens.ts'
import { setConnectionAtom } from '../src/modal/session/state/accounts.ts'
import { connectorsAtom } from '../src/modal/session/state/connectors.ts'
import { createTestConnector, createTestModal } from './support/modal.ts'

const address = `0x${'ab'.repeat(20)}`
const account: Caip10 = `eip155:8453:${address}`
const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const native = {
  address: 'native',
  balance: '0x10a741a462780000',
  type: 'NATIVE',
  metadata: {
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    price: 3000,
    value: 3600,
    iconUrl: 'https://cdn.example/eth.png',
  },
}
const dollar = {
  address: usdc,
  balance: '0x17d7840',
  type: 'erc20',
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1, iconUrl: '' },
}
const can: Json = { '0x2105': { assetDiscovery: { supported: true }, atomic: { status: 'supported' } } }

beforeEach(() => queries.clear())
afterEach(() => void vi.unstubAllGlobals())

function start(answers: Record<string, Json | undefined>) {
  const modal = createTestModal()
  const gateway = vi.fn((url: string) =>
    Promise.resolve(
      url.includes('supported-chains')
        ? Response.json({ http: ['eip155:8453'], ws: [] })
        : Response.json({ balances: [] }),
    ),
  )
  vi.stubGlobal('fetch', gateway)
  const request = vi.fn((method: string, _params: Json) => {
    const answer = answers[method]
    return answer === undefined ? Promise.reject(new Error('unknown method')) : Promise.resolve(answer)
  })
  const { connector } = createTestConnector({ request })
  modal.store.set(connectorsAtom, [connector])
  modal.store.set(setConnectionAtom, 'eip155', {
    status: 'connected',
    wallet: { id: connector.id, type: 'announced', name: connector.name, handle: connector.key },
    accounts: [account],
    active: account,
    chainId: 'eip155:8453',
  })
  const context = { ...modal.context, project: { ...modal.context.project, gatewayUrl: 'https://gateway.example' } }
  return { context, request, gateway, tokens: () => modal.store.get(tokensAtom)[account] }
}

test('a wallet that can say what it holds is asked, and the gateway is not', async () => {
  const { context, request, gateway, tokens } = start({
    wallet_getCapabilities: can,
    wallet_getAssets: { '0x2105': [native, dollar] },
  })
  await refreshTokens(context)
  expect(request.mock.calls.at(-1)?.slice(0, 2)).toEqual([
    'wallet_getAssets',
    [{ account: address, chainFilter: ['0x2105'] }],
  ])
  expect(tokens()).toMatchObject({
    status: 'ready',
    tokens: [
      { symbol: 'ETH', amount: '1.2', value: 3600, address: undefined },
      { symbol: 'USDC', amount: '25', address: `eip155:8453:${usdc}` },
    ],
  })
  expect(gateway).not.toHaveBeenCalled()
})

test.each<[string, Record<string, Json | undefined>]>([
  ['does not know the methods', {}],
  [
    'cannot find assets on this network',
    { wallet_getCapabilities: { '0x1': { assetDiscovery: { supported: true } } } },
  ],
  ['can, but fails', { wallet_getCapabilities: can }],
])('a wallet that %s is not asked again, and the gateway answers', async (_, answers) => {
  const { context, request, gateway, tokens } = start(answers)
  await refreshTokens(context)
  const asked = request.mock.calls.length
  await refreshTokens(context, { isAsked: true })
  expect(request.mock.calls).toHaveLength(asked)
  expect(tokens()).toEqual(expect.objectContaining({ status: 'ready', tokens: [] }))
  expect(gateway.mock.calls.some(([url]) => url.includes('/balance'))).toBe(true)
})

test.each([
  ['an amount that is none', { ...native, balance: '-0x1' }],
  ['an amount of more than 256 bits', { ...native, balance: `0x1${'0'.repeat(64)}` }],
  ['decimals without end', { ...native, metadata: { ...native.metadata, decimals: 1e9 } }],
  ['an address that is none', { ...dollar, address: 'javascript:0' }],
  ['another kind', { ...dollar, type: 'erc721' }],
  ['a price that is none', { ...dollar, metadata: { ...dollar.metadata, price: 'free' } }],
  ['a name of a megabyte', { ...dollar, metadata: { ...dollar.metadata, name: 'x'.repeat(1_000_000) } }],
])('one asset with %s makes the answer void [C133]', (_, asset) => {
  expect(readAssets({ '0x2105': [native, asset] }, 'eip155:8453')).toBeUndefined()
})

test('pictures of a wallet are not loaded, and capabilities of any form are read', () => {
  expect(readAssets({ '0x2105': [native] }, 'eip155:8453')?.[0]?.iconUrl).toBe('')
  for (const invalid of [null, 'yes', [], { '0x2105': null }, { '0x2105': { assetDiscovery: true } }])
    expect(readCapabilities(invalid, 'eip155:8453')).toEqual({ discoversAssets: false, isAtomic: false })
})
