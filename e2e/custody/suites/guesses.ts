/**
 * A code is tried at most five times, however many guesses arrive at once and whichever process is killed meanwhile,
 * and it is used once.
 */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { ServiceRefusal } from '../../../frame-app/src/wallet/custody/service.ts'
import { createPartition, openTab, type Tab } from '../browser.ts'
import { type Deployment, project } from '../deployment.ts'
import { withDatabase } from '../look.ts'
import { createPerson, insist, type Person } from '../person.ts'

export type GuessFigures = {
  readonly guesses: number
  /** Tries counted by the database, which happens before each comparison. */
  readonly evaluated: number
  /** Guesses answered as wrong: what an attacker has learned. */
  readonly told: number
  readonly kills: number
  /** The answer to the right code afterwards. */
  readonly rightCodeAfterwards: string
}

export async function guessInParallel(
  deployment: Deployment,
  { email, guesses, killAt }: { readonly email: string; readonly guesses: number; readonly killAt?: number },
): Promise<GuessFigures> {
  const { tab, flowId, code, person } = await toTheCode(deployment, email)
  const before = deployment.wallet.kills()
  let left = killAt ?? Number.POSITIVE_INFINITY
  deployment.wallet.setFaults(({ path }) => {
    if (path !== walletEndpoints.emailVerify.path) return undefined
    left -= 1
    return left === 0 ? 'after' : undefined
  })
  const wrong = Array.from({ length: guesses }, (_, index) => String((Number(code) + 1 + index) % 1_000_000))
  const told = await Promise.all(wrong.map((guess) => verify(tab, flowId, guess.padStart(6, '0'))))
  deployment.wallet.setFaults(undefined)
  await deployment.ready()
  const rightCodeAfterwards = await insist(deployment, () => verifyOrThrow(tab, flowId, code))
  person.stop()
  return {
    guesses,
    evaluated: await triesOf(deployment, flowId),
    told: told.filter((outcome) => outcome === 'OTP_INVALID').length,
    kills: deployment.wallet.kills() - before,
    rightCodeAfterwards,
  }
}

/** How many sessions are opened when the right code is submitted this many times at once. */
export async function redeemInParallel(
  deployment: Deployment,
  { email, times }: { readonly email: string; readonly times: number },
): Promise<number> {
  const { tab, flowId, code, person } = await toTheCode(deployment, email)
  const outcomes = await Promise.all(Array.from({ length: times }, () => verify(tab, flowId, code)))
  person.stop()
  return outcomes.filter((outcome) => outcome === 'DONE').length
}

async function toTheCode(
  deployment: Deployment,
  email: string,
): Promise<{ tab: Tab; flowId: string; code: string; person: Person }> {
  const tab = openTab(deployment, createPartition())
  const person = createPerson(deployment, email)
  const [hostOrigin = ''] = project.hostOrigins
  const request = { email, projectId: project.projectId, hostOrigin }
  const { flowId, matchNumber } = await tab.http(walletEndpoints.emailStart, { request })
  person.see(String(matchNumber))
  return { tab, flowId, code: await person.code(0), person }
}

const verifyOrThrow = (tab: Tab, flowId: string, otp: string): Promise<string> =>
  tab.http(walletEndpoints.emailVerify, { request: { flowId, otp } }).then(
    () => 'DONE',
    (error: unknown) => {
      if (error instanceof ServiceRefusal && error.code !== 'UNREACHABLE' && error.code !== 'UNAVAILABLE')
        return error.code
      throw error
    },
  )
const verify = (tab: Tab, flowId: string, otp: string): Promise<string> =>
  verifyOrThrow(tab, flowId, otp).catch((error: unknown) => {
    if (error instanceof ServiceRefusal) return error.code
    throw error
  })

const triesOf = ({ place }: Deployment, flowId: string): Promise<number> =>
  withDatabase(place, async (db) => {
    const rows = await db.selectFrom('otp').select('tries').where('flowId', '=', flowId).execute()
    return Math.max(0, ...rows.map(({ tries }) => tries))
  })
