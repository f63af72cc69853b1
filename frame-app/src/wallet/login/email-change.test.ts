/** The change of the email address with a service that does not answer every call. */
import { type Endpoint, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { expect, test } from 'vitest'
import { ServiceRefusal } from '../custody/service.ts'
import { createEmailChange } from './email-change.ts'
import type { Session } from './session.ts'
import { createLoginStore } from './store.ts'

const never = new AbortController().signal
const login = { loginId: 'login-0000000000000001', email: 'old@example.org', addedAt: 1 }
const answers: Readonly<Record<string, unknown>> = {
  [loginEndpoints.emailUpdateStart.path]: { flowId: 'flow', action: 'VERIFY_PRIMARY_OTP', expiresIn: 600 },
  [loginEndpoints.emailUpdateVerifyPrimary.path]: { ok: true },
  [loginEndpoints.emailUpdateVerifySecondary.path]: { email: 'new@example.org' },
  [loginEndpoints.logins.path]: { logins: [login], freshFor: 0 },
  [walletEndpoints.wallets.path]: { shareSets: [], methods: [] },
  [walletEndpoints.user.path]: { userId: 'user', email: 'new@example.org' },
}

const notAsked = () => Promise.reject(new Error('not asked'))

/** @param silent the paths that are not answered */
function open(silent: Set<string>) {
  const asked: string[] = []
  const call = async ({ path }: Endpoint) => {
    asked.push(path)
    if (silent.has(path)) throw new ServiceRefusal('UNREACHABLE')
    return answers[path]
  }
  const store = createLoginStore('test', 'https://app.example', undefined)
  const change = createEmailChange({
    recovery: notAsked,
    session: { isConnectedHere: () => true, call: call as Session['call'] }, // as: answers of the right form
    login: { askRecovery: () => {}, confirmRecovery: notAsked, forgetRecovery: () => {} },
    store,
  })
  return { change, asked, store }
}

test('a code is not used up before it is known whether the current mailbox has to agree', async () => {
  const silent = new Set<string>([walletEndpoints.wallets.path])
  const { change, asked } = open(silent)
  await change.start('new@example.org')
  await expect(change.verifyPrimary('123456')).rejects.toBeDefined()
  expect(asked).not.toContain(loginEndpoints.emailUpdateVerifyPrimary.path)
  silent.clear()
  expect(await change.verifyPrimary('123456')).toMatchObject({ isConfirmAsked: false })
})

test('a change that was made is told as made, although the account cannot be read then', async () => {
  const { change, store } = open(new Set([walletEndpoints.user.path]))
  store.write('email', 'old@example.org')
  await change.start('new@example.org')
  await change.verifyPrimary('123456')
  expect(await change.verifySecondary('123456', never)).toEqual({ newEmail: 'new@example.org' })
  expect(store.read('email')).toBe('new@example.org')
})
