/**
 * The recovery role, with its real app and a real store: half of a secret, stored once and released only to a device
 * that the mailbox approves.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Endpoint } from '@airlock/protocol/wallet-service/endpoints.ts'
import { recoveryEndpoints as endpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { ServiceError } from '@airlock/protocol/wallet-service/errors.ts'
import { Sealed } from '@airlock/protocol/wallet-service/shapes.ts'
import { methodPlaceText, sealingInfo } from '@airlock/protocol/wallet-service/texts.ts'
import type { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseProjects } from '../../src/frames/projects.ts'
import { createRecoveryApp } from '../../src/wallet/recovery/app.ts'
import { production } from '../records.ts'
import { createRecipient } from './custodian.ts'
import { createDevice, type Device, linkIn } from './device.ts'
import { addressOf, hostOrigin, projectId, startParts, type TestParts } from './service.ts'

const publicUrl = 'https://recovery.example'
const email = 'person@example.org'
type Role = TestParts & { readonly app: Hono }
let role: Role

beforeEach(async () => {
  const parts = await startParts()
  const { store, lookup, outside, log, metrics, stopping } = parts
  const settings = { publicUrl, limits: { escrowsFromNetworkPerHour: 6 } }
  const { app, checks } = createRecoveryApp({
    context: { store, lookup, outside, projects: parseProjects([production]), settings },
    log,
    metrics,
    addressOf,
    stopping: stopping.signal,
  })
  parts.send(checks.isKnown)
  role = { ...parts, app }
})
afterEach(() => role.stop())

const Started = z.object({ checkId: z.string(), matchNumber: z.number() })
const Status = z.object({ status: z.string() })

const newDevice = () => createDevice(role.app, publicUrl)
const body = async (sent: Promise<Response>): Promise<unknown> => (await sent).json()
const refusal = async (device: Device, endpoint: Endpoint, request: unknown) =>
  ServiceError.parse(await body(device.send(endpoint, { body: request }))).code

async function put(device: Device, half: { walletId: string; methodId: string; share: string }, to = email) {
  const { recipient, open } = await createRecipient()
  const request = { projectId, email: to, ...half, recipient }
  const answer = await body(device.send(endpoints.sharePut, { body: request }))
  const { sealedShare } = z.object({ sealedShare: Sealed }).parse(answer)
  return open(sealedShare, sealingInfo.recoveryShare, methodPlaceText(half.walletId, half.methodId))
}
const newHalf = () => ({
  walletId: randomUUID(),
  methodId: randomUUID(),
  share: randomBytes(32).toString('base64url'),
})
/** The number that the last device to ask shows. */
let shown = 0
async function startCheck(device: Device, to = email, more: { readonly copyTo?: string } = {}): Promise<string> {
  const request = { email: to, projectId, hostOrigin, ...more }
  const { checkId, matchNumber } = Started.parse(await body(device.send(endpoints.checkStart, { body: request })))
  shown = matchNumber
  return checkId
}
const look = async (device: Device, checkId: string, wait = 0) =>
  Status.parse(await body(device.send(endpoints.checkVerify, { body: { checkId, wait } }))).status
/** `yes`: the number that is shown. */
const answer = (
  link: string,
  picked: 'yes' | 'none' | number,
  headers: Record<string, string> = { Origin: publicUrl },
) =>
  role.app.request(endpoints.checkApprove.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({
      token: link.slice(link.lastIndexOf('/') + 1),
      number: String(picked === 'yes' ? shown : picked),
    }).toString(),
  })
/** The text of the email that asks, after the first `seen` of them. */
async function asking(to = email, seen = 0): Promise<string> {
  for (let read = 0, found = 0; ; read += 1) {
    const { subject, text } = await role.mailbox.next(to, read)
    if (!notices.includes(subject) && found++ === seen) return text
  }
}
const linkTo = async (to = email, seen = 0) => linkIn(await asking(to, seen))
const madeSubject = 'A wallet was made for your address'
const copiedSubject = 'Your address can now open a wallet'
const notices: readonly string[] = [madeSubject, copiedSubject]
const madeMails = (to = email) =>
  role.mailbox.letters.filter((letter) => letter.to === to && letter.subject === madeSubject)

describe('a half', () => {
  test('is kept once: the same again is the same, another one is refused, and so is another mailbox', async () => {
    const device = await newDevice()
    const half = newHalf()
    expect(await put(device, half)).toBe(half.share)
    expect(await put(await newDevice(), half)).toBe(half.share)
    const { recipient } = await createRecipient()
    const other = { projectId, email, ...half, share: newHalf().share, recipient }
    expect(await refusal(device, endpoints.sharePut, other)).toBe('SHARE_EXISTS')
    const elsewhere = { projectId, email: 'other@example.org', ...half, recipient }
    expect(await refusal(device, endpoints.sharePut, elsewhere)).toBe('SHARE_EXISTS')
  })

  test('is announced to the owner of its mailbox if it is the first one, who has approved nothing yet [C369]', async () => {
    const stranger = await newDevice()
    await put(stranger, newHalf())
    await expect.poll(() => madeMails().length).toBe(1)
    expect(madeMails()[0]?.text).toMatch(/^From now on, this address can open a wallet that was made with .+, from .+/)
    expect(madeMails()[0]?.text).toContain('If it was not you')
    const same = newHalf()
    await put(stranger, same)
    await put(stranger, same)
    await put(stranger, newHalf(), 'another@example.org')
    await expect.poll(() => madeMails('another@example.org').length).toBe(1)
    expect(madeMails()).toHaveLength(1)
  })

  test('is not announced if it is refused [C369]', async () => {
    const half = newHalf()
    await put(await newDevice(), half)
    const { recipient } = await createRecipient()
    const taken = { projectId, email: 'other@example.org', ...half, recipient }
    expect(await refusal(await newDevice(), endpoints.sharePut, taken)).toBe('SHARE_EXISTS')
    await put(await newDevice(), newHalf(), 'last@example.org')
    await expect.poll(() => madeMails('last@example.org').length).toBe(1)
    expect(madeMails('other@example.org')).toEqual([])
  })

  test('lies in the database neither in clear nor beside an address in clear', async () => {
    const half = newHalf()
    await put(await newDevice(), half)
    const dump = ['', '-wal'].map((suffix) => readFileSync(`${role.file}${suffix}`).toString('latin1')).join('')
    expect(dump).toContain(half.walletId)
    expect(dump).not.toContain(Buffer.from(half.share, 'base64url').toString('latin1'))
    expect(dump).not.toContain(email)
  })

  test('may be left so many times an hour by one network', async () => {
    const device = await newDevice()
    for (let count = 0; count < 6; count += 1) await put(device, newHalf())
    const { recipient } = await createRecipient()
    expect(await refusal(device, endpoints.sharePut, { projectId, email, ...newHalf(), recipient })).toBe(
      'RATE_LIMITED',
    )
  })

  test('stays if its wallet is replaced from another device, and no other one does [C373]', async () => {
    const [old, beside, fresh] = [newHalf(), newHalf(), newHalf()]
    const first = await newDevice()
    await put(first, old)
    await put(first, beside)
    const device = await newDevice()
    const checkId = await startCheck(device)
    await answer(await linkTo(), 'yes')
    const { recipient } = await createRecipient()
    const request = { projectId, email, ...fresh, replaces: old.walletId, recipient, checkId }
    expect(await body(device.send(endpoints.sharePut, { body: request }))).toHaveProperty('sealedShare')
    const open = ({ walletId, methodId }: ReturnType<typeof newHalf>) =>
      body(device.send(endpoints.shareOpen, { body: { checkId, walletId, methodId, recipient } }))
    for (const half of [old, fresh]) expect(await open(half)).toHaveProperty('sealedShare')
    expect(await open(beside)).toMatchObject({ code: 'SHARE_UNKNOWN' })
  })
})

describe('a copy for a new address', () => {
  const newEmail = 'new@example.org'
  const startCopy = (device: Device, copyTo = newEmail) => startCheck(device, email, { copyTo })
  const copy = (device: Device, checkId: string, { walletId, methodId }: ReturnType<typeof newHalf>) =>
    device.send(endpoints.shareCopy, { body: { checkId, walletId, methodId } })
  const open = async (device: Device, checkId: string, { walletId, methodId }: ReturnType<typeof newHalf>) => {
    const { recipient, open: unseal } = await createRecipient()
    const request = { checkId, walletId, methodId, recipient }
    const sent = await body(device.send(endpoints.shareOpen, { body: request }))
    const { sealedShare } = z.object({ sealedShare: Sealed }).parse(sent)
    return unseal(sealedShare, sealingInfo.recoveryShare, methodPlaceText(walletId, methodId))
  }

  test('after a press in the email, which names it, both mailboxes release the half, and the new one is told [C375]', async () => {
    const half = newHalf()
    await put(await newDevice(), half)
    const device = await newDevice()
    const checkId = await startCopy(device)
    const text = await asking()
    expect(text).toContain(newEmail)
    expect(await body(copy(device, checkId, half))).toMatchObject({ code: 'CHECK_NOT_APPROVED' })
    const page = await role.app.request(new URL(linkIn(text)).pathname)
    expect(await page.text()).toContain(newEmail)
    await answer(linkIn(text), 'yes')
    for (let each = 0; each < 2; each += 1) expect(await body(copy(device, checkId, half))).toEqual({ ok: true })

    // The new mailbox has proved nothing yet, so its owner is told, once.
    const told = () => role.mailbox.letters.filter(({ subject }) => subject === copiedSubject)
    await expect.poll(() => told().map(({ to }) => to)).toEqual([newEmail])
    expect(told()[0]?.text).toMatch(/^A wallet that had another address got this one, with .+, from .+/)
    expect(told()[0]?.text).toContain('do not use it')

    for (const [to, seen] of [
      [newEmail, 0],
      [email, 1],
    ] as const) {
      const other = await newDevice()
      const check = await startCheck(other, to)
      await answer(await linkTo(to, seen), 'yes')
      expect(await open(other, check, half)).toBe(half.share)
    }
    expect(told()).toHaveLength(1)
  })

  test('a press for one purpose does not serve the other, nor another device, nor the other mailbox [C285]', async () => {
    const half = newHalf()
    await put(await newDevice(), half)
    const device = await newDevice()
    const toOpen = await startCheck(device)
    await answer(await linkTo(), 'yes')
    expect(await body(copy(device, toOpen, half))).toMatchObject({ code: 'CHECK_NOT_APPROVED' })
    role.advance(31_000)
    const toCopy = await startCopy(device)
    await answer(await linkTo(email, 1), 'yes')
    const { recipient } = await createRecipient()
    const { walletId, methodId } = half
    const request = { checkId: toCopy, walletId, methodId, recipient }
    expect(await refusal(device, endpoints.shareOpen, request)).toBe('CHECK_NOT_APPROVED')
    expect(await body(copy(await newDevice(), toCopy, half))).toMatchObject({ code: 'CHECK_UNKNOWN' })
    expect(await body(copy(device, toCopy, newHalf()))).toMatchObject({ code: 'SHARE_UNKNOWN' })
  })

  test('a mailbox whose halves belong to another device takes none', async () => {
    const [half, theirs] = [newHalf(), newHalf()]
    await put(await newDevice(), half)
    await put(await newDevice(), theirs, newEmail)
    const device = await newDevice()
    const checkId = await startCopy(device)
    await answer(await linkTo(), 'yes')
    expect(await body(copy(device, checkId, half))).toMatchObject({ code: 'SHARE_EXISTS' })
    const check = await startCheck(device, newEmail)
    await answer(await linkTo(newEmail), 'yes')
    expect(await open(device, check, theirs)).toBe(theirs.share)
  })
})

describe('a malicious wallet service that knows a user’s mailbox [C68]', () => {
  const opened = async (device: Device, checkId: string, { walletId, methodId }: ReturnType<typeof newHalf>) => {
    const { recipient } = await createRecipient()
    return refusal(device, endpoints.shareOpen, { checkId, walletId, methodId, recipient }).catch(() => 'RELEASED')
  }
  const asked = async (device: Device, half: ReturnType<typeof newHalf>, checkId?: string) => {
    const { recipient } = await createRecipient()
    return refusal(device, endpoints.sharePut, { projectId, email, ...half, recipient, checkId }).catch(() => 'STORED')
  }

  test('cannot add a half for its own wallet to the user’s halves', async () => {
    const [own, planted] = [newHalf(), newHalf()]
    await put(await newDevice(), own)
    const liar = await newDevice()
    expect(await asked(liar, planted)).toBe('CHECK_NOT_APPROVED')
    const checkId = await startCheck(liar)
    expect(await asked(liar, planted, checkId)).toBe('CHECK_NOT_APPROVED')

    const device = await newDevice()
    const check = await startCheck(device)
    expect((await answer(await linkTo(email, 1), 'yes')).status).toBe(200)
    expect(await opened(device, check, planted)).toBe('SHARE_UNKNOWN')
    expect(await opened(device, check, own)).toBe('RELEASED')
    // The mailbox approved only the device that asked.
    expect(await asked(liar, planted, check)).toBe('CHECK_UNKNOWN')
  })

  test('gains nothing by being first: after the user confirms, its half is no longer released', async () => {
    const [own, planted] = [newHalf(), newHalf()]
    await put(await newDevice(), planted)
    const device = await newDevice()
    expect(await asked(device, own)).toBe('CHECK_NOT_APPROVED')
    const check = await startCheck(device)
    expect((await answer(await linkTo(), 'yes')).status).toBe(200)
    expect(await asked(device, own, check)).toBe('STORED')
    expect(await opened(device, check, planted)).toBe('SHARE_UNKNOWN')
    expect(await opened(device, check, own)).toBe('RELEASED')
    const elsewhere = {
      projectId,
      email: 'other@example.org',
      ...newHalf(),
      ...(await createRecipient()),
      checkId: check,
    }
    const { open: _, ...request } = elsewhere
    await put(await newDevice(), newHalf(), 'other@example.org')
    // The approval does not count for another mailbox.
    expect(await refusal(device, endpoints.sharePut, request)).toBe('CHECK_NOT_APPROVED')
  })
})

describe('a new device', () => {
  test('gets the half after its number is picked in the email, sealed to it, and nobody else does', async () => {
    const half = newHalf()
    await put(await newDevice(), half)
    const device = await newDevice()
    const checkId = await startCheck(device)
    const { walletId, methodId } = half
    const { recipient, open } = await createRecipient()
    const wanted = { checkId, walletId, methodId, recipient }
    expect(await refusal(device, endpoints.shareOpen, wanted)).toBe('CHECK_NOT_APPROVED')

    const link = await linkTo()
    const page = await role.app.request(link)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain(hostOrigin)
    expect(await look(device, checkId)).toBe('pending')
    const told = look(device, checkId, 25)
    expect((await answer(link, 'yes')).status).toBe(200)
    expect(await told).toBe('approved')

    const opened = await body(device.send(endpoints.shareOpen, { body: wanted }))
    const { sealedShare } = z.object({ sealedShare: Sealed }).parse(opened)
    const place = methodPlaceText(walletId, methodId)
    expect(await open(sealedShare, sealingInfo.recoveryShare, place)).toBe(half.share)

    const thief = await newDevice()
    expect(await refusal(thief, endpoints.shareOpen, wanted)).toBe('CHECK_UNKNOWN')
    expect(await refusal(thief, endpoints.checkVerify, { checkId })).toBe('CHECK_UNKNOWN')
    expect(await refusal(device, endpoints.shareOpen, { ...wanted, walletId: randomUUID() })).toBe('SHARE_UNKNOWN')
    role.advance(16 * 60_000)
    expect(await refusal(device, endpoints.shareOpen, wanted)).toBe('CHECK_EXPIRED')
  })

  test('gets nothing, then or later, if it shows another number than the user picks [C353]', async () => {
    const half = newHalf()
    await put(await newDevice(), half)
    const relaying = await newDevice()
    const checkId = await startCheck(relaying)
    const link = await linkTo()
    const numbers = [...(await (await role.app.request(link)).text()).matchAll(/name="number" value="(\d\d)"/g)]
    const offered = numbers.map(([, number]) => Number(number))
    expect(offered).toHaveLength(3)
    expect(offered).toContain(shown)
    const wrong = offered.find((number) => number !== shown) ?? 0
    expect((await answer(link, wrong)).status).toBe(400)
    expect(await look(relaying, checkId)).toBe('denied')
    expect(await (await answer(link, 'yes')).text()).toContain('Nothing was opened')
    const { recipient } = await createRecipient()
    const wanted = { checkId, walletId: half.walletId, methodId: half.methodId, recipient }
    expect(await refusal(relaying, endpoints.shareOpen, wanted)).toBe('CHECK_NOT_APPROVED')
  })

  test('stays refused, whatever is pressed later', async () => {
    await put(await newDevice(), newHalf())
    const device = await newDevice()
    const checkId = await startCheck(device)
    const link = await linkTo()
    expect((await answer(link, 'none')).status).toBe(200)
    expect(await (await answer(link, 'yes')).text()).toContain('Nothing was opened')
    expect(await look(device, checkId)).toBe('denied')
  })

  test('a scanner that opens the link, and another site that sends the form, open nothing [A12]', async () => {
    await put(await newDevice(), newHalf())
    const device = await newDevice()
    const checkId = await startCheck(device)
    const link = await linkTo()
    for (let visit = 0; visit < 10; visit += 1) expect((await role.app.request(link)).status).toBe(200)
    expect((await answer(link, 'yes', { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await answer(link, 'yes', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect(await look(device, checkId)).toBe('pending')
  })

  test('does not learn whether an address is known, and unknown ones get no email [A11]', async () => {
    await put(await newDevice(), newHalf())
    const answers = await Promise.all(
      [email, 'nobody@example.org'].map(async (to) => {
        const request = { email: to, projectId, hostOrigin }
        const sent = await (await newDevice()).send(endpoints.checkStart, { body: request })
        const { checkId: _, matchNumber: __, ...same } = endpoints.checkStart.response.parse(await sent.json())
        return { status: sent.status, names: [...sent.headers.keys()].sort(), ...same }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    await asking()
    await expect.poll(() => role.store.outbox.pending(role.now())).toBe(0)
    expect(role.mailbox.letters.map(({ to }) => to)).toEqual([email, email])
  })
})

test('a page that the project does not list, and a frame that is not its wallet, are refused [A2]', async () => {
  const device = await newDevice()
  const request = { email, projectId, hostOrigin }
  const asked = async (change: object, headers: Record<string, string> = {}) =>
    (await device.send(endpoints.checkStart, { body: { ...request, ...change }, headers })).status
  expect(await asked({ hostOrigin: 'https://evil.example' })).toBe(403)
  expect(await asked({}, { Origin: 'https://evil.example' })).toBe(403)
  expect(await asked({ projectId: 'none' })).toBe(401)
})

test('a long poll is answered when the process is about to end, and readiness is gone', async () => {
  const device = await newDevice()
  const checkId = await startCheck(device)
  expect((await role.app.request('/readyz')).status).toBe(200)
  const waiting = look(device, checkId, 25)
  role.stopping.abort()
  expect(await waiting).toBe('pending')
  expect((await role.app.request('/readyz')).status).toBe(503)
  expect((await role.app.request('/healthz')).status).toBe(200)
})

test('issues a nonce to a new client', async () => {
  const answer = await role.app.request(endpoints.nonce.path)
  expect(answer.headers.get('dpop-nonce')).toMatch(/^[0-9a-z]+\.[\w-]+$/)
})
