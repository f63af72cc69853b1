/** The catalogue of networks is viem's, can be used as it is, and costs a bundle only what it imports. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as viem from 'viem/chains'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import * as catalogue from '../host-sdk/src/catalogue/index.ts'
import { solana, solanaDevnet, solanaTestnet } from '../host-sdk/src/catalogue/solana.ts'
import { toFrameNetwork } from '../host-sdk/src/networks.ts'
import { readOptions } from '../host-sdk/src/options.ts'
import type { Chain, Network } from '../host-sdk/src/types.ts'
import { catalogueFile, writeCatalogue } from './networks.ts'

const page = { projectId: 'test', frameUrl: 'https://modal.example/p/test/' }

test('the committed file is what the installed viem gives', () => {
  expect(readFileSync(catalogueFile, 'utf8')).toBe(writeCatalogue())
})

test('every chain of viem is there under its name, beside the clusters of Solana', () => {
  expect(Object.keys(catalogue).sort()).toEqual(
    [...Object.keys(viem), 'solana', 'solanaDevnet', 'solanaTestnet'].sort(),
  )
})

test('the frame accepts every network', () => {
  for (const network of Object.values(catalogue)) expect(() => toFrameNetwork(network, undefined)).not.toThrow()
  const { networks } = readOptions({ ...page, networks: [catalogue.mainnet, solana, solanaDevnet, solanaTestnet] })
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
