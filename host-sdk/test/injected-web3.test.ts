/** Wallets in `window.injectedWeb3`: which fields are read, how they are called, and how answers are validated. */
import { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onWalletEvents } from '../src/injected/events.ts'
import { createForward } from '../src/injected/forward.ts'
import { readInjectedWeb3 } from '../src/injected/injected-web3.ts'
import type { Reading } from '../src/injected/registry.ts'
import { createRegistry, type Found, type Registry } from '../src/injected/registry.ts'
import { createShared } from '../src/injected/shared.ts'
import { createPresses } from '../src/press-round.ts'
import type { Network } from '../src/types.ts'
import { ethereum, extrinsic } from './support.ts'

const scope = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const polkadot: Network = {
  id: scope.slice('polkadot:'.length),
  caipNetworkId: scope,
  chainNamespace: 'polkadot',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: [] } },
}
const one = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const two = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const signature = `0x${'ab'.repeat(64)}`
const payload = {
  ...extrinsic,
  address: one,
  genesisHash: `0x91b171bb158e2d3848fa23a9f1c25182${'00'.repeat(16)}`,
  withSignedTransaction: false,
}

/** The object that an extension gives to an authorised page. */
const given = (more: Record<string, unknown> = {}) => {
  const tellers = new Set<(accounts: unknown) => void>()
  return {
    accounts: {
      get: vi.fn((): unknown => Promise.resolve([{ address: one, name: 'Savings', type: 'sr25519' }])),
      subscribe: vi.fn((teller: (accounts: unknown) => void) => {
        tellers.add(teller)
        return () => tellers.delete(teller)
      }),
    },
    signer: {
      signRaw: vi.fn((): unknown => Promise.resolve({ id: 1, signature })),
      signPayload: vi.fn((): unknown => Promise.resolve({ id: 2, signature })),
    },
    tell: (accounts: unknown) => {
      for (const teller of tellers) teller(accounts)
    },
    ...more,
  }
}
const sample = (injected: unknown = given()) => ({ version: '1.0', enable: vi.fn(() => Promise.resolve(injected)) })

let page: EventTarget & { injectedWeb3?: unknown }
let networks: readonly Network[]
let registry: Registry
let reading: Reading

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { host: 'app.example' })
  networks = [ethereum, polkadot]
  registry = createRegistry(vi.fn(), () => false)
  reading = readInjectedWeb3(registry, () => networks)
})
afterEach(() => {
  reading.stop()
  registry.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function list(wallets: unknown) {
  page.injectedWeb3 = wallets
  reading.discover()
  return registry.list()
}

describe('an entry', () => {
  test('is listed in the agreed form, under the name by which its wallet is known, and is not asked', () => {
    const [first, second] = [sample(), sample()]
    const wallets = list({ 'subwallet-js': first, sunbird: second })
    expect(wallets).toMatchObject([
      { type: 'announced', namespace: 'polkadot', name: 'SubWallet', chains: [scope], disputed: false },
      { name: 'sunbird', disputed: false },
    ])
    for (const wallet of wallets) expect(parse(InjectedWallet, wallet).ok).toBe(true)
    for (const { enable } of [first, second]) expect(enable).not.toHaveBeenCalled()
  })

  test.each([250, 1000, 2500, 'load'] as const)('is found if it comes later, at %s', (when) => {
    list(undefined)
    if (typeof when === 'number') vi.advanceTimersByTime(when - 1)
    expect(registry.list()).toEqual([])
    page.injectedWeb3 = { sunbird: sample() }
    if (typeof when === 'number') vi.advanceTimersByTime(1)
    else page.dispatchEvent(new Event('load'))
    expect(registry.list()).toHaveLength(1)
  })

  test('takes its handle with it when it goes or is replaced', () => {
    const [before] = list({ sunbird: sample() })
    const [after] = list({ sunbird: sample() })
    expect(after?.handle).not.toBe(before?.handle)
    expect(registry.find(before?.handle ?? '')).toBeUndefined()
    expect(list({})).toEqual([])
  })

  test('has one key for the addresses of an account on all networks [C363]', () => {
    const [wallet] = list({ sunbird: sample() })
    const { keyOf } = registry.find(wallet?.handle ?? '') ?? {}
    const same = [
      one,
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
      'VdvKmYJfD4VXA9fzz1SbmCo2eYHSzUFbaDCZSuaNKJAe8YNg6',
    ]
    expect(new Set(same.map((address) => keyOf?.(address))).size).toBe(1)
    expect(keyOf?.(two)).not.toBe(keyOf?.(one))
    expect(keyOf?.('no base58: 0OIl')).toBe('no base58: 0OIl')
  })

  test('follows the networks of the page', () => {
    list({ sunbird: sample() })
    networks = [ethereum]
    expect(registry.list()).toEqual([])
  })

  test.each([
    ['no list', 'all of them'],
    ['a list that is a function', () => {}],
    ['an entry that is a text', { sunbird: 'wallet' }],
    ['an entry without a function', { sunbird: { version: '1', enable: true } }],
    ['a name of invisible characters', { '\u202e\u0000 ': sample() }],
    [
      'an entry that throws',
      {
        get sunbird() {
          throw new Error('boo')
        },
      },
    ],
    [
      'a list that throws',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('boo')
          },
        },
      ),
    ],
    [
      'a function that throws when it is read',
      {
        sunbird: new Proxy(
          {},
          {
            get: () => {
              throw new Error('boo')
            },
          },
        ),
      },
    ],
  ])('is not read: %s [C200]', (_, wallets) => {
    expect(list(wallets)).toEqual([])
  })

  test('thousands of them: a few are listed, and the page is told that there are more [C200]', () => {
    const wallets = list(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`wallet ${at}`, sample()])))
    expect(wallets).toHaveLength(limits.wallets)
    expect(registry.hasMore()).toBe(true)
  })

  test('is disputed if another one takes its name, like that other one [C200]', () => {
    const wallets = list({ 'subwallet-js': sample(), 'Sub\u200bWallet': sample(), sunbird: sample() })
    expect(wallets.map(({ name, disputed }) => [name, disputed])).toEqual([
      ['SubWallet', true],
      ['SubWallet', true],
      ['sunbird', false],
    ])
  })

  test('is a part of the wallet of another namespace with its name, and no rival [C200]', () => {
    const elsewhere: Found = {
      name: 'SubWallet',
      icon: undefined,
      uuid: undefined,
      rdns: undefined,
      provider: { namespace: 'solana', identity: {}, request: () => undefined },
      serves: () => ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    }
    registry.add(elsewhere)
    expect(list({ 'subwallet-js': sample() }).map(({ disputed }) => disputed)).toEqual([false, false])
  })

  test('is read once: what it becomes later does not count [C200]', async () => {
    let reads = 0
    const entry = {
      get enable() {
        reads++
        return reads === 1 ? () => Promise.resolve(given()) : undefined
      },
    }
    list({ sunbird: entry })
    list({ sunbird: entry })
    expect(await ask('polkadot_connect')).toHaveLength(1)
    expect(reads).toBe(1)
  })
})

async function ask(method: string, params: unknown[] = [], signal = new AbortController().signal): Promise<unknown> {
  const handle = registry.list()[0]?.handle ?? ''
  const forward = createForward(registry.find, () => {}, createShared(), createPresses())
  const call = { handle, scope, method, params: params as never[] } as const // as: JSON
  return (await forward(call, { signal, waitsForPerson: () => {} })).result
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AirlockError ? error.code : 'foreign'),
  )

describe('a call', () => {
  test('lets the wallet ask its user once, for this site, and copies what the modal needs', async () => {
    const injected = given()
    injected.accounts.get.mockResolvedValue([
      { address: one, name: ' Sav\u202eings ', type: 'sr25519', genesisHash: payload.genesisHash, evil: () => {} },
      { address: two, genesisHash: null, type: 'other' },
      { address: `0x${'11'.repeat(20)}`, type: 'ethereum' },
      7,
    ])
    const wallet = sample(injected)
    list({ sunbird: wallet })
    const accounts = [
      { address: one, name: 'Savings', type: 'sr25519', genesisHash: payload.genesisHash },
      { address: two },
    ]
    expect(await ask('polkadot_connect')).toEqual(accounts)
    expect(await ask('polkadot_accounts')).toEqual(accounts)
    expect(wallet.enable.mock.calls).toEqual([['app.example']])
  })

  test('uses `connect` where there is no `enable`, and a wallet that refused may be asked again', async () => {
    const connect = vi.fn().mockRejectedValueOnce(new Error('Cancelled')).mockResolvedValue(given())
    list({ sunbird: { connect } })
    expect(await codeOf(ask('polkadot_connect'))).toBe('USER_REJECTED')
    expect(await codeOf(ask('polkadot_connect'))).toBe('done')
  })

  test.each([
    ['USER_REJECTED', new Error('Rejected')],
    ['USER_REJECTED', new Error('Rejected by user')],
    [
      'REQUEST_PENDING',
      new Error('Pending authorization request already exists for this site. Please accept or reject the request.'),
    ],
    ['WALLET_FAILED', new Error('The wallet is locked')],
    ['USER_REJECTED', { code: 4001, message: 'no' }],
  ])('fails with the code %s: %s', async (code, error) => {
    const injected = given()
    injected.signer.signRaw.mockRejectedValue(error)
    list({ sunbird: sample(injected) })
    expect(await codeOf(ask('polkadot_signMessage', [{ address: one, data: '0x00' }]))).toBe(code)
  })

  test('for a signature is one of the wallet’s own functions, with exactly what was asked', async () => {
    const injected = given()
    list({ sunbird: sample(injected) })
    expect(await ask('polkadot_signMessage', [{ address: one, data: '0x6869' }])).toEqual({ signature })
    expect(injected.signer.signRaw.mock.calls).toEqual([[{ address: one, data: '0x6869', type: 'bytes' }]])
    expect(await ask('polkadot_signTransaction', [{ payload }])).toEqual({ signature })
    expect(injected.signer.signPayload.mock.calls).toEqual([[payload]])
  })

  test.each([
    ['UNAUTHORIZED', 'polkadot_signMessage', [{ address: two, data: '0x00' }]],
    ['UNAUTHORIZED', 'polkadot_signTransaction', [{ payload: { ...payload, address: two } }]],
    ['BAD_SHAPE', 'polkadot_signMessage', [{ address: one, data: 'hi' }]],
    ['BAD_SHAPE', 'polkadot_signMessage', [{ address: one, data: '0x00', type: 'payload' }]],
    ['BAD_SHAPE', 'polkadot_signTransaction', [{ payload: { ...payload, evil: 1 } }]],
    ['BAD_SHAPE', 'polkadot_connect', [1]],
    ['METHOD_NOT_ALLOWED', 'eth_accounts', []],
  ])('is %s for %s %j, and the wallet signs nothing [C201]', async (code, method, params) => {
    const injected = given()
    list({ sunbird: sample(injected) })
    expect(await codeOf(ask(method, params))).toBe(code)
    for (const call of Object.values(injected.signer)) expect(call).not.toHaveBeenCalled()
  })

  test('says so if the wallet does not have the function', async () => {
    list({ sunbird: sample(given({ signer: {} })) })
    expect(await codeOf(ask('polkadot_signMessage', [{ address: one, data: '0x00' }]))).toBe('METHOD_NOT_ALLOWED')
    list({ sunbird: sample(given({ accounts: {} })) })
    expect(await codeOf(ask('polkadot_connect'))).toBe('WALLET_FAILED')
  })

  test.each([
    ['nothing', undefined],
    ['a text', signature],
    ['a short signature', { signature: '0xab' }],
    ['a signature that is no hex', { signature: `0x${'zz'.repeat(64)}` }],
    ['bytes', { signature: new Uint8Array(64) }],
    [
      'an answer that throws',
      {
        get signature() {
          throw new Error('boo')
        },
      },
    ],
  ])('answered with %s fails [C201]', async (_, answer) => {
    const injected = given()
    injected.signer.signRaw.mockResolvedValue(answer)
    list({ sunbird: sample(injected) })
    expect(await codeOf(ask('polkadot_signMessage', [{ address: one, data: '0x00' }]))).toBe('WALLET_FAILED')
  })

  test('any answer with accounts gives addresses only, up to the limit [C201]', async () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.array(fc.oneof(fc.anything(), fc.record({ address: fc.oneof(fc.constant(one), fc.anything()) }))),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (accounts) => {
        const injected = given()
        injected.accounts.get.mockResolvedValue(accounts)
        list({ sunbird: sample(injected) })
        const answer = (await ask('polkadot_accounts')) as { address: string }[] // as: checked here
        for (const { address } of answer) expect(address).toMatch(/^[1-9A-HJ-NP-Za-km-z]{45,50}$/)
      }),
      { numRuns: 50 },
    )
    const many = given()
    many.accounts.get.mockResolvedValue(Array.from({ length: 1000 }, () => ({ address: one })))
    list({ sunbird: sample(many) })
    expect(await ask('polkadot_accounts')).toHaveLength(256)
  })
})

test('a change of the accounts is told once the wallet has let the page in, and only as addresses [C201]', async () => {
  const injected = given()
  list({ sunbird: sample(injected) })
  const provider = registry.find(registry.list()[0]?.handle ?? '')
  if (!provider) throw new Error('no wallet')
  const tell = vi.fn()
  const stop = onWalletEvents(provider, tell)
  await ask('polkadot_connect')
  injected.tell([{ address: two, name: 'Other' }, { address: '<b>' }])
  vi.advanceTimersByTime(50)
  expect(tell.mock.calls).toEqual([['accountsChanged', [two]]])
  stop()
  injected.tell([{ address: one }])
  vi.advanceTimersByTime(50)
  expect(tell).toHaveBeenCalledTimes(1)
})
