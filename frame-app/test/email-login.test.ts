/** Signing in by email, from the field on Connect to the account, over a real wallet link. */

import { WalletIcon } from '@airlock/protocol/contracts/shapes/announced.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { alertAtom, closedAlert, isOpenAtom, toastAtom } from '../src/modal/core/modal.ts'
import { dappAtom, optionsAtom } from '../src/modal/core/options.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { connectMethodsAtom, isCollapsedAtom } from '../src/modal/features/connect/state/connect-methods.ts'
import { addEmbeddedConnectors } from '../src/modal/features/embedded/embedded-wallet.ts'
import { walletHeightAtom, walletLinkAtom } from '../src/modal/features/embedded/state/wallet-screen.ts'
import { showWalletPage } from '../src/modal/features/embedded/wallet-screen.ts'
import { goOnWithKept } from '../src/modal/features/login/connect-embedded.ts'
import { openWallet, resendMail, startEmailLogin, submitCode } from '../src/modal/features/login/email-login.ts'
import { emailLoginAtom } from '../src/modal/features/login/state/email-login.ts'
import { linkedEmailAtom } from '../src/modal/features/login/state/social-login.ts'
import { TroubleText } from '../src/modal/features/login/view/TroubleText.tsx'
import { switchNetwork } from '../src/modal/features/networks/switch-network.ts'
import { restore } from '../src/modal/host/restore.ts'
import { rpcRequest } from '../src/modal/host/rpc-request.ts'
import { close } from '../src/modal/session/close.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { go } from '../src/modal/session/navigate.ts'
import { keptHintAtom, keptKeyAtom, rememberConnections } from '../src/modal/session/reconnect-hints.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { localeAtom, themeAtom } from '../src/modal/session/state/appearance.ts'
import { connectRowsAtom } from '../src/modal/session/state/connectors.ts'
import { activeNetworkIdAtom, networksAtom } from '../src/modal/session/state/network.ts'
import { loginError } from '../src/shared/login/failure.ts'
import { createTestConnector, createTestModal, network, stopTime, use } from './support/modal.ts'
import { createEmbeddedModal } from './support/wallet-link.ts'

stopTime()

const email = 'ada@mail.example'
const address = `0x${'ab'.repeat(20)}`
const solanaAddress = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const solanaNetwork = network(1, { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana' })

function createEmailModal(options: Parameters<typeof createTestModal>[0] = {}) {
  const modal = createEmbeddedModal(options)
  modal.wallet.answer({
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP', expiresIn: 600, resendIn: 30 }),
    CONNECT_OTP: () => ({}),
    GET_USER: ({ chainId = 'eip155:1' }) => ({
      email,
      chainId,
      address: chainId.startsWith('solana') ? solanaAddress : address,
    }),
    IS_CONNECTED: () => ({ isConnected: true }),
    SIGN_OUT: () => ({}),
    SWITCH_NETWORK: ({ chainId }) => ({ chainId }),
  })
  const login = () => modal.store.get(emailLoginAtom)
  /** The modal stands open on Connect, and the field has been sent. */
  const start = async () => {
    open(modal.context)
    await startEmailLogin(modal.context, email)
  }
  return { ...modal, login, start }
}
const asked = ({ heard }: ReturnType<typeof createEmbeddedModal>['wallet'], type: string) =>
  heard.filter((request) => request.type === type)

/** Lets everything run that is due now. */
const settle = () => vi.advanceTimersByTimeAsync(1)

describe('a social login whose address has a wallet', () => {
  test.each([
    ['is added when this address signs in', email, 1],
    ['is not added when another address signs in [C346]', 'somebody-else@mail.example', 0],
  ])('%s', async (_, linked, times) => {
    const { context, store, wallet, start } = createEmailModal()
    wallet.answer({ LINK_SOCIAL: () => ({}) })
    store.set(linkedEmailAtom, linked)
    await start()
    await submitCode(context, '012345')
    expect(asked(wallet, 'LINK_SOCIAL')).toHaveLength(times)
    expect(store.get(linkedEmailAtom)).toBeUndefined()
    expect(store.get(activeConnectionAtom)).toMatchObject({ wallet: { type: 'auth' } })
  })
})

describe('a known browser', () => {
  test('types the code of the email, and is connected with the address as profile', async () => {
    const { context, store, wallet, login, view, start, names, told } = createEmailModal()
    await start()
    expect(wallet.heard).toContainEqual({ type: 'CONNECT_EMAIL', payload: { email } })
    expect(view()).toBe('EmailVerifyOtp')
    expect(login()).toMatchObject({ step: 'code', mail: { email, validMinutes: 10 }, check: { status: 'asking' } })
    await submitCode(context, '012345')
    expect(asked(wallet, 'CONNECT_OTP')).toEqual([{ type: 'CONNECT_OTP', payload: { otp: '012345' } }])
    expect(login()).toMatchObject({ step: 'code', check: { status: 'done' } })
    expect(store.get(activeConnectionAtom)).toMatchObject({ active: `eip155:1:${address}`, wallet: { type: 'auth' } })
    expect(store.get(snapshotAtom).accounts).toMatchObject([{ status: 'connected', profile: { name: email } }])
    const { icon = '' } = store.get(activeConnectionAtom)?.wallet ?? {}
    expect(WalletIcon.safeParse(icon).success).toBe(true)
    expect(told).toContainEqual({
      type: 'SAVE_HINTS',
      payload: {
        hints: [
          {
            connectorId: 'ID_AUTH',
            connectorType: 'auth',
            name: 'Email Wallet',
            namespace: 'eip155',
            network: 'eip155:1',
            announced: { name: 'Email Wallet', icon },
          },
        ],
      },
    })
    await vi.advanceTimersByTimeAsync(700)
    expect(store.get(isOpenAtom)).toBe(false)
    expect(login()).toEqual({ step: 'idle' })
    expect(names()).toEqual([
      'MODAL_OPEN',
      'EMAIL_SUBMITTED',
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_PASS',
      'CONNECT_SUCCESS',
      'MODAL_CLOSE',
    ])
  })

  test('adds no row for the wallet: the next visit has the field, not a recent wallet', async () => {
    const { context, store, start, memory } = createEmailModal()
    await start()
    await submitCode(context, '012345')
    expect(store.get(connectRowsAtom).filter(({ key }) => key.startsWith('ID_AUTH'))).toEqual([])
    expect(memory.get('recent-wallets')).toBeUndefined()
  })

  test('goes to the account if the user is already signed in with this address', async () => {
    const { wallet, view, start, store } = createEmailModal()
    wallet.answer({ CONNECT_EMAIL: () => ({ action: 'CONNECT' }) })
    await start()
    expect(view()).toBe('Account')
    expect(store.get(activeConnectionAtom)?.profile).toBe(email)
  })

  test('has an account in every namespace that app and wallet share; that of the active network leads', async () => {
    const { context, store, start } = createEmailModal({ networks: [network(1), solanaNetwork] })
    await start()
    await submitCode(context, '012345')
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
    expect(store.get(connectionsAtom)).toMatchObject({
      eip155: { active: `eip155:1:${address}` },
      solana: { active: `${solanaNetwork.id}:${solanaAddress}` },
    })
  })

  test('a namespace in which the wallet has no account is left out', async () => {
    const { context, store, wallet, start } = createEmailModal({ networks: [network(1), solanaNetwork] })
    wallet.answer({
      GET_USER({ chainId = 'eip155:1' }) {
        if (chainId.startsWith('solana')) throw new AirlockError('CHAIN_NOT_SUPPORTED')
        return { email, chainId, address }
      },
    })
    await start()
    await submitCode(context, '012345')
    expect(Object.keys(store.get(connectionsAtom))).toEqual(['eip155'])
  })
})

describe('a new browser', () => {
  const device = { action: 'VERIFY_DEVICE', match: '42', expiresIn: 1200, resendIn: 30 } as const

  test('shows the number, asks until the email is approved, then for the code', async () => {
    const { wallet, login, view, start, names } = createEmailModal()
    let answer: (status: 'pending' | 'approved') => void = () => {}
    wallet.answer({
      CONNECT_EMAIL: () => device,
      CONNECT_DEVICE: () =>
        new Promise((resolve) => {
          answer = (status) => resolve({ status, ...(status === 'approved' ? { expiresIn: 600 } : {}) })
        }),
    })
    await start()
    expect(view()).toBe('EmailVerifyDevice')
    expect(login()).toMatchObject({ step: 'device', match: '42', mail: { validMinutes: 20 } })
    await vi.advanceTimersByTimeAsync(25_000)
    answer('pending')
    await settle()
    expect(asked(wallet, 'CONNECT_DEVICE')).toHaveLength(2)
    expect(login()).toMatchObject({ wait: { status: 'waiting', isSlow: false } })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(login()).toMatchObject({ wait: { status: 'waiting', isSlow: true } })
    answer('approved')
    await settle()
    expect(view()).toBe('EmailVerifyOtp')
    expect(login()).toMatchObject({ step: 'code', mail: { email, validMinutes: 10 } })
    expect(names().slice(1)).toEqual(['EMAIL_SUBMITTED', 'DEVICE_REGISTERED_FOR_EMAIL', 'EMAIL_VERIFICATION_CODE_SENT'])
  })

  test('a service that answers at once is not asked without a pause', async () => {
    const { wallet, start } = createEmailModal()
    wallet.answer({ CONNECT_EMAIL: () => device, CONNECT_DEVICE: () => ({ status: 'pending' }) })
    await start()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked(wallet, 'CONNECT_DEVICE').length).toBeLessThanOrEqual(11)
    expect(asked(wallet, 'CONNECT_DEVICE').length).toBeGreaterThan(5)
  })

  test('a service that cannot be reached is asked again, and the wait goes on', async () => {
    const { wallet, login, start, view } = createEmailModal()
    wallet.answer({
      CONNECT_EMAIL: () => device,
      CONNECT_DEVICE() {
        throw loginError({ reason: 'UNAVAILABLE' })
      },
    })
    await start()
    await settle()
    expect(login()).toMatchObject({ wait: { status: 'unreachable' } })
    wallet.answer({ CONNECT_DEVICE: () => ({ status: 'approved' }) })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(view()).toBe('EmailVerifyOtp')
  })

  test.each(['DENIED', 'EXPIRED'] as const)('%s ends the wait; another email begins it again', async (reason) => {
    const { context, wallet, login, start, store } = createEmailModal()
    wallet.answer({
      CONNECT_EMAIL: () => device,
      CONNECT_DEVICE() {
        throw loginError({ reason })
      },
    })
    await start()
    await settle()
    expect(login()).toMatchObject({ step: 'device', wait: { status: 'over', trouble: { reason } } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked(wallet, 'CONNECT_DEVICE')).toHaveLength(1)
    wallet.answer({ CONNECT_EMAIL: () => ({ ...device, match: '17' }), CONNECT_DEVICE: () => new Promise(() => {}) })
    await resendMail(context)
    expect(login()).toMatchObject({ match: '17', wait: { status: 'waiting' } })
    expect(store.get(toastAtom)).toMatchObject({ key: 'toast.codeResent' })
  })

  test('a resent email is not asked for within the cool-down', async () => {
    const { context, wallet, start } = createEmailModal()
    wallet.answer({ CONNECT_EMAIL: () => device, CONNECT_DEVICE: () => new Promise(() => {}) })
    await start()
    await vi.advanceTimersByTimeAsync(29_000)
    await resendMail(context)
    expect(asked(wallet, 'CONNECT_EMAIL')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_500)
    await resendMail(context)
    expect(asked(wallet, 'CONNECT_EMAIL')).toHaveLength(2)
  })

  test('another email is refused for now: the one that is there still counts', async () => {
    const { context, wallet, login, start, view } = createEmailModal()
    let approve: () => void = () => {}
    wallet.answer({
      CONNECT_EMAIL: () => ({ ...device, resendIn: 0 }),
      CONNECT_DEVICE: () =>
        new Promise((resolve) => {
          approve = () => resolve({ status: 'approved' })
        }),
    })
    await start()
    wallet.answer({
      CONNECT_EMAIL() {
        throw loginError({ reason: 'RATE_LIMITED', retryIn: 3600 })
      },
    })
    await settle()
    await resendMail(context)
    expect(login()).toMatchObject({ step: 'device', mail: { isSending: false, resendAt: Date.now() + 3_600_000 } })
    await settle()
    approve()
    await settle()
    expect(view()).toBe('EmailVerifyOtp')
  })

  test('leaving gives it up: the wait ends, and a late approval changes nothing', async () => {
    const { context, wallet, login, start, view } = createEmailModal()
    let aborted = false
    wallet.answer({
      CONNECT_EMAIL: () => device,
      CONNECT_DEVICE: (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true
            resolve({ status: 'approved' })
          }),
        ),
    })
    await start()
    await settle()
    go.back(context)
    await settle()
    expect(aborted).toBe(true)
    expect([view(), login()]).toEqual(['Connect', { step: 'idle' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked(wallet, 'CONNECT_DEVICE')).toHaveLength(1)
  })

  test('closing the modal gives it up', async () => {
    const { context, wallet, login, start } = createEmailModal()
    wallet.answer({ CONNECT_EMAIL: () => device, CONNECT_DEVICE: () => new Promise(() => {}) })
    await start()
    close(context, 'user')
    expect(login()).toEqual({ step: 'idle' })
  })

  test('a wallet frame that dies ends the wait with a clear state', async () => {
    const { wallet, login, start } = createEmailModal()
    wallet.answer({ CONNECT_EMAIL: () => device, CONNECT_DEVICE: () => new Promise(() => {}) })
    await start()
    await settle()
    wallet.die()
    await settle()
    expect(login()).toMatchObject({ wait: { status: 'over', trouble: { error: { code: 'PEER_GONE' } } } })
  })
})

describe('a code', () => {
  test('may be typed again if it is wrong; the last try locks', async () => {
    const { context, wallet, login, start, names } = createEmailModal()
    let triesLeft = 2
    wallet.answer({
      CONNECT_OTP() {
        triesLeft -= 1
        throw loginError(triesLeft > 0 ? { reason: 'WRONG_CODE', triesLeft } : { reason: 'LOCKED' })
      },
    })
    await start()
    await submitCode(context, '000000')
    expect(login()).toMatchObject({ check: { status: 'refused', trouble: { reason: 'WRONG_CODE', triesLeft: 1 } } })
    await submitCode(context, '000001')
    expect(login()).toMatchObject({ check: { status: 'refused', trouble: { reason: 'LOCKED' } } })
    expect(names().filter((name) => name === 'EMAIL_VERIFICATION_CODE_FAIL')).toHaveLength(2)
  })

  test('is sent once, however often the last digit is typed', async () => {
    const { context, wallet, start } = createEmailModal()
    wallet.answer({ CONNECT_OTP: () => new Promise(() => {}) })
    await start()
    void submitCode(context, '012345')
    void submitCode(context, '012345')
    await settle()
    expect(asked(wallet, 'CONNECT_OTP')).toHaveLength(1)
  })

  test('the code was right and the wallet does not open: only the opening is tried again', async () => {
    const { context, store, wallet, login, start } = createEmailModal()
    wallet.answer({
      GET_USER() {
        throw loginError({ reason: 'UNAVAILABLE' })
      },
    })
    await start()
    await submitCode(context, '012345')
    expect(login()).toMatchObject({ check: { status: 'failed', trouble: { reason: 'UNAVAILABLE' } } })
    expect(store.get(activeConnectionAtom)).toBeUndefined()
    wallet.answer({ GET_USER: () => ({ email, chainId: 'eip155:1', address }) })
    await openWallet(context)
    expect(store.get(activeConnectionAtom)).toBeDefined()
    expect(asked(wallet, 'CONNECT_OTP')).toHaveLength(1)
  })

  test('a wallet that has something to ask before it opens is seen while it asks, and the login goes on', async () => {
    const { context, store, wallet, view, start } = createEmailModal()
    let answer = () => {}
    wallet.answer({
      GET_USER: () =>
        new Promise((resolve) => {
          answer = () => resolve({ email, chainId: 'eip155:1', address })
        }),
    })
    await start()
    const opening = submitCode(context, '012345')
    await vi.waitFor(() => expect(asked(wallet, 'GET_USER')).toHaveLength(1), 15_000)
    expect(view()).toBe('EmailVerifyOtp')
    store.set(walletHeightAtom, 300)
    expect(view()).toBe('WalletScreen')
    store.set(walletHeightAtom, 320)
    expect(view()).toBe('WalletScreen')
    answer()
    await opening
    expect(view()).toBe('EmailVerifyOtp')
    expect(store.get(activeConnectionAtom)).toMatchObject({ active: `eip155:1:${address}` })
    // Nothing is under way any more: a wallet does not come into sight by itself.
    store.set(walletHeightAtom, 301)
    expect(view()).toBe('EmailVerifyOtp')
  })

  test('a wallet on too many devices: the list is a press away, and back from it the same login opens', async () => {
    const { context, wallet, login, view, start } = createEmailModal()
    wallet.answer({
      GET_USER: () => Promise.reject(loginError({ reason: 'TOO_MANY_DEVICES' })),
      UI_SHOW: () => ({}),
      UI_HIDDEN: () => ({}),
    })
    await start()
    await submitCode(context, '012345')
    expect(login()).toMatchObject({ check: { status: 'failed', trouble: { reason: 'TOO_MANY_DEVICES' } } })
    await showWalletPage(context, 'devices')
    expect(view()).toBe('WalletScreen')
    expect(asked(wallet, 'UI_SHOW')).toEqual([{ type: 'UI_SHOW', payload: { page: 'devices' } }])
    go.back(context)
    expect(view()).toBe('EmailVerifyOtp')
    expect(login()).toMatchObject({ check: { status: 'failed' } })
    wallet.answer({ GET_USER: ({ chainId = 'eip155:1' }) => ({ email, chainId, address }) })
    await openWallet(context)
    expect(login()).toMatchObject({ check: { status: 'done' } })
  })

  test('leaving the wallet’s question declines it', async () => {
    const { context, store, wallet, view, start } = createEmailModal()
    let refuse = () => {}
    wallet.answer({
      GET_USER: () =>
        new Promise((_, reject) => {
          refuse = () => reject(new AirlockError('USER_REJECTED'))
        }),
      UI_HIDDEN: () => {
        refuse()
        return {}
      },
    })
    await start()
    const opening = submitCode(context, '012345')
    await vi.waitFor(() => expect(asked(wallet, 'GET_USER')).toHaveLength(1), 15_000)
    store.set(walletHeightAtom, 300)
    go.back(context)
    await opening
    expect(asked(wallet, 'UI_HIDDEN')).toHaveLength(1)
    expect(view()).toBe('EmailVerifyOtp')
  })

  test.each([
    ['an address of another namespace', { chainId: 'eip155:1', address: solanaAddress }],
    ['another namespace', { chainId: solanaNetwork.id, address: solanaAddress }],
  ] as const)('a wallet that answers with %s is not connected', async (_, user) => {
    const { context, store, wallet, login, start } = createEmailModal()
    wallet.answer({ GET_USER: () => user })
    await start()
    await submitCode(context, '012345')
    expect(login()).toMatchObject({ check: { status: 'failed' } })
    expect(store.get(activeConnectionAtom)).toBeUndefined()
  })
})

describe('the field', () => {
  // What the user reads, and what the developer is told (specification §8).
  const misconfigured = { message: 'Invalid App Configuration', variant: 'error', open: true }
  const refuse = (error: Error) => () => {
    throw error
  }
  test.each([
    [
      'a deadline that passes',
      () => new Promise<never>(() => {}),
      'Something went wrong',
      ['LOGIN_TIMEOUT', 'There was an issue loading the embedded wallet. Please verify that your domain is allowed.'],
    ],
    [
      'a service that does not list the page (403)',
      refuse(loginError({ reason: 'ORIGIN_NOT_ALLOWED' })),
      'This site isn’t set up for email login yet. Other wallets still work.',
      [
        'LOGIN_ORIGIN_REFUSED',
        'The wallet service does not list the origin of this page: add it to the host origins of the project.',
      ],
    ],
    [
      'a service that is down (503)',
      refuse(loginError({ reason: 'UNAVAILABLE' })),
      'Email login can’t be reached right now. Try again in a moment.',
      [
        'LOGIN_UNAVAILABLE',
        'The embedded wallet failed to load: the wallet service cannot be reached, or has no answer for now.',
      ],
    ],
    [
      'a wallet that serves no login',
      undefined,
      'Unable to load email login dependency',
      [
        'WALLET_FRAME',
        'Unable to load email login dependency: the embedded wallet at https://wallet.example is not available (NOT_AVAILABLE).',
      ],
    ],
    ['a request that was aborted', refuse(new AirlockError('ABORTED')), 'Something went wrong', undefined],
    ['an error of the wallet’s own', refuse(new Error('of no interest here')), 'Something went wrong', undefined],
  ] as const)('%s is shown in its words, and to the developer in others', async (_, answer, text, warning) => {
    const { context, store, wallet, login, view, told } = createEmailModal({ debug: true })
    Object.assign(context.project, { walletOrigin: 'https://wallet.example' })
    wallet.answer({ CONNECT_EMAIL: answer })
    open(context)
    const started = startEmailLogin(context, email)
    await vi.advanceTimersByTimeAsync(31_000)
    await started
    const state = login()
    const trouble = state.step === 'idle' ? state.trouble : undefined
    if (!trouble) throw new Error(`no trouble in ${JSON.stringify(state)}`)
    expect([view(), renderToStaticMarkup(createElement(TroubleText, { trouble }))]).toEqual(['Connect', text])
    const warnings = told.filter(({ type }) => type === 'WARNING').map(({ payload }) => payload)
    expect(warnings).toEqual(warning ? [{ code: warning[0], text: warning[1] }] : [])
    expect(store.get(alertAtom)).toEqual(warning ? misconfigured : closedAlert)
  })

  test.each([
    ['COOL_DOWN', loginError({ reason: 'COOL_DOWN', retryIn: 12 })],
    ['ORIGIN_NOT_ALLOWED', loginError({ reason: 'ORIGIN_NOT_ALLOWED' })],
    ['INVALID_EMAIL', loginError({ reason: 'INVALID_EMAIL' })],
    ['UNAVAILABLE', loginError({ reason: 'UNAVAILABLE', retryIn: 5 })],
    ['UNKNOWN', new AirlockError('INTERNAL')],
  ] as const)('%s is shown beside it', async (reason, error) => {
    const { wallet, login, view, start } = createEmailModal()
    wallet.answer({
      CONNECT_EMAIL() {
        throw error
      },
    })
    await start()
    expect([view(), login()]).toMatchObject(['Connect', { step: 'idle', trouble: { reason } }])
  })

  test('a browser that does not tell where a document is embedded is too old for it, and nothing is sent', async () => {
    const { context, store, wallet, login, start } = createEmailModal()
    vi.stubGlobal('location', {})
    Object.assign(context.project, { walletOrigin: 'https://wallet.example' })
    store.set(walletLinkAtom, undefined)
    await start()
    const state = login()
    const trouble = state.step === 'idle' ? state.trouble : undefined
    if (!trouble) throw new Error(`no trouble in ${JSON.stringify(state)}`)
    expect(trouble).toMatchObject({ reason: 'BROWSER_TOO_OLD' })
    expect(renderToStaticMarkup(createElement(TroubleText, { trouble }))).toMatch(
      /needs a newer version of this browser/,
    )
    expect(wallet.heard).toEqual([])
  })

  test('a late answer does not move a user who has gone on to another view', async () => {
    const { context, wallet, view } = createEmailModal()
    let answer: () => void = () => {}
    wallet.answer({
      CONNECT_EMAIL: () =>
        new Promise((resolve) => {
          answer = () => resolve({ action: 'VERIFY_OTP' })
        }),
    })
    open(context)
    const started = startEmailLogin(context, email)
    await settle()
    go.push(context, { view: 'WhatIsAWallet' })
    answer()
    await started
    expect(view()).toBe('WhatIsAWallet')
  })

  test('on a network that the wallet does not serve, the first one that it does becomes the active one', async () => {
    const bitcoin = network(1, { id: 'bip122:000000000019d6689c085ae165831e93', name: 'Bitcoin' })
    const { start, store } = createEmailModal({ networks: [bitcoin, network(10)] })
    await start()
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:10')
  })
})

describe('the ways to connect', () => {
  const methods = (options: Parameters<typeof createTestModal>[0], isInstalled = false) => {
    const { store } = createEmailModal(options)
    if (isInstalled) use(store, createTestConnector().connector)
    return { order: store.get(connectMethodsAtom), isCollapsed: store.get(isCollapsedAtom) }
  }
  const features = (more: object) => {
    const { store } = createTestModal()
    const options = store.get(optionsAtom)
    if (!options) throw new Error('no options')
    return { features: { ...options.features, ...more } }
  }

  test('the field comes first, unless a wallet is installed', () => {
    expect(methods({}).order).toEqual(['email', 'wallet'])
    expect(methods({}, true).order).toEqual(['wallet', 'email'])
  })

  test('the page’s own order comes before that; what it leaves out comes last', () => {
    expect(methods(features({ connectMethodsOrder: ['wallet', 'email'] })).order).toEqual(['wallet', 'email'])
    expect(methods(features({ connectMethodsOrder: ['email'] }), true).order).toEqual(['email', 'wallet'])
  })

  test('a single row stands for the wallets if the page wants that, and the field stands beside it', () => {
    expect(methods({}).isCollapsed).toBe(false)
    expect(methods(features({ collapseWallets: true })).isCollapsed).toBe(true)
    expect(methods(features({ emailShowWallets: false })).isCollapsed).toBe(true)
    expect(methods(features({ emailShowWallets: false, email: false })).isCollapsed).toBe(false)
  })

  test('no field without the feature, without a wallet of the project, or without a network that it serves', () => {
    expect(methods(features({ email: false })).order).toEqual(['wallet'])
    expect(methods({ networks: [network(1, { id: 'bip122:000000000019d6689c085ae165831e93' })] }).order).toEqual([
      'wallet',
    ])
    const { store } = createTestModal()
    expect(store.get(connectMethodsAtom)).toEqual(['wallet'])
  })
})

test('the wallet is told the page’s description once, and the theme and the language with each change', async () => {
  const { context, store, wallet, start } = createEmailModal()
  await start()
  await submitCode(context, '012345')
  await settle()
  const page = { projectId: 'test', metadata: store.get(dappAtom), sdkVersion: '0.0.0' }
  expect(asked(wallet, 'SYNC_DAPP_DATA')).toEqual([{ type: 'SYNC_DAPP_DATA', payload: page }])
  const theme = store.get(themeAtom)
  expect(asked(wallet, 'SYNC_THEME')).toEqual([{ type: 'SYNC_THEME', payload: theme }])
  store.set(themeAtom, { ...theme, mode: 'dark' })
  store.set(localeAtom, { locale: 'de', dir: 'auto', messages: {} })
  await settle()
  expect(asked(wallet, 'SYNC_THEME').at(-1)).toEqual({ type: 'SYNC_THEME', payload: { ...theme, mode: 'dark' } })
  expect(asked(wallet, 'SYNC_LOCALE').at(-1)).toEqual({ type: 'SYNC_LOCALE', payload: { locale: 'de', dir: 'auto' } })
  expect(asked(wallet, 'SYNC_DAPP_DATA')).toHaveLength(1)
})

describe('a connection', () => {
  const hint = {
    connectorId: 'ID_AUTH',
    connectorType: 'auth',
    name: 'Email Wallet',
    namespace: 'eip155',
    network: 'eip155:1',
  } as const
  const connected = async (options: Parameters<typeof createTestModal>[0] = {}) => {
    const modal = createEmailModal(options)
    await modal.start()
    await submitCode(modal.context, '012345')
    await vi.advanceTimersByTimeAsync(700)
    return modal
  }

  test('stands again after a reload, without an email', async () => {
    const { context, store, wallet } = createEmailModal()
    await restore(context, hint)
    expect(store.get(activeConnectionAtom)).toMatchObject({ active: `eip155:1:${address}`, profile: email })
    expect(asked(wallet, 'CONNECT_EMAIL')).toEqual([])
  })

  test('has the name and the picture that the project gives the wallet', async () => {
    const { context, store, told } = createEmailModal()
    const announced = { name: 'Harbour Wallet', icon: 'data:image/png;base64,iVBORw0KGgo=' }
    const project = { ...context.project, walletName: announced.name, walletIcon: announced.icon }
    await restore({ ...context, project }, hint)
    expect(store.get(snapshotAtom).accounts).toMatchObject([{ wallet: announced }])
    expect(told).toContainEqual({
      type: 'SAVE_HINTS',
      payload: { hints: [{ ...hint, name: announced.name, announced }] },
    })
  })

  test('is not restored before each namespace of the wallet has been asked', async () => {
    const { context, store, wallet } = createEmailModal({ networks: [network(1), solanaNetwork] })
    let answer = () => {}
    wallet.answer({
      GET_USER: ({ chainId = 'eip155:1' }) =>
        chainId.startsWith('solana')
          ? new Promise((resolve) => {
              answer = () => resolve({ chainId, address: solanaAddress })
            })
          : { chainId, address },
    })
    const restored = restore(context, hint)
    await settle()
    const states = () =>
      store.get(snapshotAtom).accounts.map(({ namespace, status, restoring }) => [namespace, status, restoring])
    expect(states()).toEqual([
      ['eip155', 'connected', false],
      ['solana', 'connecting', true],
    ])
    answer()
    await restored
    expect(states()).toEqual([
      ['eip155', 'connected', false],
      ['solana', 'connected', false],
    ])
  })

  test.each([
    ['nobody is signed in', { IS_CONNECTED: () => ({ isConnected: false }) }, 'disconnected'],
    ['the wallet has no account on the other namespace', { GET_USER: undefined }, 'disconnected'],
  ])('leaves nothing restoring when %s', async (_, answers, status) => {
    const { context, store, wallet } = createEmailModal({ networks: [network(1), solanaNetwork] })
    wallet.answer(answers)
    await restore(context, hint)
    expect(store.get(connectionsAtom)).toEqual({ eip155: { status }, solana: { status } })
  })

  test.each([
    ['nobody is signed in any more', { IS_CONNECTED: () => ({ isConnected: false }) }],
    ['the wallet cannot be asked', { IS_CONNECTED: undefined }],
  ])('is forgotten when %s', async (_, answers) => {
    const { context, store, wallet, told } = createEmailModal()
    wallet.answer(answers)
    await restore(context, hint)
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
    expect(told).toContainEqual({ type: 'SAVE_HINTS', payload: { hints: [] } })
  })

  test('says that its device was removed, on the view that leads in', async () => {
    const { context, store, wallet } = createEmailModal()
    wallet.answer({
      GET_USER() {
        throw loginError({ reason: 'DEVICE_REMOVED' })
      },
    })
    await restore(context, hint)
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
    expect(store.get(emailLoginAtom)).toMatchObject({ step: 'idle', trouble: { reason: 'DEVICE_REMOVED' } })
  })

  test('says that the browser has not kept the wallet, where it was open before', async () => {
    const { context, store, wallet } = createEmailModal()
    wallet.answer({ IS_CONNECTED: () => ({ isConnected: false }) })
    await restore(context, hint)
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
    expect(store.get(emailLoginAtom)).toMatchObject({ step: 'idle', trouble: { reason: 'FORGOTTEN' } })
  })

  describe('a browser that forgets what frames store', () => {
    const kept = 'k'.repeat(43)
    const savedLast = (told: readonly object[]) => told.findLast((one) => 'type' in one && one.type === 'SAVE_HINTS')
    const forgotten = async () => {
      const modal = createEmailModal()
      modal.wallet.answer({ IS_CONNECTED: () => ({ isConnected: false }) })
      open(modal.context)
      await restore(modal.context, { ...hint, kept })
      return modal
    }

    test('the key to what is kept is saved with the hint, until the user signs out [C383]', async () => {
      const { context, store, told } = await connected()
      store.set(keptKeyAtom, kept)
      rememberConnections(context)
      await settle()
      expect(savedLast(told)).toMatchObject({ payload: { hints: [{ connectorType: 'auth', kept }] } })
      await disconnect(context)
      await settle()
      expect(savedLast(told)).toEqual({ type: 'SAVE_HINTS', payload: { hints: [] } })
      await startEmailLogin(context, email)
      await submitCode(context, '012345')
      expect(JSON.stringify(savedLast(told))).not.toContain(kept)
    })

    test('a restored connection keeps the key', async () => {
      const { context, told } = createEmailModal()
      await restore(context, { ...hint, kept })
      expect(savedLast(told)).toMatchObject({ payload: { hints: [{ connectorType: 'auth', kept }] } })
    })

    test('goes on with what the wallet’s window has kept, and asks for it by a press only', async () => {
      const { context, store, told, wallet, view } = await forgotten()
      expect(store.get(emailLoginAtom)).toMatchObject({ trouble: { reason: 'FORGOTTEN' } })
      expect(savedLast(told)).not.toEqual({ type: 'SAVE_HINTS', payload: { hints: [] } })
      expect(asked(wallet, 'GET_USER')).toEqual([])
      const shown: unknown[] = []
      wallet.answer({
        GET_USER: async ({ chainId = 'eip155:1' }, { signal }) => {
          store.set(walletHeightAtom, 300)
          await settle()
          shown.push(view(), signal.aborted)
          return { email, chainId, address }
        },
      })
      await goOnWithKept(context)
      expect(shown.slice(0, 2)).toEqual(['WalletScreen', false])
      expect(asked(wallet, 'GET_USER')[0]).toMatchObject({ payload: { kept } })
      expect(store.get(activeConnectionAtom)).toMatchObject({ wallet: { type: 'auth' }, profile: email })
      expect(savedLast(told)).toMatchObject({ payload: { hints: [{ connectorType: 'auth', kept }] } })
    })

    test('nothing to go on with removes the hint, a user who declines keeps it', async () => {
      const { context, store, told, wallet } = await forgotten()
      for (const code of ['USER_REJECTED', 'ABORTED'] as const) {
        wallet.answer({
          GET_USER() {
            throw new AirlockError(code)
          },
        })
        await goOnWithKept(context)
        expect(store.get(keptHintAtom)).toMatchObject({ kept })
        expect(store.get(emailLoginAtom)).toMatchObject({ trouble: { reason: 'FORGOTTEN' } })
      }
      wallet.answer({
        GET_USER() {
          throw loginError({ reason: 'FORGOTTEN' })
        },
      })
      await goOnWithKept(context)
      expect(store.get(keptHintAtom)).toBeUndefined()
      expect(savedLast(told)).toEqual({ type: 'SAVE_HINTS', payload: { hints: [] } })
      expect(store.get(emailLoginAtom)).toMatchObject({ trouble: { reason: 'FORGOTTEN' } })
    })

    test('a login by email drops what was kept for somebody else', async () => {
      const { context, told } = await forgotten()
      await startEmailLogin(context, email)
      await submitCode(context, '012345')
      expect(JSON.stringify(savedLast(told))).not.toContain(kept)
    })
  })

  test('signs out of every namespace, and tells the wallet once', async () => {
    const { context, store, wallet } = await connected({ networks: [network(1), solanaNetwork] })
    expect(await disconnect(context, 'eip155')).toEqual(['eip155', 'solana'])
    expect(asked(wallet, 'SIGN_OUT')).toHaveLength(1)
    expect(store.get(activeConnectionAtom)).toBeUndefined()
  })

  test('says so if it cannot be ended', async () => {
    const { context, wallet, store } = await connected()
    wallet.answer({
      SIGN_OUT() {
        throw loginError({ reason: 'UNAVAILABLE' })
      },
    })
    await expect(disconnect(context)).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    expect(store.get(activeConnectionAtom)).toBeUndefined()
  })

  test('moves to another network: SWITCH_NETWORK, then GET_USER', async () => {
    const { context, store, wallet } = await connected()
    wallet.heard.length = 0
    await switchNetwork(context, 'eip155:10')
    expect(wallet.heard.map(({ type }) => type)).toEqual(['SWITCH_NETWORK', 'GET_USER'])
    expect(store.get(activeConnectionAtom)).toMatchObject({ active: `eip155:10:${address}` })
  })

  const handling = () => ({ signal: new AbortController().signal, waitsForPerson: vi.fn() })

  test('takes the dapp’s requests to the wallet; what needs an approval waits for the user', async () => {
    const { context, wallet } = await connected()
    wallet.answer({ RPC_REQUEST: ({ method }) => ({ result: `${method} done` }) })
    const asking = handling()
    const call = { scope: 'eip155:1', method: 'personal_sign', params: ['0x68656c6c6f', address] } as const
    expect(await rpcRequest(context, { ...call, params: [...call.params] }, asking)).toEqual({
      result: 'personal_sign done',
    })
    expect(asking.waitsForPerson).toHaveBeenCalled()
    expect(asked(wallet, 'RPC_REQUEST')).toEqual([{ type: 'RPC_REQUEST', payload: call }])
  })

  test('the wallet itself answers for its capabilities, and the page does not wait for a user', async () => {
    const { context, wallet } = await connected()
    wallet.answer({ RPC_REQUEST: () => ({ result: {} }) })
    const asking = handling()
    await rpcRequest(context, { scope: 'eip155:1', method: 'wallet_getCapabilities' }, asking)
    expect(asking.waitsForPerson).not.toHaveBeenCalled()
    expect(asked(wallet, 'RPC_REQUEST')).toHaveLength(1)
  })

  test.each([
    ['Request was aborted', -32000, new AirlockError('ABORTED')],
    ['An error occurred', -32603, new Error('of no interest to a page')],
    ['insufficient funds', -32000, new AirlockError('WALLET_FAILED', { message: 'insufficient funds' })],
  ] as const)('says to the page: %s', async (message, rpcCode, error) => {
    const { context, wallet } = await connected()
    wallet.answer({
      RPC_REQUEST() {
        throw error
      },
    })
    const call = { scope: 'eip155:1', method: 'personal_sign', params: ['0x68656c6c6f', address] } as const
    const refused = rpcRequest(context, { ...call, params: [...call.params] }, handling())
    await expect(refused).rejects.toMatchObject({ message, rpcCode })
  })

  test('a method that the allowlist refuses never reaches the wallet', async () => {
    const { context, wallet } = await connected()
    const refused = rpcRequest(context, { scope: 'eip155:1', method: 'eth_sign', params: [] }, handling())
    await expect(refused).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
    expect(asked(wallet, 'RPC_REQUEST')).toEqual([])
  })

  test('hears a request that was under way when the frame died', async () => {
    const { context, wallet } = await connected()
    wallet.answer({ RPC_REQUEST: () => new Promise(() => {}) })
    const request = rpcRequest(
      context,
      { scope: 'eip155:1', method: 'personal_sign', params: ['0x68656c6c6f', address] },
      handling(),
    )
    const outcome = expect(request).rejects.toMatchObject({ code: 'PEER_GONE', rpcCode: 4900 })
    await settle()
    wallet.die()
    await outcome
  })

  test('serves one connector for each namespace that the app has a network of', () => {
    const { context, store } = createEmailModal({ networks: [network(1), solanaNetwork] })
    expect(addEmbeddedConnectors(context).map(({ key }) => key)).toEqual(['ID_AUTH/eip155', 'ID_AUTH/solana'])
    store.set(networksAtom, [solanaNetwork])
    store.set(activeNetworkIdAtom, solanaNetwork.id)
    expect(addEmbeddedConnectors(context).map(({ key }) => key)).toEqual(['ID_AUTH/solana'])
  })
})
