import { activationText, commitmentText } from '@airlock/protocol/wallet-service/texts.ts'
import fc from 'fast-check'
import { getAddress, stringToHex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { isBlocked, needsOwnWindow } from './intent.ts'
import { messageBytes, readMessage } from './message.ts'

const me = getAddress('0xa000000000000000000000000000000000000001')
/** Invisible in most fonts, although not default-ignorable. */
const blankMarks = '\u{16fe4}\u{1d159}\u2d7f\u{1107f}\u{13441}\u{13442}\ufffc\u{11a47}\u{11a99}\u{1da9b}'
const now = Date.UTC(2026, 10, 22)
const readFrom = (origin: string, given: string) =>
  readMessage({ bytes: messageBytes(given), account: me, chainId: 'eip155:1', origin, now })
const read = (given: string) => readFrom('https://app.example', given)

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
  test('has no warning and is not blind if it is to the site that asks', () => {
    expect(read(siwe())).toMatchObject({ kind: 'signIn', warnings: [], blind: false })
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
    ['https instead of http', 'http://app.example', 'https://app.example/'],
    ['another port', 'https://app.example', 'https://app.example:8443/'],
    ['another site', 'https://app.example', 'https://bank.example/'],
  ])('shows the address that differs if it has %s', (_, origin, uri) => {
    const { facts, warnings } = readFrom(origin, siwe({ uri }))
    expect(warnings).toContain('otherSite')
    expect(facts).toContainEqual({ label: 'uri', value: { type: 'text', text: uri } })
    expect(read(siwe()).facts.map(({ label }) => label)).not.toContain('uri')
  })

  test.each([
    ['a line that hides at the end', `${siwe({ domain: 'bank.example', uri: 'https://bank.example' })}\nok`],
    ['spaces doubled', siwe({ domain: 'bank.example' }).replace('wants you', 'wants  you')],
    ['a letter that is not seen', siwe().replace('wants', 'wa\u00adnts')],
    ['rights for others in it', siwe({ resources: ['urn:recap:eyJ9'] })],
  ])('is not offered in an invalid form: %s', (_, text) => {
    const intent = read(text)
    expect(intent.warnings).toContain('brokenSignIn')
    expect(isBlocked(intent)).toBe(true)
  })
})

describe('the place of the approval [C76]', () => {
  test.each([
    ['a greeting of another service', 'Welcome to Bank!\n\nNonce: 7a6f'],
    ['a text that a service makes a key of', 'This signature is the key to your account. Only sign it on Layer Two.'],
    ['bytes', `0x${'9f'.repeat(32)}`],
    ['a sign-in in a form that is none', siwe().replace('wants you', 'wants  you')],
  ])('%s needs the own window', (_, text) => expect(needsOwnWindow(read(text))).toBe(true))

  test('a sign-in to the site that asks does not, and one to another site cannot be approved anywhere', () => {
    expect(needsOwnWindow(read(siwe()))).toBe(false)
    expect(isBlocked(read(siwe({ domain: 'bank.example', uri: 'https://bank.example' })))).toBe(true)
  })

  test('a text that names another site says so', () => {
    expect(read('Welcome to https://bank.example').warnings).toEqual(['namesOtherSite'])
    expect(read('Welcome to app.example').warnings).toEqual([])
  })

  test('the claim of an account name names no site, unless it says more', () => {
    const claim = (more: object) =>
      JSON.stringify({ name: 'ada.reown.id', attributes: {}, timestamp: 1_795_634_454, ...more })
    expect(read(claim({})).warnings).toEqual([])
    expect(read(claim({ url: 'bank.example' })).warnings).toEqual(['namesOtherSite'])
    expect(read(claim({ attributes: { url: 'bank.example' } })).warnings).toEqual(['namesOtherSite'])
    expect(read(`${claim({})} `).warnings).toEqual(['namesOtherSite'])
  })
})

describe('texts that the wallet signs for its service [C79]', () => {
  const own = activationText({ purpose: 'share-set', walletId: 'w1', setId: 's1', keyVersion: 1, nonce: 'n1' })
  test.each([
    ['to the letter', own],
    ['its first line', own.split('\n')[0] ?? ''],
    ['with blanks before it', ` \n\t${own}`],
    ['with a mark before it', `\ufeff${own}`],
    ['with letters that are not seen', own.replace('device', 'de\u200bvi\u{e0100}ce')],
    ['with other spaces', own.replaceAll(' ', '\u00a0')],
    ['in wide letters', own.replace('Airlock', 'Ａｉｒｌｏｃｋ')],
    ['in capitals', own.toUpperCase()],
    ['with a control character, so that it is not text', `${own}\u0001`],
    ['the other lines that a hash covers', commitmentText({ walletId: 'w1', setId: 's1', keyVersion: 1 })],
  ])('cannot be signed for a page: %s', (_, text) => {
    for (const given of [text, stringToHex(text)]) {
      expect(read(given).warnings).toContain('walletText')
      expect(isBlocked(read(given))).toBe(true)
    }
  })

  test('other texts about the wallet can', () => {
    for (const text of ['Airlock is nice', `I say: ${own}`, 'Airlock: a game'])
      expect(isBlocked(read(text)), text).toBe(false)
  })
})

describe('text and bytes', () => {
  test('text is shown as it is, line by line', () => {
    for (const text of ['Hello\nthere', '  Hello  there ', '价格：５元，好！', 'Fußnote¹ … ½', 'fine 👩🏽‍💻 ❤️ 1️⃣ 🏳️‍🌈'])
      expect([read(text).facts[0]?.value, read(text).warnings]).toEqual([{ type: 'lines', text }, []])
    expect(read('Hello\r\n\tthere').facts[0]?.value).toEqual({ type: 'lines', text: 'Hello\n there' })
    expect(read('Hello')).toMatchObject({ kind: 'signText', warnings: [], blind: false })
  })

  test.each<[string, string]>([
    ['a direction mark', 'pay \u202e001'],
    ['a variation selector', 'pay\ufe0f'],
    ['another variation selector', 'pay\ufe01'],
    ['a message in selectors', `pay${'\u{e0148}\u{e0155}'.repeat(20)}`],
    ['a message in tags', 'pay\u{e0061}\u{e0062}'],
    ['a grapheme joiner', 'p\u034fay'],
    ['Mongolian and Khmer marks', 'p\u180b\u17b4ay'],
    ['fillers', 'pay\u3164\u2800'],
    ['a joiner without an emoji', 'pa\u200dy'],
    ['two selectors behind an emoji', '❤\ufe0f\ufe0f'],
    ['more marks than can be read', 'z\u0301\u0302\u0303'],
    ['a line end of another kind', 'one\rtwo'],
    ...Array.from(blankMarks, (mark): [string, string] => [
      `the mark ${mark.codePointAt(0)?.toString(16)}`,
      `pay${mark}all`,
    ]),
    ['what stands behind many spaces', `pay${' '.repeat(300)}all`],
    ['what stands behind nine spaces of several kinds', `pay ${'\u3000\u00a0\t '.repeat(2)}all`],
  ])('%s is not shown, and a warning says so [C77]', (_, text) => expect(read(text).warnings).toEqual(['hiddenText']))

  test('eight spaces in a row are shown as they are, and no more of them [C77]', () => {
    const eight = `pay${' '.repeat(8)}all`
    expect([read(eight).facts[0]?.value, read(eight).warnings]).toEqual([{ type: 'lines', text: eight }, []])
    expect(read(`pay${' '.repeat(300)}all\nnow`).facts[0]?.value).toEqual({ type: 'lines', text: `${eight}\nnow` })
  })

  test('a cut text has a warning with the shown length [C77]', () => {
    expect(read('line\n'.repeat(100)).warnings).toEqual(['cutShort'])
    expect(read('x'.repeat(400)).warnings).toEqual([])
    expect(read('x'.repeat(401)).warnings).toEqual(['cutShort'])
    expect(read('👩'.repeat(400)).warnings).toEqual([])
    const long = `${'\ufdfa'.repeat(23)} and pay everything`
    expect(read(long)).toMatchObject({ warnings: [], facts: [{ value: { text: long } }, {}] })
    expect(read('аpple pie and Аpplе').warnings).toEqual(['mixedLetters'])
  })

  test('a cut text needs the tick, because it was not shown completely [C77]', () => {
    expect(read(Array.from({ length: 60 }, () => 'line').join('\n'))).toMatchObject({ warnings: [], blind: false })
    for (const text of ['line\n'.repeat(80), 'x'.repeat(401), siwe({ statement: 'x'.repeat(401) })])
      expect(read(text)).toMatchObject({ warnings: ['cutShort'], blind: true })
  })

  test('the shown text is the signed one, code point by code point, or a warning says that it is not [C77]', () => {
    const odd = fc.constantFrom(
      ...Array.from(
        '\ufe0f\ufe00\u{e0100}\u{e0041}\u034f\ufdfa\u180b\u17b4\u200d\u202e\u2800\u3164\u0301\u00ad\u2028\r\n\t',
      ),
      ...Array.from(blankMarks),
      ...Array.from('👩❤1\u20e3ﬁ½\u00a0 a'),
    )
    const text = fc.oneof(fc.string({ unit: odd }), fc.string({ unit: 'binary' }))
    const isSeen =
      /^(?:[^\p{DI}\p{Cf}\u2800\ufffe\ufffc\u2d7f\u{16fe4}\u{1d159}\u{13441}\u{13442}]|(?<=\p{ExtPict})\ufe0f|(?<=[0-9#*])\ufe0f|(?<=\p{ExtPict}\p{M}?)\u200d)*$/u
    fc.assert(
      fc.property(text, (signed) => {
        const { facts, warnings } = read(signed)
        const value = facts[0]?.value
        if (value?.type !== 'lines') return
        expect(value.text).toMatch(isSeen)
        if (!warnings.some((warning) => warning === 'hiddenText' || warning === 'cutShort'))
          expect(value.text).toBe(signed.replaceAll('\r\n', '\n').replaceAll('\t', ' '))
      }),
      { numRuns: 1000 },
    )
  })

  test('a digest is not text, and is blind', () => {
    expect(read(`0x${'9f'.repeat(32)}`)).toMatchObject({ kind: 'signBytes', blind: true })
  })

  test('a text as long as a digest may be a digest searched for until it was readable', () => {
    const digest = 'Pay everything to Mallory, today'
    for (const given of [digest, stringToHex(digest)])
      expect(read(given)).toMatchObject({ kind: 'signText', warnings: ['maybeDigest'], blind: true })
    expect(read(`${digest}!`)).toMatchObject({ warnings: [], blind: false })
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
