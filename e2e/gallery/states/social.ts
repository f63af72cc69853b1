/** Social login, from the provider's button to the open wallet. */
import type { Trouble } from '../../../frame-app/src/modal/features/login/state/email-login.ts'
import { type SocialLogin, socialLoginAtom } from '../../../frame-app/src/modal/features/login/state/social-login.ts'
import { hasWalletOriginAtom, listedSocialsAtom } from '../../../frame-app/src/modal/session/state/embedded.ts'
import { plainOptions } from '../../../frame-app/test/support/bare-context.ts'
import { errorOf } from '../samples.ts'
import type { GalleryState, StatesOf, Store } from '../state.ts'

const all = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook', 'acme']
const google = { id: 'google', name: 'Google' }
const offer: NonNullable<GalleryState<'Connect'>['arrange']> = (store) => {
  store.set(hasWalletOriginAtom, true)
  store.set(listedSocialsAtom, all)
}

const during = (login: SocialLogin) =>
  ({
    below: 'Connect',
    arrange(store: Store) {
      offer(store)
      store.set(socialLoginAtom, login)
    },
  }) as const
const connecting = (state: string, login: SocialLogin): GalleryState<'ConnectingSocial'> => ({
  state,
  route: { view: 'ConnectingSocial', provider: 'Google' },
  ...during(login),
})
const window = {
  step: 'window',
  provider: google,
  uri: 'https://accounts.example/social/ticket',
  match: '47',
  status: 'waiting',
  isUnreachable: false,
} as const
const over = (reason: Trouble['reason'], provider = google): SocialLogin => ({
  step: 'over',
  provider,
  trouble: { reason, error: errorOf('WALLET_FAILED') },
})

export const connectingSocialStates: StatesOf<'ConnectingSocial'> = [
  connecting('starting', { ...window, match: undefined }),
  connecting('waiting', window),
  connecting('blocked', { ...window, status: 'blocked' }),
  {
    ...connecting('blocked-may-leave', { ...window, status: 'blocked' }),
    settings: { options: { features: { ...plainOptions.features, socialRedirect: true } } },
  },
  connecting('number', { ...window, status: 'confirm' }),
  connecting('unreachable', { ...window, isUnreachable: true }),
  connecting('leaving', { step: 'leaving', provider: google, ready: undefined }),
  connecting('leaving-by-press', { step: 'leaving', provider: google, ready: { ticket: 'ticket', match: '47' } }),
  connecting('opening', { step: 'opening', provider: google, isSlow: false }),
  connecting('slow', { step: 'opening', provider: google, isSlow: true }),
  connecting('address-known', { step: 'emailKnown', provider: google, email: 'ada@shop.example' }),
  connecting('declined', over('DENIED')),
  connecting('provider-down', over('PROVIDER_FAILED')),
  connecting('not-offered', over('PROVIDER_OFF')),
  connecting('expired', over('EXPIRED')),
  connecting('done', { step: 'done', provider: google }),
]

const farcaster = { id: 'farcaster', name: 'Farcaster' }
const byFarcaster = (
  state: string,
  login: SocialLogin,
  more: Pick<GalleryState<'ConnectingFarcaster'>, 'onPhone'> = {},
): GalleryState<'ConnectingFarcaster'> => ({ state, ...more, ...during(login) })
const code = {
  step: 'code',
  provider: farcaster,
  uri: 'https://farcaster.xyz/~/siwf?channelToken=QK3NPWUA7RDM2X',
  expiresAt: Date.now() + 400_000,
  isUnreachable: false,
} as const

export const connectingFarcasterStates: StatesOf<'ConnectingFarcaster'> = [
  byFarcaster('starting', { ...code, uri: undefined }),
  byFarcaster('code', code),
  byFarcaster('phone-starting', { ...code, uri: undefined }, { onPhone: true }),
  byFarcaster('phone', code, { onPhone: true }),
  byFarcaster('unreachable', { ...code, isUnreachable: true }),
  byFarcaster('opening', { step: 'opening', provider: farcaster, isSlow: false }),
  byFarcaster('refused', over('PROVIDER_FAILED', farcaster)),
  byFarcaster('done', { step: 'done', provider: farcaster }),
]

export const connectSocialsStates: StatesOf<'ConnectSocials'> = [{ state: 'all', below: 'Connect', arrange: offer }]
