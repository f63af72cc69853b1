/** Signing in by email: the field, the device, the code, the account. The wallet frame gives the answers that each state needs. */
import type { Frame } from '@playwright/test'
import { refuses, says, serveWallet, type WalletAnswers } from '../../pages/stub-wallet.ts'
import { type SdkOptions, type Stage, successHoldMs } from '../stage.ts'
import { pressButton, type State, shows, silenceTimer } from './state.ts'

const address = 'ada.lovelace@mail.example'
const account = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

const device = says({ action: 'VERIFY_DEVICE', match: '42', expiresIn: 1200, resendIn: 30 })
const code = says({ action: 'VERIFY_OTP', expiresIn: 600, resendIn: 30 })

const embedded =
  (more: SdkOptions = {}) =>
  ({ embedded: project }: Stage['world']): SdkOptions => ({ ...project, ...more })

const state = (suffix: string, reach: State['reach'], more: Partial<State> = {}): State => ({
  name: `email-${suffix}`,
  options: embedded(),
  reach,
  ...more,
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

const waiting = (answers: WalletAnswers, proof: string | RegExp) => async (stage: Stage) => {
  const modal = await sent(stage, { CONNECT_EMAIL: device, ...answers })
  await shows(modal, proof)
}

async function typed(stage: Stage, answers: WalletAnswers): Promise<Frame> {
  const modal = await sent(stage, { CONNECT_EMAIL: code, ...answers })
  await enterCode(modal)
  return modal
}

const enterCode = (modal: Frame): Promise<void> =>
  modal.getByRole('textbox', { name: 'Code from the email' }).pressSequentially('012345')

const user = (stage: Stage) => says({ email: address, chainId: stage.world.chains[0].caip2, address: account })

const wallets = [{ name: 'Kestrel Wallet' }, { name: 'Rabbit' }]

export const emailStates: readonly State[] = [
  state('field', async (stage) => void (await onConnect(stage))),
  state('field-after-wallets', async (stage) => void (await onConnect(stage)), { fixedWallets: wallets }),
  state('field-typed', async (stage) => {
    const modal = await onConnect(stage)
    await modal.getByRole('textbox', { name: 'Email' }).fill(address)
  }),
  state('collapsed', async (stage) => shows(await onConnect(stage), 'Continue with a wallet'), {
    fixedWallets: wallets,
    options: embedded({ features: { collapseWallets: true } }),
  }),
  state(
    'collapsed-wallets',
    async (stage) => {
      const modal = await onConnect(stage)
      await pressButton(modal, 'Continue with a wallet')
      await shows(modal, 'Rabbit')
    },
    { fixedWallets: wallets, options: embedded({ features: { emailShowWallets: false } }) },
  ),
  state('terms', async (stage) => shows(await onConnect(stage), 'Agree to the terms first'), {
    fixedWallets: wallets,
    options: embedded({
      features: { legalCheckbox: true },
      metadata: { name: 'Airlock demo', icons: [], termsUrl: 'https://app.example/terms' },
    }),
  }),
  state('invalid', async (stage) => shows(await sent(stage, {}, 'ada@mail'), 'Invalid email. Try again.')),
  state('sending', async (stage) => {
    const modal = await sent(stage, {})
    await modal.locator('[aria-busy="true"]').waitFor()
  }),
  state('cool-down', async (stage) => {
    const modal = await sent(stage, { CONNECT_EMAIL: refuses({ reason: 'COOL_DOWN', retryIn: 12 }) })
    await shows(modal, 'Please try again after 12 seconds')
  }),
  state('not-loaded', async (stage) => {
    const NOT_AVAILABLE = { error: { code: -32004, message: 'not available', reason: 'NOT_AVAILABLE' } }
    await shows(await sent(stage, { CONNECT_EMAIL: NOT_AVAILABLE }), 'Unable to load email login dependency')
  }),
  state('refused-origin', async (stage) => {
    const modal = await sent(stage, { CONNECT_EMAIL: refuses({ reason: 'ORIGIN_NOT_ALLOWED' }) })
    await shows(modal, 'This site isn’t set up')
  }),
  state('storage-blocked', async (stage) => {
    const modal = await sent(stage, { CONNECT_EMAIL: refuses({ reason: 'STORAGE_BLOCKED' }) })
    await shows(modal, 'blocks the storage')
  }),

  state('device', waiting({}, 'pick the number 42')),
  state('device-slow', async (stage) => {
    await waiting({}, 'pick the number 42')(stage)
    await stage.passTime(31_000)
    const modal = await stage.frame()
    await shows(modal, 'Check your spam folder')
    await modal.getByRole('button', { name: 'Resend email' }).waitFor()
  }),
  state('device-unreachable', waiting({ CONNECT_DEVICE: refuses({ reason: 'UNAVAILABLE' }) }, 'can’t be reached')),
  state('device-denied', waiting({ CONNECT_DEVICE: refuses({ reason: 'DENIED' }) }, 'You declined in the email')),
  state('device-expired', waiting({ CONNECT_DEVICE: refuses({ reason: 'EXPIRED' }) }, 'It has expired')),

  state('code', async (stage) => shows(await sent(stage, { CONNECT_EMAIL: code }), 'The code expires in 10 minutes')),
  state('code-checking', async (stage) => shows(await typed(stage, {}), 'Checking the code')),
  state('code-wrong', async (stage) =>
    shows(await typed(stage, { CONNECT_OTP: refuses({ reason: 'WRONG_CODE', triesLeft: 2 }) }), '2 tries left'),
  ),
  state('code-locked', async (stage) =>
    shows(await typed(stage, { CONNECT_OTP: refuses({ reason: 'LOCKED' }) }), 'Too many wrong codes'),
  ),
  state('code-unavailable', async (stage) =>
    shows(await typed(stage, { CONNECT_OTP: refuses({ reason: 'UNAVAILABLE' }) }), 'can’t be reached'),
  ),
  state('code-resent', async (stage) => {
    const modal = await sent(stage, { CONNECT_EMAIL: code })
    await shows(modal, 'Resend in')
    await stage.passTime(31_000)
    await pressButton(modal, 'Resend Code')
    await modal.getByText('Code email resent').first().waitFor()
  }),
  state('opening', async (stage) => shows(await typed(stage, { CONNECT_OTP: says() }), 'This takes a moment')),
  state('opening-slow', async (stage) => {
    const modal = await typed(stage, { CONNECT_OTP: says() })
    await shows(modal, 'This takes a moment')
    await stage.passTime(8_000)
    await shows(modal, 'Still opening')
  }),
  state('open-failed', async (stage) => {
    const modal = await typed(stage, { CONNECT_OTP: says(), GET_USER: refuses({ reason: 'UNAVAILABLE' }) })
    await shows(modal, 'Your wallet didn’t open')
  }),
  state('open-no-way', async (stage) => {
    const modal = await typed(stage, { CONNECT_OTP: says(), GET_USER: refuses({ reason: 'NO_WAY_IN' }) })
    await shows(modal, /opens only on the site/)
  }),
  state('open-other-wallet', async (stage) => {
    const modal = await typed(stage, { CONNECT_OTP: says(), GET_USER: refuses({ reason: 'OTHER_WALLET' }) })
    await shows(modal, /nothing was changed/)
  }),
  state('open-not-your-wallet', async (stage) => {
    const modal = await typed(stage, { CONNECT_OTP: says(), GET_USER: refuses({ reason: 'NOT_YOUR_WALLET' }) })
    await shows(modal, /can’t be confirmed as yours/)
  }),
  state('open-too-many-devices', async (stage) => {
    const modal = await typed(stage, { CONNECT_OTP: says(), GET_USER: refuses({ reason: 'TOO_MANY_DEVICES' }) })
    await shows(modal, /device limit/)
  }),
  state('done', async (stage) => {
    const modal = await sent(stage, { CONNECT_EMAIL: code, CONNECT_OTP: says(), GET_USER: user(stage) })
    await silenceTimer(modal, successHoldMs)
    await enterCode(modal)
    await shows(modal, 'You are signed in')
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
