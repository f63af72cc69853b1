/**
 * The service ends at a step of sign-up, or of sign-in on another site, and is started again [F1]: the user reads
 * the problem, presses once more, and gets the same address. Each step breaks once, before or after it is done; `npm
 * run sweep` runs both sides of all steps. Requests of the emailed pages are the browser's own and not tested here.
 */
import type { Endpoint } from '@airlock/protocol/wallet-service/endpoints.ts'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { BrowserContext, Page } from '@playwright/test'
import fc from 'fast-check'
import { dappOn } from '../pages/dapp.ts'
import { type Mailbox, mailboxOf } from '../pages/mailbox.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { isWholeSweep } from '../setup/sweep.ts'
import { expect, test } from '../test.ts'
import type { Break } from '../world/breakable.ts'
import type { World } from '../world/world.ts'

const { emailStart, emailFlow, emailVerify, wallets, walletCreate, walletActivate } = walletEndpoints
const { recoveryOpen, shareSetCreate, shareSetActivate } = walletEndpoints
const { sharePut, shareOpen } = recoveryEndpoints

type Role = 'wallet' | 'recovery'
type Step = { readonly role: Role; readonly endpoint: Pick<Endpoint, 'method' | 'path'> }
const at = (endpoint: Step['endpoint'], role: Role = 'wallet'): Step => ({ role, endpoint })
/** Steps after the code was accepted, in order; on the first device and on another one. */
const openings = {
  here: [at(wallets), at(sharePut, 'recovery'), at(walletCreate), at(walletActivate)],
  elsewhere: [at(wallets), at(recoveryOpen), at(shareOpen, 'recovery'), at(shareSetCreate), at(shareSetActivate)],
} as const

const unreachable = 'Email login can’t be reached right now. Try again in a moment.'

for (const side of isWholeSweep ? (['before', 'after'] as const) : (['drawn'] as const))
  test(`[F1] the service ends at each step, ${side}, and no user loses an address`, async ({ parts }) => {
    const { context, host, page, world } = parts
    test.setTimeout(isWholeSweep ? 300_000 : 90_000)
    const coins = fc.sample(fc.boolean(), { seed: Number(process.env.AIRLOCK_SEED ?? 1), numRuns: 32 })
    /** If the answer to an email request is lost, the next email takes half a minute; this side runs only in the sweep. */
    const drawn = (isSlowAfter: boolean): Break =>
      side === 'drawn' ? (!isSlowAfter && coins.pop() ? 'after' : 'before') : side
    const mailbox = mailboxOf(context, world, `restarts-${side}`)
    const dapp = dappOn(page)
    const addresses: (string | undefined)[] = []
    for (const place of ['here', 'elsewhere'] as const) {
      await host.open(place === 'here' ? {} : { host: 'pinned' })
      await host.create(world.embedded)
      await host.connect()
      const visit: Visit = { page, context, world, mailbox, modal: await modalOn(page, world), drawn }
      await visitorApproves(visit, await visitorStarts(visit))
      await visitorTypesTheCode(visit)
      await visitorOpens(visit, place)
      await dapp.expectStatus('connected')
      addresses.push(await dapp.address())
      await dapp.expectClosed()
    }
    expect(addresses[0]).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(addresses[1]).toBe(addresses[0])
  })

type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  readonly world: World
  readonly mailbox: Mailbox
  readonly modal: Modal
  readonly drawn: (isSlowAfter: boolean) => Break
}

function breakAt(world: World, { role, endpoint }: Step, side: Break): void {
  const pattern = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`)
  world.accounts[role].breakAt(({ method, path }) =>
    method === endpoint.method && pattern.test(path) ? side : undefined,
  )
}

/** @returns on which side the first poll for the approval breaks; it starts with the view */
async function visitorStarts({ world, modal, mailbox, drawn }: Visit): Promise<Break> {
  const [side, looking] = [drawn(true), drawn(false)]
  breakAt(world, at(emailStart), side)
  await modal.frame.getByRole('textbox', { name: 'Email' }).fill(mailbox.address)
  await modal.button('Continue with email').click()
  await expect(modal.text(unreachable)).toBeVisible()
  await world.accounts.wallet.restart()
  breakAt(world, at(emailFlow), looking)
  await modal.button('Continue with email').click()
  if (side === 'after') {
    // The email whose request failed is being sent, so another one cannot be requested yet.
    await expect(modal.text(/Please try again after \d+ seconds/)).toBeVisible()
    await expect(async () => {
      await modal.button('Continue with email').click()
      await expect(modal.title).toHaveText('Register Device', { timeout: 3_000 })
    }).toPass({ timeout: 45_000 })
    await mailbox.passOver()
  }
  await modal.expectView('Register Device')
  return looking
}

async function visitorApproves({ world, modal, mailbox }: Visit, side: Break): Promise<void> {
  // The poll is answered only after the user has approved.
  if (side === 'after') await mailbox.approveDevice(modal)
  await expect(modal.text('The login service can’t be reached. This continues by itself.')).toBeVisible()
  await world.accounts.wallet.restart()
  if (side === 'before') await mailbox.approveDevice(modal)
  await modal.expectView('Confirm Email')
}

async function visitorTypesTheCode({ world, modal, mailbox, drawn }: Visit): Promise<void> {
  const side = drawn(true)
  const cells = modal.frame.getByRole('textbox', { name: 'Code from the email' })
  breakAt(world, at(emailVerify), side)
  const code = await mailbox.code()
  await cells.pressSequentially(code)
  await expect(modal.text(unreachable)).toBeVisible()
  await world.accounts.wallet.restart()
  await modal.button('Try again').click()
  if (side === 'before') return
  await expect(modal.text('It has expired. Request another email.')).toBeVisible()
  await expect(modal.button('Resend Code')).toBeEnabled({ timeout: 45_000 })
  await modal.button('Resend Code').click()
  await cells.pressSequentially(await mailbox.code())
}

async function visitorOpens({ world, modal, mailbox, drawn }: Visit, place: keyof typeof openings): Promise<void> {
  for (const step of openings[place]) {
    breakAt(world, step, drawn(false))
    if (step.endpoint === shareOpen) await mailbox.confirmRecovery(modal.frame.page())
    await expect(modal.text(unreachable)).toBeVisible()
    await world.accounts[step.role].restart()
    await modal.button('Try again').click()
  }
}
