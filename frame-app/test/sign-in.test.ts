/** The flow of signing in with a message: what the page is asked, and what a pairing asks for beside the connection. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import {
  cryptoWaitReady,
  encodeAddress,
  signatureVerify,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { isOpenAtom } from '../src/modal/core/modal.ts'
import { hostOriginAtom } from '../src/modal/core/options.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { oneClickOf } from '../src/modal/features/sign-in/one-click.ts'
import { askNow, prepareAgain, sign } from '../src/modal/features/sign-in/sign-in.ts'
import { watchSignIn } from '../src/modal/features/sign-in/watch-sign-in.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { networksAtom } from '../src/modal/session/state/network.ts'
import { signInAtom } from '../src/modal/session/state/sign-in.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
import { createTestConnector, createTestModal, mainnet, network, owner, stopTime, use } from './support/modal.ts'
import { polkadot } from './support/polkadot.ts'

stopTime()

const origin = 'https://app.example'
const never = new AbortController().signal
const messageOf = (chain: string, owner: string, named: string) =>
  [
    `app.example wants you to sign in with your ${chain} account:`,
    owner,
    '',
    `URI: ${origin}/`,
    'Version: 1',
    `Chain ID: ${named}`,
    'Nonce: abc12345',
    'Issued At: 2026-01-01T00:00:00Z',
  ].join('\n')

function createModal() {
  const modal = createTestModal({ siwx: { required: true } })
  modal.store.set(hostOriginAtom, origin)
  return modal
}

describe('the sign-in of one press', () => {
  const parts = { domain: 'app.example', uri: `${origin}/`, nonce: 'abc12345', statement: 'I agree.' }
  const asked = (change: object) => {
    const { context, answers } = createModal()
    answers.set('SIWX_CREATE_MESSAGE', { text: 'text', parts: { ...parts, ...change } })
    return oneClickOf(context, never)
  }

  test('asks for the parts that the page has made', async () => {
    expect(await asked({})).toMatchObject({ ...parts, chains: ['eip155:1', 'eip155:10'] })
  })

  test.each([
    { statement: 'I agree.\n\nURI: https://evil.example' },
    { nonce: 'abc12345\nIssued At: 2020-01-01T00:00:00Z' },
    { resources: ['urn:recap:e30'] },
    { domain: 'evil.example' },
    { uri: 'http://app.example/' },
  ])('is not asked for with parts that the sign-in view refuses: %o [C61]', async (change) => {
    expect(await asked(change)).toBeUndefined()
  })
})

test('a wallet that changes its account without end: the page is asked a bounded number of times, then for the last account [T29]', async () => {
  const { context, store, told, answers } = createModal()
  answers.set('SIWX_GET_SESSIONS', { sessions: [] }).set('SIWX_CREATE_MESSAGE', { text: 'no sign-in' })
  const { connector, emit } = createTestConnector()
  use(store, connector)
  const count = (type: string) => told.filter((one) => one.type === type).length
  watchSignIn(context)
  storeConnection(context, connector, await connector.connect({ signal: never }))
  await vi.advanceTimersByTimeAsync(0)
  expect(count('SIWX_GET_SESSIONS')).toBe(1)

  const [one, other] = [`0x${'01'.repeat(20)}`, `0x${'02'.repeat(20)}`]
  const seconds = 60
  for (let change = 0; change < seconds * 20; change++) {
    emit({ type: 'accounts', accounts: [change % 2 === 0 ? one : other] })
    // The user leaves each time.
    store.set(isOpenAtom, false)
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(store.get(connectionsAtom).eip155).toMatchObject({ active: `eip155:1:${other}` })
  expect(count('SIWX_GET_SESSIONS')).toBeLessThanOrEqual(5 + seconds / 10)
  expect(count('SIWX_CREATE_MESSAGE')).toBeLessThanOrEqual(5 + seconds / 10)

  emit({ type: 'accounts', accounts: [one] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told.findLast(({ type }) => type === 'SIWX_GET_SESSIONS')?.payload).toEqual({
    chainId: 'eip155:1',
    accountAddress: one,
  })
  expect(store.get(routeAtom)).toEqual({ view: 'SIWXSignMessage' })
})

test('a user who changes the account a few times is asked at once each time', async () => {
  const { context, store, told, answers } = createModal()
  answers.set('SIWX_GET_SESSIONS', { sessions: [] }).set('SIWX_CREATE_MESSAGE', { text: 'no sign-in' })
  const { connector, emit } = createTestConnector()
  use(store, connector)
  watchSignIn(context)
  storeConnection(context, connector, await connector.connect({ signal: never }))
  for (const last of ['01', '02', '03', '04']) emit({ type: 'accounts', accounts: [`0x${last.repeat(20)}`] })
  expect(told.filter(({ type }) => type === 'SIWX_GET_SESSIONS')).toHaveLength(5)
})

test('a message with the URI of another site is named by that', async () => {
  const { context, store, answers } = createModal()
  const { connector, address } = createTestConnector()
  const text = [
    'app.example wants you to sign in with your Ethereum account:',
    address,
    '',
    '',
    'URI: https://other.example/login',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: abc12345',
    'Issued At: 2026-01-01T00:00:00Z',
  ].join('\n')
  answers.set('SIWX_GET_SESSIONS', { sessions: [] }).set('SIWX_CREATE_MESSAGE', { text })
  use(store, connector)
  watchSignIn(context)
  storeConnection(context, connector, await connector.connect({ signal: never }))
  await vi.advanceTimersByTimeAsync(0)
  expect(store.get(signInAtom)).toEqual({ status: 'foreign', domain: 'https://other.example' })
})

describe('a page that opens the view', () => {
  async function opened(siwx: { required: boolean } | undefined, sessions: object = { sessions: [] }) {
    const { context, store, told, answers } = createTestModal({ siwx })
    store.set(hostOriginAtom, origin)
    answers.set('SIWX_GET_SESSIONS', sessions).set('SIWX_CREATE_MESSAGE', { text: 'no sign-in' })
    const { connector } = createTestConnector()
    use(store, connector)
    if (siwx) watchSignIn(context)
    storeConnection(context, connector, await connector.connect({ signal: never }))
    const asked = () => told.filter(({ type }) => type === 'SIWX_CREATE_MESSAGE').length
    return { context, store, asked }
  }

  test('an optional sign-in: the user is asked, each time that the view is opened', async () => {
    const { context, store, asked } = await opened({ required: false })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toBe(0)
    expect(open(context, { view: 'SIWXSignMessage' })).toEqual({ view: 'SIWXSignMessage' })
    await askNow(context)
    expect(asked()).toBe(1)
    await askNow(context)
    expect(asked()).toBe(1)
    expect(store.get(routeAtom)).toEqual({ view: 'SIWXSignMessage' })
  })

  test('before it is known who is signed in: a user who is gets no question', async () => {
    const data = { accountAddress: `0x${'ab'.repeat(20)}`, chainId: 'eip155:1', uri: origin }
    let answer: (known: object) => void = () => {}
    const known = new Promise<object>((resolve) => (answer = resolve))
    const { context, store, asked } = await opened({ required: false }, known)
    open(context, { view: 'SIWXSignMessage' })
    const asking = askNow(context)
    answer({ sessions: [{ data, message: '', signature: '' }] })
    await asking
    expect(asked()).toBe(0)
    expect(store.get(isOpenAtom)).toBe(false)
  })

  test('no option `siwx`: the account is shown', async () => {
    const { context, store, asked } = await opened(undefined)
    open(context, { view: 'SIWXSignMessage' })
    await askNow(context)
    expect(store.get(routeAtom)).toEqual({ view: 'Account' })
    expect(asked()).toBe(0)
  })

  test('no connection: the ways to connect are shown', () => {
    const { context } = createTestModal({ siwx: { required: false } })
    expect(open(context, { view: 'SIWXSignMessage' })).toEqual({ view: 'Connect' })
  })
})

test('on Solana, the bytes of the message are signed by the account, and the answer is read', async () => {
  const { context, store, told, answers } = createModal()
  const message = (named: string) => messageOf('Solana', owner, named)
  store.set(networksAtom, [{ ...network(1), id: mainnet }])
  answers.set('SIWX_GET_SESSIONS', { sessions: [] }).set('SIWX_ADD_SESSION', {})
  const signMessage = vi
    .fn<() => Promise<Json>>()
    .mockResolvedValueOnce({ signature: 7 })
    .mockResolvedValue({ signature: 'signed' })
  const request = vi.fn((method: string) =>
    // A wallet without the feature for a sign-in.
    method === 'solana_signIn' ? Promise.reject(new AirlockError('METHOD_NOT_ALLOWED')) : signMessage(),
  )
  const { connector } = createTestConnector({
    namespace: 'solana',
    offer: { chainId: mainnet, accounts: [`${mainnet}:${owner}`] },
    request,
  })
  use(store, connector)
  watchSignIn(context)

  answers.set('SIWX_CREATE_MESSAGE', { text: message('devnet') })
  storeConnection(context, connector, await connector.connect({ signal: never }))
  await vi.advanceTimersByTimeAsync(0)
  expect(store.get(signInAtom).status).toBe('invalid')

  answers.set('SIWX_CREATE_MESSAGE', { text: message('mainnet') })
  prepareAgain(context)
  await vi.advanceTimersByTimeAsync(0)
  await sign(context)
  expect(store.get(signInAtom)).toMatchObject({ status: 'failed', error: { code: 'WALLET_FAILED' } })

  prepareAgain(context)
  await vi.advanceTimersByTimeAsync(0)
  await sign(context)
  expect(request).toHaveBeenLastCalledWith(
    'solana_signMessage',
    { message: base58.encode(new TextEncoder().encode(message('mainnet'))), pubkey: owner },
    expect.objectContaining({ scope: mainnet }),
  )
  expect(told.findLast(({ type }) => type === 'SIWX_ADD_SESSION')?.payload).toMatchObject({
    data: { chainId: mainnet, accountAddress: owner },
    signature: 'signed',
  })
})

test('on Polkadot, the account signs the message, and Polkadot’s own library verifies what the page gets', async () => {
  await cryptoWaitReady()
  const { context, store, told, answers } = createModal()
  const pair = sr25519PairFromSeed(new Uint8Array(32).fill(7))
  const owner = encodeAddress(pair.publicKey, 0)
  const message = messageOf('Polkadot', owner, polkadot)
  store.set(networksAtom, [{ ...network(1), id: polkadot }])
  answers.set('SIWX_GET_SESSIONS', { sessions: [] }).set('SIWX_ADD_SESSION', {})
  answers.set('SIWX_CREATE_MESSAGE', { text: message })
  const Asked = z.strictObject({ address: z.literal(owner), message: z.string() })
  const { connector } = createTestConnector({
    namespace: 'polkadot',
    offer: { chainId: polkadot, accounts: [`${polkadot}:${owner}`] },
    request: (method, params) => {
      expect(method).toBe('polkadot_signMessage')
      const signature = sr25519Sign(`<Bytes>${Asked.parse(params).message}</Bytes>`, pair)
      return Promise.resolve({ signature: `0x${Buffer.from(signature).toString('hex')}` })
    },
  })
  use(store, connector)
  watchSignIn(context)
  storeConnection(context, connector, await connector.connect({ signal: never }))
  await vi.advanceTimersByTimeAsync(0)
  await sign(context)
  const session = told.findLast(({ type }) => type === 'SIWX_ADD_SESSION')?.payload
  const kept = z.object({ message: z.string(), signature: z.string(), data: z.object({ accountAddress: z.string() }) })
  const { message: signed, signature, data } = kept.parse(session)
  expect(data.accountAddress).toBe(owner)
  expect(signatureVerify(signed, signature, owner)).toMatchObject({ isValid: true, crypto: 'sr25519' })
  expect(signatureVerify(`${signed} `, signature, owner).isValid).toBe(false)
})
