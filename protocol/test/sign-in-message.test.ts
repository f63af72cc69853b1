import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { SignInMessage } from '../src/contracts/shapes/sign-in.ts'
import { parse } from '../src/parse.ts'
import { isInTime, judge, readSignInParts, readSignInText, siteOf } from '../src/sign-in/message.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const now = Date.parse('2026-11-20T12:00:00Z')
const parts = {
  address,
  chainId: 1,
  domain: 'app.example',
  nonce: 'abc12345',
  uri: 'https://app.example/login',
  version: '1',
  issuedAt: new Date(now),
} as const
const whole = createSiweMessage({
  ...parts,
  statement: 'I agree to the terms.',
  expirationTime: new Date(now + 1000),
  notBefore: new Date(now - 1000),
  requestId: 'r-1',
  resources: ['https://app.example/terms', 'urn:one:two'],
})

describe('a message of another library is read', () => {
  test('all parts', () => {
    expect(readSignInText(whole)).toEqual({
      domain: 'app.example',
      address,
      statement: 'I agree to the terms.',
      uri: 'https://app.example/login',
      version: '1',
      chainId: '1',
      nonce: 'abc12345',
      issuedAt: '2026-11-20T12:00:00.000Z',
      expirationTime: '2026-11-20T12:00:01.000Z',
      notBefore: '2026-11-20T11:59:59.000Z',
      requestId: 'r-1',
      resources: ['https://app.example/terms', 'urn:one:two'],
    })
  })
  test('the required parts only', () => {
    expect(readSignInText(createSiweMessage(parts))).toMatchObject({ statement: undefined, resources: [] })
  })
  test('any valid statement, domain and nonce', () => {
    const statement = fc.string({ minLength: 1 }).filter((text) => !text.startsWith('URI: '))
    const nonce = fc.stringMatching(/^[a-zA-Z0-9]{8,20}$/)
    fc.assert(
      fc.property(statement, nonce, fc.domain(), (said, once, domain) => {
        const text = createSiweMessage({ ...parts, statement: said, nonce: once, domain })
        expect(readSignInText(text)).toMatchObject({ statement: said, nonce: once, domain })
      }),
    )
  })
})

describe('a text that is no sign-in message is not read', () => {
  test('any one of its required lines is missing', () => {
    const lines = whole.split('\n')
    for (const label of ['app.example wants', address, 'URI', 'Version', 'Chain ID', 'Nonce', 'Issued At']) {
      const index = lines.findIndex((line) => line.startsWith(label))
      expect(readSignInText(lines.toSpliced(index, 1).join('\n')), label).toBeUndefined()
    }
  })
  test('an extra line at any place', () => {
    const lines = whole.split('\n')
    for (let index = 0; index < lines.length; index++) {
      const text = lines.toSpliced(index, 0, 'I give you all my tokens').join('\n')
      expect(readSignInText(text), String(index)).toBeUndefined()
    }
  })
  test.each([
    ['a transaction', `0x${'ab'.repeat(100)}`],
    ['a sentence', 'I give you all my tokens'],
    ['a domain with a path', whole.replace('app.example wants', 'app.example/path wants')],
    ['a domain with a name before it', whole.replace('app.example wants', 'app.example@evil.example wants')],
    ['a line that only some see', whole.replace('the terms.', 'the terms.\rURI: https://evil.example')],
    ['rights for somebody', whole.replace('urn:one:two', 'urn:recap:eyJhdHQiOnt9fQ')],
    ['rights for somebody, behind other letters', whole.replace('urn:one:two', 'ICAgurn:recap:eyJhdHQiOnt9fQ')],
    ['a time of another form', whole.replace('2026-11-20T12:00:01.000Z', 'Jan 1 2030 (x)')],
    ['an order that only some see', whole.replace('the terms.', '\u202ethe terms.')],
    ['another version', whole.replace('Version: 1', 'Version: 2')],
    ['a short nonce', whole.replace('abc12345', 'abc')],
    ['a time that is none', whole.replace('2026-11-20T12:00:01.000Z', 'never')],
    ['a resource of two words', whole.replace('urn:one:two', 'urn:one two')],
  ])('%s', (_, text) => expect(readSignInText(text)).toBeUndefined())
  test('anything else, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat(), (text, at) => {
        expect(readSignInText(text)).toBeUndefined()
        const index = at % whole.length
        expect(() => readSignInText(whole.slice(0, index) + text + whole.slice(index))).not.toThrow()
      }),
    )
  })
})

describe('it is signed only', () => {
  const asked = { origin: 'https://app.example', chainId: 'eip155:1', address, now } as const
  const read = readSignInText(whole)
  if (!read) throw new Error('not read')
  const verdict = (change: object, around: object = {}) => judge({ ...read, ...change }, { ...asked, ...around })

  test('for the values that were asked for', () => {
    expect(verdict({})).toBe('ours')
    expect(verdict({ chainId: 'eip155:1', address: address.toLowerCase() })).toBe('ours')
  })
  test.each([
    { domain: 'evil.example' },
    { domain: 'app.example.evil.example' },
    { domain: 'app.example:8080' },
    { domain: 'APP.example' },
    { uri: 'https://evil.example/' },
    { uri: 'http://app.example/' },
    { uri: 'https://app.example@evil.example/' },
    { uri: 'blob:https://app.example/x' },
    { uri: 'https://app.example/ and more' },
    { uri: 'no address' },
  ])('for this origin: %o', (change) => expect(verdict(change)).toBe('foreign'))
  test.each([
    ['http', 'https://app.example', 'foreign'],
    ['https', 'http://app.example', 'foreign'],
    ['http', 'http://app.example', 'ours'],
    ['https', 'https://app.example', 'ours'],
  ] as const)('for the scheme that it names: %s on %s [C66]', (scheme, origin, expected) => {
    const text = whole.replace('app.example wants', `${scheme}://app.example wants`)
    const named = readSignInText(text.replace('https://app.example/login', `${origin}/login`))
    if (!named) throw new Error('not read')
    expect(siteOf(named)).toBe(`${scheme}://app.example`)
    expect(judge(named, { ...asked, origin })).toBe(expected)
  })
  test('for the port of the page', () => {
    const local = { origin: 'http://localhost:3000' }
    expect(verdict({ domain: 'localhost:3000', uri: 'http://localhost:3000' }, local)).toBe('ours')
    expect(verdict({ domain: 'localhost', uri: 'http://localhost:3000' }, local)).toBe('foreign')
  })
  test.each([
    { address: address.replace('5', '6') },
    { chainId: '10' },
    { chainId: 'eip155:10' },
    { chainId: 'solana:1' },
    { expirationTime: '2026-11-20T12:00:00Z' },
    { notBefore: '2026-11-20T12:00:01Z' },
  ])('for this account, network and time: %o', (change) => expect(verdict(change)).toBe('wrong'))
})

test('a session ends when its time has come', () => {
  expect(isInTime({}, now)).toBe(true)
  expect(isInTime({ expirationTime: new Date(now).toISOString() }, now)).toBe(false)
  expect(isInTime({ notBefore: new Date(now).toISOString() }, now)).toBe(true)
})

describe('the text that a pairing makes of the parts is read', () => {
  const chainId = 'eip155:1'
  const some = { domain: 'app.example', uri: 'https://app.example/', nonce: 'abc12345' }
  const all = {
    ...some,
    version: '1',
    statement: 'I agree to the terms.',
    issuedAt: '2026-11-20T12:00:00.000Z',
    expirationTime: '2026-11-20T12:00:01.000Z',
    notBefore: '2026-11-20T11:59:59.000Z',
    requestId: 'r-1',
    resources: ['https://app.example/terms', 'urn:one:two'],
  }

  test('its required parts only, and all of them', () => {
    expect(readSignInParts(some, chainId, now)).toMatchObject(some)
    expect(readSignInParts(all, chainId, now)).toMatchObject(all)
  })

  test.each([
    { statement: 'I agree.\n\nURI: https://evil.example' },
    { statement: 'I agree.\u2028URI: https://evil.example' },
    { statement: '\u202eI agree.' },
    { statement: 'I agree.\rNonce: zzzzzzzz' },
    { statement: 'URI: https://evil.example' },
    { statement: '' },
    { nonce: 'abc12345\nIssued At: 2020-01-01T00:00:00Z' },
    { nonce: 'abc12345\nRequest ID: r-2' },
    { nonce: 'short' },
    { domain: 'app.example wants you to sign in with your Ethereum account:\n0x\n\nevil.example' },
    { domain: 'https://app.example' },
    { uri: 'https://app.example/\nVersion: 1' },
    { version: '2' },
    { issuedAt: 'yesterday' },
    { expirationTime: 'never' },
    { expirationTime: '2026-11-20T12:00:01Z\nRequest ID: r-2' },
    { requestId: 'r-1\nResources:\n- urn:recap:e30' },
    { requestId: '' },
    { resources: ['urn:recap:eyJhdHQiOnt9fQ'] },
    { resources: ['URN:RECAP:e30'] },
    { resources: ['ICAgurn:recap:eyJhdHQiOnt9fQ'] },
    { resources: ['https://x.example/urn:recap:e30'] },
    { resources: ['https://app.example/\n- urn:recap:e30'] },
    { resources: ['two words'] },
  ])('parts that the sign-in view refuses, or that say more, are refused: %o [C61]', (change) => {
    expect(readSignInParts({ ...all, ...change }, chainId, now)).toBeUndefined()
    expect(readSignInParts({ ...some, ...change }, chainId, now)).toBeUndefined()
  })

  test('a resource with the marker by which a pairing client finds rights to add is refused [C61]', () => {
    const marker = fc.mixedCase(fc.constant('urn:recap:'))
    fc.assert(
      fc.property(fc.webUrl(), marker, fc.string(), (before, recap, after) => {
        const resources = [before + recap + after]
        expect(readSignInParts({ ...some, resources }, chainId, now)).toBeUndefined()
      }),
    )
  })
})

/** The parts of a message, as a page sends them. */
const sent = {
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: 'abc12345',
  statement: 'I agree to the terms. Größe, 条款',
  requestId: 'r-1',
  resources: ['https://app.example/terms', 'urn:one:two'],
}
const isAccepted = (change: object) => parse(SignInMessage, { text: 'text', parts: { ...sent, ...change } }).ok

test('the parts of a sign-in are lines of text', () => {
  expect(isAccepted({})).toBe(true)
})

test.each(['\n', '\r', '\u0000', '\u0085', '\u200e', '\u202e', '\u2028', '\u2066', '\ufeff'])(
  'a part with %j is refused [C61]',
  (character) => {
    for (const name of ['domain', 'nonce', 'statement', 'requestId'])
      expect(isAccepted({ [name]: `abc${character}12345` }), name).toBe(false)
    expect(isAccepted({ resources: [`urn:one${character}two`] })).toBe(false)
  },
)

test.each(['urn:recap:e30', 'URN:ReCap:e30', 'ICAgurn:recap:e30', 'https://x.example/urn:recap:e30'])(
  'the resource %s, which grants rights, is refused [C61]',
  (recap) => {
    expect(isAccepted({ resources: ['https://app.example/terms', recap] })).toBe(false)
  },
)
