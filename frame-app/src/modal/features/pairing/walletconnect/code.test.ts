import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lifeMs, readCode, renewIn, retryAfterMs, usableUntil, waitBeforeRetry } from './code.ts'

const hex64 = fc.stringMatching(/^[0-9a-f]{64}$/)
const now = 1_700_000_000_000
const uriOf = (topic: string, key: string, more = '') => `wc:${topic}@2?relay-protocol=irn&symKey=${key}${more}`

describe('a code', () => {
  test('any topic and key is read, and given unchanged', () => {
    fc.assert(
      fc.property(hex64, hex64, (topic, key) => {
        const uri = uriOf(topic, key)
        expect(readCode(uri, now)).toEqual({ uri, expiresAt: now + lifeMs })
      }),
    )
  })

  test('lives four minutes, or as long as it says when that is less', () => {
    fc.assert(
      fc.property(hex64, hex64, fc.integer({ min: 0, max: 1_000 }), (topic, key, seconds) => {
        const ends = now / 1000 + seconds
        const code = readCode(uriOf(topic, key, `&expiryTimestamp=${ends}`), now)
        expect(code?.expiresAt).toBe(Math.min(now + lifeMs, ends * 1000))
      }),
    )
  })

  test('any other part in the text makes it invalid', () => {
    const good = uriOf('a'.repeat(64), 'b'.repeat(64))
    const spoiled = [
      undefined,
      '',
      good.replace('wc:', 'wc://'),
      good.replace('@2', '@1'),
      good.replace('irn', 'waku'),
      good.replace('symKey', 'key'),
      good.replace('b'.repeat(64), 'b'.repeat(63)),
      `${good}\n`,
      `${good}" onclick="`,
      `javascript:${good}`,
    ]
    for (const uri of spoiled) expect(readCode(uri, now), String(uri)).toBeUndefined()
  })

  test('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string(), fc.integer(), (uri, at) => void readCode(uri, at)))
    fc.assert(fc.property(fc.string(), (tail) => void readCode(`wc:${'a'.repeat(64)}@2?${tail}`, now)))
  })

  test('counts as expired ten seconds before its end, and a new one is asked for before that', () => {
    const code = { uri: '', expiresAt: now + lifeMs }
    expect(usableUntil(code)).toBe(now + lifeMs - 10_000)
    fc.assert(
      fc.property(fc.integer({ min: -lifeMs, max: 2 * lifeMs }), (later) => {
        const wait = renewIn(code, now + later)
        expect(wait).toBeGreaterThanOrEqual(0)
        if (wait > 0) expect(now + later + wait).toBeLessThan(usableUntil(code))
      }),
    )
  })
})

test('two attempts are a second apart, and never more, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (last, at) => {
      const wait = waitBeforeRetry(last, at)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(retryAfterMs)
    }),
  )
  expect(waitBeforeRetry(now, now + 400)).toBe(600)
  expect(waitBeforeRetry(Number.NEGATIVE_INFINITY, now)).toBe(0)
})
