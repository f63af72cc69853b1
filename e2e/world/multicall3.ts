/** Multicall3 for local chains. viem carries its code for chains without it, but does not export it by name. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hex } from 'viem'
import * as z from 'zod'

const Constants = z.object({ multicall3Bytecode: z.templateLiteral(['0x', z.string()]) })

/** The code that creates the contract. */
export async function multicall3Code(): Promise<Hex> {
  const folder = dirname(createRequire(import.meta.url).resolve('viem/package.json'))
  const constants: unknown = await import(pathToFileURL(join(folder, '_esm/constants/contracts.js')).href)
  return Constants.parse(constants).multicall3Bytecode
}
