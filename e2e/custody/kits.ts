/** Recovery kits: made as on the wallet's page, and opened with the command that users have, which needs no service. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { addressesOfKeys, addressesOfWords } from '../../frame-app/test/support/derived.ts'
import { packKitCommand } from '../../scripts/pack/kit-files.ts'
import { Died, type Kit, type Tab } from './browser.ts'
import type { Deployment } from './deployment.ts'
import { openAccountIn } from './opening.ts'
import { maxTries, type Person } from './person.ts'

/** A kit, and the addresses that its user saw. */
export type MadeKit = Kit & { readonly of: string; readonly addresses: Addresses }

/** Makes a kit like the page "Opening on other devices": opens the recovery secret if needed, then takes the kit for a ticket. */
export async function makeKit(deployment: Deployment, first: Tab, person: Person): Promise<MadeKit> {
  let tab = first
  for (let tries = 1; ; tries += 1) {
    const opened = await openAccountIn(deployment, tab, person)
    tab = opened.tab
    const made = await takeKit(tab)
    if (tab.isDead()) throw new Died()
    if ('secret' in made) return { ...made, of: person.email, addresses: opened.addresses }
    const isEnded = tab.session.userId() === undefined
    if (tries === maxTries) throw new Error(`No kit is made: ${made.trouble}`)
    if (made.trouble === 'needsLogin' && !isEnded) await tab.account.signOut()
    else if (made.trouble === 'unreachable') await deployment.ready()
    // The service sends an email every 30 seconds at most; the page only reports a failure.
    else if (made.trouble === 'notPrepared') await deployment.advance(31_000)
    else if (!isEnded) throw new Error(`No kit is made: ${made.trouble}`)
    tab = tab.reload()
  }
}

async function takeKit({ security }: Tab): Promise<Kit | { readonly trouble: string }> {
  await security.recovery.load()
  const isReady = await security.recovery.prepare()
  const prepared = security.recovery.screen()
  const trouble = prepared.status === 'loading' ? undefined : prepared.trouble
  if (!isReady) return { trouble: trouble === undefined || trouble === 'failed' ? 'notPrepared' : trouble }
  await security.showExport()
  const exports = security.exports()
  await exports?.take('kit')
  const screen = exports?.screen()
  const { secret, password } = exports?.secret() ?? {}
  exports?.drop()
  if (secret !== undefined && password !== undefined) return { secret, password }
  return { trouble: (screen?.status === 'choosing' && screen.trouble) || 'nothing' }
}

/**
 * Opens each kit with the command, built as it is published. Other libraries derive the addresses from its words and, for the first kit, from
 * its keys.
 */
export async function openKitsOffline(
  kits: readonly MadeKit[],
): Promise<{ readonly opened: number; readonly complaints: readonly string[] }> {
  const complaints: string[] = []
  let opened = 0
  if (kits.length === 0) return { opened, complaints }
  const folder = mkdtempSync(join(tmpdir(), 'airlock-kits-'))
  try {
    await packKitCommand(folder)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const waiting = [...kits.entries()]
    await Promise.all(
      Array.from({ length: 2 }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [index, kit] = next
          const trouble = await troubleOf(index, kit)
          if (trouble === undefined) opened += 1
          else complaints.push(`The kit of ${kit.of}: ${trouble}`)
        }
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { opened, complaints }

  async function troubleOf(index: number, { secret, password, addresses }: MadeKit): Promise<string | undefined> {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, secret)
    try {
      const show = (what: string) => run([join(folder, 'airlock-recovery-kit.js'), file, '--show', what], password)
      const found = [addressesOfWords(await show('words'))]
      if (index === 0) found.push(addressesOfKeys({ eip155: await show('ethereum'), solana: await show('solana') }))
      const others = found.flatMap(({ eip155, solana }) => [
        ...eip155.filter((address) => address !== addresses.eip155),
        ...solana.filter((address) => address !== addresses.solana),
      ])
      return others.length === 0 ? undefined : `it gives ${others.join(', ')}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  /** Without an environment and outside the repository: it needs no package and no setting. */
  function run(args: readonly string[], input: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = execFile(process.execPath, args, { cwd: folder, env: {} }, (error, out, said) =>
        error ? reject(new Error(said.trim() || error.message)) : resolve(out.trim()),
      )
      child.stdin?.end(`${input}\n`)
    })
  }
}
