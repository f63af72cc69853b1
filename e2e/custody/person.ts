/**
 * Somebody with a mailbox: opens what comes in, picks the number that the screen shows, presses where a wallet is to be opened, reads
 * codes. A page that does not answer is tried again when the service is back.
 */
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { ServiceRefusal } from '../../frame-app/src/wallet/custody/service.ts'
import { Died, type Tab } from './browser.ts'
import type { Deployment } from './deployment.ts'

export type Person = {
  readonly email: string
  /** What the screen of the tab in front of the person shows. */
  readonly see: (number: string | undefined) => void
  /** Codes in the order in which they came; waits for the one after `seen`. */
  readonly code: (seen: number) => Promise<string>
  readonly codes: () => number
  readonly stop: () => void
}

export function createPerson(deployment: Deployment, email: string): Person {
  const { mail, ready } = deployment
  const codes: string[] = []
  const links = new Set<string>()
  const waiting = new Set<() => void>()
  const ends = new AbortController()
  let shown: string | undefined
  const wake = () => {
    for (const look of waiting) look()
  }

  void read()
  return {
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
    stop: () => ends.abort(),
  }

  /** Who has left opens no more pages. */
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
      } else if (link?.includes('/recover/'))
        quietly(post(link, recoveryEndpoints.checkApprove.path, { answer: 'yes' }))
      else if (link !== undefined) {
        links.add(link)
        quietly(pick(link))
      }
    }
  }

  /** Presses the number of the screen where the page has it; another page is another login's. */
  async function pick(link: string): Promise<void> {
    const number = shown
    if (number === undefined) return
    const page = await answered(() => fetch(link, { headers: { Origin: new URL(link).origin } }))
    if (!page.includes(`value="${number}"`) || !links.delete(link)) return
    await post(link, walletEndpoints.deviceApprove.path, { number })
  }

  async function post(link: string, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const { origin } = new URL(link)
    const body = new URLSearchParams({ token: link.slice(link.lastIndexOf('/') + 1), ...fields }).toString()
    const headers = { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' }
    await answered(() => fetch(`${origin}${path}`, { method: 'POST', headers, body }))
  }

  /** The page as text, whatever it says. */
  async function answered(ask: () => Promise<Response>): Promise<string> {
    for (;;) {
      ends.signal.throwIfAborted()
      const response = await ask().catch(() => undefined)
      if (response && response.status < 500) return response.text()
      await ready()
    }
  }
}

/** More than a service that is killed all the time needs; a person would have given up long before. */
export const maxTries = 60

/** Presses *Try again* for as long as the service is not there, and waits where the screen says so. Everything else is told. */
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

/** The service is not there, or cannot answer now: what a screen says with *Try again*. */
export const isAway = (error: unknown): boolean =>
  (error instanceof ServiceRefusal && ['UNREACHABLE', 'UNAVAILABLE'].includes(error.code)) ||
  readLoginFailure(error)?.reason === 'UNAVAILABLE'

/** From the e-mail field to a session, as the modal leads through it. */
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
          // The code of a login that was given up.
          if (readLoginFailure(error)?.reason !== 'WRONG_CODE') throw error
        }
      }
    } catch (error) {
      // The screen says that this login is over, and leads back to its beginning.
      const reason = readLoginFailure(error)?.reason
      if ((reason !== 'EXPIRED' && reason !== 'LOCKED' && reason !== 'DENIED') || tries === maxTries) throw error
    }
}
