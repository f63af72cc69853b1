/** Calls of the page for a connection in the frames: what the modal answers itself, what it passes on, what it refuses. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isOpenAtom, toastAtom } from '../src/modal/core/modal.ts'
import { optionsAtom } from '../src/modal/core/options.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { withApproval } from '../src/modal/features/embedded/approve.ts'
import { ledgersAtom } from '../src/modal/features/ledger/state/ledger.ts'
import { rpcRequest } from '../src/modal/host/rpc-request.ts'
import { close } from '../src/modal/session/close.ts'
import type { Connector } from '../src/modal/session/connector.ts'
import { toast } from '../src/modal/session/notify.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { activeNetworkIdAtom } from '../src/modal/session/state/network.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
import { createTestConnector, createTestModal, use } from './support/modal.ts'

/** There is no window here. */
let pressed: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  pressed = new EventTarget()
  vi.stubGlobal('addEventListener', pressed.addEventListener.bind(pressed))
})
afterEach(() => void vi.useRealTimers())

const address = `0x${'ab'.repeat(20)}`
const scope = 'eip155:1'

/** A page with a connection that is not a wallet of the page. */
async function createConnected({
  isConnected = true,
  type = 'walletConnect',
}: {
  isConnected?: boolean
  type?: Connector['type']
} = {}) {
  const modal = createTestModal()
  const request = vi.fn<Connector['request']>(() => Promise.resolve('its answer'))
  const switchNetwork = vi.fn<Connector['switchNetwork']>(() => Promise.resolve())
  const { connector } = createTestConnector({ type, handle: undefined, request, switchNetwork })
  use(modal.store, connector)
  const { signal } = new AbortController()
  if (isConnected) storeConnection(modal.context, connector, await connector.connect({ signal }))
  const waitsForPerson = vi.fn()
  const ask = (method: string, params?: Json) =>
    rpcRequest(modal.context, { scope, method, params }, { signal, waitsForPerson }).then(({ result }) => result)
  return { ...modal, ask, request, switchNetwork, waitsForPerson }
}

describe('a network that the page adds', () => {
  const chain = (chainId: string, more: object = {}) => [{ chainId, chainName: 'Any', ...more }] as Json // as: JSON

  test('is switched to if the app lists it', async () => {
    const { ask, switchNetwork, waitsForPerson, store } = await createConnected()
    expect(await ask('wallet_addEthereumChain', chain('0xa'))).toBeNull()
    expect(switchNetwork.mock.calls.map(([{ id }]) => id)).toEqual(['eip155:10'])
    expect(waitsForPerson).toHaveBeenCalled()
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:10')
    expect(store.get(connectionsAtom).eip155).toMatchObject({ chainId: 'eip155:10' })
  })

  test('is 4902 otherwise, whatever node it brings [C97]', async () => {
    const { ask, switchNetwork, request, store, told } = await createConnected()
    const answer = ask('wallet_addEthereumChain', chain('0x99', { rpcUrls: ['https://evil.example'] }))
    await expect(answer).rejects.toMatchObject({ rpcCode: 4902, message: expect.stringContaining('0x99') as string })
    expect([switchNetwork.mock.calls, request.mock.calls]).toEqual([[], []])
    expect(store.get(activeNetworkIdAtom)).toBe(scope)
    expect(JSON.stringify(told)).not.toContain('evil')
  })

  test('is refused by the wallet with its number', async () => {
    const { ask, switchNetwork } = await createConnected()
    switchNetwork.mockRejectedValue(new AirlockError('USER_REJECTED'))
    await expect(ask('wallet_addEthereumChain', chain('0xa'))).rejects.toMatchObject({ rpcCode: 4001 })
  })

  test('needs a connection and the right form [C97]', async () => {
    const { ask } = await createConnected({ isConnected: false })
    await expect(ask('wallet_addEthereumChain', chain('0xa'))).rejects.toMatchObject({ rpcCode: 4100 })
    await expect(ask('wallet_addEthereumChain', chain('10'))).rejects.toMatchObject({ rpcCode: -32602 })
  })
})

test.each(['personal_sign', 'eth_signTypedData_v3', 'wallet_getCapabilities', 'wallet_getPermissions'])(
  '%s of a page without a connection is not authorised',
  async (method) => {
    const { ask } = await createConnected({ isConnected: false })
    const params: Record<string, Json> = {
      personal_sign: ['0x00', address, ''],
      eth_signTypedData_v3: [address, '{}'],
    }
    await expect(ask(method, params[method])).rejects.toMatchObject({ rpcCode: 4100 })
  },
)

describe('a question about user operations', () => {
  const hash = `0x${'12'.repeat(32)}`
  test.each<[string, Json]>([
    ['eth_supportedEntryPoints', []],
    ['eth_getUserOperationReceipt', [hash]],
    ['eth_getUserOperationByHash', [hash]],
    ['eth_estimateUserOperationGas', [{}, address]],
  ])('%s goes to the embedded wallet, which reaches a bundler, and to no node', async (method, params) => {
    const embedded = await createConnected({ type: 'auth' })
    expect(await embedded.ask(method, params)).toBe('its answer')
    expect(embedded.request).toHaveBeenCalledWith(method, params, expect.objectContaining({ scope }))
    expect(embedded.waitsForPerson).not.toHaveBeenCalled()
    const paired = await createConnected()
    await expect(paired.ask(method, params)).rejects.toMatchObject({
      code: 'NOT_AVAILABLE',
      message: `${method} is answered for the embedded wallet only`,
    })
    expect(paired.request).not.toHaveBeenCalled()
  })

  test('a user operation of the page’s own making is not sent: the refusal names wallet_sendCalls [C381]', async () => {
    const { ask, request } = await createConnected({ type: 'auth' })
    await expect(ask('eth_sendUserOperation', [{}, address])).rejects.toMatchObject({
      rpcCode: 4200,
      message: expect.stringContaining('wallet_sendCalls') as string,
    })
    expect(request).not.toHaveBeenCalled()
  })
})

test('a token goes to the wallet, which may ask its owner', async () => {
  const { ask, request, waitsForPerson } = await createConnected()
  const token = { type: 'ERC20', options: { address } }
  expect(await ask('wallet_watchAsset', token)).toBe('its answer')
  expect(request).toHaveBeenCalledWith('wallet_watchAsset', token, expect.objectContaining({ scope }))
  expect(waitsForPerson).toHaveBeenCalled()
})

test('a transaction reaches the wallet with its numbers as nodes take them', async () => {
  const { ask, request } = await createConnected()
  const written = { from: address, to: address, value: '0x016345785d8a0000', gas: '0x005208', nonce: null, data: '' }
  await ask('eth_sendTransaction', [written])
  const sent = { from: address, to: address, value: '0x16345785d8a0000', gas: '0x5208', data: '0x' }
  expect(request).toHaveBeenCalledWith('eth_sendTransaction', [sent], expect.objectContaining({ scope }))
})

test('a refusal of params names the field', async () => {
  const { ask, request } = await createConnected()
  await expect(ask('eth_sendTransaction', [{ from: address, value: 1.5 }])).rejects.toMatchObject({
    rpcCode: -32602,
    message: 'eth_sendTransaction: invalid params (value)',
  })
  expect(request).not.toHaveBeenCalled()
})

test('a transaction of an unknown type is refused, and the text names the field [C382]', async () => {
  const { ask, request } = await createConnected({ type: 'auth' })
  await expect(ask('eth_sendTransaction', [{ from: address, to: address, type: '0x05' }])).rejects.toMatchObject({
    rpcCode: -32602,
    message: 'eth_sendTransaction: invalid params (type: known are 0x0, 0x1, 0x2, 0x4)',
  })
  expect(request).not.toHaveBeenCalled()
})

describe('a method that is not listed', () => {
  const toastLater = async (method: string) => {
    const { ask, store, context } = await createConnected()
    open(context, { view: 'Account' })
    const refusal = await ask(method, []).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(300)
    return { refusal, toast: store.get(toastAtom) }
  }

  test('is refused, and an open modal says so', async () => {
    const { refusal, toast } = await toastLater('eth_sign')
    expect(refusal).toMatchObject({ rpcCode: 4200, message: 'Requested RPC call is not allowed' })
    expect(toast).toMatchObject({ key: 'toast.actionNotAllowed' })
  })

  test('opens a closed modal once, to say so', async () => {
    const { ask, store, context } = await createConnected()
    const refused = async () => {
      await ask('eth_sign', []).catch(() => {})
      await vi.advanceTimersByTimeAsync(300)
      return [store.get(isOpenAtom), store.get(toastAtom)?.key]
    }
    expect(await refused()).toEqual([true, 'toast.actionNotAllowed'])
    expect(store.get(routeAtom)).toMatchObject({ view: 'Account' })
    close(context, 'user')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await refused()).toEqual([false, undefined])
  })

  /** The modal has opened for the toast. */
  const told = async () => {
    const shown = await createConnected()
    const { ask, store, context } = shown
    await ask('eth_sign', []).catch(() => {})
    await vi.advanceTimersByTimeAsync(300)
    expect(store.get(isOpenAtom)).toBe(true)
    const isOpenAfterwards = () => {
      store.get(toastAtom)?.onGone?.()
      return store.get(isOpenAtom)
    }
    return { ...shown, context, isOpenAfterwards }
  }

  test('leaves the modal as it was: what opened for the toast closes with it', async () => {
    expect((await told()).isOpenAfterwards()).toBe(false)
  })

  test('does not keep the modal open if it is called again before the toast has gone', async () => {
    const { ask, store, isOpenAfterwards } = await told()
    const first = store.get(toastAtom)
    await ask('eth_sign', []).catch(() => {})
    await vi.advanceTimersByTimeAsync(300)
    expect(store.get(toastAtom)).toBe(first)
    expect(isOpenAfterwards()).toBe(false)
  })

  test.each(['pointerdown', 'keydown'])('leaves a modal to the user who uses it (%s)', async (press) => {
    const { isOpenAfterwards } = await told()
    pressed.dispatchEvent(new Event(press))
    expect(isOpenAfterwards()).toBe(true)
  })

  test('leaves a modal to the page that opens it meanwhile', async () => {
    const { context, isOpenAfterwards } = await told()
    open(context, { view: 'Account' })
    expect(isOpenAfterwards()).toBe(true)
  })

  test('leaves the modal open for what another toast says', async () => {
    const { context, isOpenAfterwards, store } = await told()
    const first = store.get(toastAtom)
    toast(context, 'success', 'toast.transactionConfirmed')
    first?.onGone?.()
    expect(isOpenAfterwards()).toBe(true)
  })

  test('waits for an approval that the wallet shows on top, and then closes', async () => {
    const { context, store, isOpenAfterwards } = await told()
    let answer = () => {}
    const work = () =>
      new Promise<void>((resolve) => {
        answer = resolve
      })
    const approval = withApproval(context, { method: { signs: true }, work, giveUp: () => Promise.resolve() })
    expect(isOpenAfterwards()).toBe(true)
    // What is shown drops it with the other view.
    store.set(toastAtom, null)
    expect(store.get(routeAtom)).toMatchObject({ view: 'ApproveTransaction' })
    answer()
    await approval
    expect(store.get(isOpenAtom)).toBe(false)
  })

  test('leaves a modal open that was open before', async () => {
    const { ask, store, context } = await createConnected()
    open(context, { view: 'Account' })
    await ask('eth_sign', []).catch(() => {})
    await vi.advanceTimersByTimeAsync(300)
    store.get(toastAtom)?.onGone?.()
    expect(store.get(isOpenAtom)).toBe(true)
  })

  test('opens nothing without a connection', async () => {
    const { ask, store } = await createConnected({ isConnected: false })
    await ask('eth_sign', []).catch(() => {})
    await vi.advanceTimersByTimeAsync(300)
    expect(store.get(isOpenAtom)).toBe(false)
  })

  test('says what to do instead if libraries try it by themselves, and shows the user nothing', async () => {
    const { refusal, toast } = await toastLater('eth_subscribe')
    expect(refusal).toMatchObject({ rpcCode: 4200, message: expect.stringContaining('eth_getFilterChanges') as string })
    expect(toast).toBeNull()
  })
})

test('a page that has switched smart sessions off cannot ask for one', async () => {
  const { ask, request, store } = await createConnected()
  const options = store.get(optionsAtom)
  if (options) store.set(optionsAtom, { ...options, features: { ...options.features, smartSessions: false } })
  const permission = [{ permissions: [], expiry: 1 }] as Json // as: JSON
  for (const method of ['wallet_grantPermissions', 'wallet_requestExecutionPermissions'])
    await expect(ask(method, permission)).rejects.toMatchObject({
      rpcCode: 4200,
      message: 'The page has switched `features.smartSessions` off.',
    })
  expect(request).not.toHaveBeenCalled()
})

describe('a transaction', () => {
  const id = `0x${'12'.repeat(32)}`
  const ledger = (store: ReturnType<typeof createTestModal>['store']) => store.get(ledgersAtom)[`${scope}:${address}`]
  afterEach(() => void vi.unstubAllGlobals())

  test('is followed as the account’s if the wallet has sent it', async () => {
    const { ask, request, store } = await createConnected()
    request.mockResolvedValue(id)
    expect(await ask('eth_sendTransaction', [{ from: address, to: address, value: '0x1' }])).toBe(id)
    await vi.waitFor(() => expect(ledger(store)).toMatchObject([{ id, status: 'pending' }]))
    expect(ledger(store)?.[0]).not.toHaveProperty('isClaim')
  })

  test('is followed as a claim if the page has broadcast it: another account may have signed it [C107]', async () => {
    const { ask, context, store } = await createConnected()
    Object.assign(context.project.rpc, { [scope]: ['https://node.example/broadcast'] })
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      const { id: call } = JSON.parse(body) as { id: number }
      return Response.json({ jsonrpc: '2.0', id: call, result: id })
    })
    expect(await ask('eth_sendRawTransaction', ['0x02'])).toBe(id)
    await vi.waitFor(() => expect(ledger(store)).toMatchObject([{ id, isClaim: true }]))
  })
})

describe('calls that the page has sent at once', () => {
  const hash = `0x${'cd'.repeat(32)}`
  const named = (caip2: string) => ({ id: 'one', capabilities: { caip345: { caip2, transactionHashes: [hash] } } })
  const embedded = async (answer: Json) => {
    const modal = createTestModal()
    const request = vi.fn<Connector['request']>(() => Promise.resolve(answer))
    const { connector } = createTestConnector({ type: 'auth', handle: undefined, request })
    use(modal.store, connector)
    const { signal } = new AbortController()
    storeConnection(modal.context, connector, await connector.connect({ signal }))
    const waitsForPerson = vi.fn()
    const ask = (method: string, params: Json) =>
      rpcRequest(modal.context, { scope, method, params }, { signal, waitsForPerson }).then(({ result }) => result)
    return { ...modal, ask, request, waitsForPerson }
  }

  test('are followed like a transaction, if the wallet names it', async () => {
    const { ask, store } = await embedded(named(scope))
    await ask('wallet_sendCalls', [{ calls: [{ to: address }] }])
    await vi.waitFor(() => expect(Object.values(store.get(ledgersAtom))).toMatchObject([[{ id: hash }]]))
  })

  test('the modal shows those of the embedded wallet, which is only asked for their status', async () => {
    const { ask, request, store, waitsForPerson } = await embedded(named(scope))
    expect(await ask('wallet_showCallsStatus', ['one'])).toBeNull()
    expect(request.mock.calls.map(([method, params]) => [method, params])).toEqual([['wallet_getCallsStatus', ['one']]])
    expect(store.get(routeAtom)).toEqual({ view: 'Transaction', entry: hash })
    expect(waitsForPerson).not.toHaveBeenCalled()
  })

  test('on another network, or without a transaction, are not shown', async () => {
    const away = await embedded(named('eip155:10'))
    await expect(away.ask('wallet_showCallsStatus', ['one'])).rejects.toMatchObject({ rpcCode: 4901 })
    const none = await embedded({ id: 'one' })
    await expect(none.ask('wallet_showCallsStatus', ['one'])).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
    expect([away.store.get(isOpenAtom), none.store.get(isOpenAtom)]).toEqual([false, false])
  })
})
