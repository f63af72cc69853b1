/** "Sign in again" on a page of the embedded wallet. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../src/modal/core/api/queries.ts'
import { isOpenAtom, toastAtom } from '../src/modal/core/modal.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { tellEmbedded } from '../src/modal/features/embedded/embedded-wallet.ts'
import { showWalletPage } from '../src/modal/features/embedded/wallet-screen.ts'
import { startEmailLogin, submitCode } from '../src/modal/features/login/email-login.ts'
import { signInAgain } from '../src/modal/features/login/sign-in-again.ts'
import { go, hide } from '../src/modal/session/navigate.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { resumeAtom } from '../src/modal/session/state/attempts.ts'
import { createEmbeddedModal } from './support/wallet-link.ts'

beforeEach(() => {
  vi.useFakeTimers()
  queries.clear()
})
afterEach(() => void vi.useRealTimers())

const email = 'ada@mail.example'

/** The modal is open on the wallet's page for recovery, and the user is signed in. */
async function onRecoveryPage({ social }: { social?: 'google' } = {}) {
  const modal = createEmbeddedModal({}, tellEmbedded)
  const { context, wallet } = modal
  wallet.answer({
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP', expiresIn: 600, resendIn: 30 }),
    CONNECT_OTP: () => ({}),
    GET_USER: () => ({ email, chainId: 'eip155:1', address: `0x${'ab'.repeat(20)}`, ...(social && { social }) }),
    UI_SHOW: () => ({}),
    UI_HIDDEN: () => ({}),
  })
  const signIn = async () => {
    await submitCode(context, '012345')
    await vi.advanceTimersByTimeAsync(700)
  }
  open(context)
  await startEmailLogin(context, email)
  await signIn()
  expect(modal.store.get(isOpenAtom)).toBe(false)
  open(context)
  await showWalletPage(context, 'recovery')
  return {
    ...modal,
    context,
    signIn,
    endSession: async () => {
      wallet.tell({ scope: 'eip155:1', event: 'disconnect' })
      await vi.advanceTimersByTimeAsync(1)
    },
    asked: (type: string) => modal.asked(type).map(({ payload }) => payload),
  }
}

test('the code is asked for the same address, and the page is shown again afterwards', async () => {
  const { context, signIn, endSession, view, asked, store } = await onRecoveryPage()
  expect(view()).toBe('WalletScreen')
  signInAgain(context)
  await endSession()
  expect(asked('CONNECT_EMAIL')).toEqual([{ email }, { email }])
  expect(view()).toBe('EmailVerifyOtp')
  await signIn()
  expect(asked('UI_SHOW')).toEqual([{ page: 'recovery' }, { page: 'recovery' }])
  expect(view()).toBe('WalletScreen')
  expect(store.get(isOpenAtom)).toBe(true)
})

test('a login that is left leads nowhere: the next one closes the modal as always', async () => {
  const { context, signIn, endSession, view, asked, store } = await onRecoveryPage()
  signInAgain(context)
  await endSession()
  go.back(context)
  expect(view()).toBe('Connect')
  await startEmailLogin(context, email)
  await signIn()
  expect(store.get(activeConnectionAtom)).toBeDefined()
  expect(store.get(isOpenAtom)).toBe(false)
  expect(asked('UI_SHOW')).toHaveLength(1)
})

test('a session that ends by itself sends no email, and neither does one of a social login', async () => {
  const other = await onRecoveryPage()
  await other.endSession()
  expect(other.view()).toBe('Connect')
  expect(other.asked('CONNECT_EMAIL')).toHaveLength(1)
  const social = await onRecoveryPage({ social: 'google' })
  signInAgain(social.context)
  await social.endSession()
  expect(social.view()).toBe('Connect')
  expect(social.asked('CONNECT_EMAIL')).toHaveLength(1)
})

test('a social login that the user chooses on Connect leads back to the page, unless the modal was closed', async () => {
  const social = await onRecoveryPage({ social: 'google' })
  signInAgain(social.context)
  await social.endSession()
  expect(social.store.get(toastAtom)).toMatchObject({ key: 'toast.signInAgain' })
  await startEmailLogin(social.context, email)
  await social.signIn()
  expect(social.asked('UI_SHOW')).toHaveLength(2)
  expect(social.view()).toBe('WalletScreen')
  expect(social.store.get(resumeAtom)).toBeUndefined()

  const left = await onRecoveryPage({ social: 'google' })
  signInAgain(left.context)
  await left.endSession()
  hide(left.context, 'user')
  expect(left.store.get(resumeAtom)).toBeUndefined()
})
