/**
 * Compiles our contracts: `X.sol` to `X.json` beside it, with the interface, the code that creates it, and the hash of the source. Those of
 * the local world, which no code imports, go into one file, by source. The files are committed, so that other commands do not need the
 * compiler; tests compare the hash, and in the full tier the code.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '..')
const worldFolder = join(root, 'e2e/world/contracts')
const worldArtefact = join(worldFolder, 'compiled.json')
export const contractFolders = [join(root, 'host-sdk/contracts'), join(root, 'service/contracts'), worldFolder]

const Output = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  contracts: z.optional(
    z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          evm: z.optional(z.object({ bytecode: z.object({ object: z.string() }) })),
        }),
      ),
    ),
  ),
})
const Compiler = z.object({
  version: z.function({ input: [], output: z.string() }),
  compile: z.function({ input: [z.string()], output: z.string() }),
})
const Joined = z.record(z.string(), z.unknown())

/** SHA-256 of a source, as in its artefact. */
export const sourceHash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

export const sourcesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sol'))
    .sort()
    .map((name) => join(folder, name))

/** What is committed for a source. */
export function artefactOf(source: string): unknown {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  return dirname(source) === worldFolder
    ? Joined.parse(read(worldArtefact))[basename(source)]
    : read(source.replace(/sol$/, 'json'))
}

/** @returns the content of each file by its path @throws {Error} with the compiler's messages, also for a warning */
export function compileContracts(folders = contractFolders): ReadonlyMap<string, string> {
  // It is large and slow to load.
  const solc = Compiler.parse(createRequire(import.meta.url)('solc'))
  const files = new Map<string, string>()
  const add = (path: string, content: unknown) => files.set(path, `${JSON.stringify(content, undefined, 1)}\n`)
  for (const folder of folders) {
    const compiled = sourcesIn(folder).map((source) => [basename(source), compile(solc, source)] as const)
    if (folder === worldFolder) add(worldArtefact, Object.fromEntries(compiled))
    else for (const [name, artefact] of compiled) add(join(folder, name.replace(/sol$/, 'json')), artefact)
  }
  return files
}

function compile(solc: z.infer<typeof Compiler>, source: string) {
  const file = basename(source)
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(source, 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // The same source gives the same code, wherever it is compiled.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      evmVersion: 'paris',
      viaIR: true,
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const { errors = [], contracts = {} } = Output.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const made = Object.entries(contracts[file] ?? {})
    .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm?.bytecode.object ?? ''}` }] as const)
    // An interface has no code.
    .filter(([, { bytecode }]) => bytecode !== '0x')
  return {
    compiler: `solc ${solc.version()}`,
    source: sourceHash(source),
    contracts: Object.fromEntries(made),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, content] of compileContracts()) writeFileSync(path, content)
