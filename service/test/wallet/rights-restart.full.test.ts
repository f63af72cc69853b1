/**
 * Sweep of all rights that the service gives for a time, with all that ends each of them: one that has ended stays ended when the service
 * is started again, and one that has not still counts.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type OpenIdProvider, startOpenIdProvider } from '../../../e2e/world/openid-provider.ts'
import { createKek } from '../../src/crypto/kek.ts'
import { createLookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { openStore } from '../../src/store/open.ts'
import { createWalletApp } from '../../src/wallet/app.ts'
import { tokenHash } from '../../src/wallet/domain/proof.ts'
import { sessionTimes } from '../../src/wallet/domain/sessions.ts'
import { createLog } from '../../src/wallet/http/log.ts'
import { createMetrics } from '../../src/wallet/http/metrics.ts'
import { startSender } from '../../src/wallet/mail/sender.ts'
import { createRecoveryApp } from '../../src/wallet/recovery/app.ts'
import { createSocialProviders } from '../../src/wallet/social/providers.ts'
import { production } from '../records.ts'
import { createRecipient } from './custodian.ts'
import { approve, codeIn, codeText, createDevice, type Device, linkIn, pick, signIn, start } from './device.ts'
import { addressOf, cheapCodes, createMailbox, hostOrigin, projectId, publicUrl, walletOrigin } from './service.ts'
import { signInAt } from './social/at-provider.ts'
import { comeBack, formOf, leave, pickNumber, startSocial } from './social/device.ts'

const recoveryUrl = 'https://recovery.example'
const plenty = 100_000
const limits = {
  mailsFromNetworkPerHour: plenty,
  mailsFromWideNetworkPerHour: plenty,
  codesFromNetworkPerMinute: plenty,
  socialsFromNetworkPerMinute: plenty,
  approvalsFromNetworkPerMinute: plenty,
}

/** Both roles over one database, as a program that can be started again. */
function createHouse(provider: OpenIdProvider) {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-rights-'))
  const [kek, lookup, mailbox] = [createKek(randomBytes(32)), createLookup(randomBytes(32)), createMailbox()]
  let skew = 0
  const now = () => Date.now() + skew
  const outside = { now, randomBytes: (count: number) => new Uint8Array(randomBytes(count)) }
  const settings = [{ id: 'acme', name: 'Acme', issuer: provider.issuer, ...provider.client }]
  const record = { ...production, walletServiceUrl: publicUrl, socials: [{ id: 'acme', name: 'Acme' }] }

  async function open() {
    const store = await openStore({ place: { file: join(folder, 'wallet.db') }, kek, now })
    const log = createLog(() => {}, now)
    const metrics = createMetrics({ pendingMails: () => store.outbox.pending(now()) })
    const stopping = new AbortController()
    const shared = { store, lookup, outside, projects: parseProjects([record]) }
    const parts = { log, metrics, addressOf, stopping: stopping.signal }
    const wallet = createWalletApp({
      ...parts,
      context: {
        ...shared,
        codeCost: cheapCodes,
        socials: createSocialProviders(settings),
        farcaster: undefined,
        settings: { publicUrl, isRecoveryApart: false, recoveryKinds: ['escrow', 'passkey'], limits },
      },
    })
    const recovery = createRecoveryApp({
      ...parts,
      context: { ...shared, settings: { publicUrl: recoveryUrl, limits } },
    })
    const sender = startSender({ outbox: store.outbox, transport: mailbox, now, log, metrics, everyMs: 5 })
    return {
      wallet,
      recovery: recovery.app,
      async close() {
        stopping.abort()
        await sender.stop()
        await store.close()
      },
    }
  }

  let running: Awaited<ReturnType<typeof open>> | undefined
  const current = () => {
    if (!running) throw new Error('The service is not running')
    return running
  }
  /** Devices outlive the program. */
  const lasting = (of: 'wallet' | 'recovery'): Pick<Hono, 'request'> => ({
    request: (...sent) => current()[of].request(...sent),
  })
  return {
    app: lasting('wallet'),
    recovery: lasting('recovery'),
    mailbox,
    now,
    advance: (ms: number) => {
      skew += ms
    },
    async restart() {
      await running?.close()
      running = await open()
    },
    async stop() {
      await running?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let provider: OpenIdProvider
let house: ReturnType<typeof createHouse>
beforeAll(async () => {
  provider = await startOpenIdProvider({ redirectUris: [`${publicUrl}/oauth/callback/acme`] })
  house = createHouse(provider)
  await house.restart()
})
afterAll(async () => {
  await house.stop()
  await provider.stop()
})

/** Emails to one address and device wait for each other. */
const letAWhilePass = () => house.advance(31_000)
const isOk = async (answer: Response | Promise<Response>) => (await answer).status === 200
let people = 0
const newAddress = () => `rights${people++}@example.org`

async function newPerson() {
  const email = newAddress()
  const { device, session } = await signIn(house, email)
  return { email, device, session, more: moreOf(session) }
}
const moreOf = ({ accessToken }: Session) => ({ accessToken })
/** The same user on another device, with a fresh login. */
async function elsewhere(email: string) {
  letAWhilePass()
  const { device, session } = await signIn(house, email)
  return { device, session, more: moreOf(session) }
}

interface Right<Granted> {
  readonly grant: () => Promise<Granted & { readonly use: () => Promise<boolean> }>
  /** Each ends the right. */
  readonly ends: Readonly<Record<string, (granted: Granted & { readonly use: () => Promise<boolean> }) => unknown>>
}
const right = <Granted>(of: Right<Granted>) => of
type Signed = Awaited<ReturnType<typeof newPerson>>

const its = {
  use: async ({ use }: { readonly use: () => Promise<boolean> }) => expect(await use()).toBe(true),
  time: (seconds: number) => () => house.advance(seconds * 1000 + 1),
}
const signOut = ({ device, more }: { device: Device; more: { accessToken: string } }, allDevices = false) =>
  device.ask('signOut', { allDevices }, more)
const endsOfSession = {
  'the sign-out': (person: Signed) => signOut(person),
  'the sign-out of all devices on another': async ({ email }: Signed) => signOut(await elsewhere(email), true),
  'the removal of its device on another': async ({ email, session: { deviceId } }: Signed) => {
    const other = await elsewhere(email)
    await other.device.ask('deviceRevoke', {}, { ...other.more, params: { deviceId } })
  },
  'a change of the address on another device': async ({ email }: Signed) => {
    const change = await startChange({ email, ...(await elsewhere(email)) })
    await change.device.ask('emailUpdateVerifySecondary', change.code, change.more)
  },
} as const

/** A change of the address, up to the code that the new one got. */
async function startChange(person: { email: string; device: Device; more: { accessToken: string } }) {
  letAWhilePass()
  const newEmail = newAddress()
  const seen = house.mailbox.count(person.email, codeText)
  const { flowId } = await person.device.ask('emailUpdateStart', { newEmail }, person.more)
  const otp = codeIn((await house.mailbox.next(person.email, seen, codeText)).text)
  await person.device.ask('emailUpdateVerifyPrimary', { flowId, otp }, person.more)
  const code = { flowId, otp: codeIn((await house.mailbox.next(newEmail, 0, codeText)).text) }
  return { ...person, newEmail, code }
}

const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1)
const undo = (link: string) =>
  isOk(
    house.app.request(loginEndpoints.loginsUndo.path, {
      method: 'POST',
      headers: { Origin: publicUrl, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: tokenOf(link) }).toString(),
    }),
  )
const Started = z.object({ checkId: z.string(), matchNumber: z.number() })

const rights = {
  'an access token': right({
    async grant() {
      const person = await newPerson()
      return { ...person, use: () => isOk(person.device.send(walletEndpoints.user, person.more)) }
    },
    ends: { ...endsOfSession, 'ten minutes': its.time(serviceLimits.accessLifetime) },
  }),
  'a refresh token': right({
    async grant() {
      const person = await newPerson()
      const { refreshToken } = person.session
      return {
        ...person,
        use: () => isOk(person.device.send(walletEndpoints.tokenRefresh, { body: { refreshToken } })),
      }
    },
    ends: {
      ...endsOfSession,
      'its use, for other tabs half a minute ago': async (granted) => {
        await its.use(granted)
        house.advance(sessionTimes.graceMs + 1)
      },
      'thirty days': its.time(sessionTimes.refreshMs / 1000),
    },
  }),
  'a proof of the device key': right({
    async grant() {
      const { device, more } = await newPerson()
      const { method, path } = walletEndpoints.user
      const nonce = (await house.app.request(walletEndpoints.nonce.path)).headers.get('dpop-nonce') ?? ''
      const proof = await device.sign({
        htm: method,
        htu: `${publicUrl}${path}`,
        jti: randomUUID(),
        iat: Math.floor(house.now() / 1000),
        ath: tokenHash(more.accessToken),
        nonce,
      })
      const headers = { Origin: walletOrigin, DPoP: proof, Authorization: `DPoP ${more.accessToken}` }
      return { use: () => isOk(house.app.request(path, { method, headers })) }
    },
    // The service accepts a nonce for a minute longer than it promises.
    ends: { 'its use': its.use, 'five minutes': its.time(serviceLimits.nonceLifetime + 60) },
  }),
  'a code of a login by email': right({
    async grant() {
      letAWhilePass()
      const device = await createDevice(house.app)
      const { flowId, code: otp } = await approve(house, device, newAddress())
      return { use: () => isOk(device.send(walletEndpoints.emailVerify, { body: { flowId, otp } })) }
    },
    ends: { 'its use': its.use, 'ten minutes': its.time(serviceLimits.otpLifetime) },
  }),
  'a link that approves a device': right({
    async grant() {
      letAWhilePass()
      const [device, email] = [await createDevice(house.app), newAddress()]
      const { flowId, matchNumber = 0 } = await start(device, email)
      const link = linkIn((await house.mailbox.next(email)).text)
      return {
        link,
        async use() {
          await pick(house.app, link, matchNumber)
          const looked = await device.send(walletEndpoints.emailFlow, { params: { flowId } })
          return z.object({ status: z.string().check(z.includes('approved')) }).safeParse(await looked.json()).success
        },
      }
    },
    ends: {
      'the refusal of the device': ({ link }) => pick(house.app, link, 'none'),
      'a quarter of an hour': its.time(serviceLimits.flowLifetime),
    },
  }),
  'a code for a new address': right({
    async grant() {
      const change = await startChange(await newPerson())
      const { device, code, more } = change
      const sent = () => device.send(loginEndpoints.emailUpdateVerifySecondary, { body: code, ...more })
      return { ...change, use: () => isOk(sent()) }
    },
    ends: {
      'its use': its.use,
      'a quarter of an hour': its.time(serviceLimits.flowLifetime),
      'the sign-out': (person) => signOut(person),
    },
  }),
  'a link that undoes a change of the address': right({
    async grant() {
      const change = await startChange(await newPerson())
      const about = /undo/i
      const seen = house.mailbox.count(change.email, about)
      await change.device.ask('emailUpdateVerifySecondary', change.code, change.more)
      const link = linkIn((await house.mailbox.next(change.email, seen, about)).text)
      return { use: () => undo(link) }
    },
    ends: { 'its use': its.use, 'three days': its.time(serviceLimits.undoLifetime) },
  }),
  'a login that a provider has proven': right({
    async grant() {
      const device = await createDevice(house.app)
      const { flowId, ticket, verifier, matchNumber } = await startSocial(device, 'acme')
      const page = await comeBack(house.app, await signInAt(await leave(house.app, ticket), `Rights${people++}`))
      await pickNumber(house.app, await formOf(page), matchNumber)
      return { use: () => isOk(device.send(socialEndpoints.socialComplete, { body: { flowId, verifier } })) }
    },
    ends: { 'its use': its.use, 'ten minutes': its.time(serviceLimits.socialLifetime) },
  }),
  'a recovery that the mailbox has approved': right({
    async grant() {
      letAWhilePass()
      const device = () => createDevice(house.recovery, recoveryUrl)
      const [owner, other, email] = [await device(), await device(), newAddress()]
      const half = { walletId: randomUUID(), methodId: randomUUID() }
      const { recipient } = await createRecipient()
      const share = randomBytes(32).toString('base64url')
      await owner.send(recoveryEndpoints.sharePut, { body: { projectId, email, ...half, share, recipient } })
      const asked = await other.send(recoveryEndpoints.checkStart, { body: { email, projectId, hostOrigin } })
      const { checkId, matchNumber } = Started.parse(await asked.json())
      const link = linkIn((await house.mailbox.next(email, 0, /pick the number/)).text)
      await pick(house.recovery, link, matchNumber, recoveryEndpoints.checkApprove.path)
      return { use: () => isOk(other.send(recoveryEndpoints.shareOpen, { body: { checkId, ...half, recipient } })) }
    },
    ends: { 'a quarter of an hour': its.time(serviceLimits.flowLifetime) },
  }),
} as const

async function expectEnded<Granted>({ grant, ends }: Right<Granted>, end: string) {
  const granted = await grant()
  await ends[end]?.(granted)
  expect(await granted.use()).toBe(false)
  await house.restart()
  expect(await granted.use()).toBe(false)
}

for (const [name, of] of Object.entries(rights))
  describe(name, () => {
    test('counts after a restart', async () => {
      const { use } = await of.grant()
      await house.restart()
      expect(await use()).toBe(true)
    })

    test.each(Object.keys(of.ends))('stays ended over a restart by %s', async (end) => {
      // as: the same right, whose kind the table does not keep
      await expectEnded(of as Right<unknown>, end)
    })
  })
