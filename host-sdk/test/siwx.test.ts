/** The ready-made option `siwx`: its messages, and what it accepts as a session. */
import { judge, readSignInText } from '@airlock/protocol/sign-in/message.ts'
import { base58 } from '@scure/base'
import { parseSignInMessage, verifySignIn } from '@solana/wallet-standard-util'
import { SiweMessage } from 'siwe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserStorage, createSiwx, memoryStorage, type SiwxOptions, type SiwxStorage } from '../src/siwx/index.ts'
import type { SIWX, SIWXSession } from '../src/types.ts'
import { type TestAccount, testAccounts } from './siwx-support.ts'

const origin = 'https://app.example'
const now = Date.parse('2026-11-20T12:00:00Z')
const week = 7 * 24 * 3600 * 1000

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.stubGlobal('location', new URL(`${origin}/shop`))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const accounts = await testAccounts(7)
const [eoa, solanaAccount] = accounts
if (!eoa || !solanaAccount) throw new Error('no accounts')
const [other] = await testAccounts(8)

/** Acts like the modal: requests the message, has it signed, and passes the session on. */
async function signedBy({ chainId, address, sign }: TestAccount, siwx: SIWX): Promise<SIWXSession> {
  const made = await siwx.createMessage({ chainId, accountAddress: address })
  const message = String(made)
  const { uri = '', version = '', issuedAt = '', expirationTime = '' } = made
  return {
    data: { accountAddress: address, chainId, uri, version, issuedAt, expirationTime },
    message,
    signature: await sign(message),
  }
}

const codeOf = (trying: Promise<unknown>) =>
  trying.then(
    () => 'accepted',
    (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
  )

describe('the message', () => {
  const options: SiwxOptions = { statement: 'I accept the terms.', resources: ['https://app.example/terms'] }
  const textFor = async ({ chainId, address }: TestAccount, more: SiwxOptions = options) =>
    String(await createSiwx(more).createMessage({ chainId, accountAddress: address }))

  test.each(accounts)('passes the modal for $kind, with and without a statement', async (account) => {
    for (const more of [options, {}]) {
      const read = readSignInText(await textFor(account, more))
      expect(read).toMatchObject({ domain: 'app.example', uri: origin, address: account.address })
      const { chainId, address } = account
      expect(read && judge(read, { origin, chainId, address, now })).toBe('ours')
    }
  })

  test.each([options, {}])('on EVM is EIP-4361 for the library siwe: %o', async (more) => {
    const text = await textFor(eoa, more)
    const read = new SiweMessage(text)
    expect(read).toMatchObject({ domain: 'app.example', address: eoa.address, uri: origin, chainId: 1, version: '1' })
    expect(read.toMessage()).toBe(text)
    const { success } = await read.verify({ signature: await eoa.sign(text), domain: 'app.example', nonce: read.nonce })
    expect(success).toBe(true)
  })

  test.each([options, {}])('on Solana is Sign In With Solana for the library of the standard: %o', async (more) => {
    const text = await textFor(solanaAccount, more)
    const signedMessage = new TextEncoder().encode(text)
    const input = parseSignInMessage(signedMessage)
    expect(input).toMatchObject({ domain: 'app.example', address: solanaAccount.address, uri: origin })
    expect(input?.statement).toBe(more.statement)
    const account = {
      address: solanaAccount.address,
      publicKey: base58.decode(solanaAccount.address),
      chains: [],
      features: [],
    }
    const signature = base58.decode(await solanaAccount.sign(text))
    expect(verifySignIn(input ?? {}, { account, signedMessage, signature })).toBe(true)
  })

  test('has its parts, for a pairing that connects and signs in at once', async () => {
    const made = await createSiwx(options).createMessage({ chainId: 'eip155:1', accountAddress: '' })
    expect(made).toMatchObject({
      domain: 'app.example',
      uri: origin,
      statement: 'I accept the terms.',
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + week).toISOString(),
    })
    expect(made.nonce).toMatch(/^[0-9a-f]{32}$/)
  })

  test.each([
    { statement: 'One\nURI: https://evil.example' },
    { statement: 'One\u2028two' },
    { statement: '' },
    { statement: 'URI: https://evil.example' },
    { statement: 'One \u202Etwo' },
    // Outside of the grammar of EIP-4361; the library `siwe` refuses such a message.
    ...['Save 100% today', 'I accept the "Terms"', 'It’s fine', 'Terms – and more', 'für', 'a < b'].map(
      (statement) => ({ statement }),
    ),
    { resources: ['urn:recap:e30'] },
    { resources: ['https://app.example/terms\nNonce: 1'] },
    { expiresIn: 0 },
    { expiresIn: Number.NaN },
    { expiresIn: Number.POSITIVE_INFINITY },
  ])('cannot be broken by an option: %o', (more) => {
    expect(() => createSiwx(more)).toThrow()
  })

  test.each([
    "It's fine, isn't it? (Terms: https://app.example/terms?a=1&b=2#now) [A-Z_0.9~] @me! $5 + 5; 2*2",
    'I accept the terms.',
  ])('says whatever EIP-4361 allows: %s', async (statement) => {
    const made = await createSiwx({ statement }).createMessage({
      chainId: 'eip155:1',
      accountAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    })
    expect(new SiweMessage(made.toString()).statement).toBe(statement)
  })
})

describe.each(accounts)('a session of $kind', (account) => {
  const { chainId, address } = account
  test('is verified and kept until it ends or is revoked', async () => {
    const siwx = createSiwx({ storage: memoryStorage() })
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    const session = await signedBy(account, siwx)
    await siwx.addSession(session)
    expect(await siwx.getSessions(chainId, address)).toEqual([session])
    vi.setSystemTime(now + week)
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    vi.setSystemTime(now)
    await siwx.revokeSession(chainId, address)
    expect(await siwx.getSessions(chainId, address)).toEqual([])
  })
  test('is refused with a signature of something else', async () => {
    const siwx = createSiwx({ storage: memoryStorage() })
    const session = await signedBy(account, siwx)
    const signature = await account.sign('something else')
    expect(await codeOf(siwx.addSession({ ...session, signature }))).toBe('SIGNATURE_INVALID')
    expect(await siwx.getSessions(chainId, address)).toEqual([])
  })
})

describe('a session is refused', () => {
  const change = async (to: (session: SIWXSession) => SIWXSession | Promise<SIWXSession>) => {
    const siwx = createSiwx({ storage: memoryStorage() })
    const session = await to(await signedBy(eoa, siwx))
    return codeOf(siwx.addSession({ ...session, signature: await eoa.sign(session.message) }))
  }
  const text = (from: string | RegExp, to: string) => (session: SIWXSession) => ({
    ...session,
    message: session.message.replace(from, to),
  })
  const data = (more: Partial<SIWXSession['data']>) => (session: SIWXSession) => ({
    ...session,
    data: { ...session.data, ...more },
  })

  test.each([
    ['of another domain', text('app.example wants', 'evil.example wants'), 'DOMAIN_MISMATCH'],
    ['of another scheme', text('app.example wants', 'http://app.example wants'), 'DOMAIN_MISMATCH'],
    ['with an address of another origin', text(/^URI: .*$/m, 'URI: https://evil.example/'), 'URI_MISMATCH'],
    ['for another network than it says', data({ chainId: 'eip155:10' }), 'CHAIN_MISMATCH'],
    ['of another account than it says', data({ accountAddress: other?.address ?? '' }), 'ACCOUNT_MISMATCH'],
    ['that has expired', text(/^Expiration Time: .*$/m, 'Expiration Time: 2026-11-20T11:59:59Z'), 'EXPIRED'],
    ['that is not valid yet', text(/$/, '\nNot Before: 2026-11-20T12:00:01Z'), 'NOT_YET_VALID'],
    ['with a nonce of somebody else', text(/^Nonce: .*$/m, 'Nonce: 0123456789abcdef'), 'NONCE_INVALID'],
    ['that is no sign-in message', text(/^/, 'I give you my tokens. '), 'MESSAGE_INVALID'],
    ['that delegates rights', text(/$/, '\nResources:\n- urn:recap:e30'), 'MESSAGE_INVALID'],
    ['of another form', (session: SIWXSession) => ({ ...session, extra: 1 }), 'BAD_REQUEST'],
  ])('%s [C212]', async (_, how, code) => {
    expect(await change(how)).toBe(code)
  })

  test('for a second time, also when both come at once [C210]', async () => {
    const siwx = createSiwx({ storage: memoryStorage() })
    const session = await signedBy(eoa, siwx)
    const both = await Promise.all([codeOf(siwx.addSession(session)), codeOf(siwx.addSession(session))])
    expect(both.sort()).toEqual(['NONCE_USED', 'accepted'])
    expect(await codeOf(siwx.addSession(session))).toBe('NONCE_INVALID')
  })

  test('for one among several, and none is kept', async () => {
    const siwx = createSiwx({ storage: memoryStorage() })
    const good = await signedBy(eoa, siwx)
    const bad = { ...(await signedBy(solanaAccount, siwx)), signature: good.signature }
    expect(await codeOf(siwx.setSessions([good, bad]))).toBe('SIGNATURE_INVALID')
    expect(await siwx.getSessions('eip155:1', eoa.address)).toEqual([])
  })
})

test('a pairing signs in on several networks with one nonce; what it delegates is accepted with its signed object', async () => {
  const siwx = createSiwx({ storage: memoryStorage() })
  const made = await siwx.createMessage({ chainId: 'eip155:1', accountAddress: '' })
  const of = async (
    id: number,
    { named = id, proof }: { named?: number; proof?: string } = {},
  ): Promise<SIWXSession> => {
    const whole = String(made).replace('account:\n\n', `account:\n${eoa.address}\n`)
    const message = `${whole.replace('Chain ID: 1', `Chain ID: ${id}`)}\nResources:\n- urn:recap:e30`
    const { uri = '' } = made
    const p = {
      iss: `did:pkh:eip155:${named}:${eoa.address}`,
      domain: 'app.example',
      aud: uri,
      version: '1',
      nonce: '',
      iat: '',
    }
    const signature = await eoa.sign(message)
    return {
      data: { accountAddress: eoa.address, chainId: `eip155:${id}`, uri },
      message,
      signature,
      cacao: { h: { t: 'caip122' }, p, s: { t: 'eip191', s: proof ?? signature } },
    }
  }
  const sessions = [await of(1), await of(10)]
  const { cacao: _, ...alone } = await of(1)
  for (const other of [alone, await of(1, { proof: '0x' }), await of(1, { named: 10 })])
    expect(await codeOf(siwx.addSession(other))).toBe('MESSAGE_INVALID')
  await siwx.setSessions(sessions)
  expect(await siwx.getSessions('eip155:10', eoa.address)).toEqual(sessions.slice(1))
  expect(await codeOf(siwx.setSessions(sessions))).toBe('NONCE_INVALID')
})

describe('storage in the browser', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    })
  })
  const session = (accountAddress: string, chainId: SIWXSession['data']['chainId'] = 'eip155:1'): SIWXSession => ({
    data: { accountAddress, chainId, uri: origin },
    message: 'message',
    signature: '0x',
  })

  test('survives a reload, and is shared by the tabs of the page', async () => {
    const [one, two] = [browserStorage(), browserStorage()]
    await one.add(session('0xAA'))
    expect(await two.get('eip155:1', '0xaa')).toEqual([session('0xAA')])
    await two.delete('eip155:1', '0xaa')
    expect(await one.get('eip155:1', '0xAA')).toEqual([])
  })
  test('keeps one session of an account and network', async () => {
    const storage = browserStorage()
    await storage.add(session('0xaa'))
    await storage.add({ ...session('0xAA'), signature: '0x1' })
    await storage.add(session('0xaa', 'eip155:10'))
    expect(await storage.get('eip155:1', '0xaa')).toEqual([{ ...session('0xAA'), signature: '0x1' }])
    expect(await storage.get('eip155:10', '0xaa')).toHaveLength(1)
  })
  test.each(['', 'null', '{', '[1]', '[{"data":{}}]', `[${JSON.stringify({ ...session('0xaa'), data: 1 })}]`])(
    'ignores what it has not written: %s',
    async (written) => {
      kept.set('@airlock/siwx', written)
      expect(await browserStorage().get('eip155:1', '0xaa')).toEqual([])
    },
  )
  test('is replaced by memory if there is none', async () => {
    vi.stubGlobal('localStorage', undefined)
    const storage: SiwxStorage = browserStorage()
    await storage.add(session('0xaa'))
    expect(await storage.get('eip155:1', '0xaa')).toHaveLength(1)
  })
  test('does not grow without end', async () => {
    const storage = browserStorage()
    for (let number = 0; number < 40; number++) await storage.add(session(`0x${number}`))
    expect(await storage.get('eip155:1', '0x39')).toHaveLength(1)
    expect(JSON.parse(kept.get('@airlock/siwx') ?? '')).toHaveLength(16)
  })
})
