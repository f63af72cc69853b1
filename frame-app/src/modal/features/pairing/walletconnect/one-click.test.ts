import { describe, expect, test } from 'vitest'
import { propose } from './namespaces.ts'
import { type OneClick, readProofs, toAuthRequest } from './one-click.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const now = Date.parse('2026-11-20T12:00:00Z')
const asked: OneClick = {
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.example',
  uri: 'https://app.example/login',
  nonce: 'abc12345',
}
const payload = {
  iss: `did:pkh:eip155:1:${address}`,
  domain: 'app.example',
  aud: 'https://app.example/login',
  version: '1',
  nonce: 'abc12345',
  iat: '2026-11-20T12:00:00Z',
  exp: '2026-11-20T13:00:00Z',
  statement: 'Hello',
  resources: ['urn:recap:e30'],
}
const signed = (change: object = {}) => ({
  h: { t: 'caip122' },
  p: { ...payload, ...change },
  s: { t: 'eip191', s: '0xabcd' },
})
const read = (auths: unknown, session: unknown = {}) =>
  readProofs({ auths, session }, asked, (given, iss) => `${iss} ${given.statement} ${given.resources?.join()}`, now)

test('each signed object becomes a session, with the text that was signed', () => {
  const { sessions } = read([signed(), signed({ iss: `did:pkh:eip155:10:${address}` })])
  expect(sessions).toEqual([
    {
      data: {
        accountAddress: address,
        chainId: 'eip155:1',
        uri: payload.aud,
        version: '1',
        issuedAt: payload.iat,
        expirationTime: payload.exp,
      },
      message: `${payload.iss} Hello urn:recap:e30`,
      signature: '0xabcd',
      cacao: signed(),
    },
    expect.anything(),
  ])
  expect(sessions?.[1]?.data.chainId).toBe('eip155:10')
})

test('a wallet that only connects has signed nothing, and nothing wrong', () => {
  expect(readProofs({ session: 's' }, asked, () => '', now)).toEqual({ session: 's', sessions: [] })
  expect(readProofs('junk', asked, () => '', now)).toEqual({ session: undefined, sessions: [] })
})

test('an answer that cannot be read proves nothing, and its session is known all the same', () => {
  const many = Array.from({ length: 17 }, () => signed())
  expect(readProofs({ auths: many, session: 's' }, asked, () => '', now)).toEqual({ session: 's', sessions: undefined })
})

test('times that were asked for are the times that are signed', () => {
  const timed = { ...asked, expirationTime: payload.exp }
  expect(readProofs({ auths: [signed()] }, timed, () => '', now).sessions).toHaveLength(1)
  expect(readProofs({ auths: [signed({ exp: undefined })] }, timed, () => '', now).sessions).toBeUndefined()
})

describe('an answer that was not asked for is ignored', () => {
  test.each([
    { domain: 'evil.example' },
    { aud: 'https://app.example/other' },
    { nonce: 'other1234' },
    { iss: `did:pkh:eip155:137:${address}` },
    { iss: address },
    { iss: undefined },
    { exp: '2026-11-20T12:00:00Z' },
    { nbf: '2026-11-20T12:00:01Z' },
    { statement: 'x'.repeat(4097) },
  ])('%o', (change) => expect(read([signed(), signed(change)]).sessions).toBeUndefined())
  test('another way to sign', () => {
    expect(read([{ ...signed(), s: { t: 'none', s: '' } }]).sessions).toBeUndefined()
    expect(read([null]).sessions).toBeUndefined()
  })
})

test('the wallet is asked to sign these parts, and for the methods of a connection [C67]', () => {
  const request = toAuthRequest({ ...asked, statement: 'Hello', expirationTime: payload.exp, requestId: undefined })
  expect(request).toMatchObject({ ...asked, statement: 'Hello', exp: payload.exp, resources: [] })
  expect(request).not.toHaveProperty('requestId')
  expect(request).not.toHaveProperty('nbf')
  expect(request.methods).toEqual(propose([{ id: 'eip155:1' }]).eip155?.methods)
})
