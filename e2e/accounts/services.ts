/** The wallet service, the recovery role and an inbox, as in the local world but without a browser. */
import { setTimeout } from 'node:timers/promises'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { type Listener, listenOnLoopback } from '@airlock/service/listen.ts'
import { afterAll } from 'vitest'
import { type RecoveryChoice, startAccounts } from '../world/accounts.ts'
import { startMailSink } from '../world/mail.ts'
import { notingNumbers, numberOffered } from './recovery-numbers.ts'

export const hostOrigin = 'http://host.localhost:5999'
/** Another listed origin of the same site. */
export const siblingOrigin = 'http://blog.host.localhost:5999'

export type Services = {
  readonly project: ProjectRecord
  /** From now on, confirms recovery emails to this address, as the user would. Returns counters of the emails by kind. */
  readonly readMails: (email: string) => {
    readonly count: (kind: MailKind) => number
    readonly code: () => Promise<string>
  }
  /** Submits the number that the wallet shows on the page that the email links to. */
  readonly approve: (email: string, match: string, seen?: number) => Promise<void>
  /** The next code from now on; recovery emails are left alone. */
  readonly readCodes: (email: string) => () => Promise<string>
  /** Answers "not me" to the recovery email after the first `seen` ones. */
  readonly denyRecovery: (email: string, seen: number) => Promise<void>
  /** Presses the button of the page that the email about a removed login links to. */
  readonly undo: (email: string) => Promise<void>
  /** Makes the services unreachable, or reachable again. */
  readonly cut: (isGone: boolean) => void
  /** Makes these paths unreachable, or with `undefined` none. */
  readonly cutAt: (path: RegExp | undefined) => void
  /** Sets the clock of both roles forward. */
  readonly advance: (ms: number) => void
  /** Backs up the wallet service's data. The returned function restores the backup. */
  readonly backUp: () => Promise<() => Promise<void>>
  readonly stop: () => Promise<void>
}
export type MailKind = 'device' | 'code' | 'recovery' | 'undo' | 'notice'

/** Social logins, once the address of the wallet service is known. */
export type ChooseSocials = (
  walletUrl: string,
) => Promise<Pick<Parameters<typeof startAccounts>[0], 'socials' | 'farcaster'>>

/** Services that all tests of a file share, stopped after the last one; and email addresses that no other test of it has. */
export async function servicesForAll(name: string, choice?: RecoveryChoice) {
  const services = await startServices(choice)
  afterAll(() => services.stop())
  let count = 0
  return { services, newEmail: (owner = name) => `${owner}${count++}@example.org` }
}

export async function startServices(
  choice: RecoveryChoice = 'operator',
  chooseSocials: ChooseSocials = async () => ({}),
): Promise<Services> {
  const plain = globalThis.fetch
  globalThis.fetch = notingNumbers(plain)
  let isGone = false
  let gone: RegExp | undefined
  let aheadMs = 0
  const handlers: { wallet?: Listener; recovery?: Listener } = {}
  const port = (role: 'wallet' | 'recovery') =>
    listenOnLoopback((request, response) => {
      if (isGone || gone?.test(request.url ?? '')) return request.socket.destroy()
      handlers[role]?.(request, response)
    }, 0)
  const [wallet, recovery] = [await port('wallet'), await port('recovery')]
  const urlOf = (server: { readonly port: number }) => `http://127.0.0.1:${server.port}`
  const logins = await chooseSocials(urlOf(wallet))
  const offered = [...(logins.socials ?? []), ...(logins.farcaster ? [{ id: 'farcaster', name: 'Farcaster' }] : [])]
  const project: ProjectRecord = {
    projectId: 'accounts',
    hostOrigins: [hostOrigin, siblingOrigin],
    walletOrigin: 'http://wallet.localhost:5999',
    walletServiceUrl: urlOf(wallet),
    ...(choice !== 'person' && { recoveryServiceUrl: urlOf(recovery) }),
    rpc: { 'eip155:1': ['https://rpc.example/'], 'eip155:10': ['https://rpc.example/'] },
    pinnedHosts: [],
    development: true,
    ...(offered.length > 0 && { socials: offered.map(({ id, name = id }) => ({ id, name })) }),
  }
  const sink = await startMailSink({ port: 0, allowOrigins: [] })
  const accounts = await startAccounts({
    walletUrl: urlOf(wallet),
    recoveryUrl: urlOf(recovery),
    smtpUrl: sink.smtpUrl,
    records: [project],
    choice,
    now: () => Date.now() + aheadMs,
    ...logins,
  })
  handlers.wallet = accounts.wallet.listener
  handlers.recovery = accounts.recovery.listener

  /** The email of this kind after the first `seen` ones. */
  const letter = async (email: string, kind: MailKind, seen: number): Promise<string> => {
    for (let read = 0, found = 0; ; read++) {
      const { text } = await sink.next(email, read)
      if (kindOf(text) === kind && found++ === seen) return text
    }
  }
  const readCodes = (email: string) => {
    const before = sink.letters(email).filter(({ text }) => kindOf(text) === 'code').length
    return async () => /\b\d{6}\b/.exec(await letter(email, 'code', before))?.[0] ?? ''
  }
  const post = async (text: string, path: string, fields: (token: string) => Record<string, string>) => {
    const link = new URL(/http:\/\/\S+/.exec(text)?.[0] ?? '')
    const token = link.pathname.slice(link.pathname.lastIndexOf('/') + 1)
    const answer = await fetch(link.origin + path, {
      method: 'POST',
      headers: { Origin: link.origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields(token)).toString(),
    })
    if (answer.status !== 200) throw new Error(`The page of the mail answered ${answer.status}`)
  }

  /** Picks the number that a wallet shows for this recovery email, once it does. */
  const confirm = async (text: string, email: string): Promise<void> => {
    for (;;) {
      const page = await (await fetch(/http:\/\/\S+/.exec(text)?.[0] ?? '')).text()
      const number = numberOffered(page, email)
      if (number !== undefined) return post(text, '/r/v1/check/approve', (token) => ({ token, number }))
      await setTimeout(20)
    }
  }

  return {
    project,
    readMails(email) {
      const before = sink.letters(email).length
      const own = () =>
        sink
          .letters(email)
          .slice(before)
          .map(({ text }) => kindOf(text))
      const code = readCodes(email)
      const recoveriesBefore = sink.letters(email).filter(({ text }) => kindOf(text) === 'recovery').length
      // Confirms a recovery email if one arrives. Nothing waits for this.
      void letter(email, 'recovery', recoveriesBefore).then((text) => confirm(text, email))
      return {
        count: (kind) => own().filter((each) => each === kind).length,
        code,
      }
    },
    approve: async (email, match, seen = 0) =>
      post(await letter(email, 'device', seen), '/v1/device/approve', (token) => ({ token, number: match })),
    readCodes,
    denyRecovery: async (email, seen) =>
      post(await letter(email, 'recovery', seen), '/r/v1/check/approve', (token) => ({ token, number: 'none' })),
    undo: async (email) => post(await letter(email, 'undo', 0), '/v1/logins/undo', (token) => ({ token })),
    cut: (gone) => {
      isGone = gone
    },
    cutAt: (path) => {
      gone = path
    },
    advance: (ms) => {
      aheadMs += ms
    },
    backUp: accounts.backUp,
    async stop() {
      await Promise.all([wallet.close(), recovery.close()])
      await accounts.stop()
      await sink.stop()
      globalThis.fetch = plain
    },
  }
}

function kindOf(text: string): MailKind {
  if (/\/device\//.test(text)) return 'device'
  if (/\/recover\//.test(text)) return 'recovery'
  if (/\/logins\/undo\//.test(text)) return 'undo'
  return /\b\d{6}\b/.test(text) ? 'code' : 'notice'
}
