/**
 * Sweep of all logins, links and recoveries whose proof comes back through another browser or an email, so that a stranger may have begun
 * them: until the user there picks the number that only the beginner's screen shows, the beginner gets nothing and learns nothing.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseProjects } from '../../src/frames/projects.ts'
import { createRecoveryApp } from '../../src/wallet/recovery/app.ts'
import { production } from '../records.ts'
import { createRecipient } from './custodian.ts'
import { createDevice, type Device, linkIn, start } from './device.ts'
import { newPerson, sharedLinkService, startLink } from './links/support.ts'
import { addressOf, hostOrigin, projectId, publicUrl, startParts, type TestParts } from './service.ts'
import { signInAt } from './social/at-provider.ts'
import { comeBack, leave, type SocialStart, startSocial } from './social/device.ts'

const recoveryUrl = 'https://recovery.example'
const { deviceApprove } = walletEndpoints
const { checkStart, checkApprove, checkVerify, shareOpen, shareCopy, sharePut } = recoveryEndpoints
const { socialConfirm } = socialEndpoints

const wallet = await sharedLinkService()
let recovery: TestParts & { readonly app: Hono }

beforeAll(async () => {
  const parts = await startParts()
  const { store, lookup, outside, log, metrics, stopping } = parts
  const limits = { mailsFromNetworkPerHour: 1000, approvalsFromNetworkPerMinute: 1000 }
  const { app } = createRecoveryApp({
    context: {
      store,
      lookup,
      outside,
      projects: parseProjects([production]),
      settings: { publicUrl: recoveryUrl, limits },
    },
    log,
    metrics,
    addressOf,
    stopping: stopping.signal,
  })
  parts.send()
  recovery = { ...parts, app }
})
afterAll(async () => {
  await recovery.stop()
})

/** What a stranger has begun, and what the user to whom it comes sees. */
interface Begun {
  /** On the beginner's screen. */
  readonly number: number
  /** The page before the user, read once. */
  readonly page: string
  /** Opens the page's link again, as scanners of emails do. */
  readonly reopen: () => Promise<unknown>
  /** What the beginner is told while it waits. */
  readonly look: () => Promise<{ readonly status: string }>
  /** Takes what the proof gives: the HTTP status and the body. */
  readonly take: () => Promise<{ readonly status: number; readonly body: string }>
}

interface Flow {
  readonly app: () => Hono
  readonly path: string
  readonly begin: () => Promise<Begun>
  /** What the beginner does not know and the proof reveals. */
  readonly unknown?: RegExp
  /** The page's own tab returns with a code, so that the number alone is not enough. */
  readonly needsReturn?: boolean
}

const read = async (answer: Response | Promise<Response>) => {
  const response = await answer
  return { status: response.status, body: await response.text() }
}
let people = 0
const address = () => `victim${people++}@example.org`
const from = (url: string) => ({ Origin: url, 'Content-Type': 'application/x-www-form-urlencoded' })

/** The service sends further emails to the same network only after a while. */
const letAWhilePass = (parts: Pick<TestParts, 'advance'>) => parts.advance(31_000)

async function emailLogin(): Promise<Begun> {
  letAWhilePass(wallet)
  const [device, email] = [await createDevice(wallet.app), address()]
  const { flowId, matchNumber = 0 } = await start(device, email)
  const link = linkIn((await wallet.mailbox.next(email)).text)
  const open = () => read(wallet.app.request(link))
  const params = { flowId }
  return {
    number: matchNumber,
    page: (await open()).body,
    reopen: open,
    look: () => device.ask('emailFlow', {}, { params }),
    // The code is sent once the device is approved, and is for the next step.
    async take() {
      const { action } = await device.ask('emailFlow', {}, { params })
      return { status: action === 'VERIFY_OTP' ? 200 : 403, body: String(action) }
    },
  }
}

/** Name and address at the provider. */
const victim = /wanted\d/i
async function atProvider(
  { ticket, number }: { readonly ticket: string; readonly number: number },
  { device, flowId, take }: { device: Device; flowId: string; take: () => Promise<Response> },
): Promise<Begun> {
  const callback = await signInAt(await leave(wallet.app, ticket), `Wanted${people++}`)
  const page = await (await comeBack(wallet.app, callback)).text()
  return {
    number,
    page,
    reopen: () => comeBack(wallet.app, callback),
    look: () => device.ask('socialFlow', {}, { params: { flowId } }),
    take: () => read(take()),
  }
}

async function socialLogin(more: { readonly returnTo?: string } = {}): Promise<Begun> {
  const device = await createDevice(wallet.app)
  const { flowId, ticket, verifier, matchNumber }: SocialStart = await startSocial(device, 'acme', more)
  const take = () => device.send(socialEndpoints.socialComplete, { body: { flowId, verifier } })
  return atProvider({ ticket, number: matchNumber }, { device, flowId, take })
}

async function socialLink(): Promise<Begun> {
  letAWhilePass(wallet)
  const stranger = await newPerson(wallet)
  const { ticket, matchNumber, proof } = await startLink(stranger)
  const take = () => stranger.device.send(socialEndpoints.socialLink, { body: proof, ...stranger.more })
  return atProvider({ ticket, number: matchNumber }, { device: stranger.device, flowId: proof.flowId, take })
}

const Started = z.object({ checkId: z.string(), matchNumber: z.number() })
const Status = z.object({ status: z.string() })

async function recoveryCheck(copyTo?: string): Promise<Begun> {
  letAWhilePass(recovery)
  const [owner, device, email] = [
    await createDevice(recovery.app, recoveryUrl),
    await createDevice(recovery.app, recoveryUrl),
    address(),
  ]
  const half = { walletId: randomUUID(), methodId: randomUUID() }
  const { recipient } = await createRecipient()
  const share = randomBytes(32).toString('base64url')
  await owner.send(sharePut, { body: { projectId, email, ...half, share, recipient } })
  const body = { email, projectId, hostOrigin, ...(copyTo !== undefined && { copyTo }) }
  const { checkId, matchNumber } = Started.parse(await (await device.send(checkStart, { body })).json())
  const link = linkIn((await recovery.mailbox.next(email, 0, /pick the number/)).text)
  const open = () => read(recovery.app.request(link))
  return {
    number: matchNumber,
    page: (await open()).body,
    reopen: open,
    look: async () => Status.parse(await (await device.send(checkVerify, { body: { checkId, wait: 0 } })).json()),
    take: () =>
      read(
        copyTo === undefined
          ? device.send(shareOpen, { body: { checkId, ...half, recipient } })
          : device.send(shareCopy, { body: { checkId, ...half } }),
      ),
  }
}

const inWallet = { app: () => wallet.app }
const inRecovery = { app: () => recovery.app, path: checkApprove.path }
const flows: Readonly<Record<string, Flow>> = {
  'a login by email': { ...inWallet, path: deviceApprove.path, begin: emailLogin },
  'a login at a provider': { ...inWallet, path: socialConfirm.path, begin: socialLogin, unknown: victim },
  'a login at a provider in the page’s own tab': {
    ...inWallet,
    path: socialConfirm.path,
    begin: () => socialLogin({ returnTo: `${hostOrigin}/` }),
    unknown: victim,
    needsReturn: true,
  },
  'a login that is added': { ...inWallet, path: socialConfirm.path, begin: socialLink, unknown: victim },
  'a recovery': { ...inRecovery, begin: () => recoveryCheck() },
  'a recovery for another address': { ...inRecovery, begin: () => recoveryCheck('new@example.org') },
}
const rows = Object.entries(flows)

function expectNothingTold({ unknown }: Flow, text: string) {
  if (unknown) expect(text).not.toMatch(unknown)
}

const own = ({ path }: Flow) => (path === checkApprove.path ? recoveryUrl : publicUrl)
/** Sends the form of the page with this number. */
function press(flow: Flow, page: string, number: number | 'none', origin = own(flow)) {
  const fields = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const body = new URLSearchParams([...fields, ['number', String(number)]]).toString()
  return read(flow.app().request(flow.path, { method: 'POST', headers: from(origin), body }))
}
const numbersOn = (page: string) => [...page.matchAll(/name="number" value="(\d+)"/g)].map(([, value]) => Number(value))

describe.each(rows)('%s that a stranger began', (_, flow) => {
  test('shows the user site, device and numbers, and gives nothing before one is picked', async () => {
    const begun = await flow.begin()
    expect(begun.page).toContain(hostOrigin)
    expect(begun.page).toContain('Firefox on Linux')
    expect(new Set(numbersOn(begun.page)).size).toBe(3)
    expect(numbersOn(begun.page)).toContain(begun.number)
    await begun.reopen()
    const waiting = [JSON.stringify(await begun.look()), (await begun.take()).body]
    expect((await begun.take()).status).toBeGreaterThanOrEqual(400)
    for (const text of waiting) expectNothingTold(flow, text)
    const before = await begun.look()
    expect((await press(flow, begun.page, begun.number, hostOrigin)).status).toBe(403)
    expect(await begun.look()).toEqual(before)
  })

  test.each(['none', 'another'] as const)('ends with the choice of %s, for good', async (choice) => {
    const begun = await flow.begin()
    const other = numbersOn(begun.page).find((number) => number !== begun.number) ?? 0
    await press(flow, begun.page, choice === 'none' ? 'none' : other)
    expect((await begun.look()).status).toBe('denied')
    await press(flow, begun.page, begun.number)
    expect((await begun.look()).status).toBe('denied')
    const taken = await begun.take()
    expect(taken.status).toBeGreaterThanOrEqual(400)
    expectNothingTold(flow, taken.body)
  })

  test('opens with its number, and not without what only the returning tab has', async () => {
    const begun = await flow.begin()
    await press(flow, begun.page, begun.number)
    expect(['approved', 'proven']).toContain((await begun.look()).status)
    const { status, body } = await begun.take()
    if (!flow.needsReturn) return expect(status).toBe(200)
    expect(status).toBeGreaterThanOrEqual(400)
    expectNothingTold(flow, body)
  })
})

/** Forms that take no proof from a stranger's screen. */
const otherForms: Readonly<Record<string, string>> = {
  [loginEndpoints.loginsUndo.path]:
    'puts back what the mailbox had before; whoever sends its link to others gains nothing',
  '/oauth/callback/:provider': 'leads to the page with the number, or to a device that the account knows',
}

test('every form of both roles is in these tables', async () => {
  const found: string[] = []
  for (const { app } of [wallet, recovery])
    for (const path of new Set(app.routes.filter(({ method }) => method === 'POST').map((route) => route.path))) {
      const body = new URLSearchParams({ token: 'x' }).toString()
      const response = await app.request(path, {
        method: 'POST',
        headers: from(app === wallet.app ? publicUrl : recoveryUrl),
        body,
      })
      if (response.headers.get('content-type')?.startsWith('text/html')) found.push(path)
    }
  const listed = [...rows.map(([, { path }]) => path), ...Object.keys(otherForms)]
  expect(new Set(found)).toEqual(new Set(listed))
})
