/**
 * `npm run contracts`: compiles the contracts of the local world, with those of OpenZeppelin that they inherit, into one file
 * of deployment codes, so that the world starts without a compiler. `scripts/generated.full.test.ts` checks that it is fresh.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as z from 'zod'

const folder = import.meta.dirname
export const artefact = join(folder, 'codes.json')
const require = createRequire(import.meta.url)

const Compiler = z.object({ compile: z.function({ input: z.tuple([z.string(), z.unknown()]), output: z.string() }) })
const Output = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  ),
})

/** JSON with the deployment code of each contract, by name. @throws {Error} with the compiler's messages */
export function compile(): string {
  const { compile: run } = Compiler.parse(require('solc'))
  const files = readdirSync(folder).filter((name) => name.endsWith('.sol'))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }])),
    settings: {
      // Small codes start fast. The metadata hash is omitted, because a comment would change it.
      optimizer: { enabled: true, runs: 1 },
      evmVersion: 'cancun',
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const read = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
  const { errors, contracts } = Output.parse(JSON.parse(run(JSON.stringify(input), { import: read })))
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const codes = files.map((file) => {
    const name = file.replace(/\.sol$/, '')
    return [name, `0x${contracts[file]?.[name]?.evm.bytecode.object ?? ''}`]
  })
  return `${JSON.stringify(Object.fromEntries(codes), null, 2)}\n`
}

if (process.argv[1]?.endsWith('compile.ts')) writeFileSync(artefact, compile())
