/** How long users wait for their login while many machines send the service all the requests that it allows unknown clients. */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { ServiceRefusal } from '../../../frame-app/src/wallet/custody/service.ts'
import { createPartition, openTab, type Tab } from '../browser.ts'
import { type BusyClock, createBusyClock } from '../busy-clock.ts'
import type { Deployment } from '../deployment.ts'
import { createPerson, insist, type Person, signIn } from '../person.ts'

export type Flood = {
  /** Milliseconds of each login, without the email's delivery time: `calm` without other load, `flooded` during the flood. */
  readonly calm: readonly number[]
  readonly flooded: readonly number[]
  /** How many times longer everything took because of other load on the machine. */
  readonly busy: number
  /** Number of answered requests of the flood, by status or refusal. */
  readonly answers: Readonly<Record<string, number>>
}

export type FloodOptions = {
  readonly seed: string
  /**
   * Users who log in, half of them before the flood. All confirm their emails from one network, which may do so sixty
   * times a minute.
   */
  readonly people: number
  /**
   * Machines that guess codes of logins that do not exist, each from its own network and once per second, the rate that
   * the service allows. Each also sends a body that is too large.
   */
  readonly machines: number
}

export async function flood(deployment: Deployment, { seed, people, machines }: FloodOptions): Promise<Flood> {
  const crowd = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const person = createPerson(deployment, `${seed}-other-${index}@example.org`)
      const tab = openTab(deployment, createPartition())
      await signIn(deployment, tab, person)
      await tab.account.signOut()
      return { person, tab }
    }),
  )
  await deployment.advance(61_000)
  const half = Math.ceil(people / 2)
  const clock = createBusyClock()
  const calm = await loginsOf(deployment, crowd.slice(0, half), clock)

  const over = new AbortController()
  setMaxListeners(0, over.signal)
  const answers: Record<string, number> = {}
  const count = (answer: string) => {
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  const oversized = 'x'.repeat(serviceLimits.bodyBytes + 1)
  const attackers = Array.from({ length: machines }, async (_, index) => {
    const { http } = openTab(deployment, createPartition())
    // Spreads the machines over the second.
    await pause((index / machines) * everyMs, over.signal)
    while (!over.signal.aborted) {
      const next = pause(everyMs, over.signal)
      const request = { flowId: randomUUID(), otp: '000000' }
      await Promise.all([
        http(walletEndpoints.emailVerify, { request, signal: over.signal }).then(
          () => count('DONE'),
          (error: unknown) => count(error instanceof ServiceRefusal ? error.code : 'ABORTED'),
        ),
        fetch(`${deployment.wallet.url}${walletEndpoints.emailStart.path}`, {
          method: 'POST',
          body: oversized,
          signal: over.signal,
        }).then(
          ({ status }) => count(String(status)),
          () => count('ABORTED'),
        ),
        next,
      ])
    }
  })
  const flooded = await loginsOf(deployment, crowd.slice(half))
  over.abort()
  await Promise.all(attackers)
  for (const { person } of crowd) person.stop()
  return { calm, flooded, answers, busy: clock.factor() }
}

const everyMs = 1000
const pause = (ms: number, signal: AbortSignal): Promise<unknown> => delay(ms, undefined, { signal }).catch(() => {}) // the flood ended

/** Runs two logins at a time. A wait demanded by a refusal counts as part of the time. */
async function loginsOf(
  deployment: Deployment,
  crowd: readonly { readonly person: Person; readonly tab: Tab }[],
  clock?: BusyClock,
): Promise<readonly number[]> {
  const times: number[] = []
  const queue = [...crowd]
  const serve = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { person, tab } = next
      clock?.look()
      const seen = person.codes()
      const before = performance.now()
      await insist(deployment, () => tab.login.start(person.email))
      const asked = performance.now() - before
      const code = await person.code(seen)
      const read = performance.now()
      await insist(deployment, () => tab.login.verify(code))
      times.push(asked + performance.now() - read)
    }
  }
  await Promise.all([serve(), serve()])
  return times
}
