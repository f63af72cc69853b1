/** Farcaster login with the real app, the real store, and the wallet side of Farcaster's own library. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startNode } from '../../../../e2e/world/node.ts'
import { createFarcaster } from '../../../src/wallet/farcaster/farcaster.ts'
import { probeFarcaster } from '../../../src/wallet/farcaster/probe.ts'
import { createDevice } from '../device.ts'
import { hostOrigin, projectId, startTestService } from '../service.ts'
import { challengeOf, secret } from '../social/device.ts'
import { type FarcasterService, look, projects, signIn, start, startFarcasterService } from './support.ts'

let service: FarcasterService

beforeAll(async () => {
  service = await startFarcasterService()
})
afterEach(() => service.farcaster.relay.behave({}))
afterAll(() => service.stop())

describe('a newcomer', () => {
  test('confirms in the Farcaster app, and has an account without an email', async () => {
    const device = await createDevice(service.app)
    const app = await service.farcaster.app('nadia')
    const { flowId, verifier, url, expiresIn } = await start(device)
    expect(url).toContain(service.farcaster.relay.url)
    expect(expiresIn).toBe(600)
    const waiting = look(device, flowId, '20')
    expect((await device.refused('farcasterComplete', { flowId, verifier })).code).toBe('FLOW_NOT_APPROVED')
    await app.scan(url)
    expect(await waiting).toEqual({ status: 'proven', userName: 'nadia' })
    const session = await device.ask('farcasterComplete', { flowId, verifier })
    expect(await device.ask('user', {}, { accessToken: session.accessToken })).toEqual({
      userId: session.userId,
      userName: 'nadia',
      provider: 'farcaster',
    })
    // The relay keeps nothing of it.
    expect(service.farcaster.relay.channels()).toEqual([])
  })

  test('is the same user on another device, with another name, and after the account has moved to another address', async () => {
    const app = await service.farcaster.app('otto')
    const one = await signIn(await createDevice(service.app), (url) => app.scan(url))
    const renamed = await signIn(await createDevice(service.app), (url) => app.scan(url, { username: 'nadia' }))
    expect(renamed.userId).toBe(one.userId)
    const other = await service.farcaster.app('somebody else')
    expect((await signIn(await createDevice(service.app), (url) => other.scan(url))).userId).not.toBe(one.userId)
    const next = privateKeyToAccount(generatePrivateKey())
    await service.farcaster.chain.transfer(app.custody.address, next.address)
    const moved = { address: next.address, sign: (message: string) => next.signMessage({ message }) }
    const two = await signIn(await createDevice(service.app), (url) => app.scan(url, moved))
    expect(two.userId).toBe(one.userId)
  })

  test('signs with an address that the account has added, or with a contract', async () => {
    const app = await service.farcaster.app('paula')
    const one = await signIn(await createDevice(service.app), (url) => app.scan(url))
    const key = privateKeyToAccount(generatePrivateKey())
    const sign = (message: string) => key.signMessage({ message })
    await service.farcaster.chain.addKey(app.custody.address, key.address)
    const added = await signIn(await createDevice(service.app), (url) => app.scan(url, { address: key.address, sign }))
    expect(added.userId).toBe(one.userId)

    const wallet = await service.farcaster.chain.deployWallet(key.address)
    await service.farcaster.chain.addKey(app.custody.address, wallet)
    const byContract = await signIn(await createDevice(service.app), (url) => app.scan(url, { address: wallet, sign }))
    expect(byContract.userId).toBe(one.userId)
  })

  test('is called by the number of the account if the relay sends no readable name', async () => {
    const device = await createDevice(service.app)
    const app = await service.farcaster.app('nameless')
    service.farcaster.relay.behave({
      status: ({ status, body }) => ({ status, body: { ...body, username: '\u202e\u0007' } }),
    })
    const { accessToken } = await signIn(device, (url) => app.scan(url))
    expect(await device.ask('user', {}, { accessToken })).toMatchObject({ userName: `fid ${app.fid}` })
  })
})

describe('the wait', () => {
  test('asks the relay once for all waiting calls, and stops after the last one', async () => {
    const { relay } = service.farcaster
    const device = await createDevice(service.app)
    const [one, two] = [await start(device), await start(device)]
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    relay.behave({
      status: async (answer) => {
        if (answer.body['url'] === one.url) await released
        return answer
      },
    })
    const four = (flowId: string) => Promise.all([1, 2, 3, 4].map(() => look(device, flowId)))
    const waiting = four(one.flowId)
    // Once those who came later are answered, the first four wait for the relay.
    await four(two.flowId)
    expect(relay.reads(one.url)).toBe(1)
    release()
    await waiting
    const before = relay.reads(two.url)
    await look(device, two.flowId, '1')
    expect(relay.reads(two.url)).toBeGreaterThan(before)
    expect(relay.reads(one.url)).toBe(1)
  })

  test('says that the relay cannot be reached, and goes on once it can [F8]', async () => {
    const device = await createDevice(service.app)
    const app = await service.farcaster.app('quinn')
    const { flowId, verifier, url } = await start(device)
    service.farcaster.relay.behave({ status: () => ({ status: 503, body: {} }) })
    await app.scan(url)
    const refusal = await device.refused('farcasterFlow', { wait: '20' }, { params: { flowId } })
    expect(refusal).toMatchObject({ code: 'RELAY_ERROR', status: 502 })
    service.farcaster.relay.behave({})
    // The answer was lost with a response that did not arrive: this login is over, another one works.
    expect(await look(device, flowId, '20')).toEqual({ status: 'failed' })
    expect((await device.refused('farcasterComplete', { flowId, verifier })).code).toBe('PROVIDER_FAILED')
    await signIn(device, (next) => app.scan(next))
  })

  test('goes on once the chain can be read: the answer is kept', async () => {
    const { relay, chain } = service.farcaster
    let isDown = true
    const { relay: client, registry } = createFarcaster({ relayUrl: relay.url, rpcUrls: [chain.rpcUrl] })
    const unsure = {
      isProven: (signed: Parameters<typeof registry.isProven>[0]) =>
        isDown ? Promise.reject(new Error('No node answers')) : registry.isProven(signed),
    }
    const own = await startTestService({}, { projects, farcaster: { relay: client, registry: unsure, askEveryMs: 50 } })
    try {
      const device = await createDevice(own.app)
      const app = await service.farcaster.app('rosa')
      const { flowId, verifier, url } = await start(device)
      await app.scan(url)
      const refusal = await device.refused('farcasterFlow', { wait: '20' }, { params: { flowId } })
      expect(refusal.code).toBe('RELAY_ERROR')
      expect((await device.refused('farcasterComplete', { flowId, verifier })).code).toBe('FLOW_NOT_APPROVED')
      isDown = false
      expect(await look(device, flowId, '20')).toMatchObject({ status: 'proven' })
    } finally {
      await own.stop()
    }
  })
})

describe('a login that is not offered', () => {
  const ask = (project: string) => ({ projectId: project, hostOrigin, challenge: challengeOf(secret()) })

  test('is refused: by the project, by the installation, by a relay that is down', async () => {
    const device = await createDevice(service.app)
    expect((await device.refused('farcasterStart', ask('without'))).code).toBe('PROVIDER_OFF')
    service.farcaster.relay.behave({ opened: () => ({ status: 503, body: {} }) })
    expect((await device.refused('farcasterStart', ask(projectId))).code).toBe('RELAY_ERROR')
    const without = await startTestService({}, { projects })
    try {
      const there = await createDevice(without.app)
      expect((await there.refused('farcasterStart', ask(projectId))).code).toBe('PROVIDER_OFF')
      expect((await there.ask('config', { projectId })).socials).toBeUndefined()
    } finally {
      await without.stop()
    }
    expect((await device.ask('config', { projectId })).socials).toEqual(['farcaster'])
  })
})

describe('the check of an installation', () => {
  test('names a relay that does not work, and a node that does not know who may sign', async () => {
    const { relay, chain } = service.farcaster
    expect(await probeFarcaster({ relayUrl: relay.url, rpcUrls: [chain.rpcUrl] })).toEqual([])
    const [other, empty] = await Promise.all([startNode({ chainId: 8453 }), startNode({ chainId: 10 })])
    try {
      const rpcUrls = [chain.rpcUrl, other.rpcUrl, empty.rpcUrl, 'http://127.0.0.1:1']
      expect(await probeFarcaster({ relayUrl: chain.rpcUrl, rpcUrls })).toEqual([
        'accounts.farcaster.relay does not answer as a relay does',
        'accounts.farcaster.rpc[1] serves another network (8453)',
        expect.stringMatching(/^accounts.farcaster.rpc\[2\] has no contract of Farcaster: 0x00000000Fc6c5F01/),
        'accounts.farcaster.rpc[3] does not answer',
      ])
    } finally {
      await Promise.all([other.stop(), empty.stop()])
    }
  })
})

// Last: it moves the clock.
describe('a login that the user does not confirm', () => {
  test('ends with the login', async () => {
    const device = await createDevice(service.app)
    const { flowId, verifier } = await start(device)
    expect(await look(device, flowId)).toEqual({ status: 'pending' })
    service.advance(600_000)
    const params = { flowId }
    expect((await device.refused('farcasterFlow', { wait: '1' }, { params })).code).toBe('FLOW_EXPIRED')
    expect((await device.refused('farcasterComplete', { flowId, verifier })).code).toBe('FLOW_EXPIRED')
  })
})
