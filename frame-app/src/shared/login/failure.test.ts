import { AirlockError } from '@airlock/protocol/errors.ts'
import { fromWireError, toWireError } from '@airlock/protocol/wire-error.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LoginFailure, type LoginReason, loginError, readLoginFailure } from './failure.ts'

const reasons: readonly LoginReason[] = [
  'INVALID_EMAIL',
  'COOL_DOWN',
  'RATE_LIMITED',
  'DENIED',
  'EXPIRED',
  'WRONG_CODE',
  'LOCKED',
  'DEVICE_REMOVED',
  'NO_WAY_IN',
  'OTHER_WALLET',
  'NOT_YOUR_WALLET',
  'TOO_MANY_DEVICES',
  'STORAGE_BLOCKED',
  'BROWSER_TOO_OLD',
  'FORGOTTEN',
  'ORIGIN_NOT_ALLOWED',
  'UNAVAILABLE',
]
const seconds = fc.option(fc.integer({ min: 0, max: 86_400 }), { nil: undefined })
const failures = fc.record({ reason: fc.constantFrom(...reasons), retryIn: seconds, triesLeft: seconds }).map(
  ({ reason, retryIn, triesLeft }): LoginFailure => ({
    reason,
    ...(retryIn === undefined ? {} : { retryIn }),
    ...(triesLeft === undefined ? {} : { triesLeft }),
  }),
)

test('a failure is the same on both sides of the link', () => {
  fc.assert(
    fc.property(failures, (failure) => {
      expect(readLoginFailure(fromWireError(toWireError(loginError(failure))))).toEqual(failure)
    }),
  )
})

test('the cool-down has the specification’s text', () => {
  expect(loginError({ reason: 'COOL_DOWN', retryIn: 12 }).message).toBe('Please try again after 12 seconds')
})

test.each<[string, unknown]>([
  ['another error', new AirlockError('PEER_GONE')],
  ['an unknown reason', new AirlockError('WALLET_FAILED', { data: { reason: 'MOON' } })],
  ['a foreign field', new AirlockError('WALLET_FAILED', { data: { reason: 'DENIED', otp: '123456' } })],
  ['nonsense in a number', new AirlockError('WALLET_FAILED', { data: { reason: 'WRONG_CODE', triesLeft: -1 } })],
  ['no error of ours', { data: { reason: 'DENIED' } }],
])('%s says nothing of the login', (_, thrown) => {
  expect(readLoginFailure(thrown)).toBeUndefined()
})
