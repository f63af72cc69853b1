/** Errors, help, and signing in with a message. */
import type { ErrorCode } from '@airlock/protocol/errors.ts'
import { readSignInText } from '@airlock/protocol/sign-in/message.ts'
import { hostOriginAtom } from '../../../frame-app/src/modal/core/options.ts'
import { type SignIn, sessionAtom, signInAtom } from '../../../frame-app/src/modal/session/state/sign-in.ts'
import { address, connected, errorOf } from '../samples.ts'
import type { GalleryState, StatesOf } from '../state.ts'

const errors: Readonly<Record<string, ErrorCode>> = {
  offline: 'NETWORK',
  'not-allowed': 'FRAME_REFUSED',
  expired: 'UNAUTHORIZED',
  'wallet-not-loaded': 'FRAME_TIMEOUT',
  other: 'INTERNAL',
}
export const errorStates: StatesOf<'Error'> = [
  ...Object.entries(errors).map(
    ([state, code]): GalleryState<'Error'> => ({ state, route: { view: 'Error', code }, below: 'Connect' }),
  ),
  {
    state: 'long-address',
    route: { view: 'Error', code: 'FRAME_REFUSED' },
    arrange: (store) =>
      store.set(hostOriginAtom, 'https://a-rather-long-name.of.an-exchange.with-many-parts.example:8443'),
  },
]

export const helpStates: StatesOf<'Help'> = [{ state: 'report', below: 'Connect' }]

const text = `app.example wants you to sign in with your Ethereum account:
${address}

Welcome back. Nothing is paid.

URI: https://app.example
Version: 1
Chain ID: 1
Nonce: abcdefgh1234
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T01:00:00.000Z`
const parsed = readSignInText(text)
if (!parsed) throw new Error('The sample is no sign-in message')
const ready = { text, read: parsed }

const signIn = (state: string, shown: SignIn, isRequired = false): GalleryState<'SIWXSignMessage'> => ({
  state,
  settings: { options: { siwx: { required: isRequired } } },
  arrange(store) {
    connected(store)
    store.set(signInAtom, shown)
  },
})
export const signInStates: StatesOf<'SIWXSignMessage'> = [
  signIn('preparing', { status: 'preparing' }),
  signIn('ready', { status: 'ready', ...ready }),
  signIn('ready-required', { status: 'ready', ...ready }, true),
  signIn('no-expiry', { status: 'ready', text, read: { ...parsed, expirationTime: undefined, statement: undefined } }),
  signIn('long-statement', { status: 'ready', text, read: { ...parsed, statement: 'Word'.repeat(80) } }),
  signIn('signing', { status: 'signing', isSlow: false, ...ready }),
  signIn('slow', { status: 'signing', isSlow: true, ...ready }),
  signIn('declined', { status: 'declined', ...ready }),
  signIn('failed', { status: 'failed', error: errorOf('NETWORK'), isRefused: false }),
  signIn('refused', { status: 'failed', error: errorOf('UNAUTHORIZED'), isRefused: true }),
  signIn('foreign', { status: 'foreign', domain: 'bank.example' }),
  signIn('invalid', { status: 'invalid' }),
  {
    state: 'done',
    arrange(store) {
      connected(store)
      store.set(signInAtom, { status: 'idle' })
      store.set(sessionAtom, {
        data: { accountAddress: address, chainId: 'eip155:1', uri: 'https://app.example' },
        message: text,
        signature: '0x',
      })
    },
  },
]
