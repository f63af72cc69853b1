/** Signing in by email: the field, the device, the code, the account. The wallet frame gives the answers that each state needs. */
import type { Frame } from '@playwright/test'
import { refuses, says, serveWallet, type WalletAnswers } from '../../pages/stub-wallet.ts'
import type { Stage } from '../stage.ts'
import { pressButton, type State, shows } from './state.ts'

const address = 'ada.lovelace@mail.example'
const account = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

const device = says({ action: 'VERIFY_DEVICE', match: '42', expiresIn: 1200, resendIn: 30 })
const code = says({ action: 'VERIFY_OTP', expiresIn: 600, resendIn: 30 })

const state = (suffix: string, reach: State['reach']): State => ({
  name: `email-${suffix}`,
  options: ({ embedded }) => embedded,
  reach,
})

async function onConnect(stage: Stage): Promise<Frame> {
  await stage.create()
  const modal = await stage.open()
  await modal.getByRole('textbox', { name: 'Email' }).waitFor()
  return modal
}

async function sent(stage: Stage, answers: WalletAnswers, text = address): Promise<Frame> {
  await serveWallet(stage.page, stage.world, answers)
  const modal = await onConnect(stage)
  await modal.getByRole('textbox', { name: 'Email' }).fill(text)
  await pressButton(modal, 'Continue with email')
  return modal
}

async function typed(stage: Stage, answers: WalletAnswers): Promise<Frame> {
  const modal = await sent(stage, { CONNECT_EMAIL: code, ...answers })
  await enterCode(modal)
  return modal
}

const enterCode = (modal: Frame): Promise<void> =>
  modal.getByRole('textbox', { name: 'Code from the email' }).pressSequentially('012345')

const user = (stage: Stage) => says({ email: address, chainId: stage.world.chains[0].caip2, address: account })

export const emailStates: readonly State[] = [
  state('field-typed', async (stage) => {
    const modal = await onConnect(stage)
    await modal.getByRole('textbox', { name: 'Email' }).fill(address)
  }),
  state('invalid', async (stage) => shows(await sent(stage, {}, 'ada@mail'), 'Invalid email. Try again.')),
  state('cool-down', async (stage) => {
    const modal = await sent(stage, { CONNECT_EMAIL: refuses({ reason: 'COOL_DOWN', retryIn: 12 }) })
    await shows(modal, 'Please try again after 12 seconds')
  }),
  state('device', async (stage) => shows(await sent(stage, { CONNECT_EMAIL: device }), 'pick the number 42')),
  state('code-wrong', async (stage) =>
    shows(await typed(stage, { CONNECT_OTP: refuses({ reason: 'WRONG_CODE', triesLeft: 2 }) }), '2 tries left'),
  ),
  state('code-resent', async (stage) => {
    const modal = await sent(stage, { CONNECT_EMAIL: code })
    await shows(modal, 'Resend in')
    await stage.passTime(31_000)
    await pressButton(modal, 'Resend Code')
    await modal.getByText('Code email resent').first().waitFor()
  }),
  state('open-failed', async (stage) => {
    const modal = await typed(stage, { CONNECT_OTP: says(), GET_USER: refuses({ reason: 'UNAVAILABLE' }) })
    await shows(modal, 'Your wallet didn’t open')
  }),
  state('account', async (stage) => {
    const modal = await sent(stage, { CONNECT_EMAIL: says({ action: 'CONNECT' }), GET_USER: user(stage) })
    await shows(modal, 'Sign out')
  }),
  state('account-unreachable', async (stage) => {
    const UI_SHOW = refuses({ reason: 'UNAVAILABLE' })
    const modal = await sent(stage, { CONNECT_EMAIL: says({ action: 'CONNECT' }), GET_USER: user(stage), UI_SHOW })
    await pressButton(modal, /^Devices/)
    await modal.getByText('Your wallet can’t be reached').first().waitFor()
  }),
]
