/**
 * `npm run size`: the size of each entry, as brotli 11 of the built files, against its limit. Counts an entry with all its
 * static imports; an end-to-end test checks that a browser requests exactly these files until the first wallet row can be clicked. Imports
 * by package name (the core and peers) are not counted.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

interface Budget {
  name: string
  /** Built file at which the imports start, or the beginning of its name. */
  entry: string
  /** Lazy chunks that are counted with the entry. */
  and?: string | readonly string[]
  kind: 'js' | 'css'
  bar: number
  warn?: number
}

export const kB = 1000

/** What the SDK may add to a page, as the page's own bundler emits it: `npm run size:pages` (docs/installs.md). */
export const pageBars = { core: 14 * kB, react: 15.5 * kB }

/** The limits. Those without a comment were set before the code was written. */
const budgets: Budget[] = [
  { name: 'host SDK core', entry: 'dist/sdk/airlock.js', kind: 'js', bar: 12 * kB, warn: 11 * kB },
  // Our own limit: the core plus everything loaded from the first intent until the first wallet row. Embeds and the
  // Wallet Standard are parts of their own; here, they cost the places where they attach. Following other tabs costs 0.1 kB, the state of
  // each account 0.2 kB, labels for addresses and the explorer's page of each account 0.5 kB, adapters that come and go 0.1 kB,
  // closings that cross with openings 0.1 kB, a social login in the page's own tab 0.2 kB, the custody level 0.1 kB, the guard of the
  // page's keyboard 0.2 kB, the gate of presses 0.1 kB, the wallets' word for their accounts 0.2 kB, a phone's keyboard 0.1 kB, a press that
  // every engine honours 0.3 kB, and older browsers, as code in ES2020 and as the sentence that they get, 0.5 kB. Why the frame did not start is said
  // here instead of in the table of errors that all ends carry.
  { name: 'host SDK, core and intent', entry: 'dist/sdk/airlock.js', and: 'airlock-page-', kind: 'js', bar: 25.9 * kB },
  // Our own limit: the same code with all its lazy parts in one file, since one hash must cover it. Embeds are 1 kB of it, the
  // Wallet Standard 1.5 kB, wallets and provider of Polkadot 2 kB, those of Bitcoin 4.9 kB, a social login in the page's own tab
  // 0.6 kB, adapters that come and go 0.6 kB, the custody level 0.1 kB, the guard of the keyboard and the gate of presses 0.5 kB, the wallets'
  // word for their accounts 0.5 kB, wallets that a tab has opened 0.1 kB, a phone's keyboard 0.1 kB, a press that every engine honours 0.3 kB, older browsers 0.4 kB,
  // a keyboard below an embed and intents of Android 0.2 kB; the custom elements would be 1.7 kB more, and have an entry of their own instead.
  { name: 'host SDK, script tag', entry: 'dist/tag/airlock.js', kind: 'js', bar: 46.3 * kB },
  { name: 'host SDK react entry', entry: 'dist/react/entry.js', kind: 'js', bar: 2 * kB },
  { name: 'host SDK element entry', entry: 'dist/elements/entry.js', kind: 'js', bar: 2 * kB },
  { name: 'modal first view, script', entry: 'dist/frame/modal.html', kind: 'js', bar: 110 * kB, warn: 108 * kB },
  { name: 'modal first view, style', entry: 'dist/frame/modal.html', kind: 'css', bar: 8 * kB },
  // Our own limit for the protocol and the allowlist alone; the view has the next limit. The messages of social logins are
  // 0.5 kB of it, Farcaster, changes of the email address and the type of an account 1 kB,
  // smart sessions 0.7 kB.
  { name: 'wallet frame, empty', entry: 'dist/wallet/wallet.html', kind: 'js', bar: 21.1 * kB },
  {
    name: 'wallet frame, signing in',
    entry: 'dist/wallet/wallet.html',
    and: 'assets/embedded-wallet-',
    kind: 'js',
    bar: 90 * kB,
  },
  // Our own limit: the wallet's own screens, and React, load later (docs/decisions/approvals.md). Social logins and the way to the export of keys are
  // 0.5 kB of it, Farcaster, changes of the email address and the type of an account 1 kB, the way to a new key 0.9 kB, smart sessions
  // 0.7 kB, the custody level 0.1 kB, a sponsor for both implementations 0.1 kB, the number of the recovery email and the reading of single
  // calls and of tables by two nodes 0.2 kB, the hash of the Key Worker's script and warnings of a nonce 0.3 kB, another recovery email, a passkey's
  // prompt that can be left, and names of networks from the project record 0.8 kB, a page that is taken up after signing in again, a kit that is
  // asked for once, the pointer's own time in the approve gate, and looks for the mailbox's answer that fail 0.4 kB, and the way to what the
  // wallet's own window keeps 0.1 kB.
  {
    name: 'wallet frame, first screen',
    entry: 'dist/wallet/wallet.html',
    and: ['assets/embedded-wallet-', 'assets/screen-'],
    kind: 'js',
    bar: 134.3 * kB,
  },
  { name: 'Key Worker', entry: 'dist/wallet/assets/key-worker-', kind: 'js', bar: 80 * kB },
]

/** The files that a browser loads for an entry before any lazy chunk. */
export function closure(entry: string): string[] {
  const root = entry.slice(0, entry.lastIndexOf('/'))
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const text = readFileSync(file, 'utf8')
    if (file.endsWith('.html'))
      for (const [, path] of text.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) visit(join(root, path ?? ''))
    if (file.endsWith('.js'))
      for (const [, path] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.\/[^"]+)"/g)) visit(join(file, '..', path ?? ''))
  }
  visit(entry)
  return [...found]
}

/** Brotli 11 of a script or a style. */
export const compressed = (file: string) =>
  brotliCompressSync(steady(readFileSync(file, 'utf8')), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/**
 * The id of a build, and the hashes in the names of chunks, are new letters in each build, which compress to up to 70 bytes more or less.
 * Here they are as random, but always the same.
 */
function steady(text: string): string {
  const renamed = new Map<string, string>()
  const rename = (name: string, hash: string): string => {
    const key = `${name} ${hash}`
    const place = [...renamed.keys()].filter((other) => other.startsWith(`${name} `)).length
    const letters = createHash('sha256').update(`${name} ${place}`).digest('base64url').slice(0, hash.length)
    renamed.set(key, renamed.get(key) ?? letters)
    return `${name}-${renamed.get(key)}`
  }
  return text
    .replaceAll(/(?<=["'`])[0-9a-f]{16}(?=["'`])/g, '7c1e94b3a05fd268')
    .replaceAll(/\b([\w.]+)-([\w-]{7,8})(?=\.(?:js|css)\b)/g, (_, name: string, hash: string) => rename(name, hash))
}

function measure({ entry: start, and, kind }: Budget): number {
  const entry = start.endsWith('-') ? onlyFile(start) : start
  if (!existsSync(entry)) throw new Error(`${entry} is missing: run \`npm run build\` first`)
  const folder = entry.slice(0, entry.lastIndexOf('/'))
  const beside = [and ?? []].flat().map((start) => onlyFile(join(folder, start), '.js'))
  const files = new Set([entry, ...beside].flatMap(closure))
  return [...files].filter((file) => file.endsWith(`.${kind}`)).reduce((sum, file) => sum + compressed(file), 0)
}

/** The only file whose name starts like this; a second one would be an unwanted chunk. */
function onlyFile(start: string, ending = ''): string {
  const folder = start.slice(0, start.lastIndexOf('/'))
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => `${folder}/${name}`.startsWith(start) && name.endsWith(ending))
    : []
  const [name] = names
  if (name === undefined || names.length > 1)
    throw new Error(`${names.length} files ${start}*: run \`npm run build\` first`)
  return `${folder}/${name}`
}

const inKb = (bytes: number) => `${(bytes / kB).toFixed(1)} kB`

function main(): void {
  let failed = 0
  const rows = budgets.map((budget) => ({ ...budget, bytes: measure(budget) }))
  if (process.argv.includes('--json')) console.log(JSON.stringify(rows, null, 2))
  for (const { name, bytes, bar, warn } of rows) {
    // The limits are written to a tenth of a kB, and so they are compared.
    const isOver = Math.round(bytes / 100) * 100 > bar
    if (isOver) failed++
    const verdict = isOver ? 'OVER' : warn !== undefined && bytes > warn ? 'ok, close to the bar' : 'ok'
    if (!process.argv.includes('--json'))
      console.log(`${name.padEnd(28)} ${inKb(bytes).padStart(10)}  of ${inKb(bar).padStart(8)}  ${verdict}`)
  }
  const lazy = existsSync('dist/frame/assets')
    ? readdirSync('dist/frame/assets').filter((file) => file.endsWith('.js')).length -
      closure('dist/frame/modal.html').filter((file) => file.endsWith('.js')).length
    : 0
  if (!process.argv.includes('--json')) console.log(`lazy chunks of the modal: ${lazy}`)
  if (failed > 0) process.exitCode = 1
}

if (process.argv[1]?.endsWith('size.ts')) main()
