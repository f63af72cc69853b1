/**
 * The command that opens a recovery kit, without a network. The six words are typed at the terminal or come from standard input, never from
 * the arguments, which other programs can read.
 */
import { open as openFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { slowHash } from '../wallet/key-worker/keys/password.ts'
import { maxKitLength } from '../wallet/key-worker/kit/format.ts'
import { type OpenedKit, openKit } from '../wallet/key-worker/kit/kit.ts'

const usage = `airlock-recovery-kit <file> [--show addresses|words|ethereum|solana]

Opens a recovery kit on this machine and prints what --show names: the addresses unless given, the secret words, or one key.
It asks for the six words of the kit; if the input is not a terminal, its first line has them.`

const shows: Readonly<Record<string, (kit: OpenedKit) => string>> = {
  addresses: ({ addresses }) => `Ethereum  ${addresses.eip155}\nSolana    ${addresses.solana}`,
  words: ({ words }) => words,
  ethereum: ({ eip155 }) => eip155,
  solana: ({ solana }) => solana,
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { show: { type: 'string', default: 'addresses' }, help: { type: 'boolean', short: 'h' } },
  })
  const [path, ...more] = positionals
  const show = Object.hasOwn(shows, values.show) ? shows[values.show] : undefined
  if (values.help || path === undefined || more.length > 0 || !show) {
    process.stderr.write(`${usage}\n`)
    return values.help ? 0 : 2
  }
  const kit = await openKit(await readStart(path), await askWords(), slowHash)
  process.stdout.write(`${show(kit)}\n`)
  return 0
}

/** A longer file is no kit; its beginning is refused as such. */
async function readStart(path: string): Promise<string> {
  const file = await openFile(path)
  try {
    const bytes = Buffer.alloc(maxKitLength + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Typed words are not shown. */
async function askWords(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  if (isTerminal) process.stderr.write('The six words of the kit: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTerminal) process.stderr.write('\n')
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
