/** Code of contracts: ours, which `scripts/contracts.ts` compiles, and published ones. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Hex } from 'viem'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '../..')
const Code = z.string().transform((code): Hex => `0x${code.replace(/^0x/, '')}`)
const Compiled = z.object({ contracts: z.record(z.string(), z.object({ bytecode: Code })) })
const Published = z.object({ bytecode: Code })
const require = createRequire(import.meta.url)

/** @param source such as `e2e/world/contracts/ContractWallet.sol` */
export function compiledCode(source: string, name: string): Hex {
  const { contracts } = Compiled.parse(
    JSON.parse(readFileSync(resolve(root, source.replace(/\.sol$/, '.json')), 'utf8')),
  )
  const code = contracts[name]?.bytecode
  if (!code) throw new Error(`${source} has no ${name}: npm run contracts`)
  return code
}

/** @param artefact path in a package, as Truffle writes it */
export const publishedCode = (artefact: string): Hex => Published.parse(require(artefact)).bytecode
