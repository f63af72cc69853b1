/** What wallets say of several calls as one, the answers of hostile ones among them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCapabilities } from '../src/modal/core/api/capabilities.ts'
import { readBatchState, readTaken, toBatch } from '../src/modal/core/api/wallet-calls.ts'
import { readAgreement } from '../src/modal/features/pairing/walletconnect/agreement.ts'
import { readSessionCapabilities } from '../src/modal/features/pairing/walletconnect/capabilities.ts'
import { createTestSession } from './support/paired-session.ts'

const hash = `0x${'ab'.repeat(32)}`
const address = `0x${'cd'.repeat(20)}` as const

test('all of the calls, or none, are asked for [C179]', () => {
  const calls = [{ to: address, data: '0x1234', value: 5n }] as const
  expect(toBatch('eip155:8453', address, calls)).toEqual([
    {
      version: '2.0.0',
      chainId: '0x2105',
      from: address,
      atomicRequired: true,
      calls: [{ to: address, data: '0x1234', value: '0x5' }],
    },
  ])
})

describe('capabilities [C179]', () => {
  test.each([
    ['said of the network', { '0x2105': { atomic: { status: 'supported' } } }, true],
    ['after an upgrade of the account', { '0x2105': { atomic: { status: 'ready' } } }, true],
    ['said of all networks', { '0x0': { atomic: { status: 'supported' } } }, true],
    [
      'said of all networks, but not of this one',
      { '0x0': { atomic: { status: 'supported' } }, '0x2105': { atomic: { status: 'unsupported' } } },
      false,
    ],
    ['said of another network', { '0x1': { atomic: { status: 'supported' } } }, false],
    ['not said', { '0x2105': {} }, false],
    ['an older form, which is not atomic for sure', { '0x2105': { atomicBatch: { supported: true } } }, false],
    ['a word that nobody knows', { '0x2105': { atomic: { status: 'sometimes' } } }, false],
    ['another form', { '0x2105': { atomic: true } }, false],
    ['nothing', null, false],
  ])('%s', (_, answer, isAtomic) => {
    expect(readCapabilities(answer, 'eip155:8453').isAtomic).toBe(isAtomic)
  })

  test('one odd capability does not hide another', () => {
    const answer = { '0x2105': { atomic: 7, assetDiscovery: { supported: true } } }
    expect(readCapabilities(answer, 'eip155:8453')).toEqual({ isAtomic: false, discoversAssets: true })
  })
})

describe('capabilities of a pairing [C179]', () => {
  const can = { '0x2105': { atomic: { status: 'supported' } } }
  const none = { session: undefined, scoped: undefined }

  test.each([
    [
      'by address, as JSON',
      { ...none, session: { capabilities: JSON.stringify({ [address.toUpperCase().replace('X', 'x')]: can }) } },
    ],
    ['by address, as an object', { ...none, session: { capabilities: { [address]: can } } }],
    ['by network, as JSON', { ...none, scoped: { 'eip155:8453': { atomic: '{"status":"supported"}' } } }],
    ['by network, all of it as JSON', { ...none, scoped: { 'eip155:8453': '{"atomic":{"status":"ready"}}' } }],
  ])('%s', (_, properties) => {
    expect(readCapabilities(readSessionCapabilities(properties, address), 'eip155:8453').isAtomic).toBe(true)
  })

  test.each([
    ['of another address', { ...none, session: { capabilities: { [`0x${'ee'.repeat(20)}`]: can } } }],
    ['of another network', { ...none, scoped: { 'eip155:10': { atomic: { status: 'supported' } } } }],
    ['no JSON', { ...none, session: { capabilities: '{' } }],
    [
      'too long to be read',
      { ...none, session: { capabilities: `${' '.repeat(20_000)}{"${address}":${JSON.stringify(can)}}` } },
    ],
    ['nothing', none],
  ])('none: %s', (_, properties) => {
    expect(readCapabilities(readSessionCapabilities(properties, address), 'eip155:8453').isAtomic).toBe(false)
  })

  test.each([
    [['personal_sign'], false],
    [['personal_sign', 'wallet_sendCalls'], true],
  ])('methods %j: calls are atomic: %s', (methods, isAtomic) => {
    const accounts = [`eip155:8453:${address}`]
    const agreement = readAgreement({
      topic: 'a'.repeat(64),
      expiry: 1_700_000_000,
      namespaces: { eip155: { accounts, methods, events: [] } },
      sessionProperties: { capabilities: { [address]: can } },
      peer: { metadata: { name: 'Pocket' } },
    })
    const { capabilities } = createTestSession('eip155', agreement).connector
    expect(readCapabilities(capabilities?.(address), 'eip155:8453').isAtomic).toBe(isAtomic)
  })
})

describe('the calls that a wallet has taken [C179]', () => {
  test.each([
    ['an id', { id: '0x01' }, { id: '0x01', hash: undefined }],
    ['an id alone, as in the first version', '0x01', { id: '0x01', hash: undefined }],
    [
      'the transaction',
      { id: 'a', capabilities: { caip345: { transactionHashes: [`0x${'11'.repeat(32)}`, hash] } } },
      { id: 'a', hash },
    ],
    [
      'a transaction of another form',
      { id: 'a', capabilities: { caip345: { transactionHashes: ['<b>'] } } },
      { id: 'a', hash: undefined },
    ],
    ['no transaction', { id: 'a', capabilities: { caip345: { transactionHashes: [] } } }, { id: 'a', hash: undefined }],
    ['an empty id', { id: '' }, undefined],
    ['an id of a megabyte', { id: 'a'.repeat(1_000_000) }, undefined],
    ['nothing', null, undefined],
    ['a transaction in the place of an id', { hash }, undefined],
  ])('%s', (_, answer, taken) => {
    expect(readTaken(answer)).toEqual(taken)
  })
})

describe('the status of the calls [C179]', () => {
  const receipts = [{ transactionHash: hash, status: '0x1', logs: [] }]
  test.each([
    ['waiting', { status: 100 }, { status: 'pending' }],
    ['done', { status: 200, receipts }, { status: 'done', hash }],
    ['done, in the words of the first version', { status: 'CONFIRMED', receipts }, { status: 'done', hash }],
    ['waiting, in the words of the first version', { status: 'PENDING' }, { status: 'pending' }],
    [
      'done, by the last of several',
      { status: 200, receipts: [{ transactionHash: `0x${'11'.repeat(32)}` }, ...receipts] },
      { status: 'done', hash },
    ],
    ['done without a transaction: it is waited for', { status: 200, receipts: [] }, { status: 'pending' }],
    [
      'done, but it failed in its block',
      { status: 200, receipts: [{ transactionHash: hash, status: '0x0' }] },
      { status: 'failed', hash },
    ],
    ['never sent', { status: 400 }, { status: 'failed', hash: undefined }],
    ['failed', { status: 500, receipts }, { status: 'failed', hash }],
    ['failed in part', { status: 600, receipts }, { status: 'failed', hash }],
    [
      'a transaction of another form',
      { status: 200, receipts: [{ transactionHash: 'https://evil.example' }] },
      { status: 'pending' },
    ],
    ['nothing', null, { status: 'pending' }],
  ])('%s', (_, answer, state) => {
    expect(readBatchState(answer)).toEqual(state)
  })
})

test('no answer of any form throws, or makes a transaction that is none [C179]', () => {
  const anyAnswer = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record({ status: fc.jsonValue(), receipts: fc.array(fc.record({ transactionHash: fc.jsonValue() })) }),
    fc.record({ id: fc.jsonValue(), capabilities: fc.record({ caip345: fc.jsonValue() }) }),
  )
  fc.assert(
    fc.property(anyAnswer, (answer) => {
      const state = readBatchState(answer)
      expect(['pending', 'failed']).toContain(state.status)
      expect(readTaken(answer)?.hash).toBeUndefined()
      expect(readCapabilities(answer, 'eip155:1').isAtomic).toBe(false)
      readSessionCapabilities({ session: { capabilities: answer }, scoped: { 'eip155:1': answer } }, address)
    }),
  )
})
