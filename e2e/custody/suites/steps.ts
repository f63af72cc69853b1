/**
 * The service is killed and restarted at every step of sign-up and of sign-in on a new device, by email, at a provider
 * and with Farcaster, and of making a recovery kit: once before it receives the request, once after it has handled it
 * and before it answers. The user presses *Try again*, reads the emails, and ends at the same address.
 */
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { exportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import { farcasterEndpoints } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import { createPartition, openTab } from '../browser.ts'
import type { Deployment } from '../deployment.ts'
import type { Exchange, Fault } from '../fleet.ts'
import { makeKit } from '../kits.ts'
import { byFarcaster, byProvider } from '../logins.ts'
import { problemsOf, usersWithManyWallets } from '../look.ts'
import { openAccount } from '../opening.ts'
import { createPerson, type Person } from '../person.ts'
import { waitForLateMail } from './sign-ups.ts'

const { walletCreate, walletActivate, emailStart, emailFlow, deviceApprove, emailVerify, wallets } = walletEndpoints
const { shareSetCreate, shareSetActivate, recoveryOpen, walletShare, tokenRefresh, config } = walletEndpoints
const { socialStart, socialFlow, socialConfirm, socialComplete } = socialEndpoints
const { farcasterStart, farcasterFlow, farcasterComplete } = farcasterEndpoints
const { exportTicket } = exportEndpoints
const { sharePut, shareOpen, checkStart, checkVerify, checkApprove } = recoveryEndpoints

/**
 * In the order in which a user reaches them: sign-up, another site, the first site again; then those of the other
 * logins, with the pages of their window, and of the kit.
 */
export const steps = {
  config,
  emailStart,
  emailFlow,
  deviceApprove,
  emailVerify,
  wallets,
  sharePut,
  walletCreate,
  walletActivate,
  recoveryOpen,
  checkStart,
  checkApprove,
  checkVerify,
  shareOpen,
  shareSetCreate,
  shareSetActivate,
  tokenRefresh,
  walletShare,
  socialStart,
  socialPage: { method: 'GET', path: '/social/:ticket' },
  socialCallback: { method: 'GET', path: '/oauth/callback/:provider' },
  socialFlow,
  socialConfirm,
  socialComplete,
  exportTicket,
  farcasterStart,
  farcasterFlow,
  farcasterComplete,
} as const
export type StepName = keyof typeof steps

export type StepFigures = {
  /** Steps at which a process was killed, and on which sides. */
  readonly killed: Readonly<Partial<Record<StepName, readonly Fault[]>>>
  readonly kills: number
  readonly users: number
  /** Of all of them. */
  readonly addresses: number
  readonly usersWithManyWallets: number
  readonly problems: readonly string[]
}

/** @param sides on which each step is killed at its first calls */
export async function killAtEachStep(
  deployment: Deployment,
  { email, sides }: { readonly email: string; readonly sides: (step: StepName) => readonly Fault[] },
): Promise<StepFigures> {
  const killed: Partial<Record<StepName, readonly Fault[]>> = {}
  const before = deployment.wallet.kills() + deployment.recovery.kills()
  const faults = ({ method, path }: Exchange): Fault | undefined => {
    const step = stepOf(method, path)
    if (!step) return undefined
    const done = killed[step] ?? []
    const next = sides(step)[done.length]
    if (next) killed[step] = [...done, next]
    return next
  }
  deployment.wallet.setFaults(faults)
  deployment.recovery.setFaults(faults)
  const byEmail = createPerson(deployment, email)
  const social = createPerson(deployment, `social-${email}`)
  // With Farcaster there is no address, so that only a kit would open the wallet elsewhere.
  const people: readonly { readonly person: Person; readonly makesKit: boolean; readonly goesElsewhere: boolean }[] = [
    { person: byEmail, makesKit: false, goesElsewhere: true },
    {
      person: { ...social, signIn: (tab) => byProvider(deployment, tab, social) },
      makesKit: true,
      goesElsewhere: true,
    },
    {
      person: { ...social, signIn: (tab) => byFarcaster(deployment, tab, social) },
      makesKit: false,
      goesElsewhere: false,
    },
  ]
  const impatience = waitForLateMail(deployment)
  const seen = new Set<string>()
  try {
    for (const { person, makesKit, goesElsewhere } of people) {
      const here = createPartition()
      const see = async (partition = here) => {
        seen.add((await openAccount(deployment, openTab(deployment, partition), person)).eip155)
      }
      await see()
      if (makesKit) seen.add((await makeKit(deployment, openTab(deployment, here), person)).addresses.eip155)
      if (goesElsewhere) await see(createPartition())
      await see()
    }
  } finally {
    clearInterval(impatience)
    byEmail.stop()
    social.stop()
    deployment.wallet.setFaults(undefined)
    deployment.recovery.setFaults(undefined)
  }
  await deployment.ready()
  return {
    killed,
    kills: deployment.wallet.kills() + deployment.recovery.kills() - before,
    users: people.length,
    addresses: seen.size,
    usersWithManyWallets: (await usersWithManyWallets(deployment.place)).length,
    problems: await problemsOf(deployment),
  }
}

const patterns = Object.entries(steps).map(
  ([name, { method, path }]) =>
    [name as StepName, method, new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)] as const, // as: its own keys
)
const stepOf = (method: string, path: string): StepName | undefined =>
  patterns.find(([, wanted, pattern]) => wanted === method && pattern.test(path))?.[0]
