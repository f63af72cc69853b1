/** AppKit's older object for Sign-In with Ethereum, as the modal calls it. */
import type { SIWX, SIWXSession } from '@airlock/host-sdk'
import { SiweMessage } from 'siwe'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toOptions } from '../src/appkit/options.ts'
import { createSIWEConfig, fromSiwe, type SIWEConfig } from '../src/appkit/siwe.ts'
import {
  formatMessage,
  getAddressFromMessage,
  getChainIdFromMessage,
  getDidAddress,
  getDidChainId,
} from '../src/appkit/siwe-entry.ts'
import { address, options } from './support.ts'

const origin = 'https://app.example'
const other = `0x${'22'.repeat(20)}`
const nonce = 'abcdefgh12345678'

beforeEach(() => {
  vi.stubGlobal('location', new URL(`${origin}/shop`))
  return () => vi.unstubAllGlobals()
})

/** The page's server: it keeps one session. */
function serve(more: Partial<SIWEConfig> = {}) {
  const server = { session: null as { address: string; chainId: number } | null, said: [] as string[] }
  const config: SIWEConfig = {
    getNonce: () => Promise.resolve(nonce),
    createMessage: ({ address: iss, ...args }) => formatMessage(args, iss),
    async verifyMessage({ message, signature }) {
      if (signature !== '0xgood') return false
      server.session = {
        address: getAddressFromMessage(message),
        chainId: Number(getChainIdFromMessage(message).slice('eip155:'.length)),
      }
      return true
    },
    getSession: () => Promise.resolve(server.session),
    async signOut() {
      server.session = null
      return true
    },
    onSignIn: (session) => void server.said.push(`in ${session?.address} ${session?.chainId}`),
    onSignOut: () => void server.said.push('out'),
    ...more,
  }
  const siwx = fromSiwe(config)
  if (!siwx) throw new Error('switched off')
  return { server, config, siwx }
}

async function signIn(siwx: SIWX, signature = '0xgood', accountAddress: string = address): Promise<SIWXSession> {
  const message = String(await siwx.createMessage({ chainId: 'eip155:1', accountAddress }))
  const session: SIWXSession = { data: { accountAddress, chainId: 'eip155:1', uri: origin }, message, signature }
  await siwx.addSession(session)
  return session
}

test('the message is EIP-4361, with the parts that the page decides', async () => {
  const getMessageParams = () =>
    Promise.resolve({
      domain: 'app.example',
      uri: `${origin}/`,
      statement: 'Sign in.',
      iat: '2026-01-01T00:00:00Z',
      chains: [1],
    })
  const made = await serve({ getMessageParams }).siwx.createMessage({ chainId: 'eip155:10', accountAddress: address })
  expect(made).toMatchObject({ domain: 'app.example', uri: `${origin}/`, nonce, version: '1', statement: 'Sign in.' })
  expect(new SiweMessage(String(made))).toMatchObject({
    domain: 'app.example',
    address,
    chainId: 10,
    nonce,
    statement: 'Sign in.',
    issuedAt: '2026-01-01T00:00:00Z',
  })
  const plain = await serve().siwx.createMessage({ chainId: 'eip155:1', accountAddress: address })
  expect(new SiweMessage(String(plain))).toMatchObject({ domain: 'app.example', uri: origin, chainId: 1 })
})

test('a user signs in, stays so, and signs out', async () => {
  const { server, siwx } = serve()
  expect(await siwx.getSessions('eip155:1', address)).toEqual([])
  await signIn(siwx)
  expect(await siwx.getSessions('eip155:1', address)).toMatchObject([{ data: { accountAddress: address } }])
  await siwx.revokeSession('eip155:1', address)
  expect(await siwx.getSessions('eip155:1', address)).toEqual([])
  expect(server.said).toEqual([`in ${address} 1`, 'out'])
})

test('a message that the page does not accept is refused', async () => {
  const { server, siwx } = serve()
  await expect(signIn(siwx, '0xbad')).rejects.toThrow('did not accept')
  expect(server).toEqual({ session: null, said: [] })
})

test('all sessions end with the last connection, and one of several by its first', async () => {
  const { server, siwx } = serve()
  const session = await signIn(siwx)
  await siwx.setSessions([])
  expect(server.session).toBeNull()
  await siwx.setSessions([session])
  expect(server.session).toEqual({ address, chainId: 1 })
})

describe('a session of another account or network', () => {
  test('ends, and the user signs in again', async () => {
    for (const [chainId, account] of [
      ['eip155:1', other],
      ['eip155:10', address],
    ] as const) {
      const { server, siwx } = serve()
      await signIn(siwx)
      expect(await siwx.getSessions(chainId, account)).toEqual([])
      expect(server).toMatchObject({ session: null, said: [expect.anything(), 'out'] })
    }
  })
  test('stays where the page says so', async () => {
    const { server, siwx } = serve({ signOutOnAccountChange: false, signOutOnNetworkChange: false })
    await signIn(siwx)
    expect(await siwx.getSessions('eip155:10', other)).toMatchObject([
      { data: { accountAddress: other, chainId: 'eip155:10' } },
    ])
    expect(server.session).toEqual({ address, chainId: 1 })
  })
})

test('accounts of other namespaces count as signed in, and end no session', async () => {
  const { server, siwx } = serve()
  await signIn(siwx)
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(await siwx.getSessions(solana, 'account')).toHaveLength(1)
  await siwx.revokeSession(solana, 'account')
  expect(server.session).not.toBeNull()
})

test('a page that fails to sign out says so', async () => {
  const { siwx } = serve({ signOut: () => Promise.resolve(false) })
  await expect(siwx.revokeSession('eip155:1', address)).rejects.toThrow('did not sign out')
})

describe('the option `siweConfig`', () => {
  const given = (more: object) => toOptions({ ...options(), ...more })
  test('it is taken as it is, or as AppKit’s client', () => {
    const { config } = serve()
    for (const siweConfig of [config, createSIWEConfig(config)])
      expect(given({ siweConfig }).siwx).toMatchObject({ required: true, signOutOnDisconnect: true })
    const loose = createSIWEConfig({ ...config, required: false, signOutOnDisconnect: false })
    expect(given({ siweConfig: loose }).siwx).toMatchObject({ required: false, signOutOnDisconnect: false })
  })
  test('it is not taken if it is switched off', () => {
    expect(given({ siweConfig: { ...serve().config, enabled: false } }).siwx).toBeUndefined()
  })
  test('it is refused beside `siwx`', () => {
    const { config, siwx } = serve()
    expect(() => given({ siweConfig: config, siwx })).toThrow('Cannot set both `siweConfig` and `siwx` options')
  })
  test.each(['getNonce', 'createMessage', 'verifyMessage', 'getSession', 'signOut'])(
    'it is refused without %s',
    (name) => {
      const { config } = serve()
      expect(() => given({ siweConfig: { ...config, [name]: undefined } })).toThrow(`siweConfig.${name}`)
    },
  )
})

test('an account is read from its DID and from a message', () => {
  const iss = `did:pkh:eip155:10:${address}`
  expect([getDidAddress(iss), getDidChainId(iss)]).toEqual([address, '10'])
  const args = {
    domain: 'app.example',
    uri: origin,
    version: '1',
    nonce,
    iat: '2026-01-01T00:00:00Z',
    chainId: 10,
  } as const
  const message = formatMessage(args, iss)
  expect(formatMessage(args, address)).toBe(message)
  expect([getAddressFromMessage(message), getChainIdFromMessage(message)]).toEqual([address, 'eip155:10'])
  expect([getAddressFromMessage(''), getChainIdFromMessage('')]).toEqual(['', 'eip155:1'])
})
