/** Does the time of an answer tell who has an account? Many starts for addresses that are known and for such that are not, in turn. */
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { createPartition, openTab } from '../browser.ts'
import { type Chance, createChance } from '../chance.ts'
import { type Deployment, project } from '../deployment.ts'
import { createPerson, insist } from '../person.ts'
import { type RankTest, rankTest } from '../rank-test.ts'
import { openAccount } from './sign-ups.ts'

export type Enumeration = {
  /** Starts of a login, for known addresses against unknown ones. */
  readonly login: RankTest
  /** The same at the recovery role. */
  readonly recovery: RankTest
  /** A known device against a stranger’s, which may be told apart: shows that the measure sees a slow hash. */
  readonly control: RankTest
}

/** @param starts of each kind. Each address is asked for once by each of many devices, as nobody may ask twice in half a minute. */
export async function compareStarts(
  deployment: Deployment,
  { seed, starts, people }: { readonly seed: string; readonly starts: number; readonly people: number },
): Promise<Enumeration> {
  const [hostOrigin = ''] = project.hostOrigins
  const requestOf = (email: string) => ({ email, projectId: project.projectId, hostOrigin })
  const known = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const person = createPerson(deployment, `${seed}-known-${index}@example.org`)
      const tab = openTab(deployment, createPartition())
      await openAccount(deployment, tab, person)
      await tab.account.signOut()
      person.stop()
      return { email: person.email, tab }
    }),
  )
  await deployment.advance(31_000)
  const addresses = known.flatMap(({ email }, index) => [
    { isKnown: true, email },
    { isKnown: false, email: `${seed}-other-${index}@example.org` },
  ])
  const chance = createChance(seed)

  const timesOf = async (ask: (tab: ReturnType<typeof openTab>, email: string) => Promise<unknown>) => {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let device = 0; device * people < starts; device += 1) {
      const tab = openTab(deployment, createPartition())
      // Its key is made, and it has the service’s nonce.
      await ask(tab, `${seed}-first-${device}@example.org`)
      for (const { isKnown, email } of shuffled(addresses, chance)) {
        const before = performance.now()
        await ask(tab, email)
        times[isKnown ? 'known' : 'unknown'].push(performance.now() - before)
      }
    }
    return times
  }
  const login = await timesOf((tab, email) =>
    insist(deployment, () => tab.http(walletEndpoints.emailStart, { request: requestOf(email) })),
  )
  const recovery = await timesOf((tab, email) =>
    insist(deployment, () => tab.recoveryHttp(recoveryEndpoints.checkStart, { request: requestOf(email) })),
  )
  const own: number[] = []
  for (const { email, tab } of known) {
    const before = performance.now()
    await tab.http(walletEndpoints.emailStart, { request: requestOf(email) })
    own.push(performance.now() - before)
  }
  return {
    login: rankTest(login.known, login.unknown),
    recovery: rankTest(recovery.known, recovery.unknown),
    control: rankTest(own, login.unknown),
  }
}

/** Fisher and Yates. */
function shuffled<T>(values: readonly T[], chance: Chance): readonly T[] {
  const rest = [...values]
  return values.flatMap(() => rest.splice(chance.below(rest.length), 1))
}
