/** Does the response time reveal who has an account? Sends many login starts for known and unknown addresses, in random order. */
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { createPartition, openTab } from '../browser.ts'
import { type Chance, createChance } from '../chance.ts'
import { type Deployment, project } from '../deployment.ts'
import { openAccount } from '../opening.ts'
import { createPerson, insist } from '../person.ts'
import { type RankTest, rankTest } from '../rank-test.ts'

export type Enumeration = {
  /** Login starts: known addresses compared with unknown ones. */
  readonly login: RankTest
  /** The same at the recovery role. */
  readonly recovery: RankTest
  /** A known device compared with an unknown one, which may differ: shows that the test detects a slow hash. */
  readonly control: RankTest
}

/** @param starts of each kind. Each of many devices starts a login once per address, because of the wait of half a minute. */
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
      // A first request, so that the device has its key and the service's nonce.
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

/** Fisher–Yates shuffle. */
function shuffled<T>(values: readonly T[], chance: Chance): readonly T[] {
  const rest = [...values]
  return values.flatMap(() => rest.splice(chance.below(rest.length), 1))
}
