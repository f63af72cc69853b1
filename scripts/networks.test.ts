/** The catalogue of networks equals viem's, is usable without changes, and costs a bundle only what it imports. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as viem from 'viem/chains'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import * as ofBitcoin from '../host-sdk/src/catalogue/bitcoin.ts'
import * as catalogue from '../host-sdk/src/catalogue/index.ts'
import * as ofPolkadot from '../host-sdk/src/catalogue/polkadot.ts'
import * as ofSolana from '../host-sdk/src/catalogue/solana.ts'
import { toFrameNetwork } from '../host-sdk/src/networks.ts'
import { readOptions } from '../host-sdk/src/options.ts'
import type { Chain, Network } from '../host-sdk/src/types.ts'
import { catalogueFile, writeCatalogue } from './networks.mjs'

const page = { projectId: 'test', frameUrl: 'https://modal.example/p/test/' }

test('the file that the install wrote is what the installed viem gives', async () => {
  expect(readFileSync(catalogueFile, 'utf8')).toBe(await writeCatalogue())
})

test('every chain of viem is there under its name, beside the networks of other namespaces', () => {
  const others = [ofSolana, ofBitcoin, ofPolkadot].flatMap(Object.keys)
  expect(others).toHaveLength(9)
  expect(Object.keys(catalogue).sort()).toEqual([...Object.keys(viem), ...others].sort())
})

test('the networks of Polkadot have the first half of their genesis hash as id, and the units of the chain', () => {
  const { polkadot, kusama, westend } = ofPolkadot
  const units = [polkadot, kusama, westend].map(({ caipNetworkId, nativeCurrency }) => ({
    id: caipNetworkId,
    ...nativeCurrency,
  }))
  expect(units).toEqual([
    { id: 'polkadot:91b171bb158e2d3848fa23a9f1c25182', name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    { id: 'polkadot:b0a8d493285c2df73290dfb7e61f870f', name: 'Kusama', symbol: 'KSM', decimals: 12 },
    { id: 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e', name: 'Westend', symbol: 'WND', decimals: 12 },
  ])
  expect(westend.testnet).toBe(true)
})

test('the frame accepts every network', () => {
  for (const network of Object.values(catalogue)) expect(() => toFrameNetwork(network, undefined)).not.toThrow()
  const { networks } = readOptions({
    ...page,
    networks: [
      catalogue.mainnet,
      ...Object.values(ofSolana),
      ...Object.values(ofBitcoin),
      ...Object.values(ofPolkadot),
    ],
  })
  expect(networks[0]).toBe(catalogue.mainnet)
})

test('a chain object of viem can be passed as it is, and means the network of that name', () => {
  for (const chain of [viem.mainnet, viem.base, viem.celo, viem.zksync, viem.sepolia] satisfies Chain[]) {
    const { networks } = readOptions({ ...page, networks: [chain], defaultNetwork: chain })
    const [network] = networks
    expect(network).toMatchObject({ caipNetworkId: `eip155:${chain.id}`, chainNamespace: 'eip155', name: chain.name })
  }
  const wire = (chain: Chain | Network) =>
    readOptions({ ...page, networks: [chain] }).networks.map((network) => toFrameNetwork(network, undefined))
  const ours = new Map(Object.entries(catalogue))
  for (const [name, chain] of Object.entries(viem)) {
    const network = ours.get(name)
    expect(network && wire(network)).toEqual(wire(chain))
  }
})

test('one of them in a bundle is less than a kilobyte, and brings no other', async () => {
  const entry = 'virtual:page'
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? `import { base } from ${JSON.stringify(resolve(catalogueFile, '../index.ts'))}; console.log(base)`
            : undefined,
      },
    ],
    build: { write: false, rolldownOptions: { input: entry }, modulePreload: { polyfill: false } },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[] // not in watch mode
  const code = output?.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])).join('') ?? ''
  expect(code).toContain('eip155:8453')
  expect(code.match(/eip155:\d+/g)).toHaveLength(1)
  expect(code).not.toContain('solana')
  expect(code.length).toBeLessThan(1000)
})
