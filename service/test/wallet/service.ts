/** The wallet service as deployed, with a real store in a temporary folder; emails go to a list instead of the network. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Hono } from 'hono'
import { afterAll } from 'vitest'
import { createKek } from '../../src/crypto/kek.ts'
import { createLookup, type Lookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { createWalletApp } from '../../src/wallet/app.ts'
import type { WalletContext, WalletSettings } from '../../src/wallet/domain/context.ts'
import type { CodeCost } from '../../src/wallet/domain/one-time-code.ts'
import type { Farcaster } from '../../src/wallet/farcaster/farcaster.ts'
import { createLog, type Log } from '../../src/wallet/http/log.ts'
import { createMetrics, type Metrics } from '../../src/wallet/http/metrics.ts'
import type { ServerOptions } from '../../src/wallet/http/serve.ts'
import { type Sender, startSender, type Transport } from '../../src/wallet/mail/sender.ts'
import type { RenderedMail } from '../../src/wallet/mail/texts.ts'
import type { Outside } from '../../src/wallet/outside.ts'
import type { SocialProviders } from '../../src/wallet/social/provider.ts'
import { production } from '../records.ts'

export const projectId = production.projectId
export const walletOrigin = 'https://wallet.example'
export const hostOrigin = 'https://shop.example'
export const publicUrl = 'https://accounts.example'

/** The least that scrypt takes: `role.test.ts` has the cost of a deployed role. */
export const cheapCodes: CodeCost = { N: 2, r: 1, p: 1 }

export type Letter = RenderedMail & { readonly to: string }

export type Mailbox = Transport & {
  readonly letters: Letter[]
  /** The next email to this address after the first `seen` ones, counting only those with this text. */
  readonly next: (to: string, seen?: number, text?: RegExp) => Promise<Letter>
  readonly count: (to: string, text?: RegExp) => number
}

export function createMailbox(): Mailbox {
  const letters: Letter[] = []
  const waiting = new Set<() => void>()
  const lettersTo = (to: string, text = /^/) => letters.filter((letter) => letter.to === to && text.test(letter.text))
  return {
    letters,
    async send(letter) {
      letters.push(letter)
      for (const look of waiting) look()
    },
    close: () => undefined,
    count: (to, text) => lettersTo(to, text).length,
    next: (to, seen = 0, text) =>
      new Promise((resolve) => {
        const look = () => {
          const found = lettersTo(to, text)[seen]
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** What the apps of both roles need. */
export type TestParts = {
  readonly store: Store
  readonly lookup: Lookup
  readonly outside: Outside
  readonly file: string
  readonly mailbox: Mailbox
  readonly logs: readonly string[]
  readonly log: Log
  readonly metrics: Metrics
  /** Moves the service's clock. */
  readonly advance: (ms: number) => void
  readonly now: () => number
  readonly stopping: AbortController
  /** Starts sending the outbox to the mailbox. */
  readonly send: (isWanted?: (to: string) => Promise<boolean>) => void
  readonly stop: () => Promise<void>
}

export async function startParts(): Promise<TestParts> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-wallet-'))
  const file = join(folder, 'wallet.db')
  let skew = 0
  const now = () => Date.now() + skew
  const outside: Outside = { now, randomBytes: (count) => new Uint8Array(randomBytes(count)) }
  const store = await openStore({ place: { file }, kek: createKek(randomBytes(32)), now })
  const logs: string[] = []
  const log = createLog((line) => logs.push(line), now)
  const metrics = createMetrics({ pendingMails: () => store.outbox.pending(now()) })
  const mailbox = createMailbox()
  const stopping = new AbortController()
  let sender: Sender | undefined
  return {
    store,
    lookup: createLookup(randomBytes(32)),
    outside,
    file,
    mailbox,
    logs,
    log,
    metrics,
    now,
    stopping,
    advance: (ms) => {
      skew += ms
    },
    send(isWanted) {
      const more = isWanted ? { isWanted } : {}
      sender = startSender({ outbox: store.outbox, transport: mailbox, now, log, metrics, everyMs: 5, ...more })
    },
    async stop() {
      stopping.abort()
      await sender?.stop()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestService = Omit<TestParts, 'metrics' | 'send' | 'log' | 'outside'> & {
  readonly app: Hono
  readonly metrics: () => Promise<string>
}

export type TestSettings = Partial<WalletSettings>

export type TestSocials = {
  readonly socials: SocialProviders
  readonly farcaster: Farcaster
  readonly projects: readonly ProjectRecord[]
}

export const addressOf: ServerOptions['addressOf'] = (c) => c.req.header('x-test-address') ?? '203.0.113.7'

export async function startTestService(
  settings: TestSettings = {},
  { socials = new Map(), farcaster, projects = [production] }: Partial<TestSocials> = {},
): Promise<TestService> {
  const { send, log, outside, metrics, ...parts } = await startParts()
  const { store, lookup, stopping } = parts
  const context: WalletContext = {
    store,
    lookup,
    outside,
    codeCost: cheapCodes,
    socials,
    farcaster,
    projects: parseProjects(projects),
    settings: { publicUrl, isRecoveryApart: false, recoveryKinds: ['escrow', 'passkey'], ...settings },
  }
  send()
  const app = createWalletApp({ context, log, metrics, addressOf, stopping: stopping.signal })
  return { ...parts, app, metrics: async () => (await metrics.render()).text }
}

/** A service that all tests of a file use; it ends after the last one. */
export async function sharedTestService(...settings: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...settings)
  afterAll(() => service.stop())
  return service
}
