import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { NETWORK, p2wpkh } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreementOf, createTestSession } from '../../../../../test/support/paired-session.ts'
import { readAnswer, readDetails } from './bitcoin.ts'

const mainnet: Caip2 = 'bip122:000000000019d6689c085ae165831e93'
const payment = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ordinals = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const publicKey = `02${'ab'.repeat(32)}`
const path = "m/84'/0'/0'/0/0"
const txid = 'ef'.repeat(32)
const signature = '1f'.repeat(65)
const psbt = 'cHNidP8BAAAAAAAA'

const told: Json = [
  { address: payment, publicKey, path, intention: 'payment' },
  { address: ordinals, intention: 'ordinal', more: 1 },
]

/** A paired wallet that has said this of its addresses, and answers with this. */
function sessionOf(said: unknown, answer: Json = null, granted: readonly string[] = [payment]) {
  const accounts = granted.map((address): Caip10 => `${mainnet}:${address}`)
  const agreement = agreementOf(
    { bip122: { accounts, chains: [mainnet], methods: [], events: [] } },
    { bip122_getAccountAddresses: said },
  )
  return createTestSession('bip122', agreement, { answer })
}
const { signal } = new AbortController()

describe('a session on Bitcoin', () => {
  test.each([
    ['a list', told],
    ['JSON of one', JSON.stringify(told)],
  ])('has the addresses of which the wallet tells with %s', async (_, said) => {
    expect(await sessionOf(said).connector.connect({ signal })).toEqual({
      chainId: mainnet,
      accounts: [`${mainnet}:${payment}`, `${mainnet}:${ordinals}`],
      details: [
        { address: payment, type: 'payment', publicKey, path },
        { address: ordinals, type: 'ordinal' },
      ],
    })
  })

  test.each([
    ['nothing', undefined],
    ['no list', { payment: [payment] }],
    ['broken JSON', '[{'],
    ['endless JSON', JSON.stringify(Array.from({ length: 5000 }, () => told[1]))],
    ['addresses of another network', [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }]],
  ])('has the account that it names if the wallet tells with %s [C190]', async (_, said) => {
    const offer = await sessionOf(said).connector.connect({ signal })
    expect(offer).toEqual({ chainId: mainnet, accounts: [`${mainnet}:${payment}`] })
  })

  test('has at most a hundred accounts, those of the session first, however many addresses the wallet tells', async () => {
    const addresses = Array.from({ length: 150 }, (_, index) => {
      const key = secp256k1.getPublicKey(new Uint8Array(32).fill(index + 1))
      return p2wpkh(key, NETWORK).address ?? ''
    })
    const said = addresses.slice(90).map((address) => ({ address }))
    const { accounts } = await sessionOf(said, null, addresses.slice(0, 90)).connector.connect({ signal })
    expect(accounts).toEqual(addresses.slice(0, 100).map((address) => `${mainnet}:${address}`))
  })

  test('sends the methods as they are, and reads the answers', async () => {
    const { connector, send } = sessionOf(undefined, { address: payment, signature: `0x${signature.toUpperCase()}` })
    const params = { account: payment, message: 'hello' }
    expect(await connector.request('signMessage', params, { scope: mainnet })).toEqual({ address: payment, signature })
    expect(send).toHaveBeenCalledWith({ chainId: mainnet, method: 'signMessage', params })
  })
})

describe('an answer', () => {
  const code = (method: string, answer: Json): unknown => {
    try {
      return readAnswer(method, answer, mainnet)
    } catch (error) {
      return error instanceof AirlockError ? error.code : 'foreign'
    }
  }

  test.each<[method: string, answer: Json, expected: unknown]>([
    ['sendTransfer', { txid, extra: 1 }, { txid }],
    ['signPsbt', { psbt }, { psbt }],
    ['signPsbt', { psbt, txid }, { psbt, txid }],
    [
      'getAccountAddresses',
      told,
      [
        { address: payment, publicKey, path, intention: 'payment' },
        { address: ordinals, intention: 'ordinal' },
      ],
    ],
    ['getAccountAddresses', [{ address: payment, publicKey: '<b>', path: 7 }, 'all'], [{ address: payment }]],
  ])('%s: a valid answer is read', (method, answer, expected) => {
    expect(code(method, answer)).toEqual(expected)
  })

  test.each<[method: string, answer: Json]>([
    ['signMessage', { signature: 'not hex' }],
    ['signMessage', signature],
    ['sendTransfer', txid],
    ['sendTransfer', { txid: 'ef' }],
    ['signPsbt', { psbt: 'AAAA' }],
    ['signPsbt', null],
    ['getAccountAddresses', { addresses: told }],
  ])('%s: another form fails: %j [C190]', (method, answer) => {
    expect(code(method, answer)).toBe('WALLET_FAILED')
  })

  test.each(['toString', '__proto__', 'eth_sign'])('%s: the method is not allowed', (method) => {
    expect(code(method, told)).toBe('METHOD_NOT_ALLOWED')
  })

  test('any JSON value is read, or fails with WALLET_FAILED [C190]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'),
        fc.jsonValue(),
        (method, answer) => {
          const read = code(method, answer as Json)
          if (typeof read === 'string') expect(read).toBe('WALLET_FAILED')
          readDetails({ session: { bip122_getAccountAddresses: answer }, scoped: undefined }, mainnet)
        },
      ),
    )
  })
})
