/** Email login, from the approval of the device to the open wallet. */
import { type EmailChange, emailChangeAtom } from '../../../frame-app/src/modal/features/login/state/email-change.ts'
import {
  type CodeCheck,
  type DeviceWait,
  emailLoginAtom,
  type Mail,
  type Trouble,
} from '../../../frame-app/src/modal/features/login/state/email-login.ts'
import { hasWalletOriginAtom } from '../../../frame-app/src/modal/session/state/embedded.ts'
import { errorOf } from '../samples.ts'
import type { GalleryState, StatesOf } from '../state.ts'

const mail: Mail = { email: 'ada@shop.example', resendAt: 0, validMinutes: 15, isSending: false }
const longMail = { ...mail, email: 'augusta.ada.king.countess.of.lovelace@analytical-engines.example' }
const trouble = (reason: Trouble['reason'], more: Partial<Trouble> = {}): Trouble => ({
  reason,
  error: errorOf('WALLET_FAILED'),
  ...more,
})

const device = (
  state: string,
  wait: DeviceWait,
  more: { mail?: Mail; match?: string } = {},
): GalleryState<'EmailVerifyDevice'> => ({
  state,
  below: 'Connect',
  arrange(store) {
    store.set(hasWalletOriginAtom, true)
    store.set(emailLoginAtom, { step: 'device', mail, match: undefined, wait, ...more })
  },
})
const waiting: DeviceWait = { status: 'waiting', isSlow: false }

export const deviceStates: StatesOf<'EmailVerifyDevice'> = [
  device('waiting', waiting),
  device('number', waiting, { match: '47' }),
  device('cool-down', waiting, { match: '47', mail: { ...mail, resendAt: Date.now() + 28_000 } }),
  device('sending', waiting, { match: '47', mail: { ...mail, isSending: true } }),
  device('slow', { status: 'waiting', isSlow: true }, { match: '47' }),
  device('unreachable', { status: 'unreachable' }, { match: '47' }),
  device('declined', { status: 'over', trouble: trouble('DENIED') }),
  device('expired', { status: 'over', trouble: trouble('EXPIRED') }),
  device('rate-limited', { status: 'over', trouble: trouble('RATE_LIMITED', { retryIn: 900 }) }),
  device('long-address', waiting, { match: '47', mail: longMail }),
]

const code = (state: string, check: CodeCheck, shown = mail): GalleryState<'EmailVerifyOtp'> => ({
  state,
  below: 'Connect',
  arrange(store) {
    store.set(hasWalletOriginAtom, true)
    store.set(emailLoginAtom, { step: 'code', mail: shown, check })
  },
})
const refused = (reason: Trouble['reason'], more: Partial<Trouble> = {}): CodeCheck => ({
  status: 'refused',
  trouble: trouble(reason, more),
})
const failures = {
  'device-removed': 'DEVICE_REMOVED',
  'no-way-in': 'NO_WAY_IN',
  'other-wallet': 'OTHER_WALLET',
  'not-your-wallet': 'NOT_YOUR_WALLET',
  'too-many-devices': 'TOO_MANY_DEVICES',
  unavailable: 'UNAVAILABLE',
  unknown: 'UNKNOWN',
} as const satisfies Record<string, Trouble['reason']>

export const codeStates: StatesOf<'EmailVerifyOtp'> = [
  code('asking', { status: 'asking' }),
  code('long-address', { status: 'asking' }, longMail),
  code('checking', { status: 'checking' }),
  code('wrong', refused('WRONG_CODE', { triesLeft: 2 })),
  code('locked', refused('LOCKED')),
  code('expired', refused('EXPIRED')),
  code('offline', refused('OFFLINE')),
  code('opening', { status: 'opening', isSlow: false }),
  code('opening-slow', { status: 'opening', isSlow: true }),
  ...Object.entries(failures).map(([state, reason]) =>
    code(`failed-${state}`, { status: 'failed', trouble: trouble(reason) }),
  ),
  code('done', { status: 'done' }),
]

const change = <View extends 'UpdateEmailWallet' | 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp'>(
  state: string,
  shown: EmailChange,
): GalleryState<View> => ({
  state,
  below: 'Profile',
  arrange(store) {
    store.set(hasWalletOriginAtom, true)
    store.set(emailChangeAtom, shown)
  },
})
const newEmail = 'ada@engines.example'
const longEmail = longMail.email
type ChangeOfCode = Extract<EmailChange, { step: 'code' }>
const changeCode = (side: ChangeOfCode['side'], more: Partial<ChangeOfCode> = {}): ChangeOfCode => ({
  step: 'code',
  side,
  newEmail,
  validMinutes: 10,
  againAt: 0,
  isConfirmAsked: false,
  check: { status: 'asking' },
  ...more,
})
const refusedCode = (reason: Trouble['reason'], more: Partial<Trouble> = {}) =>
  ({ check: { status: 'refused', trouble: trouble(reason, more) } }) as const

export const updateEmailStates: StatesOf<'UpdateEmailWallet'> = [
  change('field', { step: 'field', isSending: false }),
  change('typed', { step: 'field', isSending: false, newEmail }),
  change('sending', { step: 'field', isSending: true, newEmail }),
  change('long', { step: 'field', isSending: false, newEmail: longEmail }),
  ...(['NEEDS_LOGIN', 'COOL_DOWN', 'RATE_LIMITED', 'OFFLINE', 'UNAVAILABLE', 'TOO_MANY_LOGINS'] as const).map(
    (reason) =>
      change<'UpdateEmailWallet'>(`failed-${reason.toLowerCase().replaceAll('_', '-')}`, {
        step: 'field',
        isSending: false,
        newEmail,
        trouble: trouble(reason),
      }),
  ),
]
export const updatePrimaryStates: StatesOf<'UpdateEmailPrimaryOtp'> = [
  change('asking', changeCode('primary')),
  change('cool-down', changeCode('primary', { againAt: Date.now() + 28_000 })),
  change('checking', changeCode('primary', { check: { status: 'checking', isSlow: false } })),
  change('wrong', changeCode('primary', refusedCode('WRONG_CODE', { triesLeft: 2 }))),
  change('locked', changeCode('primary', refusedCode('LOCKED'))),
  change('expired', changeCode('primary', refusedCode('EXPIRED'))),
  change('offline', changeCode('primary', refusedCode('OFFLINE'))),
]
export const updateSecondaryStates: StatesOf<'UpdateEmailSecondaryOtp'> = [
  change('asking', changeCode('secondary')),
  change('confirm', changeCode('secondary', { isConfirmAsked: true })),
  change(
    'confirm-waiting',
    changeCode('secondary', { isConfirmAsked: true, check: { status: 'checking', isSlow: true } }),
  ),
  change('wrong', changeCode('secondary', { isConfirmAsked: true, ...refusedCode('WRONG_CODE', { triesLeft: 2 }) })),
  change('declined', changeCode('secondary', refusedCode('DENIED'))),
  change('taken', changeCode('secondary', refusedCode('ADDRESS_TAKEN'))),
  change('long-address', changeCode('secondary', { newEmail: longEmail, isConfirmAsked: true })),
]
