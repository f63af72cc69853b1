/**
 * Users who sign up in two tabs at once, then on another site, while tabs crash at any of their calls and service
 * processes are killed at any of their requests. No address that a user has seen may be lost, and no user may get two.
 */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { readLoginFailure } from '../../../frame-app/src/shared/login/failure.ts'
import { ServiceRefusal } from '../../../frame-app/src/wallet/custody/service.ts'
import { createPartition, Died, type Fate, openTab, type Partition, type Tab } from '../browser.ts'
import { type Chance, createChance } from '../chance.ts'
import type { Deployment } from '../deployment.ts'
import type { Fleet } from '../fleet.ts'
import { problemsOf, usersWithManyWallets } from '../look.ts'
import { createPerson, insist, isAway, maxTries, type Person, signIn } from '../person.ts'

export type SignUpFigures = {
  readonly users: number
  readonly tabs: number
  readonly kills: number
  readonly crashes: number
  /** Addresses that a user has seen and that no longer open, on the first device or on another. */
  readonly lost: number
  /** Users who have seen two addresses or have two active wallets. */
  readonly doubled: number
  /** Problems found by the store's check. */
  readonly problems: readonly string[]
  /** Descriptions of what went wrong. */
  readonly complaints: readonly string[]
}

export type SignUpOptions = {
  readonly seed: string
  readonly users: number
  /** Probability of a crash at each call of a tab. */
  readonly crash: number
  /** Minimum and maximum number of requests between two kills of a role. */
  readonly killEvery: readonly [number, number]
  /** Number of concurrent users. */
  readonly atOnce?: number
}

/** Far longer than any user needs, even on a busy machine. */
const patienceMs = 10 * 60_000

export async function signUps(deployment: Deployment, options: SignUpOptions): Promise<SignUpFigures> {
  const { seed, users, crash, killEvery, atOnce = 8 } = options
  const chance = createChance(seed)
  const before = deployment.wallet.kills() + deployment.recovery.kills()
  let crashes = 0
  const complaints: string[] = []
  const lost = new Set<string>()
  const doubled = new Set<string>()
  const ended = new Set<number>()
  const emailOf = (index: number) => `${seed}-${index}@example.org`

  killAtRandom(deployment.wallet, chance.fork('wallet'), killEvery)
  killAtRandom(deployment.recovery, chance.fork('recovery'), killEvery)
  const impatience = waitForLateMail(deployment)
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(atOnce, users) }, async () => {
      while (next < users) {
        const index = next++
        await Promise.race([oneUser(index), tooLate(index)])
      }
    }),
  )
  clearInterval(impatience)
  deployment.wallet.setFaults(undefined)
  deployment.recovery.setFaults(undefined)
  await deployment.ready()
  for (const id of await usersWithManyWallets(deployment.place)) {
    doubled.add(id)
    complaints.push(`${id} has two active wallets`)
  }
  return {
    users,
    tabs: users * 2,
    kills: deployment.wallet.kills() + deployment.recovery.kills() - before,
    crashes,
    lost: lost.size,
    doubled: doubled.size,
    problems: await problemsOf(deployment),
    complaints,
  }

  /** A time limit: a user who is stuck counts as having lost the address. */
  async function tooLate(index: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
    if (ended.has(index)) return
    lost.add(emailOf(index))
    complaints.push(`${emailOf(index)} is stuck`)
  }

  async function oneUser(index: number): Promise<void> {
    const own = chance.fork(`user ${index}`)
    const email = emailOf(index)
    const person = createPerson(deployment, email)
    const seen = new Set<string>()
    const fateOf = (each: Chance): Fate => {
      return () => {
        if (!each.happens(crash)) return undefined
        crashes += 1
        return each.happens(0.5) ? 'before' : 'after'
      }
    }
    /** Opens tabs one after the other until one does not crash. */
    const visit = async (partition: Partition, name: string, go: (tab: Tab) => Promise<unknown>): Promise<void> => {
      const each = own.fork(name)
      for (let life = 0; ; life += 1)
        try {
          await go(openTab(deployment, partition, life < 6 ? { fate: fateOf(each) } : {}))
          return
        } catch (error) {
          if (!(error instanceof Died)) throw error
        }
    }
    const toLogin = (tab: Tab) => signIn(deployment, tab, person)
    const toAddress = async (tab: Tab) => void seen.add((await openAccount(deployment, tab, person)).eip155)
    try {
      const here = createPartition({ hasLocks: own.happens(0.5) })
      await visit(here, 'login', toLogin)
      await Promise.all([visit(here, 'first', toAddress), visit(here, 'second', toAddress)])
      // On another site, the wallet exists only in the two services.
      await visit(createPartition(), 'elsewhere', toAddress)
      // Once more on the first site, with the shares of the device and of the service.
      const again = openTab(deployment, here)
      const sets = async () =>
        (await insist(deployment, () => again.session.call(walletEndpoints.wallets, { request: {} }))).shareSets.length
      const isSignedIn = () => again.session.userId() !== undefined
      const before = isSignedIn()
        ? await sets().catch((error: unknown) => {
            // The answer to a token refresh was lost and its grace period is over, so the user has to sign in again.
            if (isSignedIn()) throw error
            return undefined
          })
        : undefined
      await toAddress(again)
      const after = await sets()
      if (before !== undefined && after !== before)
        complaints.push(`${email} needed another share set for the same device`)
      if (seen.size !== 1) doubled.add(email)
    } catch (error) {
      lost.add(email)
      complaints.push(`${email}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    } finally {
      ended.add(index)
      person.stop()
    }
  }
}

/**
 * Opens the wallet. Signs in if no user is signed in, or if the service demands a fresh login; if the service is
 * unavailable, reloads the page once it is back.
 */
export async function openAccount(deployment: Deployment, first: Tab, person: Person) {
  let tab = first
  for (let tries = 1; ; tries += 1)
    try {
      if (tab.session.userId() === undefined) await signIn(deployment, tab, person)
      return await tab.open()
    } catch (error) {
      if (error instanceof Died || tries === maxTries) throw error
      const isEnded = tab.session.userId() === undefined
      if (asksForLogin(error) && !isEnded) await tab.account.signOut()
      else if (isAway(error)) await deployment.ready()
      else if (readLoginFailure(error)?.reason === 'COOL_DOWN') await deployment.advance(31_000)
      else if (!isEnded) throw error
      tab = tab.reload()
    }
}
/** The session is too old to add a device, or the recovery check has expired. */
const asksForLogin = (error: unknown): boolean =>
  (error instanceof ServiceRefusal && error.code === 'REAUTH_REQUIRED') || readLoginFailure(error)?.reason === 'EXPIRED'

/**
 * An email that was claimed by a killed process is sent by another one after a minute. If no email arrives for a while
 * and nothing else happens, this moves the clocks by that minute.
 */
export function waitForLateMail({ mail, advance, wallet, recovery }: Deployment): NodeJS.Timeout {
  let seen = 0
  let idle = 0
  return setInterval(() => {
    const letters = mail.letters().length
    idle = letters === seen && !wallet.isBusy() && !recovery.isBusy() ? idle + 1 : 0
    seen = letters
    if (idle < 5) return
    idle = 0
    void advance(61_000)
  }, 500)
}

function killAtRandom(fleet: Fleet, chance: Chance, [least, most]: readonly [number, number]): void {
  const draw = () => least + chance.below(most - least)
  let left = draw()
  fleet.setFaults(() => {
    left -= 1
    if (left > 0) return undefined
    left = draw()
    return chance.happens(0.5) ? 'before' : 'after'
  })
}
