import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { encodeAddress } from '@polkadot/util-crypto'
import { describe, expect, test, vi } from 'vitest'
import { network } from '../../../../../test/support/bare-context.ts'
import { extrinsicOf, genesisOf, kusama, polkadot } from '../../../../../test/support/polkadot.ts'
import { airlockCodeOf } from '../../../../../test/support/refusals.ts'
import { createPolkadotPart } from './polkadot.ts'

/** As extensions write them: with the prefix of no network in particular. */
const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const on = (address: string, prefix: number) => encodeAddress(address, prefix)
const signature = `0x${'ab'.repeat(64)}`
const { signal } = new AbortController()

function partOf(
  answers: Record<string, Json>,
  { chains = [polkadot, kusama], active = polkadot as Caip2 | null } = {},
) {
  const ask = vi.fn((method: string, _params: readonly Json[], _scope: Caip2) =>
    Promise.resolve(answers[method] ?? null),
  )
  return { ask, part: createPolkadotPart(ask, { chains, active: () => active }) }
}

describe('connecting', () => {
  test('offers each account once, written as the page’s network does', async () => {
    const accounts = [{ address: alice, name: 'Savings' }, { address: on(alice, 2) }, { address: bob, type: 'ed25519' }]
    const { part } = partOf({ polkadot_connect: accounts }, { active: kusama })
    expect(await part.connect({ signal })).toEqual({
      chainId: kusama,
      accounts: [`${kusama}:${on(alice, 2)}`, `${kusama}:${on(bob, 2)}`],
    })
  })

  test('leaves out accounts of another network, and those with a wrong checksum [C202]', async () => {
    const wrong = `${alice.slice(0, -1)}Z`
    const accounts = [{ address: alice, genesisHash: genesisOf(kusama) }, { address: wrong }, { address: bob }]
    const { part } = partOf({ polkadot_connect: accounts })
    expect((await part.connect({ signal })).accounts).toEqual([`${polkadot}:${on(bob, 0)}`])
  })

  test('no account: connect() is refused, and restore() finds no connection', async () => {
    const { part, ask } = partOf({ polkadot_connect: [], polkadot_accounts: [] })
    expect(await airlockCodeOf(part.connect({ signal }))).toBe('UNAUTHORIZED')
    expect(await part.restore({ signal })).toBeUndefined()
    expect(ask.mock.calls.map(([method]) => method)).toEqual(['polkadot_connect', 'polkadot_accounts'])
  })

  test.each([
    ['no list', 'everybody'],
    ['an address of another chain', [{ address: `0x${'11'.repeat(20)}` }]],
    ['markup', [{ address: '<b>' }]],
    ['a name without end', [{ address: alice, name: 'x'.repeat(129) }]],
    ['another kind of key', [{ address: alice, type: 'ethereum' }]],
    ['an unknown field', [{ address: alice, more: 1 }]],
    ['too many accounts', Array.from({ length: 257 }, () => ({ address: alice }))],
  ])('fails if the wallet answers with %s [C201]', async (_, answer) => {
    expect(await airlockCodeOf(partOf({ polkadot_connect: answer }).part.connect({ signal }))).toBe('WALLET_FAILED')
  })
})

test('another network is taken without a question, with the addresses of that one', async () => {
  const { part, ask } = partOf({ polkadot_connect: [{ address: alice }], polkadot_accounts: [{ address: alice }] })
  await part.connect({ signal })
  ask.mockClear()
  await part.switchNetwork({ ...network(1), id: kusama }, { signal })
  expect(ask).not.toHaveBeenCalled()
  expect(part.addressOn?.(on(alice, 0), kusama)).toBe(on(alice, 2))
  expect((await part.restore({ signal }))?.accounts).toEqual([`${kusama}:${on(alice, 2)}`])
  expect(await airlockCodeOf(part.switchNetwork({ ...network(1), id: 'polkadot:other' }, { signal }))).toBe(
    'CHAIN_NOT_SUPPORTED',
  )
})

describe('a request', () => {
  const connected = async (answers: Record<string, Json>) => {
    const accounts = [{ address: alice, name: 'Savings', type: 'sr25519' }, { address: bob }]
    const made = partOf({ polkadot_connect: accounts, polkadot_accounts: accounts, ...answers })
    await made.part.connect({ signal })
    made.ask.mockClear()
    return made
  }

  test('for the accounts has their names, and addresses of its network', async () => {
    const { part } = await connected({})
    expect(await part.request('polkadot_accounts', [], { scope: kusama })).toEqual([
      { address: on(alice, 2), name: 'Savings', type: 'sr25519' },
      { address: on(bob, 2) },
    ])
  })

  test('for a text goes as the hex of its bytes, to the account as the wallet wrote it', async () => {
    const { part, ask } = await connected({ polkadot_signMessage: { signature } })
    const params = { address: on(bob, 0), message: '0x12 ü' }
    expect(await part.request('polkadot_signMessage', params, { scope: polkadot })).toEqual({ signature })
    const data = `0x${Buffer.from(params.message).toString('hex')}`
    expect(ask).toHaveBeenCalledWith('polkadot_signMessage', [{ address: bob, data }], polkadot, undefined)
  })

  test('for an extrinsic lets the wallet change nothing [C203]', async () => {
    const { part, ask } = await connected({ polkadot_signTransaction: { signature } })
    const transactionPayload = { ...extrinsicOf(on(alice, 2), kusama), withSignedTransaction: true }
    const params = { address: on(alice, 0), transactionPayload }
    expect(await part.request('polkadot_signTransaction', params, { scope: kusama })).toEqual({ signature })
    const payload = { ...transactionPayload, address: alice, withSignedTransaction: false }
    expect(ask).toHaveBeenCalledWith('polkadot_signTransaction', [{ payload }], kusama, undefined)
  })

  test('finds the accounts again on a new connector, without a question to the user', async () => {
    const { part, ask } = partOf({ polkadot_accounts: [{ address: bob }], polkadot_signMessage: { signature } })
    await part.request('polkadot_signMessage', { address: on(bob, 0), message: 'hi' }, { scope: polkadot })
    expect(ask.mock.calls.map(([method]) => method)).toEqual(['polkadot_accounts', 'polkadot_signMessage'])
  })

  const extrinsic = extrinsicOf(alice, polkadot)
  test.each([
    [
      'UNAUTHORIZED',
      'a text of an address that is none',
      'polkadot_signMessage',
      { address: `${alice.slice(0, -1)}Z`, message: 'a' },
      polkadot,
    ],
    [
      'UNAUTHORIZED',
      'an extrinsic of another account',
      'polkadot_signTransaction',
      { address: alice, transactionPayload: extrinsicOf(bob, polkadot) },
      polkadot,
    ],
    [
      'CHAIN_NOT_SUPPORTED',
      'an extrinsic of another network',
      'polkadot_signTransaction',
      { address: alice, transactionPayload: extrinsic },
      kusama,
    ],
    [
      'CHAIN_NOT_SUPPORTED',
      'a network that is not the page’s',
      'polkadot_signMessage',
      { address: alice, message: 'a' },
      'polkadot:other',
    ],
    ['METHOD_NOT_ALLOWED', 'another method', 'polkadot_connect', {}, polkadot],
    ['BAD_SHAPE', 'an unknown field', 'polkadot_signMessage', { address: alice, message: 'a', more: 1 }, polkadot],
    [
      'BAD_SHAPE',
      'a text without end',
      'polkadot_signMessage',
      { address: alice, message: 'a'.repeat(10_001) },
      polkadot,
    ],
  ] as const)(
    'is %s for %s, and the wallet is asked for no signature [C203]',
    async (expected, _, method, params, scope) => {
      const { part, ask } = await connected({})
      expect(await airlockCodeOf(part.request(method, params, { scope }))).toBe(expected)
      expect(ask.mock.calls.filter(([asked]) => asked !== 'polkadot_accounts')).toEqual([])
    },
  )

  test('for an account that the wallet has only on another network is refused', async () => {
    const accounts = [{ address: alice, genesisHash: genesisOf(kusama) }]
    const { part } = partOf({ polkadot_accounts: accounts, polkadot_signMessage: { signature } })
    const params = { address: alice, message: 'a' }
    expect(await airlockCodeOf(part.request('polkadot_signMessage', params, { scope: polkadot }))).toBe('UNAUTHORIZED')
    expect(await airlockCodeOf(part.request('polkadot_signMessage', params, { scope: kusama }))).toBe('done')
  })

  test.each([
    ['nothing', null],
    ['no signature', {}],
    ['a short signature', { signature: '0xab' }],
    ['a signature in base58', { signature: alice }],
    ['more than a signature', { signature, more: 1 }],
  ])('answered with %s fails [C201]', async (_, answer) => {
    const { part } = await connected({ polkadot_signMessage: answer })
    const asked = part.request('polkadot_signMessage', { address: alice, message: 'a' }, { scope: polkadot })
    expect(await airlockCodeOf(asked)).toBe('WALLET_FAILED')
  })
})

test('events other than well-formed accounts are dropped [C201]', async () => {
  const { part } = partOf({ polkadot_connect: [{ address: alice }] })
  await part.connect({ signal })
  expect(part.readEvent('accountsChanged', [bob, '<b>', alice])).toEqual({
    type: 'offer',
    offer: { chainId: polkadot, accounts: [`${polkadot}:${on(bob, 0)}`, `${polkadot}:${on(alice, 0)}`] },
  })
  expect(part.readEvent('accountsChanged', [])).toEqual({ type: 'removed' })
  expect(part.readEvent('accountsChanged', 'all')).toBeUndefined()
  expect(part.readEvent('accountsChanged', [7])).toBeUndefined()
  expect(part.readEvent('chainChanged', kusama)).toBeUndefined()
})
