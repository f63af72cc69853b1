// @ts-check
/**
 * `npm run networks`: writes `host-sdk/src/catalogue/evm.ts` from the chains that the locked viem exports, under viem's names. The file is
 * not in git: every build and test writes it if it is missing, or if viem or this script has changed since.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const self = fileURLToPath(import.meta.url)
const root = resolve(dirname(self), '..')

export const catalogueFile = resolve(root, 'host-sdk/src/catalogue/evm.ts')

/** First line of the file: what it was made from, and by what. */
function head() {
  const { version, license } = JSON.parse(readFileSync(resolve(root, 'node_modules/viem/package.json'), 'utf8'))
  if (license !== 'MIT') throw new Error(`viem is under the licence ${license}`)
  const script = createHash('sha256').update(readFileSync(self)).digest('hex').slice(0, 12)
  return `/** EVM chains, from viem ${version} (MIT, Copyright (c) 2023-present weth, LLC), by scripts/networks.mjs (${script}). */\n`
}

/** Loads viem only if the file has to be written. Several processes may call it at once. */
export async function ensureNetworks() {
  if (existsSync(catalogueFile) && readFileSync(catalogueFile, 'utf8').startsWith(head())) return
  const written = `${catalogueFile}.${process.pid}`
  writeFileSync(written, await writeCatalogue())
  renameSync(written, catalogueFile)
}

/** @returns {Promise<string>} the text of the file */
export async function writeCatalogue() {
  const [chains, z] = await Promise.all([import('viem/chains'), import('zod')])
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
  const lines = Object.entries(chains).map(
    ([name, chain]) => `export const ${name}: Network = ${toNetwork(Chain.parse(chain))}\n`,
  )
  return `${head()}import type { Network } from '@airlock/host-sdk'\n\n${lines.join('')}`
}

/**
 * @param {{
 *   readonly id: number
 *   readonly testnet?: boolean | undefined
 *   readonly contracts?: { readonly multicall3?: object | undefined } | undefined
 * }} chain
 */
function toNetwork({ id, contracts, testnet, ...chain }) {
  return JSON.stringify({
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    ...chain,
    ...(contracts?.multicall3 && { contracts: { multicall3: contracts.multicall3 } }),
    ...(testnet && { testnet }),
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureNetworks()
