/** The wallet's part of a Farcaster login: one login at a time, an end to the wait, and reasons that the modal can show. */
import type { Endpoint } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { ServiceErrorCode } from '@airlock/protocol/wallet-service/errors.ts'
import { expect, test } from 'vitest'
import { ServiceRefusal } from '../custody/service.ts'
import { createFarcasterLogin } from './farcaster-login.ts'
import type { ProviderLoginContext } from './provider-login.ts'

type Asked = { readonly path: string; readonly request: unknown; readonly flowId: string | undefined }
type Answers = Readonly<Record<string, (asked: Asked, signal: AbortSignal | undefined) => unknown>>

function createLogin(answers: Answers = {}) {
  const asked: Asked[] = []
  const kept = new Map<string, unknown>([['email', 'before@mail.example']])
  const events: string[] = []
  let flows = 0
  const usual: Answers = {
    '/v1/farcaster/start': () => {
      flows += 1
      return { flowId: `flow-${flows}`, url: `https://farcaster.xyz/?channelToken=${flows}`, expiresIn: 600 }
    },
    '/v1/farcaster/:flowId': () => ({ status: 'proven' }),
    '/v1/farcaster/complete': () => ({}),
    ...answers,
  }
  const context = {
    projectId: 'shop',
    hostOrigin: 'https://shop.example',
    serviceUrl: 'https://accounts.example',
    http: async (endpoint: Endpoint, call: { request: unknown; path?: { flowId: string }; signal?: AbortSignal }) => {
      const one = { path: endpoint.path, request: call.request, flowId: call.path?.flowId }
      asked.push(one)
      return usual[endpoint.path]?.(one, call.signal)
    },
    session: {
      begin: () => events.push('begin'),
      connectHere: () => events.push('connectHere'),
      call: async () => ({ userName: 'ada' }),
    },
    store: {
      read: (key: string) => kept.get(key),
      write: (key: string, value: unknown) => kept.set(key, value),
      remove(...keys: string[]) {
        for (const key of keys) kept.delete(key)
      },
    },
    renewDevice: async () => events.push('renewDevice'),
  } as unknown as ProviderLoginContext // as: only what a login uses
  return { login: createFarcasterLogin(context), asked, kept, events }
}
const never = () => new AbortController().signal

test('waits until the user has confirmed, and completes the login with its verifier, once', async () => {
  const states = ['pending', 'pending', 'proven']
  const { login, asked, kept, events } = createLogin({
    '/v1/farcaster/:flowId': () => ({ status: states.shift() }),
  })
  expect(await login.start()).toEqual({ url: 'https://farcaster.xyz/?channelToken=1', expiresIn: 600 })
  expect(await login.connect(never())).toEqual({ userName: 'ada' })
  expect(asked.map(({ path }) => path)).toEqual([
    '/v1/farcaster/start',
    ...Array<string>(3).fill('/v1/farcaster/:flowId'),
    '/v1/farcaster/complete',
  ])
  expect(asked.at(-1)?.request).toMatchObject({ flowId: 'flow-1' })
  expect(JSON.stringify(asked.at(-1)?.request)).toMatch(/"verifier":"[\w-]{43}"/)
  expect(events).toEqual(['begin', 'connectHere'])
  // Nothing is left of the account that was signed in before.
  expect(Object.fromEntries(kept)).toEqual({ social: 'farcaster', socialUsername: 'ada' })
  await expect(login.connect(never())).rejects.toMatchObject({ data: { reason: 'EXPIRED' } })
})

test('stops asking when the modal does', async () => {
  const leaving = new AbortController()
  const { login, asked } = createLogin({
    '/v1/farcaster/:flowId': (_, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  })
  await login.start()
  const waiting = login.connect(leaving.signal)
  const ended = expect(waiting).rejects.toThrow('aborted')
  leaving.abort()
  await ended
  expect(asked).toHaveLength(2)
})

test('a new code replaces the old one', async () => {
  const { login, asked } = createLogin()
  await login.start()
  await login.start()
  await login.connect(never())
  expect(asked.at(-1)?.request).toMatchObject({ flowId: 'flow-2' })
})

const refusals: readonly (readonly [ServiceErrorCode, string])[] = [
  ['RELAY_ERROR', 'UNAVAILABLE'],
  ['FLOW_EXPIRED', 'EXPIRED'],
  ['SIGNATURE_INVALID', 'PROVIDER_FAILED'],
  ['PROVIDER_FAILED', 'PROVIDER_FAILED'],
  ['PROVIDER_OFF', 'PROVIDER_OFF'],
  ['DEVICE_REVOKED', 'DEVICE_REMOVED'],
]
test.each(refusals)('%s is reported as %s', async (code, reason) => {
  const { login, events } = createLogin({
    '/v1/farcaster/complete': () => {
      throw new ServiceRefusal(code)
    },
  })
  await login.start()
  await expect(login.connect(never())).rejects.toMatchObject({ data: { reason } })
  expect(events).toEqual(code === 'DEVICE_REVOKED' ? ['renewDevice'] : [])
})
