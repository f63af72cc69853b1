/** The multichain provider against our tables of CAIP-25, CAIP-27, CAIP-285, CAIP-311, CAIP-312 and CAIP-319. */
import { allowlist } from '@airlock/protocol/allowlist/index.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { getMultichainClient, type Transport } from '@metamask/multichain-api-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionErrors } from '../src/universal/errors.ts'
import { account, other } from './libraries-support.ts'
import { bitcoin, ethereum, optimism, solana } from './support.ts'
import { accountAt, type Start, solanaKey, startUniversal } from './universal-support.ts'

const stored = new Map<string, string>()
let page = new EventTarget()
beforeEach(() => {
  stored.clear()
  page = new EventTarget()
  vi.stubGlobal('document', {})
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const solanaChain = `solana:${solana.id as string}` as const // as: a text
const wallet = { methods: ['personal_sign', 'eth_sendTransaction'], notifications: ['accountsChanged', 'chainChanged'] }
const signer = { methods: ['solana_signMessage'], notifications: [] }

describe('wallet_createSession: what is asked for, and what is granted', () => {
  test.each<[what: string, params: unknown, answer: unknown]>([
    [
      'one network, in the form of wallets in use',
      { optionalScopes: { 'eip155:1': wallet } },
      { sessionScopes: { 'eip155:1': { ...wallet, accounts: [`eip155:1:${account}`] } } },
    ],
    [
      'a namespace with references keeps its key',
      { requiredScopes: { eip155: { ...wallet, references: ['1', '10'] } } },
      {
        sessionScopes: {
          eip155: { ...wallet, references: ['1', '10'], accounts: [`eip155:1:${account}`, `eip155:10:${account}`] },
        },
      },
    ],
    [
      'one key in both parts is one scope',
      {
        requiredScopes: { 'eip155:1': { methods: ['personal_sign'], notifications: [] } },
        optionalScopes: { 'eip155:1': { methods: ['eth_call', 'personal_sign'], notifications: ['chainChanged'] } },
      },
      {
        sessionScopes: {
          'eip155:1': {
            methods: ['personal_sign', 'eth_call'],
            notifications: ['chainChanged'],
            accounts: [`eip155:1:${account}`],
          },
        },
      },
    ],
    [
      'two namespaces at once',
      { optionalScopes: { 'eip155:10': wallet, [solanaChain]: signer } },
      {
        sessionScopes: {
          'eip155:10': { ...wallet, accounts: [`eip155:10:${account}`] },
          [solanaChain]: { ...signer, accounts: [`${solanaChain}:${solanaKey}`] },
        },
      },
    ],
    [
      'optional networks, methods and notifications that are not there are left out',
      {
        optionalScopes: {
          eip155: {
            references: ['1', '999'],
            methods: ['personal_sign', 'eth_sign', 'debug_trace'],
            notifications: ['message', 'chainChanged', 'nonsense'],
          },
          'cosmos:hub': wallet,
        },
      },
      {
        sessionScopes: {
          eip155: {
            references: ['1'],
            methods: ['personal_sign'],
            notifications: ['chainChanged'],
            accounts: [`eip155:1:${account}`],
          },
        },
      },
    ],
    [
      'a list is read once per entry; what the text does not define is dropped',
      {
        optionalScopes: {
          'eip155:1': {
            methods: ['personal_sign', 'personal_sign'],
            notifications: [],
            accounts: [`eip155:1:${other}`],
            rpcEndpoints: ['https://rpc.example'],
            color: 'red',
          },
        },
        sessionProperties: { expiry: '2030-01-01T00:00:00Z' },
        scopedProperties: { 'eip155:1': { foo: 'bar' } },
        unknown: 1,
      },
      {
        sessionScopes: {
          'eip155:1': { methods: ['personal_sign'], notifications: [], accounts: [`eip155:1:${account}`] },
        },
      },
    ],
    [
      'the current text: accounts without their network, `chains` of a namespace',
      { scopes: { eip155: { ...wallet, chains: ['1', '10'] } }, properties: { expiry: '2030-01-01T00:00:00Z' } },
      { scopes: { eip155: { ...wallet, chains: ['1', '10'], accounts: [account] } } },
    ],
    [
      'the current text: one network',
      { scopes: { [solanaChain]: signer } },
      { scopes: { [solanaChain]: { ...signer, accounts: [solanaKey] } } },
    ],
    [
      'what concerns no network in particular',
      { scopes: { 'eip155:0': { methods: ['wallet_getCapabilities', 'eth_call'], notifications: [] } } },
      { scopes: { 'eip155:0': { methods: ['wallet_getCapabilities'], notifications: [], accounts: [account] } } },
    ],
  ])('%s', async (_, params, answer) => {
    const { ask, instance } = startUniversal({ connected: ['eip155', 'solana'] })
    expect(await ask('wallet_createSession', params)).toEqual(answer)
    expect(instance.connect).not.toHaveBeenCalled()
  })

  test('a scope without methods and notifications asks for all that is offered', async () => {
    const { ask } = startUniversal({ connected: ['eip155', 'solana'] })
    const empty = { methods: [], notifications: [], accounts: [] }
    expect(
      await ask('wallet_createSession', { optionalScopes: { 'eip155:1': empty, [solanaChain]: empty } }),
    ).toMatchObject({
      sessionScopes: {
        [solanaChain]: {
          methods: Object.keys(allowlist.solana),
          notifications: ['accountsChanged', 'chainChanged'],
        },
        'eip155:1': {
          methods: expect.arrayContaining(['personal_sign', 'eth_call', 'wallet_sendCalls']) as unknown,
        },
      },
    })
  })

  test('an address that is for one network only is not given on another', async () => {
    const second = { ...bitcoin, id: 'f00', caipNetworkId: 'bip122:f00' as const }
    const { ask, hold } = startUniversal({ networks: [bitcoin, second] })
    const [one, two] = [`${bitcoin.caipNetworkId}:bc1qone`, `${second.caipNetworkId}:tb1qtwo`] as const
    hold('bip122', accountAt(one, { accounts: [one, two] }))
    const everything = { methods: [], notifications: [] }
    const references = [bitcoin.id, second.id]
    expect(
      await ask('wallet_createSession', { scopes: { bip122: { chains: references, ...everything } } }),
    ).toMatchObject({
      scopes: { [bitcoin.caipNetworkId]: { accounts: ['bc1qone'] }, [second.caipNetworkId]: { accounts: ['tb1qtwo'] } },
    })
    expect(
      await ask('wallet_createSession', { optionalScopes: { bip122: { references, ...everything } } }),
    ).toMatchObject({ sessionScopes: { bip122: { references, accounts: [one, two] } } })
  })
})

describe('wallet_createSession: every error has the code and the words of the text', () => {
  const scope = { methods: [], notifications: [] }
  const required = (key: string, more: object = {}) => ({ requiredScopes: { [key]: { ...scope, ...more } } })
  const optional = (key: string, more: object = {}) => ({ optionalScopes: { [key]: { ...scope, ...more } } })
  const connected: Start = { connected: ['eip155', 'solana'] }

  test.each<[what: string, params: unknown, code: number, start?: Start]>([
    ['no params', undefined, -32602],
    ['params that are a list', [], -32602],
    ['params that are a text', 'scopes', -32602],
    ['no scopes', {}, -32602],
    ['no scope in `scopes`', { scopes: {} }, -32602],
    ['no scope in `requiredScopes`', { requiredScopes: {}, ...optional('eip155:1') }, -32602],
    ['scopes that are a list', { scopes: [scope] }, -32602],
    ['both forms at once', { scopes: { 'eip155:1': scope }, ...optional('eip155:1') }, -32602],
    ['[C230] a key that is no scope', optional('https://evil.example'), -32602],
    ['a scope that is a list', { optionalScopes: { 'eip155:1': [] } }, -32602],
    ['a scope without methods', { optionalScopes: { 'eip155:1': { notifications: [] } } }, -32602],
    ['a scope without notifications', { optionalScopes: { 'eip155:1': { methods: [] } } }, -32602],
    ['a method that is no text', optional('eip155:1', { methods: [1] }), -32602],
    ['an empty method', optional('eip155:1', { methods: [''] }), -32602],
    [
      '[C230] a list without end',
      optional('eip155:1', { methods: Array.from({ length: 201 }, (_, index) => `m${index}`) }),
      -32602,
    ],
    ['references of one network', optional('eip155:1', { references: ['1'] }), -32602],
    ['references and chains', optional('eip155', { references: ['1'], chains: ['1'] }), -32602],
    ['a reference that is a whole id', optional('eip155', { references: ['eip155:1'] }), -32602],
    ['accounts that are no list', optional('eip155:1', { accounts: account }), -32602],
    ['an id that is no text', { sessionId: 5, ...optional('eip155:1') }, -32602],
    ['[C230] more than 1 MiB, wherever it is', { ...optional('eip155:1'), note: 'x'.repeat(2 ** 20) }, -32602],
    [
      'a network defined twice',
      { optionalScopes: { 'eip155:1': scope, eip155: { ...scope, references: ['1'] } } },
      5204,
    ],
    [
      'a network defined in both parts',
      { ...required('eip155:1'), ...optional('eip155', { references: ['1'] }) },
      5204,
    ],
    ['session properties that are a list', { ...optional('eip155:1'), sessionProperties: [] }, 5302],
    ['session properties that are empty', { ...optional('eip155:1'), sessionProperties: {} }, 5302],
    ['properties that are a text', { scopes: { 'eip155:1': scope }, properties: 'expiry' }, 5302],
    ['scoped properties that are empty', { ...optional('eip155:1'), scopedProperties: {} }, 5300],
    ['scoped properties without a scope', { ...optional('eip155:1'), scopedProperties: { 'not a scope': {} } }, 5300],
    ['scoped properties that are no object', { ...optional('eip155:1'), scopedProperties: { 'eip155:1': 'x' } }, 5300],
    ['scoped properties inside a scope', optional('eip155:1', { scopedProperties: {} }), 5301],
    ['a required network that the app does not have', required('eip155:999'), 5100],
    ['a required namespace that we do not have', required('cosmos:hub'), 5100],
    ['a required namespace without networks', required('eip155'), 5100],
    ['one of the required networks', required('eip155', { references: ['1', '999'] }), 5100],
    ['only optional networks that the app does not have', optional('eip155:999'), 5100],
    ['a required method that wallets know and we do not offer', required('eip155:1', { methods: ['eth_sign'] }), 5101],
    ['a required method of a connection', required('eip155:1', { methods: ['eth_requestAccounts'] }), 5101],
    ['a required method of another namespace', required(solanaChain, { methods: ['personal_sign'] }), 5201],
    ['a required method that nobody knows', required('eip155:1', { methods: ['eth_stealKeys'] }), 5201],
    ['a required method with the name of a property', required('eip155:1', { methods: ['toString'] }), 5201],
    ['only optional methods that we do not offer', optional('eip155:1', { methods: ['eth_sign'] }), 5101],
    ['only optional methods that nobody knows', optional('eip155:1', { methods: ['eth_stealKeys'] }), 5201],
    ['a required notification that we do not offer', required('eip155:1', { notifications: ['message'] }), 5102],
    ['a required notification that nobody knows', required('eip155:1', { notifications: ['moonRise'] }), 5202],
    ['an id that was never given', { sessionId: '0x1', ...optional('eip155:1') }, 5500],
    ['a user who declines what is required', required('eip155:1'), 5001, { visitor: { eip155: 'USER_CLOSED' } }],
    ['a user who declines all', optional('eip155:1'), 5001, { visitor: { eip155: 'USER_REJECTED' } }],
    ['a frame that does not start', optional('eip155:1'), 5000, { visitor: { eip155: 'FRAME_REFUSED' } }],
  ])('%s', async (_, params, code, start = connected) => {
    const { ask, instance } = startUniversal(start)
    const message = sessionErrors[code as keyof typeof sessionErrors] // as: a test fails if it is not a code
    await expect(ask('wallet_createSession', params)).rejects.toMatchObject({ code, message })
    if (start === connected) expect(instance.connect).not.toHaveBeenCalled()
    await expect(ask('wallet_getSession')).rejects.toMatchObject({ code: 5501 })
  })

  test('[C230] nothing of the page’s object is read twice or later', async () => {
    const { ask } = startUniversal(connected)
    let reads = 0
    const params = {
      get optionalScopes() {
        reads += 1
        return reads === 1 ? { 'eip155:1': wallet } : { 'eip155:10': wallet }
      },
    }
    expect(await ask('wallet_createSession', params)).toMatchObject({ sessionScopes: { 'eip155:1': {} } })
    expect(reads).toBe(1)
  })

  test('[C230] a key that names a prototype is no scope', async () => {
    const { ask } = startUniversal(connected)
    const params: unknown = JSON.parse('{"optionalScopes":{"__proto__":{"methods":[],"notifications":[]}}}')
    await expect(ask('wallet_createSession', params)).rejects.toMatchObject({ code: -32602 })
    for (const key of ['constructor', 'prototype'])
      await expect(ask('wallet_createSession', optional(key))).rejects.toMatchObject({ code: -32602 })
  })
})

describe('wallet_createSession: what is not connected is asked for', () => {
  test('the modal opens for each namespace, the required ones first', async () => {
    const { ask, instance } = startUniversal()
    await ask('wallet_createSession', {
      requiredScopes: { [solanaChain]: signer },
      optionalScopes: { 'eip155:1': wallet },
    })
    expect(instance.connect.mock.calls).toEqual([[{ namespace: 'solana' }], [{ namespace: 'eip155' }]])
  })

  test('the modal of the connection before has closed first; an embed stays open, and is not waited for', async () => {
    vi.useFakeTimers()
    try {
      const { ask, instance, store } = startUniversal()
      instance.connect.mockImplementationOnce(async () => {
        store.set({ open: true, accounts: { eip155: accountAt(`eip155:1:${account}`) } })
        return accountAt(`eip155:1:${account}`)
      })
      const scopes = { optionalScopes: { 'eip155:1': wallet, [solanaChain]: signer } }
      const asked = ask('wallet_createSession', scopes)
      await vi.advanceTimersByTimeAsync(1000)
      expect(instance.connect).toHaveBeenCalledTimes(1)
      store.set({ open: false })
      await asked
      expect(instance.connect).toHaveBeenCalledTimes(2)
      store.set({ open: true, accounts: {} })
      const again = ask('wallet_createSession', { optionalScopes: { 'eip155:1': wallet } })
      await vi.advanceTimersByTimeAsync(3000)
      await again
      expect(instance.connect).toHaveBeenCalledTimes(3)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a namespace that the user declines is left out, and does not come by itself later', async () => {
    const { ask, hold, told } = startUniversal({ visitor: { solana: 'USER_CLOSED' } })
    const answer = await ask('wallet_createSession', { optionalScopes: { 'eip155:1': wallet, [solanaChain]: signer } })
    expect(answer).toEqual({ sessionScopes: { 'eip155:1': { ...wallet, accounts: [`eip155:1:${account}`] } } })
    hold('solana', accountAt(`${solanaChain}:${solanaKey}`))
    expect(await ask('wallet_getSession')).toEqual(answer)
    expect(told).toEqual([])
  })

  test('two requests are asked one after the other', async () => {
    const { ask, instance } = startUniversal()
    await Promise.all([
      ask('wallet_createSession', { optionalScopes: { 'eip155:1': wallet } }),
      ask('wallet_createSession', { optionalScopes: { 'eip155:10': wallet } }),
    ])
    expect(instance.connect).toHaveBeenCalledTimes(1)
    expect(await ask('wallet_getSession')).toMatchObject({ sessionScopes: { 'eip155:10': {} } })
  })

  test('a stored connection is restored first, and nothing is asked', async () => {
    const { ask, instance } = startUniversal({ connected: ['eip155'], ready: false })
    await ask('wallet_createSession', { optionalScopes: { 'eip155:1': wallet } })
    expect(instance.prefetch).toHaveBeenCalledTimes(1)
    expect(instance.connect).not.toHaveBeenCalled()
  })
})

describe('wallet_invokeMethod', () => {
  const scopes = { optionalScopes: { 'eip155:1': wallet, [solanaChain]: signer } }
  const created = async (start: Start = {}) => {
    const all = startUniversal({ connected: ['eip155', 'solana'], ...start })
    await all.ask('wallet_createSession', scopes)
    return all
  }

  test('answers like wallets in use if it has `scope`', async () => {
    const { ask, instance } = await created()
    const request = { method: 'personal_sign', params: ['0x00', account] }
    expect(await ask('wallet_invokeMethod', { scope: 'eip155:1', request })).toBe('personal_sign on eip155:1')
    expect(instance.request).toHaveBeenLastCalledWith({ scope: 'eip155:1', ...request })
    expect(
      await ask('wallet_invokeMethod', { scope: solanaChain, request: { method: 'solana_signMessage', params: {} } }),
    ).toBe(`solana_signMessage on ${solanaChain}`)
  })

  test('answers in the envelope of the current text if it has `chainId`', async () => {
    const { ask, instance } = await created()
    const call = { chainId: 'eip155:1', request: { method: 'personal_sign', params: [] }, capabilities: {} }
    expect(await ask('wallet_invokeMethod', call)).toEqual({
      chainId: 'eip155:1',
      result: { method: 'personal_sign', result: 'personal_sign on eip155:1' },
    })
    instance.request.mockRejectedValueOnce(Object.assign(new Error('User declined'), { code: 4001 }))
    expect(await ask('wallet_invokeMethod', call)).toEqual({
      chainId: 'eip155:1',
      error: { code: 4001, message: 'User declined' },
    })
    expect(await ask('wallet_invokeMethod', { ...call, request: { method: 'eth_call', params: [] } })).toMatchObject({
      chainId: 'eip155:1',
      error: { code: 4100, message: sessionErrors[4100] },
    })
  })

  test('an error keeps its number', async () => {
    const { ask, instance } = await created()
    instance.request.mockRejectedValueOnce(Object.assign(new Error('User declined'), { code: 4001 }))
    await expect(
      ask('wallet_invokeMethod', { scope: 'eip155:1', request: { method: 'personal_sign', params: [] } }),
    ).rejects.toMatchObject({ code: 4001 })
  })

  test.each<[what: string, params: unknown, code: number]>([
    ['no params', undefined, -32602],
    ['no scope', { request: { method: 'personal_sign', params: [] } }, -32602],
    [
      'both names of the scope',
      { scope: 'eip155:1', chainId: 'eip155:1', request: { method: 'personal_sign' } },
      -32602,
    ],
    ['no request', { scope: 'eip155:1' }, -32602],
    ['no method', { scope: 'eip155:1', request: { params: [] } }, -32602],
    ['params that are a text', { scope: 'eip155:1', request: { method: 'personal_sign', params: 'x' } }, -32602],
    [
      'capabilities that are a list',
      { scope: 'eip155:1', request: { method: 'personal_sign' }, capabilities: [] },
      -32602,
    ],
    [
      '[C231] a network that is not part of the session',
      { scope: 'eip155:10', request: { method: 'personal_sign' } },
      4100,
    ],
    ['[C231] a namespace', { scope: 'eip155', request: { method: 'personal_sign' } }, 4100],
    ['[C231] a method that is not part of the session', { scope: 'eip155:1', request: { method: 'eth_call' } }, 4100],
    ['[C231] a method of another scope', { scope: solanaChain, request: { method: 'personal_sign' } }, 4100],
    ['[C231] no network in particular', { scope: 'eip155:0', request: { method: 'personal_sign' } }, 4100],
    ['an unknown session', { sessionId: '0x1', scope: 'eip155:1', request: { method: 'personal_sign' } }, 5500],
  ])('%s: no wallet is asked', async (_, params, code) => {
    const { ask, instance } = await created()
    await expect(ask('wallet_invokeMethod', params)).rejects.toMatchObject({ code })
    expect(instance.request).not.toHaveBeenCalled()
  })

  test('fails without a session, and no wallet is asked', async () => {
    const { ask, instance } = startUniversal({ connected: ['eip155'] })
    await expect(
      ask('wallet_invokeMethod', { scope: 'eip155:1', request: { method: 'personal_sign' } }),
    ).rejects.toMatchObject({ code: 5501, message: 'No active sessions' })
    expect(instance.request).not.toHaveBeenCalled()
  })

  test('asks methods of no network on the network of the account, and only there', async () => {
    const { ask, instance } = startUniversal({ connected: ['eip155'] })
    await ask('wallet_createSession', { scopes: { 'eip155:0': { methods: [], notifications: [] } } })
    await ask('wallet_invokeMethod', {
      scope: 'eip155:0',
      request: { method: 'wallet_getCapabilities', params: [account] },
    })
    expect(instance.request).toHaveBeenLastCalledWith({
      scope: 'eip155:1',
      method: 'wallet_getCapabilities',
      params: [account],
    })
  })
})

describe('sessions with and without ids (CAIP-285, CAIP-312, CAIP-316)', () => {
  const one = { optionalScopes: { 'eip155:1': wallet } }
  const two = { optionalScopes: { 'eip155:10': wallet } }

  test('no ids: there is one session, which the next one replaces', async () => {
    const { ask } = startUniversal({ connected: ['eip155'] })
    expect(await ask('wallet_createSession', one)).not.toHaveProperty('sessionId')
    const second = await ask('wallet_createSession', two)
    expect(await ask('wallet_getSession')).toEqual(second)
    expect(await ask('wallet_revokeSession', {})).toBe(true)
    await expect(ask('wallet_getSession', {})).rejects.toMatchObject({ code: 5501, message: 'No active sessions' })
    await expect(ask('wallet_revokeSession')).rejects.toMatchObject({ code: 5501 })
  })

  test('random ids: sessions live beside each other, and an id names one session until it is revoked', async () => {
    const { ask } = startUniversal({ connected: ['eip155'], sessionIds: true })
    const ids: string[] = []
    for (const params of [one, two]) {
      const { sessionId } = (await ask('wallet_createSession', params)) as { sessionId: string }
      expect(sessionId).toMatch(/^0x[0-9a-f]{32}$/)
      ids.push(sessionId)
    }
    const [first, second] = ids
    expect(first).not.toBe(second)
    expect(await ask('wallet_getSession', { sessionId: first })).toMatchObject({ sessionScopes: { 'eip155:1': {} } })
    expect(await ask('wallet_createSession', { sessionId: first, ...two })).toMatchObject({
      sessionId: first,
      sessionScopes: { 'eip155:10': {} },
    })
    await expect(ask('wallet_getSession')).rejects.toMatchObject({
      code: 5502,
      message: 'All active sessions have sessionIds',
    })
    await expect(ask('wallet_revokeSession')).rejects.toMatchObject({ code: 5502 })
    await expect(ask('wallet_revokeSession', { sessionId: 'other' })).rejects.toMatchObject({
      code: 5500,
      message: 'SessionId not recognized',
    })
    expect(await ask('wallet_revokeSession', { sessionId: first })).toBe(true)
    await expect(ask('wallet_getSession', { sessionId: first })).rejects.toMatchObject({ code: 5500 })
    expect(
      await ask('wallet_invokeMethod', {
        sessionId: second,
        chainId: 'eip155:10',
        request: { method: 'personal_sign', params: [] },
      }),
    ).toMatchObject({ sessionId: second, chainId: 'eip155:10' })
  })

  test('there are at most sixteen: the oldest one ends', async () => {
    const { ask } = startUniversal({ connected: ['eip155'], sessionIds: true })
    const ids: unknown[] = []
    for (let index = 0; index < 17; index += 1)
      ids.push(((await ask('wallet_createSession', one)) as { sessionId: string }).sessionId)
    await expect(ask('wallet_getSession', { sessionId: ids[0] })).rejects.toMatchObject({ code: 5500 })
    await expect(ask('wallet_getSession', { sessionId: ids[1] })).resolves.toBeTruthy()
  })

  test('a connection ends with the last session that uses it', async () => {
    const { ask, instance } = startUniversal({ connected: ['eip155', 'solana'], sessionIds: true })
    const { sessionId: first } = (await ask('wallet_createSession', one)) as { sessionId: string }
    const both = { optionalScopes: { ...two.optionalScopes, [solanaChain]: signer } }
    const { sessionId: second } = (await ask('wallet_createSession', both)) as { sessionId: string }
    await ask('wallet_revokeSession', { sessionId: second })
    expect(instance.disconnect.mock.calls).toEqual([[{ namespace: 'solana' }]])
    await ask('wallet_revokeSession', { sessionId: first })
    expect(instance.disconnect.mock.lastCall).toEqual([{ namespace: 'eip155' }])
  })
})

describe('revoking parts of a session', () => {
  const all = {
    optionalScopes: { eip155: { ...wallet, references: ['1', '10'] }, [solanaChain]: signer },
  }
  const started = async () => {
    const all_ = startUniversal({ connected: ['eip155', 'solana'] })
    await all_.ask('wallet_createSession', all)
    return all_
  }

  test('a scope: its connection ends, the rest of the session stays, and the page is told', async () => {
    const { ask, instance, told } = await started()
    expect(await ask('wallet_revokeSession', { scopes: [solanaChain] })).toBe(true)
    expect(instance.disconnect.mock.calls).toEqual([[{ namespace: 'solana' }]])
    expect(told).toEqual([{ changed: await ask('wallet_getSession') }])
    expect(await ask('wallet_getSession')).toMatchObject({ sessionScopes: { eip155: { references: ['1', '10'] } } })
    await expect(
      ask('wallet_invokeMethod', { scope: solanaChain, request: { method: 'solana_signMessage' } }),
    ).rejects.toMatchObject({ code: 4100 })
  })

  test('one network of a namespace: the connection stays', async () => {
    const { ask, instance } = await started()
    await ask('wallet_revokeSession', { scopes: ['eip155:10'] })
    expect(await ask('wallet_getSession')).toMatchObject({
      sessionScopes: { eip155: { references: ['1'] }, [solanaChain]: {} },
    })
    expect(instance.disconnect).not.toHaveBeenCalled()
  })

  test('all of them are the whole session', async () => {
    const { ask } = await started()
    await ask('wallet_revokeSession', { scopes: ['eip155', solanaChain] })
    await expect(ask('wallet_getSession')).rejects.toMatchObject({ code: 5501 })
  })

  test.each([[['eip155:999']], [[]], ['eip155'], [[5]], [['eip155:1', 'cosmos']]])(
    '%j is refused, and nothing is revoked',
    async (scopes) => {
      const { ask, instance } = await started()
      await expect(ask('wallet_revokeSession', { scopes })).rejects.toMatchObject({ code: -32602 })
      expect(await ask('wallet_getSession')).toMatchObject({ sessionScopes: { eip155: {}, [solanaChain]: {} } })
      expect(instance.disconnect).not.toHaveBeenCalled()
    },
  )
})

describe('notifications to the page (CAIP-311, CAIP-319)', () => {
  const scopes = { optionalScopes: { eip155: { ...wallet, references: ['1', '10'] }, [solanaChain]: signer } }
  const started = async () => {
    const all = startUniversal({ connected: ['eip155', 'solana'] })
    await all.ask('wallet_createSession', scopes)
    return all
  }

  test('another account: each network with the notification, then the session', async () => {
    const { hold, told } = await started()
    hold('eip155', accountAt(`eip155:1:${other}`))
    expect(told).toEqual([
      { notify: { scope: 'eip155:1', notification: { method: 'accountsChanged', params: [other] } } },
      { notify: { scope: 'eip155:10', notification: { method: 'accountsChanged', params: [other] } } },
      {
        changed: {
          sessionScopes: {
            eip155: { ...wallet, references: ['1', '10'], accounts: [`eip155:1:${other}`, `eip155:10:${other}`] },
            [solanaChain]: { ...signer, accounts: [`${solanaChain}:${solanaKey}`] },
          },
        },
      },
    ])
  })

  test('another network, if it is one of the session', async () => {
    const { hold, told } = await started()
    hold('eip155', accountAt(`eip155:10:${account}`))
    expect(told).toEqual([
      { notify: { scope: 'eip155:10', notification: { method: 'chainChanged', params: { chainId: '0xa' } } } },
    ])
    hold('eip155', accountAt(`eip155:5:${account}`))
    expect(told).toHaveLength(1)
  })

  test('a connection that ends takes its scopes with it, for good', async () => {
    const { ask, hold, leave, told } = await started()
    leave('solana')
    const rest = await ask('wallet_getSession')
    expect(Object.keys((rest as { sessionScopes: object }).sessionScopes)).toEqual(['eip155'])
    expect(told).toEqual([{ changed: rest }])
    hold('solana', accountAt(`${solanaChain}:${solanaKey}`))
    expect(told).toHaveLength(1)
    leave('eip155')
    expect(told.at(-1)).toEqual({ changed: { sessionScopes: {} } })
    await expect(ask('wallet_getSession')).rejects.toMatchObject({ code: 5501 })
  })

  test('a connection that is restored meanwhile changes nothing', async () => {
    const { hold, told } = await started()
    hold('eip155', accountAt(`eip155:1:${account}`, { status: 'connecting', restoring: true }))
    expect(told.at(-1)).toMatchObject({ changed: { sessionScopes: { [solanaChain]: {} } } })
    hold('eip155', accountAt(`eip155:1:${account}`))
    expect(told.at(-1)).toMatchObject({ changed: { sessionScopes: { eip155: {}, [solanaChain]: {} } } })
  })

  test('a listener that was removed is not called, nor any after the end', async () => {
    const { provider, hold, stop } = await started()
    const [removed, ended] = [vi.fn<() => void>(), vi.fn<() => void>()]
    provider.on('wallet_sessionChanged', removed).removeListener('wallet_sessionChanged', removed)
    provider.on('wallet_sessionChanged', ended)
    stop()
    hold('eip155', accountAt(`eip155:1:${other}`))
    expect([removed.mock.calls, ended.mock.calls]).toEqual([[], []])
  })
})

describe('after a reload', () => {
  const scopes = { optionalScopes: { eip155: { ...wallet, references: ['1', '10'] }, [solanaChain]: signer } }

  test('the session is there again, with the accounts of now', async () => {
    const before = startUniversal({ connected: ['eip155', 'solana'] })
    const created = await before.ask('wallet_createSession', scopes)
    before.stop()
    const { ask, instance } = startUniversal({ connected: ['eip155', 'solana'], ready: false })
    expect(await ask('wallet_getSession')).toEqual(created)
    expect(instance.connect).not.toHaveBeenCalled()
  })

  test('an account that is gone is left out of the session; no account was stored', async () => {
    const before = startUniversal({ connected: ['eip155', 'solana'] })
    await before.ask('wallet_createSession', scopes)
    before.stop()
    const kept = [...stored.values()].join()
    expect(kept).toContain('personal_sign')
    expect(kept).not.toContain(account)
    expect(kept).not.toContain(solanaKey)
    const { ask } = startUniversal({ connected: ['eip155'] })
    expect(await ask('wallet_getSession')).toMatchObject({ sessionScopes: { eip155: {} } })
    expect(JSON.stringify(await ask('wallet_getSession'))).not.toContain('solana')
  })

  test.each([
    ['no JSON', '{'],
    ['no list', '{"params":{}}'],
    ['no request', '[{"params":{"scopes":5}}]'],
    ['an id that is no text', '[{"id":5,"params":{"scopes":{"eip155:1":{"methods":[],"notifications":[]}}}}]'],
  ])('[C232] %s in the storage is no session', async (_, text) => {
    stored.set('@airlock/test/sessions', text)
    const { ask } = startUniversal({ connected: ['eip155'] })
    await expect(ask('wallet_getSession')).rejects.toMatchObject({ code: 5501 })
  })

  test('[C232] sessions that another script has stored grant nothing beyond the list and the connections', async () => {
    const entry = {
      params: {
        optionalScopes: {
          'eip155:1': { methods: ['eth_sign', 'personal_sign', 'eth_stealKeys'], notifications: [] },
          [solanaChain]: signer,
        },
      },
      granted: { 'eip155:1': { accounts: [`eip155:1:${other}`] } },
    }
    stored.set('@airlock/test/sessions', JSON.stringify([entry]))
    const { ask } = startUniversal({ connected: ['eip155'] })
    expect(await ask('wallet_getSession')).toEqual({
      sessionScopes: {
        'eip155:1': { methods: ['personal_sign'], notifications: [], accounts: [`eip155:1:${account}`] },
      },
    })
  })

  test('a session that another tab has ended is ended here', async () => {
    const { ask, told } = startUniversal({ connected: ['eip155'] })
    await ask('wallet_createSession', { optionalScopes: { 'eip155:1': wallet } })
    stored.clear()
    page.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
    expect(told).toEqual([{ changed: { sessionScopes: {} } }])
    await expect(ask('wallet_getSession')).rejects.toMatchObject({ code: 5501 })
  })
})

test.each(['eth_accounts', 'wallet_switchEthereumChain', 'toString', '', 5])('%j is not a method', async (method) => {
  const { provider } = startUniversal()
  await expect(Reflect.apply(provider.request, provider, [{ method }])).rejects.toMatchObject({
    code: -32601,
    message: 'Method not found',
  })
})

describe('a client of another maker', () => {
  /** MetaMask's expectations of a wallet, applied to our provider. */
  function clientOf({ provider }: ReturnType<typeof startUniversal>) {
    const transport: Transport = {
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
      isConnected: () => true,
      request: async (call) => {
        try {
          return { result: await provider.request(call) } as never // as: the client states what it expects
        } catch (error) {
          if (!(error instanceof Error) || !('code' in error)) throw error
          return { error: { code: error.code, message: error.message } } as never // as above
        }
      },
      onNotification(callback) {
        provider.on('wallet_sessionChanged', (params) => callback({ method: 'wallet_sessionChanged', params }))
        return () => {}
      },
    }
    return getMultichainClient({ transport })
  }

  test('creates, invokes on two namespaces, is told, and revokes', async () => {
    const started = startUniversal()
    const client = clientOf(started)
    const heard: unknown[] = []
    client.onNotification((notification) => heard.push(notification))
    const empty = { methods: [], notifications: [], accounts: [] }
    const session = await client.createSession({ optionalScopes: { 'eip155:1': empty, [solanaChain]: empty } })
    expect(session.sessionScopes['eip155:1']?.accounts).toEqual([`eip155:1:${account}`])
    expect(session.sessionScopes[solanaChain]?.accounts).toEqual([`${solanaChain}:${solanaKey}`])
    expect(await client.getSession()).toEqual(session)
    expect(await client.invokeMethod({ scope: 'eip155:1', request: { method: 'eth_chainId', params: [] } })).toBe(
      'eth_chainId on eip155:1',
    )
    started.hold('eip155', accountAt(`eip155:1:${other}`))
    expect(heard).toMatchObject([
      {
        method: 'wallet_sessionChanged',
        params: { sessionScopes: { 'eip155:1': { accounts: [`eip155:1:${other}`] } } },
      },
    ])
    await client.revokeSession({ scopes: [solanaChain] })
    expect(started.instance.disconnect.mock.calls).toEqual([[{ namespace: 'solana' }]])
    await client.revokeSession({})
    await expect(client.getSession()).rejects.toMatchObject({ cause: { code: 5501 } })
  })
})

test('an instance that is destroyed while it is asked for says so', async () => {
  const { ask, instance } = startUniversal({ ready: false })
  instance.prefetch.mockImplementation(() => {})
  instance.ready = Promise.reject(new AirlockError('DESTROYED'))
  await expect(ask('wallet_createSession', { optionalScopes: { 'eip155:1': wallet } })).rejects.toMatchObject({
    code: 5000,
    data: { reason: 'DESTROYED' },
  })
})

test('a network that comes and goes changes the session', async () => {
  const { ask, instance, store, told } = startUniversal({ connected: ['eip155'], networks: [ethereum] })
  await ask('wallet_createSession', { optionalScopes: { eip155: { ...wallet, references: ['1'] } } })
  instance.networks = [optimism]
  store.set({ network: optimism })
  expect(told.at(-1)).toEqual({ changed: { sessionScopes: {} } })
})
