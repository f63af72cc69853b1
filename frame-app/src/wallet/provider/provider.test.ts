import { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBatchLog, createSentLog } from '../../../test/support/sent-log.ts'
import { createLock } from '../lock/lock.ts'
import { createProvider } from './provider.ts'

const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const call = { scope: 'eip155:1', method: 'personal_sign', params: ['0x6869', address] } as const
const project = ProjectRecord.parse({
  projectId: 'test',
  hostOrigins: ['https://app.example'],
  rpc: { 'eip155:1': ['https://one.example'], 'eip155:10': ['https://one.example', 'https://two.example'] },
  pinnedHosts: [],
  development: true,
})
const context = { signal: new AbortController().signal, waitsForPerson: () => {} }

/** An open wallet; its screen loads when the test resolves it. */
function openProvider({ isConnected = true } = {}) {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => {
    draw = resolve
  })
  const lock = createLock({
    open: () => Promise.resolve({ eip155: address, solana: '' }),
    shut: () => {},
    hasPasskey: () => Promise.resolve(false),
  })
  const addresses = (signal: AbortSignal) => lock.ensure(signal, 'onScreen')
  const account = {
    open: addresses,
    preferredType: () => 'smartAccount' as const,
    addresses: (signal: AbortSignal) =>
      isConnected ? addresses(signal) : Promise.reject(new AirlockError('UNAUTHORIZED')),
  }
  const signer = { sign: () => Promise.reject(new Error('Nothing was approved')) }
  const provider = createProvider({
    project,
    hostOrigin: 'https://app.example',
    wallet: () =>
      Promise.resolve({
        account,
        signer,
        sent: createSentLog(),
        batches: createBatchLog(),
        service: () => Promise.reject(new Error('Nothing is recorded')),
        alone: (_, work) => work(),
      }),
    onAsked: () => drawn,
  })
  return { provider, draw, lock }
}

test('a request is asked once the screen is there', async () => {
  const { provider, draw } = openProvider()
  const answer = provider.request(call, context, new AbortController().signal)
  draw()
  await expect.poll(() => provider.approvals.screen()?.status).toBe('asking')
  provider.approvals.close()
  await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
})

test('a page cannot make the account a plain one: only the wallet itself asks for that [C304]', async () => {
  const { provider, draw } = openProvider()
  draw()
  const asked = { scope: 'eip155:1', method: 'airlock_undelegate', params: [] } as const
  await expect(provider.request(asked, context, new AbortController().signal)).rejects.toMatchObject({
    code: 'METHOD_NOT_ALLOWED',
  })
  expect(provider.approvals.screen()).toBeUndefined()
})

test('a request is never shown if the modal was closed before the screen had loaded', async () => {
  const { provider, draw } = openProvider()
  const seen = new AbortController()
  const answer = provider.request(call, context, seen.signal)
  provider.approvals.close()
  seen.abort(new AirlockError('ABORTED'))
  draw()
  await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
  expect(provider.approvals.screen()).toBeUndefined()
})

test('a request that the page withdraws does not wait for the wallet to be unlocked', async () => {
  const { provider, draw, lock } = openProvider()
  await lock.ensure(context.signal, 'silently')
  lock.lock()
  draw()
  const seen = new AbortController()
  const answer = provider.request(call, context, seen.signal)
  seen.abort(new AirlockError('ABORTED'))
  await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
  expect(lock.screen()).toBeUndefined()
})

describe('methods without a screen', () => {
  const scope = 'eip155:10'
  const open = async (given: { isConnected?: boolean } = {}) => {
    const opened = openProvider(given)
    await opened.lock.ensure(context.signal, 'silently')
    const ask = (method: string, params?: Json) =>
      opened.provider.request({ scope, method, params }, context, new AbortController().signal)
    return { ...opened, ask }
  }
  afterEach(() => void vi.unstubAllGlobals())

  test('a connected page has the permission to see its account, and gets it again', async () => {
    const { ask } = await open()
    const permissions = [
      {
        invoker: 'https://app.example',
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
      },
    ]
    await expect(ask('wallet_getPermissions')).resolves.toEqual(permissions)
    await expect(ask('wallet_requestPermissions', [{ eth_accounts: {} }])).resolves.toEqual(permissions)
    await expect(ask('wallet_requestPermissions', [{}])).rejects.toMatchObject({ rpcCode: -32602 })
  })

  test.each(['wallet_getPermissions', 'wallet_requestPermissions'])(
    'a page whose user has not connected gets no account by %s [C97]',
    async (method) => {
      const { ask } = await open({ isConnected: false })
      const params = method === 'wallet_requestPermissions' ? [{ eth_accounts: {} }] : []
      await expect(ask(method, params)).rejects.toMatchObject({ rpcCode: 4100 })
    },
  )

  test('a page can only add networks that the project lists [C97]', async () => {
    const { ask } = await open()
    await expect(ask('wallet_addEthereumChain', [{ chainId: '0x1' }])).resolves.toBeNull()
    const own = { chainId: '0x99', rpcUrls: ['https://evil.example'] }
    await expect(ask('wallet_addEthereumChain', [own])).rejects.toMatchObject({
      rpcCode: 4902,
      message: expect.stringContaining('0x99') as string,
    })
  })

  test('a token is accepted', async () => {
    const { ask } = await open()
    await expect(ask('wallet_watchAsset', { type: 'ERC20', options: { address } })).resolves.toBe(true)
  })

  test('a subscription says how to poll instead', async () => {
    const { ask } = await open()
    await expect(ask('eth_subscribe', ['newHeads'])).rejects.toMatchObject({
      rpcCode: 4200,
      message: expect.stringContaining('eth_getFilterChanges') as string,
    })
    await expect(ask('eth_sign')).rejects.toMatchObject({ message: 'Requested RPC call is not allowed' })
  })

  test('the wallet asks a bundler about user operations, never a node, and sends none of the page [C381]', async () => {
    const { ask } = await open()
    const fetched = vi.fn(() => Promise.reject(new Error('nothing is asked')))
    vi.stubGlobal('fetch', fetched)
    const hash = `0x${'12'.repeat(32)}`
    for (const [method, params] of [
      ['eth_supportedEntryPoints', []],
      ['eth_getUserOperationReceipt', [hash]],
      ['eth_getUserOperationByHash', [hash]],
      ['eth_estimateUserOperationGas', [{}, address]],
    ] as const)
      await expect(ask(method, [...params])).rejects.toMatchObject({
        code: 'NOT_AVAILABLE',
        message: `${method} is answered by a bundler, and the project record names none for eip155:10`,
      })
    await expect(ask('eth_sendUserOperation', [{}, address])).rejects.toMatchObject({
      rpcCode: 4200,
      message: expect.stringContaining('wallet_sendCalls') as string,
    })
    expect(fetched).not.toHaveBeenCalled()
  })

  test('a filter is read at the node that made it', async () => {
    const { ask } = await open()
    const asked: string[] = []
    const answers: Record<string, unknown> = { eth_newBlockFilter: '0x7', eth_getFilterChanges: ['0xaa'] }
    vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
      const { method, params } = JSON.parse(body) as { method: string; params: unknown[] } // as: this test's own calls
      asked.push(`${url} ${method} ${params.join(',')}`)
      // The first node is unavailable when the filter is created.
      if (url.includes('one') && method === 'eth_newBlockFilter') return Promise.reject(new Error('down'))
      return Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, result: answers[method] }))
    })
    const id = await ask('eth_newBlockFilter')
    asked.length = 0
    await expect(ask('eth_getFilterChanges', [id])).resolves.toEqual(['0xaa'])
    expect(asked).toEqual(['https://two.example eth_getFilterChanges 0x7'])
  })
})
