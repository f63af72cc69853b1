/**
 * Users who sign up in two tabs at once, then on another site, while tabs crash at any of their calls and service
 * processes are killed at any of their requests. No address that a user has seen may be lost, and no user may get two.
 * They sign in by email, at an OpenID provider or with Farcaster; some make a recovery kit, which is opened at the end.
 */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { createPartition, Died, type Fate, openTab, type Partition, type Tab, type TabOptions } from '../browser.ts'
import { type Chance, createChance } from '../chance.ts'
import type { Deployment } from '../deployment.ts'
import type { Fleet } from '../fleet.ts'
import { type MadeKit, makeKit, openKitsOffline } from '../kits.ts'
import { byFarcaster, byProvider, byProviderAlone, linkProvider } from '../logins.ts'
import { accountsIn, problemsOf, usersWithManyWallets } from '../look.ts'
import { openAccount } from '../opening.ts'
import { createPerson, insist, type Person } from '../person.ts'

/**
 * `linked`: by email, and then at a provider that knows the address, which is linked to the account. `namesakes`: two
 * accounts of one address, by email and at the provider, which are not linked. `farcaster`: there is no address, so
 * only a kit opens the wallet on another site.
 */
export type Kind = 'email' | 'provider' | 'linked' | 'namesakes' | 'farcaster'

type Turn = { readonly kind: Kind; readonly makesKit?: true }
/** The kinds in turn, and who makes a kit. */
const turns: readonly Turn[] = [
  { kind: 'email', makesKit: true },
  { kind: 'provider' },
  { kind: 'linked' },
  { kind: 'namesakes' },
  { kind: 'farcaster', makesKit: true },
  { kind: 'email' },
  { kind: 'provider' },
  { kind: 'email' },
  { kind: 'email' },
  { kind: 'provider', makesKit: true },
  { kind: 'email' },
  { kind: 'email' },
  { kind: 'linked' },
  { kind: 'provider' },
  { kind: 'namesakes' },
  { kind: 'email' },
  { kind: 'email' },
  { kind: 'provider' },
  { kind: 'email' },
  { kind: 'email' },
]
const turnOf = (index: number): Turn => turns[index % turns.length] ?? { kind: 'email' }
/** Of the first so many users. */
export function countTurns(users: number): { readonly kinds: Readonly<Record<Kind, number>>; readonly kits: number } {
  const kinds = noUsers()
  let kits = 0
  for (let index = 0; index < users; index += 1) {
    const { kind, makesKit } = turnOf(index)
    kinds[kind] += 1
    if (makesKit) kits += 1
  }
  return { kinds, kits }
}
const noUsers = (): Record<Kind, number> => ({ email: 0, provider: 0, linked: 0, namesakes: 0, farcaster: 0 })

export type SignUpFigures = {
  /** Users who came to the end of their visits. */
  readonly kinds: Readonly<Record<Kind, number>>
  readonly tabs: number
  readonly kills: number
  readonly crashes: number
  /** Addresses that a user has seen and that no longer open, on the first device or on another. */
  readonly lost: number
  /** Users who have seen two addresses or have two active wallets. */
  readonly doubled: number
  /** New accounts, and those of them that have an active wallet. */
  readonly accounts: number
  readonly wallets: number
  /** Users who were told that the address of their provider has an account. */
  readonly told: number
  /** Accounts that two logins share only because of an equal address. */
  readonly joined: number
  readonly kits: number
  /** Kits that give the addresses that their user saw. */
  readonly opened: number
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
/** Number of a user's last calls that a complaint lists. */
const lastSteps = 60

export async function signUps(deployment: Deployment, options: SignUpOptions): Promise<SignUpFigures> {
  const { seed, users, crash, killEvery, atOnce = 8 } = options
  const chance = createChance(seed)
  const before = deployment.wallet.kills() + deployment.recovery.kills()
  const accountsBefore = await accountsIn(deployment.place)
  let crashes = 0
  let tabs = 0
  let joined = 0
  const complaints: string[] = []
  const lost = new Set<string>()
  const doubled = new Set<string>()
  const told = new Set<string>()
  const kinds = noUsers()
  const kits: MadeKit[] = []
  const ended = new Set<number>()
  const trails = new Map<string, string[]>()
  const nameOf = (index: number) => `${seed}-${index}@example.org`

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
  const accounts = await accountsIn(deployment.place)
  const offline = await openKitsOffline(kits)
  return {
    kinds,
    tabs,
    kills: deployment.wallet.kills() + deployment.recovery.kills() - before,
    crashes,
    lost: lost.size,
    doubled: doubled.size,
    accounts: accounts.users - accountsBefore.users,
    wallets: accounts.withWallet - accountsBefore.withWallet,
    told: told.size,
    joined,
    kits: kits.length,
    opened: offline.opened,
    problems: await problemsOf(deployment),
    complaints: [...complaints, ...offline.complaints],
  }

  /** A time limit: a user who is stuck counts as having lost the address. */
  async function tooLate(index: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
    if (ended.has(index)) return
    lost.add(nameOf(index))
    complaints.push(`${nameOf(index)} is stuck, last calls:${lastCallsOf(nameOf(index))}`)
  }

  function lastCallsOf(name: string): string {
    return (trails.get(name) ?? []).map((step) => `\n  ${step}`).join('')
  }

  async function oneUser(index: number): Promise<void> {
    const own = chance.fork(`user ${index}`)
    const name = nameOf(index)
    const { kind, makesKit = false } = turnOf(index)
    const person = createPerson(deployment, name)
    const signingIn = (by: (deployment: Deployment, tab: Tab, person: Person) => Promise<void>): Person => ({
      ...person,
      signIn: (tab) => by(deployment, tab, person),
    })
    const isTold = () => void told.add(name)
    try {
      switch (kind) {
        case 'email':
          await account(person, own, { makesKit })
          break
        case 'provider':
          await account(signingIn(byProvider), own, { makesKit })
          break
        case 'farcaster':
          await account(signingIn(byFarcaster), own, { makesKit, hasAddress: false })
          break
        case 'linked': {
          const linking = signingIn((_, tab) => linkProvider(deployment, tab, person, isTold))
          await account(person, own, { elsewhere: [linking, signingIn(byProvider)] })
          break
        }
        case 'namesakes': {
          const alone = signingIn((_, tab) => byProviderAlone(deployment, tab, person, isTold))
          const first = await account(person, own.fork('first'), {})
          const second = await account(alone, own.fork('second'), {})
          if ([...first].some((address) => second.has(address))) joined += 1
        }
      }
      kinds[kind] += 1
    } catch (error) {
      lost.add(name)
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      complaints.push(`${name} (${kind}): ${text}\nlast calls:${lastCallsOf(name)}`)
    } finally {
      ended.add(index)
      person.stop()
    }
  }

  /** One account in two tabs, on other sites, and again on the first one. @returns the addresses that its user has seen */
  async function account(
    person: Person,
    own: Chance,
    {
      makesKit = false,
      hasAddress = true,
      elsewhere = [person],
    }: { readonly makesKit?: boolean; readonly hasAddress?: boolean; readonly elsewhere?: readonly Person[] },
  ): Promise<ReadonlySet<string>> {
    const seen = new Set<string>()
    const fateOf = (each: Chance): Fate => {
      return () => {
        if (!each.happens(crash)) return undefined
        crashes += 1
        return each.happens(0.5) ? 'before' : 'after'
      }
    }
    const open = (partition: Partition, more: TabOptions = {}): Tab => {
      tabs += 1
      const tab = tabs
      const trail = trails.get(person.email) ?? []
      trails.set(person.email, trail)
      return openTab(deployment, partition, {
        ...more,
        onStep(step) {
          trail.push(
            `${(performance.now() / 1000).toFixed(1)} s, clock ${deployment.aheadMs() / 1000}, tab ${tab}: ${step}`,
          )
          if (trail.length > lastSteps) trail.shift()
        },
      })
    }
    /** Opens tabs one after the other until one does not crash. */
    const visit = async <T>(
      partition: Partition,
      name: string,
      go: (tab: Tab) => Promise<T>,
      more: TabOptions = {},
    ): Promise<T> => {
      const each = own.fork(name)
      for (let life = 0; ; life += 1)
        try {
          return await go(open(partition, { ...more, ...(life < 6 && { fate: fateOf(each) }) }))
        } catch (error) {
          if (!(error instanceof Died)) throw error
        }
    }
    const toAddress = (as: Person) => async (tab: Tab) => {
      seen.add((await openAccount(deployment, tab, as)).eip155)
    }

    const here = createPartition({ hasLocks: own.happens(0.5) })
    await visit(here, 'login', (tab) => person.signIn(tab))
    await Promise.all([visit(here, 'first', toAddress(person)), visit(here, 'second', toAddress(person))])
    const kit = makesKit ? await visit(here, 'kit', (tab) => makeKit(deployment, tab, person)) : undefined
    if (kit) {
      kits.push(kit)
      seen.add(kit.addresses.eip155)
    }
    // On another site, the wallet exists only in the two services; without an address, only in the kit.
    if (hasAddress || kit)
      for (const [index, as] of elsewhere.entries())
        await visit(createPartition(), `elsewhere ${index}`, toAddress(as), !hasAddress && kit ? { kit } : {})
    // Once more on the first site, with the shares of the device and of the service.
    const again = open(here)
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
    await toAddress(person)(again)
    const after = await sets()
    if (before !== undefined && after !== before)
      complaints.push(`${person.email} needed another share set for the same device`)
    if (seen.size !== 1) doubled.add(person.email)
    return seen
  }
}

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
