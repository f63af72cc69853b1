/**
 * Attacks on Farcaster login: messages that were signed for something else, signers that may not speak for the account, contracts and relays
 * that lie. Each is refused, and no user is signed in.
 */

import { farcasterEndpoints } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'
import { concatHex, type Hex, padHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FarcasterApp, Given } from '../../../../e2e/world/farcaster/app.ts'
import { startFarcasterChain } from '../../../../e2e/world/farcaster/chain.ts'
import { createFarcaster } from '../../../src/wallet/farcaster/farcaster.ts'
import { readClaim } from '../../../src/wallet/farcaster/message.ts'
import { createRelay } from '../../../src/wallet/farcaster/relay.ts'
import { createDevice, type Device } from '../device.ts'
import { hostOrigin, projectId, startTestService } from '../service.ts'
import { challengeOf, secret } from '../social/device.ts'
import { type FarcasterService, look, projects, signIn, start, startFarcasterService } from './support.ts'

let service: FarcasterService
let device: Device
let victim: FarcasterApp
let mallory: FarcasterApp

beforeAll(async () => {
  service = await startFarcasterService()
  device = await createDevice(service.app)
  victim = await service.farcaster.app('victim')
  mallory = await service.farcaster.app('mallory')
})
afterEach(() => service.farcaster.relay.behave({}))
afterAll(() => service.stop())

/** The login that Mallory's app answers like this is refused. */
async function expectRefused(given: Given, app = mallory): Promise<void> {
  const { flowId, verifier, url } = await start(device)
  await app.scan(url, given)
  expect(await look(device, flowId, '20')).toEqual({ status: 'refused' })
  expect((await device.refused('farcasterComplete', { flowId, verifier })).code).toBe('SIGNATURE_INVALID')
}
const replacing = (from: string | RegExp, to: string): Given => ({
  text(message) {
    const changed = message.replace(from, to)
    if (changed === message) throw new Error(`The message has no ${from}`)
    return changed
  },
})

describe('[C292] [A13] a message that the user signed for something else', () => {
  const others: readonly (readonly [string, Given])[] = [
    ['another site', { fields: { domain: 'evil.example' } }],
    ['the same host at another port', { fields: { domain: 'wallet.example:8443' } }],
    ['the host without encryption', { fields: { scheme: 'http' } }],
    ['another page', { fields: { uri: 'https://evil.example/' } }],
    ['another purpose', replacing('Farcaster Auth', 'I agree to pay')],
    ['another chain', replacing('Chain ID: 10', 'Chain ID: 1')],
    ['no account', replacing(/farcaster:\/\/fid\/\d+/, 'https://wallet.example/')],
    ['two accounts', replacing(/$/, '\n- farcaster://fid/1')],
    ['an account written in another way', replacing(/fid\/(\d+)/, 'fid/0$1')],
    ['an account and a path', replacing(/fid\/(\d+)/, 'fid/$1/1')],
    ['another version', replacing('Version: 1', 'Version: 2')],
  ]
  test.each(others)('%s', async (_, given) => {
    await expectRefused(given)
  })

  test('a text in which the fields are only part', async () => {
    await expectRefused({ text: (message) => `${message}\nI also agree to everything` })
    await expectRefused({ text: (message) => message.replace('\n\nURI:', '\n\nNote: I agree\nURI:') })
  })

  test('the honest message is accepted, also with times in another form of RFC 3339', async () => {
    await signIn(device, (url) => mallory.scan(url))
    const inZone = (time: Date) => `${new Date(time.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`
    const given = { text: (message: string) => message.replace(/(?<=At: ).*/, (time) => inZone(new Date(time))) }
    await signIn(device, (url) => mallory.scan(url, given))
  })
})

describe('[C293] an answer that is used again', () => {
  test('is for one login: another has another nonce', async () => {
    let recorded: { readonly message: string; readonly signature: Hex } | undefined
    await signIn(device, (url) =>
      victim.scan(url, {
        async sign(message) {
          const signature = await victim.custody.signMessage({ message })
          recorded = { message, signature }
          return signature
        },
      }),
    )
    const { message, signature } = recorded ?? expect.fail('Nothing was signed')
    await expectRefused({ text: () => message, sign: () => Promise.resolve(signature) })
    // Nor with the nonce of the new login in the old text.
    await expectRefused({
      text: (asked) => message.replace(/(?<=Nonce: )\w+/, /(?<=Nonce: )\w+/.exec(asked)?.[0] ?? ''),
      sign: () => Promise.resolve(signature),
    })
  })

  test('counts once', async () => {
    const { flowId, verifier, url } = await start(device)
    await victim.scan(url)
    expect(await look(device, flowId, '20')).toMatchObject({ status: 'proven' })
    const request = { flowId, verifier }
    const both = await Promise.all([
      device.send(farcasterEndpoints.farcasterComplete, { body: request }),
      device.send(farcasterEndpoints.farcasterComplete, { body: request }),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await device.refused('farcasterComplete', request)).code).toBe('ALREADY_USED')
  })
})

describe('[C294] a signer who may not speak for the account', () => {
  test('the account of another user, or none', async () => {
    await expectRefused({ fid: victim.fid })
    await expectRefused({ fid: 4_000_000 })
    // Signed by Mallory in the name of the victim's address.
    await expectRefused({ fid: victim.fid, address: victim.custody.address })
  })

  test('an address that the account has added for something else, or has removed', async () => {
    const { chain } = service.farcaster
    const owner = await service.farcaster.app('owner')
    const key = privateKeyToAccount(generatePrivateKey())
    const sign = (message: string) => key.signMessage({ message })
    const given = { fid: owner.fid, address: key.address, sign }
    await expectRefused(given)
    await chain.addKey(owner.custody.address, key.address, 1)
    await expectRefused(given)
    await chain.addKey(owner.custody.address, key.address)
    await signIn(device, (url) => mallory.scan(url, given))
    await chain.removeKey(owner.custody.address, key.address)
    await expectRefused(given)
  })

  test('a custody address that the account has moved from', async () => {
    const former = await service.farcaster.app('former')
    await service.farcaster.chain.transfer(former.custody.address, privateKeyToAccount(generatePrivateKey()).address)
    await expectRefused({}, former)
  })

  test('on another chain, where anyone could register the same number', async () => {
    const { relay } = service.farcaster
    const other = await startFarcasterChain(31_337)
    expect(await other.fidOf(mallory.custody.address)).toBe(victim.fid)
    const parts = createFarcaster({ relayUrl: relay.url, rpcUrls: [other.rpcUrl] })
    const nodes = await startTestService({}, { projects, farcaster: parts })
    try {
      const there = await createDevice(nodes.app)
      const { flowId, verifier, url } = await start(there)
      await mallory.scan(url, { fid: victim.fid })
      const refusal = await there.refused('farcasterFlow', { wait: '20' }, { params: { flowId } })
      expect(refusal.code).toBe('RELAY_ERROR')
      expect((await there.refused('farcasterComplete', { flowId, verifier })).code).toBe('FLOW_NOT_APPROVED')
    } finally {
      await nodes.stop()
      await other.stop()
    }
  })
})

describe('[C295] a message of another time', () => {
  const now = Date.now()
  const minutes = (count: number) => new Date(now + count * 60_000)
  const cases: readonly (readonly [string, Given])[] = [
    ['expired', replacing(/(?<=Expiration Time: ).*/, minutes(-2).toISOString())],
    ['not valid yet', replacing(/(?=\nResources)/, `\nNot Before: ${minutes(30).toISOString()}`)],
    ['signed before this login was begun', replacing(/(?<=Issued At: ).*/, minutes(-10).toISOString())],
    ['signed in the future', replacing(/(?<=Issued At: ).*/, minutes(30).toISOString())],
    ['of no time', replacing(/(?<=Issued At: ).*/, 'yesterday')],
  ]
  test.each(cases)('%s', async (_, given) => {
    await expectRefused(given)
  })

  test('clocks may differ by a minute', () => {
    const at = (issuedAt: Date, expirationTime: Date) =>
      [
        'wallet.example wants you to sign in with your Ethereum account:',
        mallory.custody.address,
        '',
        'Farcaster Auth',
        '',
        'URI: https://wallet.example/',
        'Version: 1',
        'Chain ID: 10',
        'Nonce: 0123456789abcdef',
        `Issued At: ${issuedAt.toISOString()}`,
        `Expiration Time: ${expirationTime.toISOString()}`,
        'Resources:',
        '- farcaster://fid/7',
      ].join('\n')
    const expected = { domain: 'wallet.example', uri: 'https://wallet.example/', nonce: '0123456789abcdef' }
    const read = (issuedAt: Date, expirationTime: Date) =>
      readClaim(at(issuedAt, expirationTime), { ...expected, startedAt: now, now })
    expect(read(minutes(-0.9), minutes(-0.9))).toEqual({ fid: '7', signer: mallory.custody.address })
    expect(read(minutes(0.9), minutes(10)).fid).toBe('7')
    expect(() => read(minutes(-1.1), minutes(10))).toThrow('time')
    expect(() => read(minutes(1.1), minutes(10))).toThrow('time')
    expect(() => read(minutes(0), minutes(-1.1))).toThrow('time')
  })
})

describe('[C296] a contract that says of every signature that it is valid', () => {
  const valid = padHex('0x1626ba7e', { dir: 'right', size: 32 })

  test('speaks for no account but its own', async () => {
    const address = await service.farcaster.chain.deployAnySigner(valid)
    await expectRefused({ fid: victim.fid, address })
    await expectRefused({ fid: mallory.fid, address })
  })

  test('has to say so in the words of ERC-1271', async () => {
    const { chain } = service.farcaster
    const answers: readonly Hex[] = [
      padHex('0x01', { size: 32 }),
      '0x1626ba7e',
      concatHex([valid, valid]),
      padHex('0xffffffff', { dir: 'right', size: 32 }),
      `0x${'1626ba7e'.repeat(8)}`,
      '0x',
    ]
    for (const answer of answers) {
      const address = await chain.deployAnySigner(answer)
      const fid = await chain.fidOf(address)
      await expectRefused({ fid, address })
    }
    const address = await chain.deployAnySigner(valid)
    const fid = await chain.fidOf(address)
    await signIn(device, (url) => mallory.scan(url, { fid, address }))
  })
})

describe('[C297] a relay that lies', () => {
  const expectNoCode = async () => {
    const request = { projectId, hostOrigin, challenge: challengeOf(secret()) }
    expect((await device.refused('farcasterStart', request)).code).toBe('RELAY_ERROR')
  }
  test('cannot hand out the code of another login', async () => {
    const { relay } = service.farcaster
    const other = await start(await createDevice(service.app))
    relay.behave({ opened: ({ status, body }) => ({ status, body: { ...body, url: other.url } }) })
    await expectNoCode()
    relay.behave({ opened: ({ status, body }) => ({ status, body: { ...body, nonce: 'anothernonce' } }) })
    await expectNoCode()
  })

  test('cannot lead the phone to a page without encryption, or to something that is no page', async () => {
    const token = 'a'.repeat(16)
    const nonce = 'b'.repeat(16)
    vi.stubGlobal('fetch', async () => Response.json({ channelToken: token, nonce, url }, { status: 201 }))
    let url = ''
    try {
      const open = (next: string) => {
        url = next
        const asked = { domain: 'wallet.example', siweUri: 'https://wallet.example/', expirationTime: '' }
        return createRelay('https://relay.example').open({ ...asked, nonce })
      }
      for (const bad of [
        `http://app.example/?channelToken=${token}`,
        `javascript:alert(1)//?channelToken=${token}`,
        `https://app.example@evil.example/?channelToken=${token}`,
        `https://app.example/?channelToken=${token}x`,
        'https://app.example/',
        `https://app.example/?channelToken=${token}&${'x'.repeat(2000)}`,
      ])
        await expect(open(bad), bad).rejects.toThrow()
      expect((await open(`https://app.example/?channelToken=${token}`)).token).toBe(token)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('cannot answer with what another user has signed for another login', async () => {
    const { relay } = service.farcaster
    const there = await start(await createDevice(service.app))
    let stolen: Record<string, unknown> = {}
    await victim.scan(there.url, {
      async sign(message) {
        const signature = await victim.custody.signMessage({ message })
        stolen = { state: 'completed', message, signature, fid: victim.fid, username: 'victim' }
        return signature
      },
    })
    relay.behave({ status: () => ({ status: 200, body: stolen }) })
    const { flowId, verifier } = await start(device)
    expect(await look(device, flowId, '20')).toEqual({ status: 'refused' })
    expect((await device.refused('farcasterComplete', { flowId, verifier })).code).toBe('SIGNATURE_INVALID')
  })

  test('decides nothing, not even the account that it names', async () => {
    const { relay } = service.farcaster
    relay.behave({
      status: ({ status, body }) => ({
        status,
        body: { ...body, fid: victim.fid, custody: victim.custody.address, username: 'victim' },
      }),
    })
    const session = await signIn(device, (url) => mallory.scan(url))
    relay.behave({})
    const own = await signIn(await createDevice(service.app), (url) => mallory.scan(url))
    expect(session.userId).toBe(own.userId)
  })

  test.each([
    ['no answer at all', { status: 200, body: {} }],
    ['a text that is no message', { status: 200, body: { state: 'completed', message: 7, signature: '0x00' } }],
    ['a message without end', { status: 200, body: { state: 'completed', message: 'x'.repeat(200_000) } }],
    ['another state', { status: 302, body: {} }],
  ])('counts as unreachable with %s', async (_, answer) => {
    service.farcaster.relay.behave({ status: () => answer })
    const { flowId } = await start(device)
    const refusal = await device.refused('farcasterFlow', { wait: '20' }, { params: { flowId } })
    expect(refusal.code).toBe('RELAY_ERROR')
  })
})

describe('[C298] a stolen login', () => {
  test('is completed only by the device that began it, with its verifier', async () => {
    const thief = await createDevice(service.app)
    const { flowId, verifier, url } = await start(device)
    await victim.scan(url)
    const params = { flowId }
    expect((await thief.refused('farcasterFlow', { wait: '0' }, { params })).code).toBe('FLOW_UNKNOWN')
    expect((await thief.refused('farcasterComplete', { flowId, verifier })).code).toBe('FLOW_UNKNOWN')
    expect(await look(device, flowId, '20')).toMatchObject({ status: 'proven' })
    expect((await device.refused('farcasterComplete', { flowId, verifier: secret() })).code).toBe('VERIFIER_MISMATCH')
    // A login of another kind has other rules.
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_UNKNOWN')
    expect((await device.ask('farcasterComplete', { flowId, verifier })).userId).not.toBe('')
  })

  test('a reader of the code can make the login fail, but neither sign in nor learn who did', async () => {
    const { flowId, verifier, url } = await start(device)
    await victim.scan(url)
    // The code holds the relay's own token: its holder can take the answer away, and no more.
    const token = new URL(url).searchParams.get('channelToken') ?? ''
    const taken = await fetch(`${service.farcaster.relay.url}/v1/channel/status`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(taken.status).toBe(200)
    expect(await look(device, flowId, '20')).toEqual({ status: 'failed' })
    expect((await device.refused('farcasterComplete', { flowId, verifier })).code).toBe('PROVIDER_FAILED')
  })
})
