import { AirlockError } from '@airlock/protocol/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeError } from './internal-error.ts'

const origin = 'https://modal.example'
const frames = `
    at send (${origin}/assets/send-view-a1b2c3d.js:1:2345)
    at async press (${origin}/assets/first-0f0f0f0.js:2:6)`
const thrown = (error: Error, stack: string): Error => Object.assign(error, { stack })

test('an error of ours: its class or code, and the place', () => {
  const error = thrown(new TypeError('x is not a function'), `TypeError: x is not a function${frames}`)
  expect(describeError(error, origin)).toEqual({
    errorType: 'TypeError',
    errorMessage: 'send-view-a1b2c3d.js:1:2345',
    uncaught: true,
  })
  const coded = thrown(new AirlockError('STALE_EPOCH', { message: 'secret' }), `Error: secret${frames}`)
  expect(describeError(coded, origin)).toMatchObject({ errorType: 'STALE_EPOCH' })
  // Without the message in front, as some browsers have it.
  const other = thrown(new RangeError('no'), `send@${origin}/assets/send-view-a1b2c3d.js:1:2345\n`)
  expect(describeError(other, origin)).toMatchObject({ errorMessage: 'send-view-a1b2c3d.js:1:2345' })
})

test.each<[what: string, thrown: unknown]>([
  ['of an extension', thrown(new Error('x'), 'Error: x\n    at f (chrome-extension://abcdef/assets/a.js:1:1)')],
  ['of another origin', thrown(new Error('x'), 'Error: x\n    at f (https://evil.example/assets/a.js:1:1)')],
  ['without a stack', thrown(new Error('x'), '')],
  ['that is no error', { stack: frames, message: '' }],
  ['that is a text', 'x'],
  ['that is nothing', undefined],
])('[C234] an error %s is not reported', (_, error) => {
  expect(describeError(error, origin)).toBeUndefined()
})

test('[C234] the report of an error holds only a place in our own files, whatever the error says', () => {
  const secret = fc.oneof(
    fc.string(),
    fc.emailAddress(),
    fc.webUrl({ withQueryParameters: true }),
    fc.constantFrom(
      `0x${'ab'.repeat(20)}`,
      `wc:${'0f'.repeat(32)}@2?symKey=${'ab'.repeat(32)}`,
      `x\n    at f (${origin}/assets/alice-at-home.js:1:1)`,
      `${origin}/assets/alice.js:1:1`,
      `?email=alice\n${origin}/assets/alice.js:1:1?email=alice@mail.example`,
    ),
  )
  const place = /^(send-view-a1b2c3d\.js:1:2345|first-0f0f0f0\.js:2:6)$/
  fc.assert(
    fc.property(secret, fc.boolean(), fc.boolean(), (message, hasFrames, isQuery) => {
      const error = new Error(message)
      const own = isQuery ? frames.replace('.js:1', '.js?user=alice:1') : frames
      Object.assign(error, { stack: `Error: ${message}${hasFrames ? own : ''}`, name: message })
      const described = describeError(error, origin)
      if (described) {
        expect(described.errorType).toBe('Error')
        expect(described.errorMessage).toMatch(place)
      } else expect(hasFrames).toBe(false)
    }),
  )
})
