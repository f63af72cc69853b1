/** Email login, from the approval of the device to the open wallet. */
import {
  type CodeCheck,
  type DeviceWait,
  emailLoginAtom,
  type Mail,
  type Trouble,
} from '../../../frame-app/src/modal/state/email-login.ts'
import { hasWalletOriginAtom } from '../../../frame-app/src/modal/state/embedded.ts'
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
