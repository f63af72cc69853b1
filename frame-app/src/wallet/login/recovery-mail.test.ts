/** The email of the recovery service: what is shown while it waits, and what another one replaces. */
import { type Endpoint, recoveryEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ServiceRefusal } from '../custody/service.ts'
import { createEmailLogin } from './email-login.ts'
import type { Call, Http } from './http.ts'
import type { Session } from './session.ts'
import { createLoginStore } from './store.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const email = 'ada@mail.example'
const { checkStart, checkVerify } = recoveryEndpoints
const idOf = (number: number) => `check-${number}`.padEnd(22, '-')

/** Nobody is signed in. */
const noSession: Session = {
  userId: () => undefined,
  isConnectedHere: () => false,
  connectHere: () => {},
  begin: () => {},
  call: () => Promise.reject(new Error('Nobody is signed in')),
  end: () => Promise.resolve({ refreshToken: undefined }),
  forget: () => true,
}

/** A recovery service whose emails are not answered before `approve`. */
function start() {
  let mails = 0
  let isRefusing = false
  let isAway = false
  const waiting = new Map<string, () => void>()
  let onDrop = () => {}
  const startCheck = () => {
    if (isRefusing) throw new ServiceRefusal('COOLDOWN', { retryAfter: 12 })
    mails += 1
    return { checkId: idOf(mails), expiresIn: 600, resendAfter: 30, matchNumber: 40 + mails }
  }
  const awaitCheck = async ({ checkId, wait }: z.output<typeof checkVerify.request>, signal?: AbortSignal) => {
    if (isAway) throw new ServiceRefusal('UNREACHABLE')
    if (wait === 0) return { status: 'pending' }
    return new Promise((resolve, reject) => {
      waiting.set(checkId, () => resolve({ status: 'approved' }))
      onDrop = () => reject(new ServiceRefusal('UNREACHABLE'))
      signal?.addEventListener('abort', () => reject(new ServiceRefusal('UNREACHABLE')))
    })
  }
  const recovery: Http = async <E extends Endpoint>(endpoint: E, { request, signal }: Call<E>) => {
    const form: E['response'] = endpoint.response
    const isStart = endpoint.path === checkStart.path
    return z.parse(form, isStart ? startCheck() : await awaitCheck(z.parse(checkVerify.request, request), signal))
  }
  const login = createEmailLogin({
    projectId: 'demo',
    hostOrigin: 'https://app.example',
    http: () => Promise.reject(new Error('Nothing else is asked')),
    recovery,
    session: noSession,
    store: createLoginStore('demo', 'https://app.example', undefined),
    renewDevice: () => Promise.resolve(),
    now: Date.now,
  })
  const user = new AbortController()
  const opened = login.confirmRecovery(email, user.signal, (checkId) => Promise.resolve(checkId))
  opened.catch(() => {})
  return {
    login,
    opened,
    mails: () => mails,
    approve: (checkId: string) => waiting.get(checkId)?.(),
    refuse: (refuses: boolean) => {
      isRefusing = refuses
    },
    /** The service cannot be reached any more: whoever waits for it hears so. */
    leave: () => {
      isAway = true
      onDrop()
    },
    comeBack: () => {
      isAway = false
    },
  }
}
const settle = () => vi.advanceTimersByTimeAsync(1)

test('the mailbox and the number are known at once, and another email comes after the pause', async () => {
  const { login, opened, mails, approve } = start()
  await settle()
  expect(login.recoveryMail.get()).toEqual({ email, match: '41', resendAt: 1_030_000, isSending: false })
  await login.resendRecovery()
  expect(mails()).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  await login.resendRecovery()
  await settle()
  expect(mails()).toBe(2)
  expect(login.recoveryMail.get()).toMatchObject({ match: '42', isSending: false })
  expect(login.recoveryMail.get()?.resendAt).toBeGreaterThan(1_060_000)
  approve(idOf(2))
  expect(await opened).toBe(idOf(2))
  expect(login.recoveryMail.get()).toBeUndefined()
})

test('if no other email can be sent, the first one counts', async () => {
  const { login, opened, approve, refuse } = start()
  await vi.advanceTimersByTimeAsync(30_001)
  refuse(true)
  await login.resendRecovery()
  expect(login.recoveryMail.get()).toMatchObject({ match: '41', isSending: false, resendAt: Date.now() + 12_000 })
  approve(idOf(1))
  expect(await opened).toBe(idOf(1))
})

test('nothing waits any longer once the user has declined, also while another email is sent', async () => {
  const { login, opened } = start()
  await vi.advanceTimersByTimeAsync(30_001)
  const sending = login.resendRecovery()
  login.declineRecovery()
  await expect(opened).rejects.toMatchObject({ code: 'USER_REJECTED' })
  await sending
  await settle()
  expect(login.recoveryMail.get()).toBeUndefined()
})

test('a network that is gone for some seconds does not end the wait for the mailbox', async () => {
  const { login, opened, approve, leave, comeBack } = start()
  await settle()
  leave()
  await vi.advanceTimersByTimeAsync(5000)
  expect(login.recoveryMail.get()).toMatchObject({ match: '41' })
  comeBack()
  await vi.advanceTimersByTimeAsync(2000)
  approve(idOf(1))
  expect(await opened).toBe(idOf(1))
})

test('a service that stays away ends it after some tries, and a user who declines meanwhile waits no longer', async () => {
  const gone = start()
  await settle()
  gone.leave()
  await vi.advanceTimersByTimeAsync(9000)
  expect(gone.login.recoveryMail.get()).toBeDefined()
  await vi.advanceTimersByTimeAsync(2000)
  await expect(gone.opened).rejects.toMatchObject({ code: 'UNREACHABLE' })
  const declined = start()
  await settle()
  declined.leave()
  await settle()
  declined.login.declineRecovery()
  await expect(declined.opened).rejects.toMatchObject({ code: 'USER_REJECTED' })
})
