/** The wallet's handlers with a real account. No user is signed in, and no service answers. */
import { app } from '@airlock/protocol/contracts/wallet-link/received-by-wallet.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { nobody, silentProject, silentPrompts, silentWallet } from '../../../test/support/silent-wallet.ts'
import { appHandlers } from './handlers.ts'

installIndexedDb()

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const project = silentProject({
  'eip155:10': ['https://rpc.example'],
  [solana]: ['https://rpc.example'],
  [bitcoin]: ['https://rpc.example'],
  'eip155:5': [],
})
const context = { signal: new AbortController().signal, waitsForPerson: () => {} }

const items = new Map<string, string>()
const item = (name: string) => items.get(`@airlock/wallet/test/${name}`)
beforeEach(() => items.clear())

let partitions = 0
function open({ hasService = true } = {}) {
  const partition = `handlers-${partitions++}`
  const load = async () => silentWallet({ project, partition, items })
  const wallet = hasService ? load() : undefined
  return appHandlers({
    reload: nobody,
    load: wallet && (() => wallet),
    prompts: { ...silentPrompts, hide: () => {} },
    isLogging: false,
  })
}

describe('SWITCH_NETWORK', () => {
  /** The network is refused, and the one before it is kept. */
  async function expectKept(wallet: ReturnType<typeof open>, chainId: Caip2) {
    await wallet.SWITCH_NETWORK({ chainId: 'eip155:10' }, context)
    await expect(wallet.SWITCH_NETWORK({ chainId }, context)).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(item('https://app.example/lastUsedChain')).toBe('"eip155:10"')
    expect(await wallet.GET_CHAIN_ID({}, context)).toEqual({ chainId: 'eip155:10' })
  }

  test.each([bitcoin, polkadot] as const)(
    'refuses %s, where the wallet has no account, before anything is kept [C85]',
    async (chainId) => {
      const wallet = open()
      await expectKept(wallet, chainId)
      // The account is still requested on the previous network; it fails only because no user is signed in.
      await expect(wallet.GET_USER({}, context)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    },
  )

  test.each(['eip155:137', 'eip155:5', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'] as const)(
    'refuses %s, for which the project record lists no node, before anything is kept [C85]',
    async (chainId) => {
      const wallet = open()
      await expectKept(wallet, chainId)
    },
  )

  test('a stored network of another namespace is not used [C85]', async () => {
    items.set('@airlock/wallet/test/https://app.example/lastUsedChain', JSON.stringify(bitcoin))
    const wallet = open()
    expect(await wallet.GET_CHAIN_ID({}, context)).toEqual({ chainId: 'eip155:1' })
    await expect(wallet.GET_USER({}, context)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test.each(['eip155:10', solana] as const)('keeps %s', async (chainId) => {
    const wallet = open()
    expect(await wallet.SWITCH_NETWORK({ chainId }, context)).toEqual({ chainId })
    expect(await wallet.GET_CHAIN_ID({}, context)).toEqual({ chainId })
  })
})

describe('the networks of smart accounts', () => {
  test('are none, and an item of the login cache, which goes with the others', async () => {
    const wallet = open()
    expect(await wallet.GET_SMART_ACCOUNT_ENABLED_NETWORKS({}, context)).toEqual({ smartAccountEnabledNetworks: [] })
    expect(item('smartAccountEnabledNetworks')).toBe('[]')
    expect(await wallet.IS_CONNECTED({}, context)).toEqual({ isConnected: false })
    expect([...items.keys()]).toEqual([])
    await wallet.GET_SMART_ACCOUNT_ENABLED_NETWORKS({}, context)
    await wallet.SIGN_OUT({}, context)
    expect([...items.keys()]).toEqual([])
  })

  test('are none where the project has no service', async () => {
    const wallet = open({ hasService: false })
    expect(await wallet.GET_SMART_ACCOUNT_ENABLED_NETWORKS({}, context)).toEqual({ smartAccountEnabledNetworks: [] })
    expect([...items.keys()]).toEqual([])
  })
})

test.each(['eoa', 'smartAccount'] as const)('choosing %s is refused before the user is signed in', async (type) => {
  const wallet = open()
  await expect(wallet.SET_PREFERRED_ACCOUNT({ type }, context)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(wallet.INIT_SMART_ACCOUNT({}, context)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(item('preferredAccountType')).toBeUndefined()
})

test('no message opens the page that exports secrets: only the two pages that remove something are named [C275]', () => {
  const request = app.requests.UI_SHOW
  for (const page of ['devices', 'recovery']) expect(request.safeParse({ page }).success).toBe(true)
  for (const page of ['export', 'exports', 'offer', '', undefined, ['export']])
    expect(request.safeParse({ page }).success).toBe(false)
  expect(request.safeParse({ page: 'recovery', what: 'words' }).success).toBe(false)
})
