/** Sessions that end, or begin, without this tab's user signing: with a connection, and in another tab of the page. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { describe, expect, test, vi } from 'vitest'
import { isOpenAtom, toastAtom } from '../src/modal/core/modal.ts'
import { hostOriginAtom } from '../src/modal/core/options.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { sign, signOut } from '../src/modal/features/sign-in/sign-in.ts'
import { watchSignIn } from '../src/modal/features/sign-in/watch-sign-in.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { networksAtom } from '../src/modal/session/state/network.ts'
import { sessionAtom, signInAtom } from '../src/modal/session/state/sign-in.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
import { createTestConnector, createTestModal, network, stopTime, use } from './support/modal.ts'

stopTime()

const origin = 'https://app.example'
const never = new AbortController().signal
const address = `0x${'ab'.repeat(20)}`
const owner = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const sessionOf = (chainId: string, accountAddress: string) => ({
  data: { chainId, accountAddress, uri: origin },
  message: 'message',
  signature: '0x',
})
const text = [
  'app.example wants you to sign in with your Ethereum account:',
  address,
  '',
  '',
  `URI: ${origin}/`,
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abc12345',
  'Issued At: 2026-01-01T00:00:00Z',
].join('\n')

/** A user who is connected, and signed in unless the page knows no session. */
async function enter({
  siwx = {},
  isKnown = true,
  request,
}: {
  siwx?: object
  isKnown?: boolean
  request?: () => Promise<never>
} = {}) {
  const modal = createTestModal({ siwx: { required: true, ...siwx } })
  const { context, store, answers, told } = modal
  store.set(hostOriginAtom, origin)
  const changes: (() => void)[] = []
  vi.spyOn(context.storage, 'watch').mockImplementation((_, listener) => void changes.push(listener))
  answers.set('SIWX_GET_SESSIONS', { sessions: isKnown ? [sessionOf('eip155:1', address)] : [] })
  answers.set('SIWX_CREATE_MESSAGE', { text })
  const one = createTestConnector(request && { request })
  use(store, one.connector)
  watchSignIn(context)
  storeConnection(context, one.connector, await one.connector.connect({ signal: never }))
  await vi.advanceTimersByTimeAsync(0)
  const asked = (type: string) => told.filter((said) => said.type === type).map(({ payload }) => payload)
  return {
    ...modal,
    ...one,
    asked,
    inAnotherTab: () => {
      for (const listener of changes) listener()
    },
  }
}

describe('a user who disconnects', () => {
  test('is signed out first, while the page still knows whom', async () => {
    const { context, store, answers, asked } = await enter()
    expect(store.get(sessionAtom)).not.toBeNull()
    let whileAsked: unknown
    answers.set('SIWX_SET_SESSIONS', {})
    store.sub(sessionAtom, () => {
      whileAsked = store.get(connectionsAtom).eip155?.status
    })
    await disconnect(context)
    expect(asked('SIWX_SET_SESSIONS')).toEqual([{ sessions: [] }])
    expect(whileAsked).toBe('connected')
    expect(store.get(sessionAtom)).toBeNull()
    expect(store.get(connectionsAtom).eip155?.status).toBe('disconnected')
    expect(asked('SIWX_REVOKE_SESSION')).toEqual([])
  })

  test('keeps the sessions of the connections that stay', async () => {
    const { context, store, asked } = await enter()
    store.set(networksAtom, [network(1), { ...network(1), id: mainnet }])
    const { connector } = createTestConnector({
      key: 'handle-2',
      namespace: 'solana',
      offer: { chainId: mainnet, accounts: [`${mainnet}:${owner}`] },
    })
    storeConnection(context, connector, await connector.connect({ signal: never }), 'beside')
    await disconnect(context, 'eip155')
    expect(asked('SIWX_REVOKE_SESSION')).toEqual([{ chainId: 'eip155:1', accountAddress: address }])
    expect(asked('SIWX_SET_SESSIONS')).toEqual([])
  })

  test('is disconnected although the page fails to end the session, or never answers [C216]', async () => {
    for (const answer of [new AirlockError('INTERNAL'), new Promise(() => {})]) {
      const { context, store, answers } = await enter()
      answers.set('SIWX_SET_SESSIONS', answer)
      const leaving = disconnect(context)
      await vi.advanceTimersByTimeAsync(3000)
      await leaving
      expect(store.get(connectionsAtom).eip155?.status).toBe('disconnected')
      expect(store.get(sessionAtom)).toBeNull()
    }
  })

  test('stays signed in where the page says so', async () => {
    const { context, asked } = await enter({ siwx: { signOutOnDisconnect: false } })
    await disconnect(context)
    expect([...asked('SIWX_SET_SESSIONS'), ...asked('SIWX_REVOKE_SESSION')]).toEqual([])
  })

  test('is forgotten at once if not signed in', async () => {
    const { context, store, asked } = await enter({ isKnown: false })
    void disconnect(context)
    expect(store.get(connectionsAtom).eip155?.status).toBe('disconnected')
    expect(asked('SIWX_SET_SESSIONS')).toEqual([])
  })
})

test('a wallet that leaves takes the session with it', async () => {
  const { store, emit, asked } = await enter()
  emit({ type: 'accounts', accounts: [] })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked('SIWX_SET_SESSIONS')).toEqual([{ sessions: [] }])
  expect(store.get(sessionAtom)).toBeNull()
})

test('another account has its own session; that of the first one stays on the page', async () => {
  const { store, emit, asked } = await enter()
  emit({ type: 'accounts', accounts: [`0x${'02'.repeat(20)}`] })
  expect(store.get(sessionAtom)).toBeNull()
  await vi.advanceTimersByTimeAsync(0)
  expect(store.get(routeAtom)).toEqual({ view: 'SIWXSignMessage' })
  expect([...asked('SIWX_SET_SESSIONS'), ...asked('SIWX_REVOKE_SESSION')]).toEqual([])
})

describe('changes in another tab', () => {
  test('a user signs out: this tab signs out too, without a question', async () => {
    const { store, answers, inAnotherTab, asked } = await enter()
    answers.set('SIWX_GET_SESSIONS', { sessions: [] })
    inAnotherTab()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get(sessionAtom)).toBeNull()
    expect(store.get(signInAtom).status).toBe('idle')
    expect(asked('SIWX_CREATE_MESSAGE')).toEqual([])
  })

  test('a user signs in: the question of this tab is over', async () => {
    const { store, answers, inAnotherTab } = await enter({ isKnown: false })
    expect(store.get(signInAtom).status).toBe('ready')
    answers.set('SIWX_GET_SESSIONS', { sessions: [sessionOf('eip155:1', address)] })
    inAnotherTab()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get(sessionAtom)).toMatchObject({ data: { accountAddress: address } })
    expect(store.get(signInAtom).status).toBe('idle')
  })

  test('another account signs in: this one is asked still', async () => {
    const { store, answers, inAnotherTab } = await enter({ isKnown: false })
    answers.set('SIWX_GET_SESSIONS', { sessions: [sessionOf('eip155:1', `0x${'02'.repeat(20)}`)] })
    inAnotherTab()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get(sessionAtom)).toBeNull()
    expect(store.get(signInAtom).status).toBe('ready')
  })

  test('changes without end ask the page a bounded number of times [C217]', async () => {
    const { inAnotherTab, asked } = await enter()
    const before = asked('SIWX_GET_SESSIONS').length
    for (let change = 0; change < 1000; change++) {
      inAnotherTab()
      await vi.advanceTimersByTimeAsync(20)
    }
    expect(asked('SIWX_GET_SESSIONS').length - before).toBeLessThanOrEqual(5 + 20 / 10)
  })

  test.each(['signs in', 'signs out', 'disconnects'])('the other tab is told when a user %s here', async (what) => {
    const request = vi.fn().mockResolvedValue('0x1234')
    const { context, memory, answers, store } = await enter({ isKnown: what !== 'signs in', request })
    memory.delete('sign-in')
    answers.set('SIWX_ADD_SESSION', {})
    if (what === 'signs in') await sign(context)
    else if (what === 'signs out') await signOut(context)
    else await disconnect(context)
    expect(memory.has('sign-in')).toBe(true)
    expect(store.get(sessionAtom) !== null).toBe(what === 'signs in')
  })
})

describe('a signature that does not come', () => {
  const refused = () => Promise.reject(new AirlockError('USER_REJECTED'))
  const failed = () => Promise.reject(new AirlockError('WALLET_FAILED'))

  test('because the user declines: a toast says so, and the view stays', async () => {
    const { context, store } = await enter({ isKnown: false, request: refused })
    await sign(context)
    expect(store.get(signInAtom).status).toBe('declined')
    expect(store.get(toastAtom)).toMatchObject({ variant: 'error', key: 'live.signInDeclined' })
  })

  test('a smart account: the message says that the page may not support it', async () => {
    const { context, store } = await enter({ isKnown: false, request: failed })
    const connection = store.get(connectionsAtom).eip155
    store.set(connectionsAtom, { eip155: { ...connection, accountType: 'smartAccount' } as never })
    await sign(context)
    expect(store.get(toastAtom)).toMatchObject({ variant: 'error', key: 'toast.smartAccounts' })
  })

  test('after the page has closed the modal: who must sign is asked again', async () => {
    const { context, store } = await enter({ isKnown: false, request: refused })
    store.set(isOpenAtom, false)
    await sign(context)
    expect(store.get(isOpenAtom)).toBe(true)
    expect(store.get(routeAtom)).toEqual({ view: 'SIWXSignMessage' })
  })

  test('while the page verifies, a toast says so, and ends with the answer', async () => {
    const { context, store, answers } = await enter({ isKnown: false, request: vi.fn().mockResolvedValue('0x1234') })
    let finish = () => {}
    answers.set('SIWX_ADD_SESSION', new Promise<object>((resolve) => (finish = () => resolve({}))))
    const signing = sign(context)
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get(toastAtom)).toMatchObject({ variant: 'loading', key: 'toast.authenticating' })
    finish()
    await signing
    expect(store.get(toastAtom)).toBeNull()
    expect(store.get(sessionAtom)).not.toBeNull()
  })
})
