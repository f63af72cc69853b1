/** Names of recipients: who answers for them, and which answers count. And whom the user knows. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { encodeAbiParameters, encodeFunctionResult, parseAbi } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { setActivityAtom } from '../src/modal/features/ledger/state/activity.ts'
import { knownTo, loadRecents, rememberRecipient } from '../src/modal/features/send/send-known.ts'
import { readRecord, resolveName } from '../src/modal/features/send/send-names.ts'
import { lookUpRecipient } from '../src/modal/features/send/send-recipient.ts'
import { draftAtom, foundAtom, recentsAtom } from '../src/modal/features/send/state/send.ts'
import { normalizeName } from '../src/shared/chains/eip155/ens.ts'
import texts from '../src/shared/i18n/locales/en-US.views.json' with { type: 'json' }
import { createTestModal } from './support/modal.ts'

afterEach(() => vi.unstubAllGlobals())

const friend = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const record = (name: string, addresses: Record<string, string>) => ({
  name,
  registered_at: '2026-01-01T00:00:00Z',
  addresses: Object.fromEntries(Object.entries(addresses).map(([type, address]) => [type, { address }])),
})

type Address = `0x${string}`
/** Answers of the universal resolver of ENS to a question about Ethereum's address, and about another network's. */
const ensAnswer = (address: string, onNetwork?: string): { readonly ether: Json; readonly own: Json } => {
  const answer = (result: `0x${string}`): Json =>
    encodeFunctionResult({
      abi: parseAbi(['function resolve(bytes,bytes) view returns (bytes,address)']),
      functionName: 'resolve',
      result: [result, other],
    })
  return {
    ether: answer(encodeAbiParameters([{ type: 'address' }], [address as Address])),
    own: answer(onNetwork === undefined ? '0x' : encodeAbiParameters([{ type: 'bytes' }], [onNetwork as Address])),
  }
}
/** The selector of `addr(bytes32,uint256)`. */
const byCoinType = 'f1cb7e06'

type Said = ReturnType<typeof ensAnswer> | 'down'

function start({
  registry = {},
  ens = ensAnswer(`0x${'0'.repeat(40)}`),
  nodes = [ens],
  nameZones,
}: {
  registry?: Record<string, unknown>
  ens?: Said
  nodes?: readonly Said[]
  nameZones?: string[]
} = {}) {
  const modal = createTestModal()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    const url = new URL(address)
    asked.push(url.hostname)
    if (url.hostname.startsWith('node')) {
      const said = nodes[Number(url.hostname.slice(4, 5))]
      if (said === undefined || said === 'down') return Promise.reject(new TypeError('no network'))
      const result = body?.includes(byCoinType) ? said.own : said.ether
      return Response.json({ jsonrpc: '2.0', id: 1, result })
    }
    const found = registry[decodeURIComponent(url.pathname.split('/').at(-1) ?? '')]
    return found
      ? Response.json(found)
      : Response.json(
          { status: 'FAILED', reasons: [{ field: 'name', description: 'Name is not registered' }] },
          { status: 400 },
        )
  })
  const context = {
    ...modal.context,
    project: {
      ...modal.context.project,
      gatewayUrl: 'https://gateway.example',
      ...(nameZones && { nameZones }),
      rpc: { 'eip155:1': nodes.map((_, at) => `https://node${at}.example`) },
    },
  }
  const resolve = (name: string) => resolveName(context, name, 'eip155:10', new AbortController().signal)
  return { ...modal, context, asked, resolve }
}

test('our names are asked of the gateway, in lower case', async () => {
  const { resolve, asked } = start({ registry: { 'alice.reown.id': record('alice.reown.id', { 60: friend }) } })
  expect(await resolve(' Alice.reown.id ')).toEqual({ address: friend, name: 'alice.reown.id', isElsewhere: true })
  expect(asked).toEqual(['gateway.example'])
})

test('a name of the registry’s older zone is resolved there too, and of no other registry [C364]', async () => {
  const { resolve, asked } = start({ registry: { 'alice.wcn.id': record('alice.wcn.id', { 60: friend }) } })
  expect(await resolve('Alice.wcn.id')).toEqual({ address: friend, name: 'alice.wcn.id', isElsewhere: true })
  expect(asked).toEqual(['gateway.example'])
  const own = start({
    registry: { 'alice.wcn.id': record('alice.wcn.id', { 60: other }) },
    nameZones: ['names.example'],
  })
  expect(await own.resolve('alice.wcn.id')).toBe('name')
})

test('other names are asked of ENS alone, whatever the gateway says of them [C364]', async () => {
  const names = [
    'alice.eth',
    'alice.xyz',
    'vitalik.com',
    'alice.reown.id.xyz',
    'alicereown.id',
    'reown.id',
    'alicewcn.id',
    'wcn.id',
  ]
  const registry = Object.fromEntries(names.map((name) => [name, record(name, { 60: other })]))
  const { resolve, asked } = start({ registry, ens: ensAnswer(friend) })
  for (const name of names) expect(await resolve(name)).toEqual({ address: friend, name, isElsewhere: true })
  expect(new Set(asked)).toEqual(new Set(['node0.example']))
})

test('a project names the zones of its gateway [C364]', async () => {
  const registry = { 'bob.names.example': record('bob.names.example', { 60: friend }) }
  const { resolve, asked } = start({ registry, nameZones: ['names.example'] })
  expect(await resolve('bob.names.example')).toMatchObject({ address: friend })
  expect(asked).toEqual(['gateway.example'])
  expect(await resolve('alice.reown.id')).toBe('name')
  expect(asked.filter((host) => host === 'gateway.example')).toHaveLength(1)
})

test.each<[title: string, nodes: readonly Said[], resolved: unknown]>([
  ['two that agree', [ensAnswer(friend), ensAnswer(friend)], { address: friend }],
  ['two that differ', [ensAnswer(friend), ensAnswer(other)], 'disputed'],
  ['one that knows it and one that does not', [ensAnswer(friend), ensAnswer(`0x${'0'.repeat(40)}`)], 'disputed'],
  ['two that differ on the network’s own address', [ensAnswer(friend, friend), ensAnswer(friend, other)], 'disputed'],
  ['one of two that answers', ['down', ensAnswer(friend)], 'disputed'],
  ['two of three that answer', ['down', ensAnswer(friend), ensAnswer(friend)], { address: friend }],
])('no node of several decides the recipient alone: %s [C365]', async (_, nodes, resolved) => {
  const { resolve } = start({ nodes })
  const found = await resolve('alice.eth')
  if (typeof resolved === 'string') expect(found).toBe(resolved)
  else expect(found).toMatchObject(resolved as object)
})

test('nodes that do not answer are no answer', async () => {
  const { resolve } = start({ nodes: ['down', 'down'] })
  await expect(resolve('alice.eth')).rejects.toMatchObject({ code: 'NETWORK' })
})

test('a name that no node resolves is reported beside its field', async () => {
  const { context, store } = start({ nodes: ['down', 'down'] })
  const account: Caip10 = `eip155:1:${other}`
  store.set(draftAtom, {
    id: 1,
    account,
    chainId: 'eip155:1',
    token: undefined,
    typed: '',
    unit: 'token',
    isMax: false,
    to: 'alice.eth',
    isFromPage: false,
    hasMoved: false,
  })
  lookUpRecipient(context)
  await vi.waitFor(() => expect(store.get(foundAtom)).toEqual({ status: 'invalid', why: 'failed' }), { timeout: 5_000 })
  expect(texts['send.to.failed']).toContain('Error resolving name')
})

test('the address of the network goes before that of Ethereum, which is marked as one of another network [C366]', async () => {
  const { resolve } = start({ ens: ensAnswer(other, friend) })
  expect(await resolve('alice.eth')).toEqual({ address: friend, name: 'alice.eth', isElsewhere: false })
  expect(await start({ ens: ensAnswer(friend) }).resolve('alice.eth')).toMatchObject({ isElsewhere: true })
})

test('a name that is not registered is unknown', async () => {
  const { resolve } = start({ ens: ensAnswer(`0x${'0'.repeat(40)}`) })
  expect(await resolve('nobody.eth')).toBe('name')
})

test('a name of letters that imitate others, or that are invisible, is not looked up [C155]', async () => {
  const { resolve, asked } = start({ ens: ensAnswer(other) })
  // A Cyrillic "а", a full-width dot with a mark behind it, a reversing mark, an empty label.
  for (const name of ['\u0430lice.eth', 'ali\u202ece.eth', 'a..eth', 'alice\u0000.eth', '.'])
    expect(await resolve(name), name).toBe('form')
  expect(asked).toEqual([])
  // Invisible characters make no other name.
  expect(normalizeName('alice\u00ad.eth')).toBe('alice.eth')
})

test('an answer about another name, or without a usable address, is not used [C156]', () => {
  const read = (found: unknown) =>
    readRecord(found as Parameters<typeof readRecord>[0], 'alice.reown.id', (0x8000_0000 | 10) >>> 0)
  expect(read(record('mallory.reown.id', { 60: other }))).toBeUndefined()
  expect(read(record('alice.reown.id', { 60: 'javascript:alert(1)' }))).toBeUndefined()
  expect(read([])).toBeUndefined()
  // The network's own address first, then Ethereum's; of several others none is right.
  const own = String((0x8000_0000 | 10) >>> 0)
  expect(read(record('alice.reown.id', { 60: other, [own]: friend }))).toEqual({ address: friend, isElsewhere: false })
  expect(read(record('alice.reown.id', { 2147492101: friend }))).toEqual({
    address: friend.toLowerCase(),
    isElsewhere: true,
  })
  expect(read(record('alice.reown.id', { 2147492101: friend, 2147525809: other }))).toBeUndefined()
})

test('a recipient is known from what the account has signed, not from what others write into its history [C145]', () => {
  const { context, store } = start()
  const own = `0x${'ab'.repeat(20)}`
  const account: Caip10 = `eip155:10:${own}`
  const entry = (from: string, to: string) => ({
    key: to,
    hash: `0x${'0'.repeat(64)}`,
    at: 1,
    operation: 'send',
    status: 'confirmed' as const,
    from,
    to,
    nonce: 1,
    application: undefined,
    // A transfer of nothing names the account as its sender.
    movements: [{ direction: 'out' as const, kind: 'token' as const, amount: '0', label: 'USDC', image: undefined }],
  })
  store.set(setActivityAtom, account, {
    status: 'ready',
    entries: [entry(other, `0x${'77'.repeat(20)}`), entry(own.toUpperCase().replace('0X', '0x'), friend)],
    next: undefined,
    more: 'idle',
    asOf: 1,
  })
  expect(knownTo(context, account)).toEqual([friend])
})

test('recents: the latest first, each once, at most five, and only addresses', () => {
  const modal = start()
  const memory = new Map<string, unknown>()
  const context = {
    ...modal.context,
    storage: {
      ...modal.context.storage,
      read: (key: string) => memory.get(key) as never,
      write: (key: string, value: unknown) => void memory.set(key, value),
    },
  }
  const addresses = Array.from({ length: 6 }, (_, at) => `0x${String(at).repeat(40)}`)
  for (const address of addresses) rememberRecipient(context, 'eip155', { address })
  rememberRecipient(context, 'eip155', { address: addresses[4] ?? '', name: 'four.eth' })
  expect(modal.store.get(recentsAtom).map(({ address }) => address.slice(2, 3))).toEqual(['4', '5', '3', '2', '1'])
  memory.set('send-recents/eip155', [{ address: 'x' }, { address: friend, name: '\u202eevil' }])
  loadRecents(context, 'eip155')
  expect(modal.store.get(recentsAtom)).toEqual([{ address: friend, name: 'evil' }])
  loadRecents(context, 'solana')
  expect(modal.store.get(recentsAtom)).toEqual([])
})
