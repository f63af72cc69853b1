import { findMethod } from '@airlock/protocol/allowlist/index.ts'
import type { Json } from '@airlock/protocol/json.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tidyParams } from './tidy-params.ts'

const from = `0x${'ab'.repeat(20)}`
const to = `0x00${'cd'.repeat(19)}`
const hash = `0x00${'ef'.repeat(31)}`

const tidied = (method: string, params: Json | undefined) => tidyParams(findMethod('eip155', method) ?? {}, params)
const isTaken = (method: string, params: Json | undefined) =>
  z.safeParse(findMethod('eip155', method)?.params ?? z.never(), params).success

describe('params as pages write them', () => {
  test.each<[reason: string, method: string, written: Json, expected: Json]>([
    [
      'an amount of ethers 5',
      'eth_sendTransaction',
      [{ from, to, value: '0x016345785d8a0000' }],
      [{ from, to, value: '0x16345785d8a0000' }],
    ],
    ['zero in two digits', 'eth_sendTransaction', [{ from, to, value: '0x00' }], [{ from, to, value: '0x0' }]],
    ['no digits', 'eth_sendTransaction', [{ from, to, value: '0x' }], [{ from, to, value: '0x0' }]],
    ['gas with zeros', 'eth_sendTransaction', [{ from, to, gas: '0x005208' }], [{ from, to, gas: '0x5208' }]],
    ['null for what is left out', 'eth_sendTransaction', [{ from, to, nonce: null, gasPrice: null }], [{ from, to }]],
    ['null for a new contract', 'eth_sendTransaction', [{ from, to: null, data: '0x00' }], [{ from, data: '0x00' }]],
    ['the empty text for no bytes', 'eth_sendTransaction', [{ from, to, data: '' }], [{ from, to, data: '0x' }]],
    [
      'a number for the network',
      'eth_sendTransaction',
      [{ from, to, chainId: 31337 }],
      [{ from, to, chainId: '0x7a69' }],
    ],
    [
      'amounts of several calls',
      'wallet_sendCalls',
      [
        {
          chainId: '0x01',
          calls: [
            { to, value: '0x00' },
            { to, value: null },
          ],
        },
      ],
      [{ chainId: '0x1', calls: [{ to, value: '0x0' }, { to }] }],
    ],
    ['a block', 'eth_getBlockByNumber', ['0x00', false], ['0x0', false]],
    ['the block of a call', 'eth_call', [{ to, value: '0x0a' }, '0x0b'], [{ to, value: '0xa' }, '0xb']],
    ['a block as an object', 'eth_getBalance', [from, { blockNumber: '0x01' }], [from, { blockNumber: '0x1' }]],
    ['a count and a block', 'eth_feeHistory', [4, '0x01', []], ['0x4', '0x1', []]],
    [
      'the range of a search',
      'eth_getLogs',
      [{ fromBlock: '0x00', toBlock: '0x01' }],
      [{ fromBlock: '0x0', toBlock: '0x1' }],
    ],
    [
      'a network to add',
      'wallet_addEthereumChain',
      [{ chainId: '0x0a', chainName: 'Ten', iconUrls: null }],
      [{ chainId: '0xa', chainName: 'Ten', iconUrls: null }],
    ],
  ])('%s is read', (_, method, written, expected) => {
    expect(tidied(method, written)).toEqual(expected)
    expect(isTaken(method, expected)).toBe(true)
  })

  test.each<[reason: string, method: string, params: Json]>([
    ['a text to sign', 'personal_sign', ['0x00', from]],
    ['a signed transaction', 'eth_sendRawTransaction', ['0x00']],
    ['a hash', 'eth_getTransactionReceipt', [hash]],
    ['the hash of a block', 'eth_getBlockReceipts', [hash]],
    ['the hash of the block of a balance', 'eth_getBalance', [from, hash]],
    ['an address and a slot', 'eth_getStorageAt', [to, '0x00', 'latest']],
    ['typed data', 'eth_signTypedData_v4', [from, { message: { value: '0x00', nonce: null } }]],
    ['topics', 'eth_getLogs', [{ topics: [null, hash] }]],
    ['params that are no list', 'eth_sendTransaction', { value: '0x00' }],
  ])('%s stays as it is', (_, method, params) => {
    expect(tidied(method, params)).toEqual(params)
  })

  test.each<[reason: string, value: Json]>([
    ['a decimal text', '1000'],
    ['a fraction', 1.5],
    ['a negative number', -1],
    ['a number that cannot be counted', 2 ** 53],
    ['a sign', '-0x1'],
    ['more than 256 bits', `0x1${'0'.repeat(64)}`],
    ['an object', { hex: '0x1' }],
  ])('%s is no amount, and refused', (_, value) => {
    const params = [{ from, to, value }]
    expect(tidied('eth_sendTransaction', params)).toEqual(params)
    expect(isTaken('eth_sendTransaction', params)).toBe(false)
  })
})

test('the amount, the recipient and the data stay what they are, however they are written', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.nat(64),
      fc.uint8Array({ maxLength: 64 }),
      fc.boolean(),
      (amount, zeros, data, isUpper) => {
        const digits = amount.toString(16)
        const value = `0x${'0'.repeat(zeros)}${isUpper ? digits.toUpperCase() : digits}`
        const bytes = `0x${Buffer.from(data).toString('hex')}`
        const [sent] = z.parse(
          z.tuple([z.object({ to: z.string(), data: z.string(), value: z.string() })]),
          tidied('eth_sendTransaction', [{ from, to, data: bytes, value }]),
        )
        expect([sent.to, sent.data, BigInt(sent.value)]).toEqual([to, bytes, amount])
        expect(isTaken('eth_sendTransaction', [{ from, ...sent }])).toBe(true)
      },
    ),
  )
})
