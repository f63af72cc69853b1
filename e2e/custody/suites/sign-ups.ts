/**
 * Users who sign up in two tabs at once, then on another site, while tabs die at any of their calls and processes of the
 * service are killed at any of their requests. No address that anybody has seen may be lost, and nobody may get two.
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
  /** Addresses that somebody has seen and that do not open any more, on the first device or on another. */
  readonly lost: number
  /** Users who have seen two addresses, or have two active wallets. */
  readonly doubled: number
  /** What the check of the store finds. */
  readonly problems: readonly string[]
  /** What went wrong, for a person to read. */
  readonly complaints: readonly string[]
}

export type SignUpOptions = {
  readonly seed: string
  readonly users: number
  /** Of each call of a tab. */
  readonly crash: number
  /** Requests between two kills of a role, at least and at most. */
  readonly killEvery: readonly [number, number]
  /** Users at the same time. */
  readonly atOnce?: number
}

/** Far more than anybody needs, on a machine that does other things too. */
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

  /** Nobody waits for ever: who is stuck has lost the way to an address. */
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
    /** One tab and its successors, until one of them lives to the end. */
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
      // On another site all that is left of the wallet is what the two services keep.
      await visit(createPartition(), 'elsewhere', toAddress)
      // Once more here: the device's own share, and the service's.
      const again = openTab(deployment, here)
      const sets = async () =>
        (await insist(deployment, () => again.session.call(walletEndpoints.wallets, { request: {} }))).shareSets.length
      const isSignedIn = () => again.session.userId() !== undefined
      const before = isSignedIn()
        ? await sets().catch((error: unknown) => {
            // The answer to a refresh was lost, and time has passed since: whoever comes back then signs in again.
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
 * Opens the wallet; signs in where nobody is signed in, and again where the service wants a fresh login. Where the service is away the
 * page is loaded anew once it is back.
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
/** The session is too old for a new device, or what was asked of the mailbox for it was. */
const asksForLogin = (error: unknown): boolean =>
  (error instanceof ServiceRefusal && error.code === 'REAUTH_REQUIRED') || readLoginFailure(error)?.reason === 'EXPIRED'

/**
 * A mail that a process took and did not send, because it was killed, is another's a minute later. Where no mail comes for a while,
 * and everybody only waits, that minute passes.
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
