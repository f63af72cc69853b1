import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupAddress, spellOut, truncateAddress } from './address.ts'
import { amountSize, floorToDecimals, toExactDecimals } from './amount.ts'
import { toDisplayAddress } from './display-address.ts'
import { inspectHost, mixesScripts, toDisplayText } from './display-text.ts'
import { toRelativeTime } from './relative-time.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('addresses', () => {
  test('keep four and six characters around the cut', () => {
    expect(truncateAddress(address)).toBe('0x52…169EE7')
    expect(truncateAddress(address, { start: 4, end: 4 })).toBe('0x52…9EE7')
    expect(truncateAddress('0x1234567890')).toBe('0x12…567890')
    expect(truncateAddress('short')).toBe('short')
  })

  test('never grow and keep their ends', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(20), fc.nat(20), (text, start, end) => {
        const cut = truncateAddress(text, { start, end })
        expect(cut.length).toBeLessThanOrEqual(text.length)
        expect(cut.startsWith(text.slice(0, start))).toBe(true)
        expect(cut.endsWith(end ? text.slice(-end) : '')).toBe(true)
      }),
    )
  })

  test('groups lose nothing', () => {
    expect(groupAddress(address).slice(0, 2)).toEqual(['0x52', '9084'])
    fc.assert(fc.property(fc.string(), (text) => groupAddress(text).join('') === text))
  })

  test('EVM: shown with their checksum, however they are written', () => {
    for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      expect(toDisplayAddress(written)).toBe(address)
    // A wrong checksum is not corrected, and other text is unchanged.
    for (const text of [address.replace('EE', 'eE'), `${address}0`, `0x${'ab'.repeat(32)}`, 'alice.eth', ''])
      expect(toDisplayAddress(text)).toBe(text)
    fc.assert(fc.property(fc.string(), (text) => toDisplayAddress(text) === text))
    fc.assert(
      fc.property(fc.stringMatching(/^0x[0-9a-f]{40}$/), (written) => {
        const shown = toDisplayAddress(written)
        expect([shown.toLowerCase(), toDisplayAddress(shown)]).toEqual([written, shown])
      }),
    )
  })

  test('are spelled for the ear', () => expect(spellOut('0xaB')).toBe('0 x a B'))
})

describe('amounts', () => {
  test('are floored to three decimals', () => {
    expect(floorToDecimals(0n, 18)).toBe('0.000')
    expect(floorToDecimals(1_999_999_999_999_999_999n, 18)).toBe('1.999')
    expect(floorToDecimals(999n, 18)).toBe('0.000')
    expect(floorToDecimals(12n, 0)).toBe('12.000')
    expect(floorToDecimals(1299n, 2, 0)).toBe('12')
    expect(floorToDecimals(-1n, 18)).toBe('-0.001')
  })

  test('are never shown larger than they are, and less than one step smaller', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
        fc.nat(36),
        fc.nat(8),
        (value, decimals, places) => {
          const back = BigInt(floorToDecimals(value, decimals, places).replace('.', ''))
          const [exact, step] = [value * 10n ** BigInt(places), 10n ** BigInt(decimals)]
          expect(back * step <= exact && exact < (back + 1n) * step).toBe(true)
        },
      ),
    )
  })

  test('show every decimal when asked', () => {
    expect(toExactDecimals(1_500_000n, 6)).toBe('1.5')
    expect(toExactDecimals(100n, 0)).toBe('100')
    expect(toExactDecimals(1n, 18)).toBe('0.000000000000000001')
  })

  test('shrink by length', () =>
    expect(['1.000', '12345678.123', '1234567890.12345'].map(amountSize)).toEqual(['large', 'medium', 'small']))
})

describe('foreign names', () => {
  test('lose characters that could reorder or hide text', () => {
    expect(toDisplayText('Kestrel\u202eWallet\u0000\n next')).toBe('KestrelWallet next')
    expect(toDisplayText('A\u200b\u2060\ufeffB\u3164')).toBe('AB')
    expect(toDisplayText('Ｍｅｔａ')).toBe('Meta')
    expect(toDisplayText('z\u0301\u0302\u0303\u0304\u0305')).toHaveLength(2)
    expect(toDisplayText('\u200b\u202e', { fallback: 'Unknown' })).toBe('Unknown')
  })

  test('lose every invisible character [C77]', () => {
    for (const mark of ['\ufe0f', '\ufe01', '\u{e0100}', '\u{e0061}', '\u034f', '\u180b', '\u17b4', '\u2063', '\u2800'])
      expect(toDisplayText(`Kes${mark}trel`)).toBe('Kestrel')
  })

  test('keep emoji and other scripts', () => {
    for (const text of ['👩‍🚀 محفظة 钱包', '👩🏽‍💻', '❤️', '1️⃣', '🏳️‍🌈']) expect(toDisplayText(text)).toBe(text)
  })

  test('are one visible line of bounded length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 60 }), (text, max) => {
        const shown = toDisplayText(text, { max })
        expect(Array.from(shown).length).toBeLessThanOrEqual(max)
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/u)
        expect(shown.trim()).toBe(shown)
      }),
      { numRuns: 1000 },
    )
  })

  test('two alphabets in one word are noticed', () => {
    expect(mixesScripts('Pаypal')).toBe(true)
    expect(mixesScripts('Kestrel Кошелёк')).toBe(false)
    expect(mixesScripts('钱包 Wallet2')).toBe(false)
  })

  test('international host names are noticed', () => {
    expect(inspectHost('app.xn--pple-43d.com')).toBe('international')
    expect(inspectHost('app.example:8080')).toBe('plain')
  })
})

test.each([
  [0, 'sec', 0],
  [59_999, 'sec', 59],
  [60_000, 'min', 1],
  [3_599_999, 'min', 59],
  [7_200_000, 'hr', 2],
  [86_400_000, 'd', 1],
  [30 * 86_400_000, 'mo', 1],
  [364 * 86_400_000, 'mo', 12],
  [365 * 86_400_000, 'yr', 1],
] as const)('%d ms are %s %d', (ms, unit, count) => {
  expect(toRelativeTime(1_000_000, 1_000_000 + ms)).toEqual({ tense: 'past', unit, count })
  if (ms > 0) expect(toRelativeTime(1_000_000 + ms, 1_000_000)).toEqual({ tense: 'future', unit, count })
})
