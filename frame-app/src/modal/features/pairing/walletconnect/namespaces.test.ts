import { findMethod } from '@airlock/protocol/allowlist/index.ts'
import {
  type Caip2,
  isCaip2,
  isCaip10,
  type Namespace,
  namespaceOf,
  parseCaip10,
} from '@airlock/protocol/scalars/caip.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksum } from '../../../../shared/chains/eip155/checksum.ts'
import { accountsOn, nameForWallet, propose, readGrants } from './namespaces.ts'

const solana: Caip2 = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const formerSolana = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const address = checksum(`0x${'ab'.repeat(20)}`)
const part = (accounts: string[], chains?: string[]) => ({
  accounts,
  methods: ['personal_sign'],
  events: ['chainChanged'],
  ...(chains && { chains }),
})
const chain = fc.oneof(
  fc.nat().map((id): Caip2 => `eip155:${id}`),
  fc
    .tuple(fc.constantFrom('solana', 'bip122', 'polkadot'), fc.stringMatching(/^[a-zA-Z0-9]{1,32}$/))
    .map(([namespace, reference]): Caip2 => `${namespace as 'solana'}:${reference}`),
)

describe('a proposal', () => {
  test('names every network of the app once, under its own namespace, and no namespace without one', () => {
    fc.assert(
      fc.property(fc.array(chain, { maxLength: 20 }), (ids) => {
        const wished = propose(ids.map((id) => ({ id })))
        expect(new Set(Object.keys(wished))).toEqual(new Set(ids.map((id) => namespaceOf(id))))
        for (const [namespace, { chains, events }] of Object.entries(wished)) {
          expect(new Set(chains).size).toBe(chains.length)
          for (const id of chains) expect(isCaip2(id) && namespaceOf(id)).toBe(namespace)
          expect(chains).toEqual(expect.arrayContaining(ids.filter((id) => namespaceOf(id) === namespace)))
          expect(events).toEqual(expect.arrayContaining(['accountsChanged', 'chainChanged']))
        }
      }),
    )
  })

  test('asks old wallets by the former id too, and in the words of each namespace', () => {
    const wished = propose([{ id: 'eip155:1' }, { id: solana }, { id: 'bip122:000000000019d6689c085ae165831e93' }])
    expect(wished.solana?.chains).toEqual([solana, formerSolana])
    expect(wished.eip155?.methods).toContain('eth_signTypedData_v4')
    expect(wished.bip122?.events).toContain('bip122_addressesChanged')
    expect(wished.polkadot).toBeUndefined()
  })
})

describe('a proposal of all namespaces', () => {
  const ids = [
    'eip155:1',
    solana,
    'bip122:000000000019d6689c085ae165831e93',
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  ]
  const wished = Object.entries(propose(ids.map((id) => ({ id: id as Caip2 })))) // as: CAIP-2 ids
  /** The methods by which the modal itself switches networks. */
  const own = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']

  test('asks for no method that the allowlist refuses [C67]', () => {
    expect(wished.map(([namespace]) => namespace)).toEqual(['eip155', 'solana', 'bip122', 'polkadot'])
    for (const [namespace, { methods }] of wished)
      for (const method of methods.filter((one) => namespace !== 'eip155' || !own.includes(one)))
        expect(findMethod(namespace as Namespace, method), method).toBeDefined() // as: compared above
  })

  test.each([
    ...own,
    'personal_sign',
    'eth_signTypedData_v3',
    'wallet_watchAsset',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendCalls',
  ])('asks for %s, which requests need', (method) => {
    expect(propose([{ id: 'eip155:1' }]).eip155?.methods).toContain(method)
  })
})

describe('the grants of a wallet', () => {
  test('only accounts and chains of the namespace are read, whatever the wallet writes', () => {
    const text = fc.oneof(
      fc.string(),
      chain,
      chain.map((id) => `${id}:${address}`),
    )
    const anything = fc.dictionary(
      fc.oneof(fc.constantFrom('eip155', 'solana', 'bip122', 'polkadot', '__proto__'), fc.string(), chain),
      fc.record({
        accounts: fc.array(text),
        methods: fc.array(fc.string()),
        events: fc.array(fc.string()),
        chains: fc.option(fc.array(text), { nil: undefined }),
      }),
    )
    fc.assert(
      fc.property(anything, (agreed) => {
        for (const [namespace, grant] of Object.entries(readGrants(agreed))) {
          expect(grant.accounts.length).toBeGreaterThan(0)
          for (const account of grant.accounts) expect(isCaip10(account) && namespaceOf(account)).toBe(namespace)
          for (const id of grant.chains) expect(isCaip2(id) && namespaceOf(id)).toBe(namespace)
          // Each account is on a granted chain.
          for (const account of grant.accounts) expect(grant.chains).toContain(parseCaip10(account).chainId)
        }
      }),
    )
  })

  test('chains follow from accounts where none are named, and a chain may be the key', () => {
    expect(readGrants({ eip155: part([`eip155:1:${address}`]) }).eip155?.chains).toEqual(['eip155:1'])
    expect(readGrants({ 'eip155:10': part([`eip155:10:${address}`]) }).eip155?.chains).toEqual(['eip155:10'])
  })

  test('an account is read where it has the form of its namespace, and once', () => {
    const spoiled = [
      `eip155:1:${address}\u202e`,
      `eip155:1:${address.slice(0, -1)}`,
      'eip155:1:hello',
      `eip155:1:${'A'.repeat(44)}`,
      `eip155::${address}`,
      `eip155:1:1:${address}`,
      ` eip155:1:${address}`,
    ]
    expect(readGrants({ eip155: part(spoiled) })).toEqual({})
    const twice = [`eip155:1:${address}`, `eip155:1:${address}`, `eip155:1:0x${'AB'.repeat(20)}`]
    expect(readGrants({ eip155: part(twice) }).eip155?.accounts).toEqual([`eip155:1:${address}`])
  })

  test('ten thousand accounts: a bounded number is read, and a hundred of a chain are shown', () => {
    const many = Array.from(
      { length: 10_000 },
      (_, index) => `eip155:1:${checksum(`0x${index.toString(16).padStart(40, '0')}`)}`,
    )
    const grant = readGrants({ eip155: part(many) }).eip155
    expect(grant?.accounts.length).toBeLessThanOrEqual(4_096)
    expect(grant && accountsOn(grant, 'eip155:1')).toEqual(many.slice(0, 100))
    expect(grant && accountsOn(grant, 'eip155:10')).toHaveLength(100)
  })

  test('a namespace without an account was not granted', () => {
    expect(readGrants({ eip155: part([], ['eip155:1']) })).toEqual({})
    expect(readGrants({ eip155: part(['nonsense']) })).toEqual({})
  })

  test('former ids are read as the chains of today, and sent to that wallet as it knows them', () => {
    const sun = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    const agreed = { solana: part([`${formerSolana}:${sun}`]) }
    expect(readGrants(agreed).solana).toMatchObject({ accounts: [`${solana}:${sun}`], chains: [solana] })
    expect(nameForWallet(solana, agreed)).toBe(formerSolana)
    expect(nameForWallet(solana, { solana: part([`${solana}:${sun}`]) })).toBe(solana)
    expect(nameForWallet('eip155:1', agreed)).toBe('eip155:1')
  })

  test('on a chain without accounts of its own the others stand, each address once', () => {
    const grant = readGrants({
      eip155: part([`eip155:1:${address}`, `eip155:10:${address}`], ['eip155:1', 'eip155:10', 'eip155:137']),
    }).eip155
    expect(grant && accountsOn(grant, 'eip155:10')).toEqual([`eip155:10:${address}`])
    expect(grant && accountsOn(grant, 'eip155:137')).toEqual([`eip155:137:${address}`])
  })
})
