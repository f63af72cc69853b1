/** Closings that cross with the page's next request: the frame closed before it received it. */
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { describe, expect, test, vi } from 'vitest'
import type { FrameElement } from '../src/frame/element.ts'
import type { Channels, Connection } from '../src/link/connection.ts'
import { createModal } from '../src/modal.ts'
import { createStore } from '../src/store/store.ts'
import type { Events } from '../src/types.ts'
import { emptyState } from './support.ts'

interface Asked {
  readonly type: string
  readonly answer: (value: object) => void
  readonly refuse: (error: Error) => void
}

interface Given {
  readonly hasSiwx?: boolean
  readonly failure?: AirlockError
  readonly isShared?: (account: Account) => boolean
}

/** The page's end, with a frame whose messages the test sends. */
function start({ hasSiwx = false, failure, isShared = () => true }: Given = {}) {
  const asked: Asked[] = []
  const events: string[] = []
  let isOpen = false
  const element = {
    get isOpen() {
      return isOpen
    },
    skeleton: { wait() {}, hide() {}, fail() {} },
    show() {
      isOpen = true
    },
    hide() {
      isOpen = false
    },
    reveal() {},
  } as unknown as FrameElement // what the modal uses
  const app = {
    request: (type: string) =>
      new Promise<object>((answer, refuse) => {
        asked.push({ type, answer, refuse })
      }),
  }
  const session = { app } as unknown as Channels // as above
  let live: Channels | undefined = failure ? undefined : session
  const connection: Connection = {
    get live() {
      return live
    },
    isStarted: true,
    session() {
      if (!failure) return Promise.resolve(session)
      modal.failed(failure)
      return Promise.reject(failure)
    },
    onLoad() {},
    onMessage() {},
    onViolation() {},
    lost() {
      live = undefined
      for (const { refuse } of asked) refuse(new AirlockError('PEER_GONE'))
    },
    intent() {},
    destroy() {},
  }
  const store = createStore(emptyState)
  const modal = createModal({
    hasSiwx,
    element,
    connection,
    store,
    isShared,
    emit: <K extends keyof Events>(event: K, payload: Events[K]) => {
      if (event === 'open' || event === 'close') events.push(`${event} ${Object.values(payload ?? {}).join()}`)
    },
  })
  /** Answers the latest request of this type. */
  const latest = (type: string) => {
    const found = asked.findLast((one) => one.type === type)
    if (!found) throw new Error(`no ${type} was asked`)
    return found
  }
  const ended = async (promise: Promise<unknown>) => {
    const pending = Symbol('pending')
    const first = await Promise.race([promise.catch((error: unknown) => error), tick().then(() => pending)])
    return first === pending ? 'pending' : first
  }
  return { modal, store, events, latest, ended, isOpen: () => isOpen, isLost: () => live === undefined }
}
const tick = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('open() while the modal closes: the closing is of what was shown before', async () => {
  const { modal, store, events, latest, ended, isOpen } = start()
  const first = modal.open({})
  latest('OPEN').answer({ view: 'Connect' })
  await tick()
  const second = modal.open({ view: 'Account' })
  modal.finish('connected') // was already on its way
  expect(await first).toEqual({ reason: 'connected' })
  expect(await ended(second)).toBe('pending')
  modal.shown('Account') // the frame has received it
  latest('OPEN').answer({ view: 'Account' })
  await tick()
  expect([isOpen(), store.getState().open]).toEqual([true, true])
  modal.finish('user')
  expect(await second).toEqual({ reason: 'user' })
  expect(isOpen()).toBe(false)
  expect(events).toEqual(['open Connect', 'close connected', 'open Account', 'close user'])
})

test('open() rejects if the frame has failed before it was asked to open', async () => {
  const failure = new AirlockError('BLOCKED_BY_HOST_POLICY')
  const { modal, ended } = start({ failure })
  expect(await ended(modal.open({}))).toBe(failure)
})

test('open() right after close() is open', async () => {
  const { modal, latest, ended, isOpen } = start()
  const first = modal.open({})
  latest('OPEN').answer({ view: 'Connect' })
  await tick()
  modal.requestClose('host')
  const second = modal.open({})
  latest('CLOSE').answer({ closed: true })
  expect(await first).toEqual({ reason: 'host' })
  modal.shown('Connect')
  latest('OPEN').answer({ view: 'Connect' })
  await tick()
  expect(isOpen()).toBe(true)
  expect(await ended(second)).toBe('pending')
  modal.finish('user')
  expect(await second).toEqual({ reason: 'user' })
})

test('close() right after open() closes both, and calls of one opening end together', async () => {
  const { modal, latest, isOpen } = start()
  const first = modal.open({})
  latest('OPEN').answer({ view: 'Connect' })
  await tick()
  const second = modal.open({})
  latest('OPEN').answer({ view: 'Connect' })
  await tick()
  modal.requestClose('host')
  latest('CLOSE').answer({ closed: true })
  expect(await Promise.all([first, second])).toEqual([{ reason: 'host' }, { reason: 'host' }])
  expect(isOpen()).toBe(false)
})

test('a frame that does not answer is closed with everything that was asked', async () => {
  vi.useFakeTimers()
  const { modal, isLost, isOpen } = start()
  const first = modal.open({})
  modal.requestClose('host')
  const second = modal.open({})
  vi.advanceTimersByTime(1000)
  expect(await Promise.all([first, second])).toEqual([{ reason: 'error' }, { reason: 'error' }])
  expect(isLost()).toBe(true)
  expect(isOpen()).toBe(false)
  vi.useRealTimers()
})

test('connect() ends with the modal that it has opened, whatever the frame says', async () => {
  const { modal, latest, ended } = start()
  const asked = modal.connect({ namespace: undefined, walletId: undefined, signal: undefined })
  await tick()
  modal.shown('Connect')
  modal.finish('user')
  await tick()
  latest('PING').answer({})
  expect(await ended(asked)).toMatchObject({ code: 'USER_CLOSED' })
})

test('connect() while the modal closes waits for its own answer', async () => {
  const { modal, latest, ended, isOpen } = start()
  void modal.open({})
  latest('OPEN').answer({ view: 'Connect' })
  await tick()
  const second = modal.connect({ namespace: 'solana', walletId: undefined, signal: undefined })
  await tick()
  modal.finish('user') // was already on its way
  expect(await ended(second)).toBe('pending')
  modal.shown('Connect')
  latest('PING').answer({})
  expect(await ended(second)).toBe('pending')
  expect(isOpen()).toBe(true)
  latest('CONNECT').answer({
    account: {
      namespace: 'solana',
      status: 'connected',
      restoring: false,
      active: 'solana:1:a',
      accounts: ['solana:1:a'],
      type: 'eoa',
      wallet: null,
    },
  })
  expect(await second).toMatchObject({ address: 'a' })
})

test('connect() answers with no account that the wallet itself has not shared [C363]', async () => {
  const reported: Account = {
    namespace: 'eip155',
    status: 'connected',
    restoring: false,
    active: `eip155:1:0x${'d'.repeat(40)}`,
    accounts: [`eip155:1:0x${'d'.repeat(40)}`],
    type: 'eoa',
    wallet: { id: 'rabbit', type: 'announced', name: 'Rabbit', handle: 'h' },
  }
  const { modal, latest, ended } = start({ isShared: (account) => account !== reported })
  const asked = modal.connect({ namespace: 'eip155', walletId: undefined, signal: undefined })
  await tick()
  latest('CONNECT').answer({ account: reported })
  expect(await ended(asked)).toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a request right after a refused one is not ended by the close of that one', async () => {
  const { modal, latest, ended, isOpen } = start()
  const first = modal.send('SEND', {}, undefined)
  await tick()
  latest('SEND').refuse(new AirlockError('BAD_SHAPE'))
  expect(await ended(first)).toMatchObject({ code: 'BAD_SHAPE' })
  const second = modal.send('SEND', {}, undefined)
  await tick()
  latest('CLOSE').answer({ closed: true })
  expect(await ended(second)).toBe('pending')
  expect(isOpen()).toBe(true)
  latest('SEND').refuse(new AirlockError('CHAIN_NOT_SUPPORTED'))
  expect(await ended(second)).toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  latest('CLOSE').answer({ closed: true })
  await tick()
  expect(isOpen()).toBe(false)
})

test('a request that waits for a close is over with its signal or the instance, and shows nothing', async () => {
  const { modal, latest, ended, isOpen } = start()
  const wait = async (ask: () => Promise<unknown>, end: () => void) => {
    const first = modal.send('SEND', {}, undefined)
    await tick()
    latest('SEND').refuse(new AirlockError('BAD_SHAPE'))
    expect(await ended(first)).toMatchObject({ code: 'BAD_SHAPE' })
    const second = ask()
    end()
    latest('CLOSE').answer({ closed: true })
    const error = await ended(second)
    expect(isOpen()).toBe(false)
    return error
  }
  const abort = new AbortController()
  const { signal } = abort
  const connect = () => modal.connect({ namespace: 'solana', walletId: undefined, signal })
  expect(await wait(connect, () => abort.abort())).toMatchObject({ code: 'ABORTED' })
  const send = () => modal.send('SEND', {}, undefined)
  expect(await wait(send, () => modal.destroy())).toMatchObject({ code: 'DESTROYED' })
})

describe('refused before anything is shown', () => {
  test.each(['SwapPreview', 'Transaction', 'SignPsbt'])('%s, because no page may open it', async (view) => {
    const { modal, isOpen } = start()
    await expect(modal.open({ view: view as 'Account' })).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
      message: `\`view: ${view}\` is not available in this version`,
    })
    expect(isOpen()).toBe(false)
  })

  test.each(['SIWXSignMessage', 'ConnectingSiwe'] as const)('%s, where the page does not sign in', async (view) => {
    const { modal, isOpen } = start()
    await expect(modal.open({ view })).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
      message: expect.stringMatching(/^SIWX is not enabled/) as string,
    })
    expect(isOpen()).toBe(false)
  })

  test('signIn() where the page does not sign in, and where no account is connected', async () => {
    await expect(start().modal.signIn()).rejects.toThrow('SIWX is not enabled')
    const { modal, isOpen } = start({ hasSiwx: true })
    await expect(modal.signIn()).rejects.toMatchObject({ code: 'DISCONNECTED', message: 'No ActiveCaipAddress found' })
    expect(isOpen()).toBe(false)
  })
})
