/**
 * `npm run networks`: writes `host-sdk/src/catalogue/evm.ts` from the chains that viem exports, under viem's names. `-- --check`
 * writes nothing and exits with 1 if the file is stale. The data is committed, so that the SDK needs no viem.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as chains from 'viem/chains'
import * as z from 'zod'

export const catalogueFile = resolve(import.meta.dirname, '../host-sdk/src/catalogue/evm.ts')

/** The fields that the SDK reads of a chain. */
const Chain = z.object({
  id: z.int(),
  name: z.string(),
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
  rpcUrls: z.object({ default: z.object({ http: z.array(z.string()) }) }),
  blockExplorers: z.optional(z.object({ default: z.object({ name: z.string(), url: z.string() }) })),
  contracts: z.optional(z.object({ multicall3: z.optional(z.object({ address: z.string() })) })),
  testnet: z.optional(z.boolean()),
})

const Manifest = z.object({ version: z.string(), license: z.literal('MIT') })

export function writeCatalogue(): string {
  const manifest = resolve(import.meta.dirname, '../node_modules/viem/package.json')
  const { version } = Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8')))
  return [
    `/** EVM chains, from viem ${version} (MIT, Copyright (c) 2023-present weth, LLC). Written by \`npm run networks\`: do not edit. */`,
    "import type { Network } from '@airlock/host-sdk'",
    '',
    ...Object.entries(chains).map(
      ([name, chain]) => `export const ${name}: Network = ${toNetwork(Chain.parse(chain))}`,
    ),
    '',
  ].join('\n')
}

function toNetwork({ id, contracts, testnet, ...chain }: z.infer<typeof Chain>): string {
  return JSON.stringify({
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    ...chain,
    ...(contracts?.multicall3 && { contracts: { multicall3: contracts.multicall3 } }),
    ...(testnet && { testnet }),
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = writeCatalogue()
  if (!process.argv.includes('--check')) writeFileSync(catalogueFile, text)
  else if (readFileSync(catalogueFile, 'utf8') !== text) {
    console.error('stale: host-sdk/src/catalogue/evm.ts')
    process.exitCode = 1
  }
}
