import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { network } from '../../../../../test/support/modal.ts'
import { agreementOf, createTestSession } from '../../../../../test/support/paired-session.ts'
import { checksum } from '../../../../shared/chains/eip155/checksum.ts'
import type { ConnectorEvent } from '../../../session/connector.ts'
import type { Agreement } from './agreement.ts'
import type { SessionNews } from './session.ts'

const address = checksum(`0x${'ab'.repeat(20)}`)
const agreement = agreementOf({
  eip155: { accounts: [`eip155:1:${address}`], chains: ['eip155:1'], methods: [], events: [] },
})

/** Sends one request to a remote wallet that gives this answer. */
function answering(answer: unknown, method = 'wallet_getCapabilities') {
  const { connector } = createTestSession('eip155', agreement, { answer })
  return connector.request(method, [], { scope: 'eip155:1', signal: new AbortController().signal })
}

/** Nested arrays as parsed from JSON text, the form in which answers arrive. */
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

describe('answers of a paired wallet', () => {
  test.each([
    ['a text', '0x00', '0x00'],
    ['an object', { a: [1, null] }, { a: [1, null] }],
    ['nothing', undefined, null],
  ])('%s is passed on', async (_name, answer, expected) => {
    expect(await answering(answer)).toEqual(expected)
  })

  test.each([
    ['nested beyond what may cross', nested(5_000)],
    ['with a key that names a prototype', JSON.parse('{"a":{"__proto__":{"isAdmin":true}}}')],
    ['longer than a message', 'x'.repeat(40_000_000)],
    ['with more parts than a message', Array.from({ length: 2_000_000 }, () => 0)],
    ['with what JSON does not have', { at: new Date() }],
  ])('%s is an error of the wallet', async (_name, answer) => {
    await expect(answering(answer)).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })
})

test('a refusal is heard, even if the request was cancelled before it was sent', async () => {
  const answer = Promise.reject(new Error('No matching key'))
  const heard = vi.spyOn(answer, 'then')
  const { connector } = createTestSession('eip155', agreement, { send: () => answer })
  const asked = connector.request('personal_sign', [], { scope: 'eip155:1', signal: AbortSignal.abort() })
  await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
  expect(heard).toHaveBeenCalled()
})

describe('signatures and transactions of a paired wallet on EVM', () => {
  const id = 'a1'.repeat(32)
  test.each([
    ['personal_sign', '0xAB', '0xAB'],
    ['personal_sign', 'ab', '0xab'],
    ['eth_signTypedData_v4', '0x', '0x'],
    ['eth_sendTransaction', `0X${id}`, `0x${id}`],
    ['eth_sendTransaction', id, `0x${id}`],
    ['wallet_getCapabilities', null, null],
  ])('%s: %j is read', async (method, answer, expected) => {
    expect(await answering(answer, method)).toEqual(expected)
  })

  test.each([
    ['personal_sign', null],
    ['personal_sign', { signature: '0xab' }],
    ['personal_sign', 'signed'],
    ['eth_signTypedData_v4', '0xabc'],
    ['eth_sendTransaction', null],
    ['eth_sendTransaction', '0x'],
    ['eth_sendTransaction', `0x${id}00`],
  ])('%s: %j is an error of the wallet [C378]', async (method, answer) => {
    await expect(answering(answer, method)).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })
})

describe('events of a paired wallet', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function listening() {
    const tellers = new Set<(news: SessionNews) => void>()
    let current: Agreement | undefined = agreement
    const { connector } = createTestSession('eip155', agreement, {
      agreement: () => current,
      listen(listener) {
        tellers.add(listener)
        return () => tellers.delete(listener)
      },
    })
    const heard: ConnectorEvent[] = []
    const stop = connector.subscribe((event) => heard.push(event))
    return {
      connector,
      heard,
      stop,
      tell(news: SessionNews) {
        for (const teller of tellers) teller(news)
      },
      say(name: string, data: unknown) {
        for (const teller of tellers) teller({ type: 'event', params: { event: { name, data }, chainId: 'eip155:1' } })
      },
      write(grants: Agreement['grants'] | undefined) {
        current = grants && { ...agreement, grants }
        for (const teller of tellers) teller({ type: 'update' })
      },
    }
  }

  test('a flood of events is reduced to the last of each kind, in the order in which they were sent', () => {
    const { heard, say, write } = listening()
    const chains = ['eip155:1', 'eip155:1000'] as const
    write({ eip155: { accounts: [`eip155:1:${address}`], chains, methods: [], events: [] } })
    vi.advanceTimersByTime(50)
    heard.length = 0
    for (let id = 1; id <= 1_000; id++) {
      say('accountsChanged', [`eip155:1:0x${id.toString(16).padStart(40, '0')}`])
      say('chainChanged', id)
      say('anything', id)
    }
    expect(heard).toEqual([])
    vi.advanceTimersByTime(50)
    expect(heard).toEqual([
      { type: 'accounts', accounts: [`0x${(1_000).toString(16).padStart(40, '0')}`] },
      { type: 'chain', chainId: 'eip155:1000' },
    ])
    vi.advanceTimersByTime(1_000)
    expect(heard).toHaveLength(2)
  })

  test('a namespace that is removed and restored within 50 ms is never reported as removed', () => {
    const { heard, write } = listening()
    write({})
    write(agreement.grants)
    vi.advanceTimersByTime(50)
    expect(heard).toEqual([{ type: 'offer', offer: { accounts: [`eip155:1:${address}`], chainId: 'eip155:1' } }])
    write({})
    vi.advanceTimersByTime(50)
    expect(heard.at(-1)).toEqual({ type: 'removed' })
  })

  test('a session update just before a switch does not undo the switch', async () => {
    const { connector, heard, write } = listening()
    await connector.connect({ signal: new AbortController().signal })
    const [one, two] = [`eip155:1:${address}`, `eip155:2:${address}`] as const
    write({ eip155: { accounts: [one, two], chains: ['eip155:1', 'eip155:2'], methods: [], events: [] } })
    await connector.switchNetwork(network(2), { signal: new AbortController().signal })
    vi.advanceTimersByTime(50)
    expect(heard).toEqual([{ type: 'offer', offer: { accounts: [two], chainId: 'eip155:2' } }])
  })

  test('an account belongs to its network: another one has those that the wallet granted there', async () => {
    const { connector, write } = listening()
    const other = checksum(`0x${'cd'.repeat(20)}`)
    const chains = ['eip155:1', 'eip155:2'] as const
    write({ eip155: { accounts: [`eip155:1:${address}`, `eip155:2:${other}`], chains, methods: [], events: [] } })
    expect(connector.addressOn?.(address, 'eip155:2')).toBe(other)
    expect(connector.addressOn?.(other, 'eip155:1')).toBe(address)
    expect(await connector.switchNetwork(network(2), { signal: new AbortController().signal })).toEqual({
      accounts: [`eip155:2:${other}`],
      chainId: 'eip155:2',
    })
    // One that the wallet has just named, and granted nowhere, is its newest word.
    const fresh = checksum(`0x${'ef'.repeat(20)}`)
    expect(connector.addressOn?.(fresh, 'eip155:2')).toBe(fresh)
    // Granted on one of two networks: many wallets name their account only once.
    write({ eip155: { accounts: [`eip155:1:${address}`], chains, methods: [], events: [] } })
    expect(connector.addressOn?.(address, 'eip155:2')).toBe(address)
  })

  test('a network that the session does not grant yet is reported only once it does [C377]', () => {
    const { heard, say, write } = listening()
    say('chainChanged', 2)
    vi.advanceTimersByTime(50)
    expect(heard).toEqual([])
    const accounts = [`eip155:1:${address}`, `eip155:2:${address}`] as const
    write({ eip155: { accounts, chains: ['eip155:1', 'eip155:2'], methods: [], events: [] } })
    vi.advanceTimersByTime(50)
    expect(heard).toEqual([{ type: 'offer', offer: { accounts: [accounts[1]], chainId: 'eip155:2' } }])
  })

  test.each([
    ['a network that it granted', ['eip155:1', 'eip155:2'], ['eip155:1', 'eip155:2']],
    ['one that it grants later', ['eip155:1'], ['eip155:1', 'eip155:2']],
  ] as const)('a move to %s counts until the user chooses another one [C377]', async (_, before, after) => {
    const { connector, heard, say, write } = listening()
    const granting = (chains: readonly Caip2[]) => {
      const accounts = chains.map((chain): Caip10 => `${chain}:${address}`)
      write({ eip155: { accounts, chains, methods: [], events: [] } })
      vi.advanceTimersByTime(50)
    }
    granting(before)
    say('chainChanged', 2)
    vi.advanceTimersByTime(50)
    await connector.switchNetwork(network(1), { signal: new AbortController().signal })
    granting(after)
    expect(heard.at(-1)).toMatchObject({ type: 'offer', offer: { chainId: 'eip155:1' } })
  })

  test.each([
    ['in time', 2_900, 'eip155:2'],
    ['too late', 3_100, 'USER_REJECTED'],
  ])(
    'a switch to which the wallet agrees is done when the session grants the network, %s [C377]',
    async (_, ms, end) => {
      const { connector, write } = listening()
      const methods = ['wallet_switchEthereumChain']
      write({ eip155: { accounts: [`eip155:1:${address}`], chains: ['eip155:1'], methods, events: [] } })
      const switched = connector.switchNetwork(network(2), { signal: new AbortController().signal }).then(
        (offer) => offer?.chainId,
        (error: { code: string }) => error.code,
      )
      await vi.advanceTimersByTimeAsync(ms)
      const accounts = [`eip155:1:${address}`, `eip155:2:${address}`] as const
      write({ eip155: { accounts, chains: ['eip155:1', 'eip155:2'], methods, events: [] } })
      await vi.advanceTimersByTimeAsync(200)
      expect(await switched).toBe(end)
    },
  )

  test('an address that the wallet writes in lower case has its checksum', async () => {
    const { connector, heard, say, write } = listening()
    const written: Caip10 = `eip155:1:${address.toLowerCase()}`
    write({ eip155: { accounts: [written], chains: ['eip155:1'], methods: [], events: [] } })
    const offer = await connector.connect({ signal: new AbortController().signal })
    expect(offer.accounts).toEqual([`eip155:1:${address}`])
    expect(connector.addressOn?.(address.toLowerCase(), 'eip155:1')).toBe(address)
    say('accountsChanged', [address.toLowerCase()])
    vi.runAllTimers()
    expect(heard).toContainEqual({ type: 'accounts', accounts: [address] })
  })

  test('the end of the session is reported at once, and nothing after it', () => {
    const { heard, say, tell, write } = listening()
    say('chainChanged', 1)
    tell({ type: 'end' })
    expect(heard).toEqual([{ type: 'disconnect' }])
    vi.advanceTimersByTime(50)
    expect(heard).toHaveLength(1)
    // A session with unreadable namespaces counts as ended.
    write(undefined)
    expect(heard.at(-1)).toEqual({ type: 'disconnect' })
  })

  test('a listener that was removed hears nothing', () => {
    const { heard, say, stop } = listening()
    say('chainChanged', 1)
    stop()
    say('chainChanged', 1)
    vi.advanceTimersByTime(50)
    expect(heard).toEqual([])
  })
})
