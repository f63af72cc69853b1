import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { describe, expect, test } from 'vitest'
import type { Provider } from '../src/injected/read.ts'
import { createShared } from '../src/injected/shared.ts'

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

  test.each([
    ['eth_requestAccounts', true],
    ['eth_accounts', true],
    ['solana_connect', true],
    ['bitcoin_switchNetwork', true],
    ['polkadot_accounts', true],
    ['personal_sign', false],
    ['eth_call', false],
    ['wallet_getAssets', false],
    ['solana_signIn', false],
  ])('is heard in the answer to %s: %s', (method, isHeard) => {
    const shared = createShared()
    shared.hear('h', provider('eip155'), method, [one])
    expect(shared.has(report({ active: `eip155:1:${one}` }))).toBe(isHeard)
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
