/**
 * Durations: the Key Worker's calls in ordinary use, a login on a known device, logins per second of one process, a
 * commit. Runs the same code as a browser, but without one; `npm run bench -- --only wallet` measures the real Worker.
 */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Method, RequestOf } from '../../../frame-app/src/wallet/key-link/surface.ts'
import { createPartition, openTab, type Tab } from '../browser.ts'
import { createBusyClock } from '../busy-clock.ts'
import { type Deployment, project } from '../deployment.ts'
import { withStore } from '../look.ts'
import { openAccount } from '../opening.ts'
import { createPerson, insist, type Person, signIn } from '../person.ts'

export type Costs = {
  /** Milliseconds of each call, in order. */
  readonly calls: Readonly<
    Partial<Record<Method | 'signEvm' | 'signSolana' | 'openSignForget' | 'proveAlone', readonly number[]>>
  >
  /** Milliseconds from the email field to the address on a device that has the wallet, without the email's delivery time. */
  readonly logins: readonly number[]
  /** In milliseconds. */
  readonly commits: readonly number[]
  /** How many times longer everything took because of other load; 1 on an idle machine. */
  readonly busy: number
}

export type CostOptions = {
  readonly seed: string
  readonly people: number
  /** How often each user opens the wallet and signs. */
  readonly rounds: number
}

/** Runs one call after the other, so that they do not slow each other down. */
export async function measureCosts(deployment: Deployment, { seed, people, rounds }: CostOptions): Promise<Costs> {
  const calls: Partial<Record<keyof Costs['calls'], number[]>> = {}
  const note = (name: keyof Costs['calls'], ms: number) => {
    calls[name] = [...(calls[name] ?? []), ms]
  }
  const timed = async <T>(name: keyof Costs['calls'], work: () => Promise<T>): Promise<T> => {
    const before = performance.now()
    const result = await work()
    note(name, performance.now() - before)
    return result
  }
  const logins: number[] = []
  const clock = createBusyClock()
  for (let index = 0; index < people; index += 1) {
    const person = createPerson(deployment, `${seed}-cost-${index}@example.org`)
    const tab = openTab(deployment, createPartition(), { onCall: note })
    const { eip155, solana } = await openAccount(deployment, tab, person)
    await openAccount(deployment, openTab(deployment, createPartition(), { onCall: note }), person)
    const text: RequestOf<'sign'> = { request: { kind: 'evmMessage', signer: eip155, message: '0x6869' } }
    const base58: RequestOf<'sign'> = { request: { kind: 'solanaMessage', signer: solana, message: '8wr' } }
    const unlock = await unlockOf(tab)
    for (let round = 0; round < rounds; round += 1) {
      clock.look()
      await timed('proveAlone', () => tab.worker.call('prove', { method: 'POST', url: deployment.wallet.url }))
      const request = await unlock()
      await timed('openSignForget', async () => {
        await tab.worker.call('unlock', request)
        await timed('signEvm', () => tab.worker.call('sign', text))
        await tab.worker.call('lock', {})
      })
      await tab.worker.call('unlock', await unlock())
      await timed('signSolana', () => tab.worker.call('sign', base58))
      await tab.worker.call('lock', {})
    }
    logins.push(await loginHere(deployment, tab, person))
    person.stop()
  }
  return { calls, logins, commits: await commitsOf(deployment, people * rounds), busy: clock.factor() }
}

/** Returns a function that fetches the service's shares for one unlock. */
async function unlockOf({ session, worker }: Tab): Promise<() => Promise<RequestOf<'unlock'>>> {
  const userId = session.userId() ?? ''
  const { pin } = await worker.call('known', { userId })
  const path = { walletId: pin?.walletId ?? '' }
  return async () => {
    const request = await worker.call('recipient', {})
    return { userId, stored: await session.call(walletEndpoints.walletShare, { request, path }) }
  }
}

async function loginHere(deployment: Deployment, tab: Tab, person: Person): Promise<number> {
  await tab.account.signOut()
  await deployment.advance(31_000)
  const seen = person.codes()
  const before = performance.now()
  const { action } = await tab.login.start(person.email)
  const asked = performance.now() - before
  if (action !== 'VERIFY_OTP') throw new Error(`A known device was asked for more: ${action}`)
  const code = await person.code(seen)
  const read = performance.now()
  await tab.login.verify(code)
  await tab.open()
  return asked + performance.now() - read
}

/** Durations of commits: appends rows to the audit log, each of which is synced to disk. */
const commitsOf = (deployment: Deployment, times: number): Promise<readonly number[]> =>
  withStore(deployment, async ({ audit }) => {
    const found: number[] = []
    const nobody = { userId: undefined, deviceId: undefined, ipHash: undefined, uaHash: undefined }
    for (let index = 0; index < times; index += 1) {
      const before = performance.now()
      await audit.append({ ...nobody, at: Date.now(), event: 'test.measured', detail: {} })
      found.push(performance.now() - before)
    }
    return found
  })

export type Throughput = {
  /** Logins by code per second; each needs two slow hashes. */
  readonly withCode: number
  /** Starts of a login per second on devices that are signed in; these need no hash. */
  readonly withoutCode: number
}

/** All users at once, on known devices. The load is generated on the same machine. */
export async function measureThroughput(
  deployment: Deployment,
  { seed, people, rounds }: CostOptions,
): Promise<Throughput> {
  const [hostOrigin = ''] = project.hostOrigins
  const crowd = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const person = createPerson(deployment, `${seed}-crowd-${index}@example.org`)
      const tab = openTab(deployment, createPartition())
      await signIn(deployment, tab, person)
      const request = { email: person.email, projectId: project.projectId, hostOrigin }
      return { person, tab, start: () => insist(deployment, () => tab.http(walletEndpoints.emailStart, { request })) }
    }),
  )
  const secondsOf = async (work: (member: (typeof crowd)[number]) => Promise<unknown>): Promise<number> => {
    const before = performance.now()
    await Promise.all(crowd.map(work))
    return (performance.now() - before) / 1000
  }
  const connecting = await secondsOf(async ({ start }) => {
    for (let round = 0; round < rounds; round += 1)
      if ((await start()).action !== 'CONNECT') throw new Error('Somebody is not signed in any more')
  })
  await Promise.all(crowd.map(({ tab }) => tab.account.signOut()))
  await deployment.advance(31_000)
  const codes = new Map<Tab, Promise<string>>()
  const flows = new Map<Tab, string>()
  const starting = await secondsOf(async ({ person, tab, start }) => {
    codes.set(tab, person.code(person.codes()))
    flows.set(tab, (await start()).flowId)
  })
  const otps = new Map(await Promise.all([...codes].map(async ([tab, code]) => [tab, await code] as const)))
  const verifying = await secondsOf(({ tab }) => {
    const request = { flowId: flows.get(tab) ?? '', otp: otps.get(tab) ?? '' }
    return insist(deployment, () => tab.http(walletEndpoints.emailVerify, { request }))
  })
  for (const { person } of crowd) person.stop()
  return { withCode: people / (starting + verifying), withoutCode: (people * rounds) / connecting }
}
