/** Changing the email address in the modal, from the field to the account, over a real wallet link. */

import { describe, expect, test, vi } from 'vitest'
import { toastAtom } from '../src/modal/core/modal.ts'
import { open } from '../src/modal/features/connect/open.ts'
import {
  openEmailChange,
  startOver,
  submitChangeCode,
  submitNewEmail,
} from '../src/modal/features/login/email-change.ts'
import { emailChangeAtom, noEmailChange } from '../src/modal/features/login/state/email-change.ts'
import { go } from '../src/modal/session/navigate.ts'
import { loginError } from '../src/shared/login/failure.ts'
import { stopTime } from './support/modal.ts'
import { createEmbeddedModal } from './support/wallet-link.ts'

stopTime()

const newEmail = 'ada@engines.example'
const address = `0x${'ab'.repeat(20)}`

function createChangingModal(action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' = 'VERIFY_PRIMARY_OTP') {
  const { store, context, wallet, view, asked } = createEmbeddedModal()
  let trouble: Error | undefined
  let block: Promise<void> | undefined
  const unlessFailing = async <T>(answer: T): Promise<T> => {
    await block
    if (trouble) throw trouble
    return answer
  }
  wallet.answer({
    UPDATE_EMAIL: () => unlessFailing({ action, expiresIn: 900, resendIn: 30 }),
    UPDATE_EMAIL_PRIMARY_OTP: () => unlessFailing({ isConfirmAsked: true }),
    UPDATE_EMAIL_SECONDARY_OTP: () => unlessFailing({ newEmail }),
    GET_USER: () => ({ email: newEmail, chainId: 'eip155:1', address }),
  })
  open(context, { view: 'Profile' })
  openEmailChange(context)
  return {
    context,
    store,
    state: () => store.get(emailChangeAtom),
    view,
    fail: (next?: Error) => {
      trouble = next
    },
    hold: () => {
      let letGo = () => {}
      block = new Promise((resolve) => {
        letGo = resolve
      })
      return letGo
    },
    asked: (type: string) => asked(type).length,
  }
}

describe('a change of the email address', () => {
  test('asks for the code of the present mailbox, then of the new one, then shows the account', async () => {
    const { context, state, view, store } = createChangingModal()
    await submitNewEmail(context, newEmail)
    expect(view()).toBe('UpdateEmailPrimaryOtp')
    expect(state()).toMatchObject({ side: 'primary', newEmail, validMinutes: 15, isConfirmAsked: false })
    await submitChangeCode(context, '123456')
    expect(view()).toBe('UpdateEmailSecondaryOtp')
    expect(state()).toMatchObject({ side: 'secondary', isConfirmAsked: true })
    await submitChangeCode(context, '654321')
    expect(view()).toBe('Account')
    expect(store.get(toastAtom)).toMatchObject({ variant: 'success' })
  })

  test('asks for the code of the new mailbox alone if the wallet has no email login', async () => {
    const { context, view } = createChangingModal('VERIFY_SECONDARY_OTP')
    await submitNewEmail(context, newEmail)
    expect(view()).toBe('UpdateEmailSecondaryOtp')
  })

  test('says why it failed, keeps what was typed, and can be tried again', async () => {
    const { context, state, view, fail } = createChangingModal()
    fail(loginError({ reason: 'NEEDS_LOGIN' }))
    await submitNewEmail(context, newEmail)
    expect(state()).toMatchObject({ step: 'field', isSending: false, newEmail, trouble: { reason: 'NEEDS_LOGIN' } })
    fail()
    await submitNewEmail(context, newEmail)
    fail(loginError({ reason: 'WRONG_CODE', triesLeft: 2 }))
    await submitChangeCode(context, '000000')
    expect(state()).toMatchObject({ step: 'code', check: { status: 'refused', trouble: { triesLeft: 2 } } })
    expect(view()).toBe('UpdateEmailPrimaryOtp')
    startOver(context)
    expect(view()).toBe('UpdateEmailWallet')
    expect(state()).toEqual({ ...noEmailChange, newEmail })
  })

  test('is slow after eight seconds, and a second press does not send the code twice', async () => {
    const { context, state, hold, asked } = createChangingModal()
    await submitNewEmail(context, newEmail)
    const letGo = hold()
    const submitted = submitChangeCode(context, '123456')
    await submitChangeCode(context, '123456')
    await vi.advanceTimersByTimeAsync(8_000)
    expect(state()).toMatchObject({ check: { status: 'checking', isSlow: true } })
    letGo()
    await submitted
    expect(asked('UPDATE_EMAIL_PRIMARY_OTP')).toBe(1)
  })

  test('ends when its views are left: a late answer changes nothing', async () => {
    const { context, view, hold } = createChangingModal()
    const letGo = hold()
    const submitted = submitNewEmail(context, newEmail)
    await vi.advanceTimersByTimeAsync(0)
    go.back(context)
    const left = view()
    letGo()
    await submitted
    expect(view()).toBe(left)
    openEmailChange(context)
    expect(context.store.get(emailChangeAtom)).toEqual(noEmailChange)
  })
})
