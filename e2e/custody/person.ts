/**
 * A user with a mailbox: opens incoming emails, picks the number shown on screen, confirms recoveries, and reads codes.
 * Retries a page that does not answer once the service is back.
 */
import { setTimeout } from 'node:timers/promises'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { ServiceRefusal } from '../../frame-app/src/wallet/custody/service.ts'
import { numberOffered } from '../accounts/recovery-numbers.ts'
import { Died, type Tab } from './browser.ts'
import type { Deployment } from './deployment.ts'

export type Person = {
  readonly email: string
  /** Sets the number on the screen of the user's tab. */
  readonly see: (number: string | undefined) => void
  /** Codes in order of arrival; waits for the one after the first `seen`. */
  readonly code: (seen: number) => Promise<string>
  readonly codes: () => number
  /** Signs in on a tab, up to the session; by email unless the user has another login. */
  readonly signIn: (tab: Tab) => Promise<void>
  readonly stop: () => void
}

export function createPerson(deployment: Deployment, email: string): Person {
  const { mail } = deployment
  const codes: string[] = []
  const links = new Set<string>()
  const waiting = new Set<() => void>()
  const ends = new AbortController()
  let shown: string | undefined
  const wake = () => {
    for (const look of waiting) look()
  }

  void read()
  const person: Person = {
    email,
    see(number) {
      shown = number
      for (const link of links) quietly(pick(link))
    },
    codes: () => codes.length,
    code: (seen) =>
      new Promise((resolve) => {
        const look = () => {
          const code = codes[seen]
          if (code === undefined) return
          waiting.delete(look)
          resolve(code)
        }
        waiting.add(look)
        look()
      }),
    signIn: (tab) => signIn(deployment, tab, person),
    stop: () => ends.abort(),
  }
  return person

  function visit(ask: () => Promise<Response>): Promise<string> {
    return answered(deployment, ends.signal, ask).then((page) => page.text())
  }

  /** Ignores failures after the user has stopped. */
  function quietly(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!ends.signal.aborted) throw error
    })
  }

  async function read(): Promise<void> {
    for (let seen = 0; !ends.signal.aborted; seen += 1) {
      const { text } = await mail.next(email, seen)
      const link = /http:\/\/\S+/.exec(text)?.[0]
      const code = /^\d{6}$/m.exec(text)?.[0]
      if (code !== undefined) {
        codes.push(code)
        wake()
      } else if (link?.includes('/recover/')) quietly(confirm(link))
      else if (link !== undefined) {
        links.add(link)
        quietly(pick(link))
      }
    }
  }

  /** Submits the number that a wallet shows for this email, once it does. */
  async function confirm(link: string): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const page = await visit(() => fetch(link, { headers: { Origin: new URL(link).origin } }))
      const number = numberOffered(page, email)
      if (number !== undefined) return post(link, recoveryEndpoints.checkApprove.path, { number })
      await setTimeout(50, undefined, { signal: ends.signal })
    }
  }

  /** Submits the number on the screen if the page offers it; otherwise the page belongs to another login. */
  async function pick(link: string): Promise<void> {
    const number = shown
    if (number === undefined) return
    const page = await visit(() => fetch(link, { headers: { Origin: new URL(link).origin } }))
    if (!page.includes(`value="${number}"`) || !links.delete(link)) return
    await post(link, walletEndpoints.deviceApprove.path, { number })
  }

  async function post(link: string, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const { origin } = new URL(link)
    const body = new URLSearchParams({ token: link.slice(link.lastIndexOf('/') + 1), ...fields }).toString()
    const headers = { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' }
    await visit(() => fetch(`${origin}${path}`, { method: 'POST', headers, body }))
  }
}

/** The answer of a page, whatever its content; loads it again while the service is unavailable. */
export async function answered(
  { ready }: Pick<Deployment, 'ready'>,
  signal: AbortSignal,
  ask: () => Promise<Response>,
): Promise<Response> {
  for (;;) {
    signal.throwIfAborted()
    const response = await ask().catch(() => undefined)
    if (response && response.status < 500) return response
    await ready()
  }
}

/** More tries than needed even if the service is killed all the time. */
export const maxTries = 60

/** Retries while the service is unavailable, and waits if a cool-down is reported. Other errors are thrown. */
export async function insist<T>(deployment: Deployment, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Died || tries === maxTries) throw error
      const failure = readLoginFailure(error)
      if (failure?.reason === 'COOL_DOWN') await deployment.advance(((failure.retryIn ?? 30) + 1) * 1000)
      else if (isAway(error)) await deployment.ready()
      else throw error
    }
}

/** Whether the service is unavailable, for which the screen offers *Try again*. */
export const isAway = (error: unknown): boolean =>
  (error instanceof ServiceRefusal && ['UNREACHABLE', 'UNAVAILABLE'].includes(error.code)) ||
  readLoginFailure(error)?.reason === 'UNAVAILABLE'

/** Logs in by email like the modal does, up to the session. */
export async function signIn(deployment: Deployment, { login, session }: Tab, person: Person): Promise<void> {
  const never = new AbortController().signal
  for (let tries = 1; ; tries += 1)
    try {
      const seen = person.codes()
      const started = await insist(deployment, () => login.start(person.email))
      if (started.action === 'CONNECT') {
        if (session.userId() !== undefined) return
        throw new Error('The service says that this device is signed in, and it is not')
      }
      if (started.action === 'VERIFY_DEVICE') {
        person.see(started.match)
        while ((await insist(deployment, () => login.awaitApproval(never))).status === 'pending');
      }
      for (let next = seen; ; next += 1) {
        const code = await person.code(next)
        try {
          await insist(deployment, () => login.verify(code))
          return
        } catch (error) {
          // This was the code of an abandoned login.
          if (readLoginFailure(error)?.reason !== 'WRONG_CODE') throw error
        }
      }
    } catch (error) {
      // This login is over: starts again, as the screen would offer.
      const reason = readLoginFailure(error)?.reason
      if ((reason !== 'EXPIRED' && reason !== 'LOCKED' && reason !== 'DENIED') || tries === maxTries) throw error
    }
}
