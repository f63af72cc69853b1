import fc from 'fast-check'
import { getAddress, stringToHex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { messageBytes } from './eip155/message-bytes.ts'
import { isBlocked } from './intent.ts'
import { readMessage } from './message.ts'

const me = getAddress('0xa000000000000000000000000000000000000001')
const now = Date.UTC(2026, 10, 22)
const read = (given: string) =>
  readMessage({ bytes: messageBytes(given), account: me, chainId: 'eip155:1', origin: 'https://app.example', now })

const siwe = (changes: Partial<Parameters<typeof createSiweMessage>[0]> = {}) =>
  createSiweMessage({
    address: me,
    chainId: 1,
    domain: 'app.example',
    nonce: 'abcdefgh1234',
    uri: 'https://app.example/login',
    version: '1',
    statement: 'Welcome back',
    issuedAt: new Date(now),
    ...changes,
  })

describe('signing in [A18]', () => {
  test('to the site that asks is neither value nor blind', () => {
    expect(read(siwe())).toMatchObject({ kind: 'signIn', warnings: [], blind: false, movesValue: false })
    expect(read(stringToHex(siwe()))).toEqual(read(siwe()))
  })

  test.each([
    ['to another site', { domain: 'bank.example', uri: 'https://bank.example' }, 'otherSite'],
    ['to another site by its address alone', { uri: 'https://bank.example' }, 'otherSite'],
    ['to a site that looks like it', { domain: 'aqp.example', uri: 'https://aqp.example' }, 'lookAlikeSite'],
    [
      'to a site that begins like it',
      { domain: 'app.example.evil.example', uri: 'https://app.example.evil.example' },
      'lookAlikeSite',
    ],
    ['to the site on another port', { domain: 'app.example:8443', uri: 'https://app.example:8443' }, 'otherSite'],
    ['with another account', { address: getAddress('0xc000000000000000000000000000000000000003') }, 'wrongSignIn'],
    ['on another chain', { chainId: 137 }, 'wrongSignIn'],
    ['too late', { expirationTime: new Date(now - 1) }, 'wrongSignIn'],
  ] as const)('%s is not offered', (_, changes, warning) => {
    const intent = read(siwe(changes))
    expect(intent.kind).toBe('signIn')
    expect(intent.warnings).toContain(warning)
    expect(isBlocked(intent)).toBe(true)
  })

  test.each([
    ['a line that hides at the end', `${siwe({ domain: 'bank.example', uri: 'https://bank.example' })}\nok`],
    ['spaces doubled', siwe({ domain: 'bank.example' }).replace('wants you', 'wants  you')],
    ['a letter that is not seen', siwe().replace('wants', 'wa\u00adnts')],
    ['rights for others in it', siwe({ resources: ['urn:recap:eyJ9'] })],
  ])('in a form that is none is not offered: %s', (_, text) => {
    const intent = read(text)
    expect(intent.warnings).toContain('brokenSignIn')
    expect(isBlocked(intent)).toBe(true)
  })
})

describe('text and bytes', () => {
  test('text is shown as it is, line by line', () => {
    expect(read('Hello\nthere').facts[0]?.value).toEqual({ type: 'lines', text: 'Hello\nthere' })
    expect(read('Hello')).toMatchObject({ kind: 'signText', warnings: [], blind: false, movesValue: false })
  })

  test('what is not seen, or cut, is said', () => {
    expect(read('pay \u202e001').warnings).toEqual(['hiddenText'])
    expect(read('fine 👩‍💻').warnings).toEqual([])
    expect(read('line\n'.repeat(100)).warnings).toEqual(['cutShort'])
    expect(read('аpple pie and Аpplе').warnings).toEqual(['mixedLetters'])
  })

  test('a digest is no text: blind, and of value', () => {
    expect(read(`0x${'9f'.repeat(32)}`)).toMatchObject({ kind: 'signBytes', blind: true, movesValue: true })
  })

  test('a text that is as long as a digest may be one that was sought until it could be read', () => {
    const digest = 'Pay everything to bank.example!!'
    for (const given of [digest, stringToHex(digest)])
      expect(read(given)).toMatchObject({ kind: 'signText', warnings: ['maybeDigest'], blind: true, movesValue: true })
    expect(read(`${digest}!`)).toMatchObject({ warnings: [], blind: false, movesValue: false })
  })

  test('hex with half a byte is text', () => {
    expect(read('0x123')).toMatchObject({ kind: 'signText' })
  })

  test('no text shows what turns or hides letters, and none is blocked without a claim to sign in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const intent = read(given)
        const [fact] = intent.facts
        if (fact?.value.type === 'lines')
          expect(fact.value.text).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        expect(isBlocked(intent)).toBe(false)
      }),
    )
  })
})
