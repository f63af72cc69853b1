/** Signing in at a provider, from the button on Connect to the account, over a real wallet link. The window is the browser's part. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { open } from '../src/modal/features/connect/open.ts'
import { connectMethodsAtom } from '../src/modal/features/connect/state/connect-methods.ts'
import { walletLinkAtom } from '../src/modal/features/embedded/state/wallet-screen.ts'
import { bringForward, makeSeparateWallet, startSocialLogin } from '../src/modal/features/login/social-login.ts'
import { socialLoginAtom } from '../src/modal/features/login/state/social-login.ts'
import { appAround } from '../src/modal/kit/InApp.tsx'
import { go } from '../src/modal/session/navigate.ts'
import { listedSocialsAtom } from '../src/modal/session/state/embedded.ts'
import { loginError } from '../src/shared/login/failure.ts'
import { createEmbeddedModal, expectSignedIn } from './support/wallet-link.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const google = { id: 'google', name: 'Google' }
const address = `0x${'ab'.repeat(20)}`
type Status = 'pending' | 'confirm' | 'emailKnown' | 'done'

function createSocialModal({ isBlocked = false } = {}) {
  const modal = createEmbeddedModal()
  const { wallet } = modal
  modal.store.set(listedSocialsAtom, ['google', 'acme'])
  const context = {
    ...modal.context,
    project: { ...modal.context.project, walletServiceUrl: 'https://accounts.example' },
  }
  const popup = { closed: false, focus: vi.fn(), close: vi.fn() }
  const opened: string[] = []
  const openWindow = (url: string) => {
    opened.push(url)
    return isBlocked ? null : popup
  }
  vi.stubGlobal('window', { open: openWindow })
  let next: { status: Status; email?: string } | Error = { status: 'pending' }
  wallet.answer({
    GET_SOCIAL_REDIRECT_URI: ({ ticket }) => ({
      uri: `https://accounts.example/social/${ticket}`,
      match: '47',
    }),
    CONNECT_SOCIAL: () => {
      if (next instanceof Error) throw next
      return next
    },
    GET_USER: ({ chainId = 'eip155:1' }) => ({ userName: 'Ada', social: 'google', chainId, address }),
  })
  const login = () => modal.store.get(socialLoginAtom)
  const will = (answer: typeof next) => {
    next = answer
  }
  const start = async () => {
    open(context)
    startSocialLogin(context, google)
    await settle()
  }
  return { ...modal, context, popup, opened, login, will, start }
}
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 7'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

describe('the app around the page', () => {
  test.each([
    [`${iPhone} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone15,2; iOS 18_5)`, 'Instagram'],
    [`${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBBV/756351453]`, 'Facebook'],
    [`${android}; wv) ${chrome} [FB_IAB/FB4A;FBAV/520.0.0.41.74;]`, 'Facebook'],
    [`${iPhone} Mobile/15E148 musical_ly_40.1.0 BytedanceWebview/d8a21c6`, 'TikTok'],
    [`${iPhone} Mobile/15E148 Twitter for iPhone/11.5`, 'X'],
    [`${android}; wv) ${chrome} TwitterAndroid`, 'X'],
    [`${iPhone} Mobile/15E148 [LinkedInApp]/9.31`, 'LinkedIn'],
    [`${iPhone} Safari Line/15.9.0`, 'LINE'],
    [`${iPhone} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI`, 'WeChat'],
    [`${iPhone} Mobile/15E148 Snapchat/13.40.0.41 (like Safari/8618.2.12, panda)`, 'Snapchat'],
    [`${android}; wv) ${chrome} Telegram-Android/11.9.1`, 'Telegram'],
    [`${android}; wv) Version/4.0 ${chrome}`, ''],
    [`${iPhone} Mobile/15E148`, ''],
    [`${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, undefined],
    [`${iPhone} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`, undefined],
    [`${iPhone} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`, undefined],
    [`${android}) ${chrome}`, undefined],
    ['Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0', undefined],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      undefined,
    ],
    ['', undefined],
  ])('%s: %o', (userAgent, app) => {
    expect(appAround(userAgent)).toBe(app)
  })
})

const settle = (ms = 1) => vi.advanceTimersByTimeAsync(ms)

describe('a social login', () => {
  test('a browser that does not tell where a document is embedded is too old for it', async () => {
    const { context, store, login, asked } = createSocialModal()
    vi.stubGlobal('location', {})
    Object.assign(context.project, { walletOrigin: 'https://wallet.example' })
    store.set(walletLinkAtom, undefined)
    open(context)
    startSocialLogin(context, google)
    await settle()
    expect(login()).toMatchObject({ step: 'over', trouble: { reason: 'BROWSER_TOO_OLD' } })
    expect(asked('GET_SOCIAL_REDIRECT_URI')).toEqual([])
  })

  test('opens its window in the press itself, with its final address, and ends connected', async () => {
    const modal = createSocialModal()
    const { context, opened, login, view, will, asked } = modal
    open(context)
    startSocialLogin(context, google)
    expect(opened).toEqual([expect.stringMatching(/^https:\/\/accounts\.example\/social\/[\w-]{43}$/)])
    expect(view()).toBe('ConnectingSocial')
    await settle()
    expect(asked('GET_SOCIAL_REDIRECT_URI')).toMatchObject([
      { payload: { provider: 'google', ticket: opened[0]?.slice(-43) } },
    ])
    expect(login()).toMatchObject({ step: 'window', status: 'waiting', match: '47' })
    will({ status: 'confirm' })
    await settle(1_000)
    expect(login()).toMatchObject({ step: 'window', status: 'confirm' })
    will({ status: 'done' })
    await settle(1_000)
    await expectSignedIn(modal, address, { username: 'Ada', social: 'google' })
  })

  test('has a button that opens its window if the browser stopped it, and continues by itself', async () => {
    const { context, opened, login, start } = createSocialModal({ isBlocked: true })
    await start()
    expect(login()).toMatchObject({ step: 'window', status: 'blocked' })
    bringForward(context)
    expect(opened[1]).toBe(opened[0])
  })

  test('inside another app: Google is not asked, since it signs nobody in there', async () => {
    const modal = createSocialModal()
    vi.stubGlobal('navigator', { userAgent: `${iPhone} Mobile/15E148 Instagram 390.0.0.28.85` })
    await modal.start()
    await settle(5_000)
    expect(modal.login()).toMatchObject({ step: 'window', status: 'refused' })
    expect(modal.view()).toBe('ConnectingSocial')
    expect(modal.opened).toEqual([])
    expect(modal.asked('CONNECT_SOCIAL')).toEqual([])
    go.back(modal.context)
    expect(modal.login()).toEqual({ step: 'idle' })
  })

  test('inside another app: other windows open only with a press after the user was told', async () => {
    const { context, opened, login } = createSocialModal()
    vi.stubGlobal('navigator', { userAgent: `${android}; wv) ${chrome}` })
    open(context)
    startSocialLogin(context, { id: 'acme', name: 'Acme' })
    await settle()
    expect(login()).toMatchObject({ step: 'window', status: 'blocked' })
    expect(opened).toEqual([])
    bringForward(context)
    expect(opened).toHaveLength(1)
    expect(login()).toMatchObject({ step: 'window', status: 'waiting' })
  })

  test('leads back to Connect when its window is closed, and returns if the provider answers after all', async () => {
    const { popup, view, will, start, names, login } = createSocialModal()
    await start()
    popup.closed = true
    await settle(3_000)
    expect(view()).toBe('Connect')
    expect(names()).toContain('SOCIAL_LOGIN_CANCELED')
    will({ status: 'confirm' })
    await settle(1_500)
    expect(view()).toBe('ConnectingSocial')
    expect(login()).toMatchObject({ step: 'window', status: 'confirm' })
  })

  test('is over when the user leaves: its window is closed, and nothing more is asked', async () => {
    const { context, popup, login, start, asked, names } = createSocialModal()
    await start()
    go.back(context)
    const before = asked('CONNECT_SOCIAL').length
    await settle(10_000)
    expect(popup.close).toHaveBeenCalled()
    expect(login()).toEqual({ step: 'idle' })
    expect(asked('CONNECT_SOCIAL')).toHaveLength(before)
    expect(names()).toContain('SOCIAL_LOGIN_CANCELED')
  })

  test.each(['DENIED', 'PROVIDER_FAILED', 'EXPIRED'] as const)('says so if it ends with %s', async (reason) => {
    const { login, will, start, names } = createSocialModal()
    await start()
    will(loginError({ reason }))
    await settle(1_000)
    expect(login()).toMatchObject({ step: 'over', trouble: { reason } })
    expect(names()).toContain('SOCIAL_LOGIN_ERROR')
  })

  test('while the service cannot be reached is repeated', async () => {
    const { login, will, start } = createSocialModal()
    await start()
    will(loginError({ reason: 'UNAVAILABLE' }))
    await settle(1_000)
    expect(login()).toMatchObject({ step: 'window', isUnreachable: true })
    will({ status: 'pending' })
    await settle(1_500)
    expect(login()).toMatchObject({ step: 'window', isUnreachable: false })
  })

  test('asks which wallet is meant if its address has one already', async () => {
    const { context, login, will, start, asked } = createSocialModal()
    await start()
    will({ status: 'emailKnown', email: 'ada@mail.example' })
    await settle(1_000)
    expect(login()).toMatchObject({ step: 'emailKnown', email: 'ada@mail.example' })
    will({ status: 'done' })
    makeSeparateWallet(context)
    await settle()
    expect(asked('CONNECT_SOCIAL').at(-1)).toMatchObject({ payload: { isSeparate: true } })
    expect(login()).toMatchObject({ step: 'done' })
  })
})

test('social logins come after the email field, unless the page has another order', () => {
  const { store } = createSocialModal()
  expect(store.get(connectMethodsAtom)).toEqual(['email', 'social', 'wallet'])
  store.set(listedSocialsAtom, [])
  expect(store.get(connectMethodsAtom)).toEqual(['email', 'wallet'])
})
