import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { describe, expect, test } from 'vitest'
import { createForward } from '../src/injected/forward.ts'
import type { Provider } from '../src/injected/read.ts'
import { createShared } from '../src/injected/shared.ts'
import { createPresses } from '../src/press-round.ts'

const provider = (namespace: Namespace, more: Partial<Provider> = {}): Provider => ({
  namespace,
  identity: {},
  request: () => null,
  ...more,
})
const report = (more: Partial<Account>): Account => ({
  namespace: 'eip155',
  status: 'connected',
  restoring: false,
  active: null,
  accounts: [],
  type: 'eoa',
  wallet: { id: 'rabbit', type: 'announced', name: 'Rabbit', handle: 'h' },
  ...more,
})
const one = `0x${'aB'.repeat(20)}` as const
const two = `0x${'cD'.repeat(20)}` as const

describe('an account of a wallet in the page [C363]', () => {
  test.each<[name: string, isShared: boolean, account: Partial<Account>]>([
    ['the wallet has shared', true, { active: `eip155:1:${one}`, accounts: [`eip155:10:${one}`] }],
    ['in other letters', true, { active: `eip155:1:${one.toLowerCase()}` as const }],
    ['of another active address', false, { active: `eip155:1:${two}`, accounts: [`eip155:1:${one}`] }],
    ['with another one listed', false, { active: `eip155:1:${one}`, accounts: [`eip155:1:${one}`, `eip155:1:${two}`] }],
    ['with another one in its details', false, { allAccounts: [{ address: two, type: 'eoa' }] }],
    ['in another namespace', false, { namespace: 'solana', active: `eip155:1:${one}` }],
    [
      'of a handle that no wallet has used',
      false,
      { active: `eip155:1:${one}`, wallet: { id: 'x', type: 'announced', name: 'x', handle: 'other' } },
    ],
    ['without a handle', false, { active: `eip155:1:${one}`, wallet: { id: 'x', type: 'injected', name: 'x' } }],
  ])('%s: %s', (_, isShared, account) => {
    const shared = createShared()
    shared.add('h', provider('eip155'), [one])
    expect(shared.has(report(account))).toBe(isShared)
  })

  test('is found at the depth of any standard, and not in deeper lists', () => {
    const shared = createShared()
    const nested = (depth: number): Json =>
      Array(depth)
        .fill(0)
        .reduce<Json>((inside) => [inside], one)
    shared.add('h', provider('eip155'), nested(100_000))
    expect(shared.has(report({ active: `eip155:1:${one}` }))).toBe(false)
    shared.add('h', provider('eip155'), nested(4))
    expect(shared.has(report({ active: `eip155:1:${one}` }))).toBe(true)
  })

  const signIn = { domain: 'd', uri: 'https://d.example/', version: '1', chainId: 'm', nonce: 'n', issuedAt: 't' }
  test.each<[method: string, isHeard: boolean, namespace: Namespace, params?: Json[]]>([
    ['eth_requestAccounts', true, 'eip155'],
    ['eth_accounts', true, 'eip155'],
    ['solana_connect', true, 'solana'],
    ['bitcoin_switchNetwork', true, 'bip122'],
    ['polkadot_accounts', true, 'polkadot'],
    ['personal_sign', false, 'eip155', ['0x00', one]],
    ['eth_call', false, 'eip155', [{ to: one }, 'latest']],
    ['wallet_getAssets', false, 'eip155', [{ account: one }]],
    ['solana_signIn', false, 'solana', [{ input: signIn, pubkey: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' }]],
  ])('is heard in the answer to %s: %s', async (method, isHeard, namespace, params = []) => {
    const shared = createShared()
    const wallet = provider(namespace, { request: () => [one] })
    const forward = createForward(
      () => wallet,
      () => {},
      shared,
      createPresses(),
    )
    const context = { signal: new AbortController().signal, waitsForPerson: () => {} }
    await forward({ handle: 'h', scope: `${namespace}:1`, method, params }, context)
    expect(shared.has(report({ namespace, accounts: [`${namespace}:1:${one}`] }))).toBe(isHeard)
  })

  test('stays shared when the wallet names others later, and not in the next session', () => {
    const shared = createShared()
    const account = report({ active: `eip155:1:${one}` })
    shared.add('h', provider('eip155'), [one])
    shared.add('h', provider('eip155'), [two])
    expect(shared.has(account)).toBe(true)
    shared.clear()
    expect(shared.has(account)).toBe(false)
  })

  test('is compared letter by letter outside of EVM, and by the wallet’s own key if it has one', () => {
    const shared = createShared()
    shared.add('h', provider('bip122'), { accounts: [{ address: 'mAbC', purpose: 'payment' }], network: 'bip122:0' })
    const bitcoin = (address: string) =>
      shared.has(report({ namespace: 'bip122', active: `bip122:000000000019d6689c085ae165831e93:${address}` }))
    expect([bitcoin('mAbC'), bitcoin('mabc')]).toEqual([true, false])
    shared.add('h', provider('polkadot', { keyOf: (address) => address.slice(1) }), [{ address: '1same', name: 'x' }])
    const polkadot = (address: string) =>
      shared.has(report({ namespace: 'polkadot', active: `polkadot:91b171bb158e2d3848fa23a9f1c25182:${address}` }))
    expect([polkadot('5same'), polkadot('5other')]).toEqual([true, false])
  })
})
