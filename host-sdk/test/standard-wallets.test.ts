/** Wallets of the page in the Wallet Standard: which fields are read, how they are called, and how answers are validated. */
import { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onWalletEvents } from '../src/injected/events.ts'
import { createForward } from '../src/injected/forward.ts'
import type { Reading } from '../src/injected/registry.ts'
import { createRegistry, type Registry } from '../src/injected/registry.ts'
import { createShared } from '../src/injected/shared.ts'
import { readStandardWallet, readStandardWallets } from '../src/injected/wallet-standard.ts'
import { createPresses } from '../src/press-round.ts'
import { ownMark } from '../src/standard/own.ts'
import type { Network } from '../src/types.ts'
import { ethereum, solana } from './support.ts'

const mainnet = 'solana:mainnet'
const address = base58.encode(new Uint8Array(32).fill(7))
const other = base58.encode(new Uint8Array(32).fill(8))
const png = 'data:image/png;base64,AAAA'
const signature = new Uint8Array(64).fill(3)
const bytes = new Uint8Array([1, 2, 3])
const scope = solana.caipNetworkId

const account = (of: string, more: object = {}) => ({ address: of, chains: [mainnet], ...more })

interface Sample {
  [part: string]: unknown
  readonly features: Record<string, Record<string, unknown>>
}

const sample = (
  more: Record<string, unknown> = {},
  features: Record<string, Record<string, unknown>> = {},
): Sample => ({
  version: '1.0.0',
  name: 'Sunbird',
  icon: png,
  chains: [mainnet],
  accounts: [account(address)],
  features: {
    'standard:connect': { connect: vi.fn(() => Promise.resolve({ accounts: [account(address)] })) },
    'solana:signMessage': {
      signMessage: vi.fn((...inputs: { message: Uint8Array }[]) =>
        Promise.resolve(inputs.map(({ message }) => ({ signedMessage: message, signature }))),
      ),
    },
    'solana:signTransaction': {
      signTransaction: vi.fn((...inputs: { transaction: Uint8Array }[]) =>
        Promise.resolve(inputs.map(({ transaction }) => ({ signedTransaction: transaction }))),
      ),
    },
    'solana:signAndSendTransaction': { signAndSendTransaction: vi.fn(() => Promise.resolve([{ signature }])) },
    ...features,
  },
  ...more,
})

let page: EventTarget
let networks: readonly Network[]
let registry: Registry
let reading: Reading
const changed = vi.fn()

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  networks = [ethereum, solana]
  changed.mockClear()
  registry = createRegistry(changed, () => false)
  reading = readStandardWallets(registry, () => networks)
})
afterEach(() => {
  reading.stop()
  registry.stop()
  vi.unstubAllGlobals()
})

/** Registers like a wallet that loads after the list. */
function register(...wallets: unknown[]): () => void {
  let undo: unknown
  const detail = (list: { register: (...all: unknown[]) => unknown }) => {
    undo = list.register(...wallets)
  }
  page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail }))
  return undo as () => void // as: what the list gives
}

describe('a registration', () => {
  test('is listed in the agreed form, with the networks of the page that it serves', () => {
    register(sample())
    const [wallet] = registry.list()
    expect(wallet).toMatchObject({
      type: 'announced',
      namespace: 'solana',
      name: 'Sunbird',
      icon: png,
      chains: [scope],
      disputed: false,
    })
    expect(parse(InjectedWallet, wallet).ok).toBe(true)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  test('may have come before the list, and may be made twice', () => {
    const early = sample()
    page.addEventListener('wallet-standard:app-ready', (event) => {
      const list = (event as CustomEvent<{ register: (wallet: object) => void }>).detail
      list.register(early)
    })
    reading.discover()
    reading.discover()
    expect(registry.list().map(({ name }) => name)).toEqual(['Sunbird'])
  })

  test('ends when the wallet takes it back', () => {
    const undo = register(sample())
    const handle = registry.list()[0]?.handle ?? ''
    undo()
    expect(registry.list()).toEqual([])
    expect(registry.find(handle)).toBeUndefined()
    register(sample())
    expect(registry.list()).toHaveLength(1)
  })

  test('follows the networks of the page', () => {
    register(sample())
    networks = [ethereum]
    expect(registry.list()).toEqual([])
    networks = [ethereum, solana]
    expect(registry.list()).toHaveLength(1)
  })

  test.each([
    ['nothing', undefined],
    ['a text', 'wallet'],
    ['a function', () => {}],
    ['no name', sample({ name: undefined })],
    ['a name of invisible characters', sample({ name: '\u202e\u0000 ' })],
    ['no features', sample({ features: undefined })],
    ['no connect', sample({}, { 'standard:connect': {} })],
    ['a connect that is no function', sample({}, { 'standard:connect': { connect: 'yes' } })],
    ['no network of Solana', sample({ chains: ['bitcoin:mainnet'] })],
    ['networks that are no list', sample({ chains: { 0: mainnet, length: 1 } })],
    ['our own wallet', sample({ [ownMark]: true })],
    [
      'nothing to sign with',
      sample({}, { 'solana:signMessage': {}, 'solana:signTransaction': {}, 'solana:signAndSendTransaction': {} }),
    ],
  ])('is dropped: %s [C181]', (_, wallet) => {
    register(wallet)
    expect(registry.list()).toEqual([])
    // It takes up no place in the list either.
    expect(changed).not.toHaveBeenCalled()
  })

  test('reads each field once: a getter that changes its answer changes nothing [C181]', () => {
    const reads: Record<string, number> = {}
    const honest = sample()
    const shifting = Object.defineProperties(
      {},
      Object.fromEntries(
        Object.entries({ ...honest, name: 'Evil' }).map(([key, value]) => [
          key,
          {
            get() {
              reads[key] = (reads[key] ?? 0) + 1
              return reads[key] === 1 ? value : key === 'name' ? 'Phantom' : undefined
            },
          },
        ]),
      ),
    )
    register(shifting)
    expect(registry.list()).toMatchObject([{ name: 'Evil', chains: [scope] }])
    expect(registry.list()).toMatchObject([{ name: 'Evil', chains: [scope] }])
    expect(reads).toEqual({ name: 1, icon: 1, chains: 1, features: 1 })
  })

  test('leaves room for the honest one beside it, also with traps, without end or made twice [C46]', () => {
    const trap = () => {
      throw new Error('trap')
    }
    const endless = sample({
      name: 'W'.repeat(100_000),
      icon: `${png}${'A'.repeat(10_000_000)}`,
      chains: Array.from({ length: 100_000 }, () => mainnet),
    })
    const honest = sample()
    register(
      new Proxy({}, { get: trap }),
      Object.defineProperty(sample(), 'name', { get: trap }),
      endless,
      honest,
      honest,
    )
    const listed = registry.list()
    expect(listed.map(({ name }) => name)).toEqual(['W'.repeat(limits.name), 'Sunbird'])
    for (const wallet of listed) expect(parse(InjectedWallet, wallet).ok).toBe(true)
  })

  test('is cut at the limit in a flood, and two of one name are disputed [C181]', () => {
    register(...Array.from({ length: 500 }, (_, at) => sample({ name: `Wallet ${at}` })))
    expect(registry.list()).toHaveLength(limits.wallets)
    expect(registry.hasMore()).toBe(true)
    register(sample({ name: 'Wallet 0' }))
    expect(registry.list().filter(({ disputed }) => disputed)).toHaveLength(2)
  })

  test('neither throws nor leaves the form, whatever it is [C181]', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.anything(), (wallet, part) => {
        const found = [wallet, { ...sample(), chains: part }, { ...sample(), features: part }, part].map((one) =>
          readStandardWallet(one, () => networks),
        )
        for (const one of found) if (one) expect(one.name.length).toBeLessThanOrEqual(limits.name)
      }),
    )
    const angry: unknown = new Proxy(
      {},
      {
        get() {
          throw new Error('trap')
        },
      },
    )
    expect(() => register(angry)).not.toThrow()
    page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: angry }))
    expect(registry.list()).toEqual([])
  })
})

describe('a call', () => {
  const asked = (wallet: Sample, method: string, params: unknown[] = [], on: Network['caipNetworkId'] = scope) => {
    register(wallet)
    const forward = createForward(registry.find, () => {}, createShared(), createPresses())
    const handle = registry.list()[0]?.handle ?? ''
    const context = { signal: new AbortController().signal, waitsForPerson: vi.fn() }
    return forward({ handle, scope: on, method, params: params as never[] }, context).then(
      ({ result }) => result,
      (error: unknown) => (error instanceof AirlockError ? error.code : 'foreign'),
    )
  }
  const message = { message: base58.encode(bytes), pubkey: address }
  const transaction = { transaction: base58.encode(bytes), pubkey: address }
  const signing = (outputs: unknown) => sample({}, { 'solana:signMessage': { signMessage: () => outputs } })

  test('is one call of a feature, for each method', async () => {
    expect(await asked(sample(), 'solana_connect')).toEqual([address])
    expect(await asked(sample(), 'solana_accounts')).toEqual([address])
    expect(await asked(sample(), 'solana_disconnect')).toBeNull()
    expect(await asked(sample(), 'solana_signMessage', [message])).toEqual({ signature: base58.encode(signature) })
    expect(await asked(sample(), 'solana_signTransaction', [transaction])).toEqual({
      transaction: transaction.transaction,
    })
    const { transaction: one } = transaction
    expect(
      await asked(sample(), 'solana_signAllTransactions', [{ transactions: [one, one], pubkey: address }]),
    ).toEqual({
      transactions: [one, one],
    })
    expect(await asked(sample(), 'solana_signAndSendTransaction', [transaction])).toEqual({
      signature: base58.encode(signature),
    })
  })

  const input = {
    domain: 'app.example',
    uri: 'https://app.example/',
    version: '1',
    chainId: 'mainnet',
    nonce: 'abc12345',
    issuedAt: '2026-01-01T00:00:00Z',
  }
  const signingIn = (output: object) =>
    sample(
      {},
      {
        'solana:signIn': {
          signIn: vi.fn(() => [{ account: account(address), signedMessage: bytes, signature, ...output }]),
        },
      },
    )

  test('gives the wallet the parts and the account to sign in, and returns the text that it signed', async () => {
    const wallet = signingIn({})
    expect(await asked(wallet, 'solana_signIn', [{ input, pubkey: address }])).toEqual({
      message: base58.encode(bytes),
      signature: base58.encode(signature),
    })
    expect(wallet.features['solana:signIn']?.['signIn']).toHaveBeenCalledWith({ ...input, address })
  })

  test.each([
    ['of another account', { account: account(other) }],
    ['of nobody', { account: undefined }],
    ['of no message', { signedMessage: new Uint8Array() }],
    ['of an endless message', { signedMessage: new Uint8Array(10_001) }],
    ['that is too short', { signature: signature.slice(1) }],
  ])('fails if the signature to sign in is one %s [C251]', async (_, output) => {
    expect(await asked(signingIn(output), 'solana_signIn', [{ input, pubkey: address }])).toBe('WALLET_FAILED')
  })

  test('is refused for signing in if the wallet lacks the feature', async () => {
    expect(await asked(sample(), 'solana_signIn', [{ input, pubkey: address }])).toBe('METHOD_NOT_ALLOWED')
  })

  test('names the wallet’s own account and its own word for the network', async () => {
    const wallet = sample()
    const [own] = wallet['accounts'] as object[] // as: the sample's
    await asked(wallet, 'solana_signAndSendTransaction', [{ ...transaction, options: { skipPreflight: true } }])
    const sign = wallet.features['solana:signAndSendTransaction']?.['signAndSendTransaction']
    expect(sign).toHaveBeenCalledWith({
      account: own,
      chain: mainnet,
      transaction: bytes,
      options: { skipPreflight: true },
    })
  })

  test('connects silently, and leaves out an account of another chain', async () => {
    const connect = vi.fn(() => ({ accounts: [account(other, { chains: ['sui:mainnet'] }), account('0xabc')] }))
    const wallet = sample({}, { 'standard:connect': { connect } })
    expect(await asked(wallet, 'solana_accounts')).toEqual([])
    expect(connect).toHaveBeenCalledWith({ silent: true })
  })

  test.each([
    ['UNAUTHORIZED', 'for another account', sample(), 'solana_signMessage', { ...message, pubkey: other }, scope],
    ['CHAIN_NOT_SUPPORTED', 'on an unserved network', sample(), 'solana_signTransaction', transaction, 'solana:other'],
    ['METHOD_NOT_ALLOWED', 'on a network of another namespace', sample(), 'solana_signMessage', message, 'eip155:1'],
    ['METHOD_NOT_ALLOWED', 'of an EVM wallet', sample(), 'eth_accounts', undefined, scope],
    ['BAD_SHAPE', 'with an unknown field', sample(), 'solana_signMessage', { ...message, more: 1 }, scope],
    ['BAD_SHAPE', 'with hex', sample(), 'solana_signMessage', { ...message, message: '0x00' }, scope],
    [
      'METHOD_NOT_ALLOWED',
      'of a missing feature',
      sample({}, { 'solana:signMessage': {} }),
      'solana_signMessage',
      message,
      scope,
    ],
  ] as const)('is %s %s, and the wallet hears nothing [C182]', async (code, _, wallet, method, params, on) => {
    expect(await asked(wallet, method, params ? [params] : [], on)).toBe(code)
    for (const feature of Object.values(wallet.features))
      for (const call of Object.values(feature)) expect(call).not.toHaveBeenCalled()
  })

  test.each([
    ['nothing', undefined],
    ['no list', { signedMessage: bytes, signature }],
    ['too few outputs', []],
    ['too many outputs', [1, 2].map(() => ({ signedMessage: bytes, signature }))],
    ['another message', [{ signedMessage: new Uint8Array([9, 9, 9]), signature }]],
    ['a longer message', [{ signedMessage: new Uint8Array([1, 2, 3, 4]), signature }]],
    ['a short signature', [{ signedMessage: bytes, signature: signature.slice(1) }]],
    ['a long signature', [{ signedMessage: bytes, signature: new Uint8Array(65) }]],
    ['a signature as text', [{ signedMessage: bytes, signature: base58.encode(signature) }]],
    ['an endless signature', [{ signedMessage: bytes, signature: { length: 2 ** 32 } }]],
  ])('answered with %s has failed [C182]', async (_, outputs) => {
    expect(await asked(signing(outputs), 'solana_signMessage', [message])).toBe('WALLET_FAILED')
  })

  test.each([
    ['User rejected the request.', 'USER_REJECTED'],
    ['Transaction was rejected by the user', 'USER_REJECTED'],
    ['The user is unhappy', 'WALLET_FAILED'],
  ])('refused with “%s” is %s', async (words, code) => {
    const refuse = () => Promise.reject(new Error(words))
    const wallet = sample({}, { 'solana:signMessage': { signMessage: refuse } })
    expect(await asked(wallet, 'solana_signMessage', [message])).toBe(code)
  })

  test('refused with a number keeps the number', async () => {
    const refuse = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    const wallet = sample({}, { 'solana:signMessage': { signMessage: refuse } })
    expect(await asked(wallet, 'solana_signMessage', [message])).toBe('USER_REJECTED')
  })
})

test('a change of accounts is told with those that the wallet lists then, and junk is not [C182]', async () => {
  vi.useFakeTimers()
  let change: ((news: unknown) => void) | undefined
  const off = vi.fn()
  const events = {
    on: (_: string, listener: (news: unknown) => void) => {
      change = listener
      return off
    },
  }
  const wallet = sample({}, { 'standard:events': events })
  register(wallet)
  const provider = registry.find(registry.list()[0]?.handle ?? '')
  if (!provider) throw new Error('not listed')
  const told: unknown[] = []
  const stop = onWalletEvents(provider, (...news) => told.push(news))
  const say = (accounts: unknown) => {
    wallet['accounts'] = accounts
    change?.({ accounts: [account('not read')] })
    vi.advanceTimersByTime(100)
  }
  say([account(other), account('<b>')])
  say('everybody')
  say([])
  expect(told).toEqual([
    ['accountsChanged', [other]],
    ['accountsChanged', []],
    ['accountsChanged', []],
  ])
  stop()
  expect(off).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
