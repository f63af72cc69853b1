import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { toWireError } from '@airlock/protocol/wire-error.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onWalletEvents, reportChange } from '../src/injected/events.ts'
import { createForward, readWalletError } from '../src/injected/forward.ts'
import { readProvider } from '../src/injected/read.ts'
import { createShared } from '../src/injected/shared.ts'
import { createPresses } from '../src/press-round.ts'
import { address } from './support.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const context = (signal = new AbortController().signal) => ({ signal, waitsForPerson: vi.fn() })

function forwardTo(request: (call: { method: string; params?: unknown }) => unknown) {
  const provider = readProvider({ request })
  const onUse = vi.fn()
  const forward = createForward(
    (handle) => (handle === 'h' ? provider : undefined),
    onUse,
    createShared(),
    createPresses(),
  )
  const call = (
    method: string,
    params: never[] | unknown[] = [],
    more = context(),
    handle = 'h',
    scope: Caip2 = 'eip155:1',
  ) => forward({ handle, scope, method, params: params as never[] }, more)
  return { call, onUse }
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AirlockError ? error.code : 'foreign'),
  )

test('a listed call reaches the wallet with its parsed params', async () => {
  const request = vi.fn(() => Promise.resolve([address]))
  const { call, onUse } = forwardTo(request)
  await expect(call('eth_requestAccounts')).resolves.toEqual({ result: [address] })
  expect(request).toHaveBeenCalledWith({ method: 'eth_requestAccounts', params: [] })
  expect(onUse).toHaveBeenCalledWith('h')
})

test.each([
  ['METHOD_NOT_ALLOWED', 'eth_sign', []],
  ['METHOD_NOT_ALLOWED', 'ETH_ACCOUNTS', []],
  ['METHOD_NOT_ALLOWED', 'eth_accounts ', []],
  ['METHOD_NOT_ALLOWED', 'toString', []],
  ['METHOD_NOT_ALLOWED', '__proto__', []],
  ['METHOD_NOT_ALLOWED', 'constructor', []],
  ['BAD_SHAPE', 'eth_accounts', [1]],
  ['BAD_SHAPE', 'personal_sign', ['0x00', '0x1']],
  ['BAD_SHAPE', 'wallet_switchEthereumChain', [{ chainId: '0x20000000000000' }]],
  ['BAD_SHAPE', 'wallet_switchEthereumChain', [{ chainId: '0x1', extra: 1 }]],
])('%s for %s %o, and the wallet hears nothing', async (expected, method, params) => {
  const request = vi.fn()
  expect(await code(forwardTo(request).call(method, params))).toBe(expected)
  expect(request).not.toHaveBeenCalled()
})

test('an answer is a copy of plain values: no getter, instance or later change of the wallet goes further [T16]', async () => {
  class Account {
    readonly value: string
    constructor(value: string) {
      this.value = value
    }
    get balance() {
      return 'a getter'
    }
    toString() {
      return this.value
    }
  }
  let reads = 0
  const own = {
    list: [new Account(address)],
    get field() {
      return ++reads
    },
    ask: () => 'a function',
  }
  const { result } = await forwardTo(() => own).call('eth_accounts')
  own.list.length = 0
  expect(result).toEqual({ list: [{ value: address }], field: 1 })
  const { list } = result as { list: object[] } // as: compared on the line above
  const prototypes = [result, list, list[0]].map((value): unknown => Object.getPrototypeOf(value))
  expect(prototypes).toEqual([Object.prototype, Array.prototype, Object.prototype])
  expect(Object.getOwnPropertyDescriptor(result, 'field')).toMatchObject({ value: 1 })
})

test('an unknown handle and another namespace are refused', async () => {
  const { call } = forwardTo(() => null)
  expect(await code(call('eth_accounts', [], context(), 'x'))).toBe('WALLET_NOT_FOUND')
  expect(await code(call('eth_accounts', [], context(), 'h', 'solana:x'))).toBe('METHOD_NOT_ALLOWED')
})

test('one question of a kind at a time, until the wallet answers', async () => {
  let answer: ((value: null) => void) | undefined
  const { call } = forwardTo(
    () =>
      new Promise<null>((resolve) => {
        answer = resolve
      }),
  )
  const abort = new AbortController()
  const first = call('wallet_switchEthereumChain', [{ chainId: '0x1' }], context(abort.signal))
  expect(await code(call('wallet_switchEthereumChain', [{ chainId: '0x1' }]))).toBe('REQUEST_PENDING')
  abort.abort()
  expect(await code(first)).toBe('ABORTED')
  // The wallet's window is still open: a different request is refused until it closes, and the same request waits for its answer.
  expect(await code(call('wallet_switchEthereumChain', [{ chainId: '0x2' }]))).toBe('REQUEST_PENDING')
  const same = call('wallet_switchEthereumChain', [{ chainId: '0x1' }])
  answer?.(null)
  await expect(same).resolves.toEqual({ result: null })
  const again = call('wallet_switchEthereumChain', [{ chainId: '0x1' }])
  answer?.(null)
  await expect(again).resolves.toEqual({ result: null })
})

describe('a user who gave up connecting and tries again', () => {
  afterEach(() => vi.unstubAllGlobals())

  const twice = (isClicked: boolean) => {
    vi.stubGlobal('navigator', { userActivation: { isActive: isClicked } })
    const asked: { resolve: (value: unknown) => void; reject: (error: unknown) => void }[] = []
    const { call } = forwardTo(() => new Promise((resolve, reject) => asked.push({ resolve, reject })))
    const abort = new AbortController()
    const first = code(call('eth_requestAccounts', [], context(abort.signal)))
    return { call, abort, first, asked }
  }
  const pending = Object.assign(new Error('pending'), { code: -32002 })
  const rejected = Object.assign(new Error('no'), { code: 4001 })

  test('is not asked twice while the first attempt lasts', async () => {
    const { call, asked } = twice(true)
    expect(await code(call('eth_requestAccounts'))).toBe('REQUEST_PENDING')
    expect(asked).toHaveLength(1)
  })

  test('makes the wallet ask again, and an answer in either window counts', async () => {
    for (const window of [0, 1]) {
      const { call, abort, first, asked } = twice(true)
      abort.abort()
      expect(await first).toBe('ABORTED')
      const second = call('eth_requestAccounts')
      await vi.advanceTimersByTimeAsync(0)
      expect(asked).toHaveLength(2)
      asked[window]?.resolve([address])
      await expect(second).resolves.toEqual({ result: [address] })
    }
  })

  test('goes on waiting for the first window where the wallet says that it is still open', async () => {
    const { call, abort, asked } = twice(true)
    abort.abort()
    const second = code(call('eth_requestAccounts'))
    await vi.advanceTimersByTimeAsync(0)
    asked[1]?.reject(pending)
    await vi.advanceTimersByTimeAsync(1000)
    asked[0]?.reject(rejected)
    expect(await second).toBe('USER_REJECTED')
    await vi.advanceTimersByTimeAsync(0)
    void call('eth_requestAccounts')
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(3)
  })

  test('only waits for what is open without a click, or at a third time', async () => {
    const quiet = twice(false)
    quiet.abort.abort()
    const joined = quiet.call('eth_requestAccounts')
    await vi.advanceTimersByTimeAsync(0)
    expect(quiet.asked).toHaveLength(1)
    quiet.asked[0]?.resolve([address])
    await expect(joined).resolves.toEqual({ result: [address] })

    const eager = twice(true)
    eager.abort.abort()
    const abort = new AbortController()
    const second = code(eager.call('eth_requestAccounts', [], context(abort.signal)))
    abort.abort()
    expect(await second).toBe('ABORTED')
    void eager.call('eth_requestAccounts')
    await vi.advanceTimersByTimeAsync(0)
    expect(eager.asked).toHaveLength(2)
  })
})

test('a signature that was given up is not asked for again while its window is open', async () => {
  const { call } = forwardTo(() => new Promise(() => {}))
  const abort = new AbortController()
  const first = code(call('personal_sign', ['0x00', address], context(abort.signal)))
  abort.abort()
  expect(await first).toBe('ABORTED')
  expect(await code(call('personal_sign', ['0x00', address]))).toBe('REQUEST_PENDING')
})

test('a call that was given up before it got here reaches no wallet', async () => {
  const request = vi.fn()
  expect(await code(forwardTo(request).call('eth_requestAccounts', [], context(AbortSignal.abort())))).toBe('ABORTED')
  expect(request).not.toHaveBeenCalled()
})

test('a question says that the user is asked and has no deadline; a read has 30 s', async () => {
  const { call } = forwardTo(() => new Promise(() => {}))
  const asking = context()
  void call('personal_sign', ['0x00', address], asking)
  const reading = context()
  const read = code(call('eth_chainId', [], reading))
  expect(asking.waitsForPerson).toHaveBeenCalledTimes(1)
  expect(reading.waitsForPerson).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await read).toBe('TIMEOUT')
  expect(vi.getTimerCount()).toBe(0)
})

const cyclic: { self?: unknown } = {}
cyclic.self = cyclic
test.each([
  ['a cycle', () => cyclic],
  ['a bigint', () => 1n],
  ['a function', () => () => {}],
  [
    'a getter that throws',
    () => ({
      get x() {
        throw new Error('x')
      },
    }),
  ],
  [
    'a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    },
  ],
])('%s as answer becomes WALLET_FAILED', async (_, answer) => {
  expect(await code(forwardTo(answer).call('eth_chainId'))).toBe('WALLET_FAILED')
})

test('an answer leaves as plain values', async () => {
  class Strange {
    value = 1
    get more() {
      return 2
    }
  }
  const { result } = await forwardTo(() => new Strange()).call('eth_chainId')
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  expect(result).toEqual({ value: 1 })
  await expect(forwardTo(() => undefined).call('eth_chainId')).resolves.toEqual({ result: null })
})

test.each([
  [4001, 'USER_REJECTED'],
  [4100, 'UNAUTHORIZED'],
  [-32002, 'REQUEST_PENDING'],
  [4902, 'CHAIN_NOT_SUPPORTED'],
  [5000, 'WALLET_FAILED'],
])('%d stays %d', async (number, expected) => {
  const error = readWalletError(
    Object.assign(new Error('x'.repeat(2000)), {
      code: number,
      stack: 'secret',
      data: { originalError: { code: 4902, message: 'secret' } },
    }),
  )
  expect(error).toMatchObject({ code: expected, rpcCode: number })
  expect(toWireError(error)).toEqual({
    code: number,
    message: 'x'.repeat(512),
    reason: expected,
    data: { originalError: { code: 4902 } },
  })
})

test.each([
  undefined,
  null,
  7,
  Symbol('x'),
  () => {},
  { code: '4001' },
  { code: 1.5 },
  { message: {} },
  new Proxy(
    {},
    {
      get() {
        throw new Error('trap')
      },
    },
  ),
])('anything thrown becomes ours: %#', (thrown) => {
  expect(readWalletError(thrown)).toMatchObject({
    code: 'WALLET_FAILED',
    rpcCode: -32000,
    message: 'wallet failed',
  })
})

test.each([
  ['words', 'Unrecognized chain', { code: 'WALLET_FAILED', message: 'Unrecognized chain' }],
  ['a decline in words', 'User rejected the request.', { code: 'USER_REJECTED', rpcCode: 4001 }],
  [
    'a decline with the code of every failure',
    Object.assign(new Error('User denied transaction signature.'), { code: -32603 }),
    { code: 'USER_REJECTED', rpcCode: 4001 },
  ],
  [
    'a failure that tells of a decline, with a code of its own',
    Object.assign(new Error('The user rejected it earlier'), { code: 4100 }),
    { code: 'UNAUTHORIZED', rpcCode: 4100 },
  ],
])('%s is understood', (_, thrown, expected) => {
  expect(readWalletError(thrown)).toMatchObject(expected)
})

function shouting() {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const wallet = {
    request: () => null,
    on: (event: string, listener: (payload: unknown) => void) => {
      listeners.set(event, new Set(listeners.get(event)).add(listener))
    },
    removeListener: (event: string, listener: (payload: unknown) => void) => {
      listeners.get(event)?.delete(listener)
    },
  }
  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  const count = () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0)
  return { wallet, emit, count }
}

test('junk events are dropped, the last of each kind is told, and leaving leaves nothing [C47]', async () => {
  const { wallet, emit, count } = shouting()
  const provider = readProvider(wallet)
  if (!provider) throw new Error('no provider')
  const told: unknown[] = []
  const stop = onWalletEvents(provider, (event, payload) => told.push([event, payload]))
  for (const junk of [
    null,
    'x',
    ['0x1'],
    [{}],
    {},
    new Proxy([], {
      get() {
        throw new Error('trap')
      },
    }),
  ])
    emit('accountsChanged', junk)
  for (const junk of [null, {}, 'polygon', Number.NaN, '0x', `0x${'f'.repeat(40)}`]) emit('chainChanged', junk)
  emit('connect', { chainId: {} })
  await vi.advanceTimersByTimeAsync(100)
  // Nothing of them crosses but that the wallet has to be asked.
  expect(told.splice(0)).toEqual([['disconnect', null]])
  for (let index = 0; index < 1000; index++) emit('chainChanged', index)
  emit('accountsChanged', [address])
  emit('connect', { chainId: '0x1', extra: 1 })
  emit('disconnect', new Error('secret'))
  await vi.advanceTimersByTimeAsync(100)
  expect(told).toEqual([
    ['chainChanged', '999'],
    ['accountsChanged', [address]],
    ['connect', { chainId: '0x1' }],
    ['disconnect', null],
  ])
  emit('chainChanged', '0x1')
  stop()
  await vi.advanceTimersByTimeAsync(100)
  expect(told).toHaveLength(4)
  expect(count()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('an array with methods of its own passes on only the values that were checked', async () => {
  const { wallet, emit } = shouting()
  const provider = readProvider(wallet)
  if (!provider) throw new Error('no provider')
  const told = vi.fn()
  onWalletEvents(provider, told)
  const sly: unknown[] = ['0x1', () => {}]
  emit('accountsChanged', Object.assign(sly, { every: () => true, slice: () => sly }))
  let reads = 0
  emit(
    'accountsChanged',
    new Proxy([], { get: (_, key) => (key === 'length' ? 1 : reads++ === 0 ? address : () => {}) }),
  )
  await vi.advanceTimersByTimeAsync(100)
  expect(told.mock.calls).toEqual([
    ['disconnect', null],
    ['accountsChanged', [address]],
  ])
})

test('a change that was read from a wallet is reported like its event, with the same checks, while it is followed [C47]', async () => {
  const provider = readProvider(shouting().wallet)
  if (!provider) throw new Error('no provider')
  const told = vi.fn()
  expect(reportChange(provider, 'chainChanged', '0x1')).toBe(false)
  const stop = onWalletEvents(provider, told)
  expect(reportChange(provider, 'accountsChanged', ['0x1'])).toBe(false)
  expect(reportChange(provider, 'chainChanged', {})).toBe(false)
  expect(reportChange(provider, 'chainChanged', 10)).toBe(true)
  expect(reportChange(provider, 'accountsChanged', [])).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(told.mock.calls).toEqual([
    ['disconnect', null],
    ['chainChanged', '10'],
    ['accountsChanged', []],
  ])
  stop()
  expect(reportChange(provider, 'chainChanged', '0x1')).toBe(false)
})
