import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { base64, hex } from '@scure/base'
import { describe, expect, test, vi } from 'vitest'
import { network } from '../../../../../test/support/bare-context.ts'
import { airlockCodeOf } from '../../../../../test/support/refusals.ts'
import { createBitcoinPart } from './bitcoin.ts'

const mainnet: Caip2 = 'bip122:000000000019d6689c085ae165831e93'
const testnet: Caip2 = 'bip122:000000000933ea01ad0ee984209779ba'
const payment = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ordinals = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const stranger = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const onTestnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const publicKey = `02${'ab'.repeat(32)}`
const txid = 'ef'.repeat(32)
const psbt = base64.encode(new Uint8Array([0x70, 0x73, 0x62, 0x74, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
const signature = new Uint8Array(65).fill(31)
const { signal } = new AbortController()

const both: Json = [
  { address: payment, purpose: 'payment', publicKey },
  { address: ordinals, purpose: 'ordinal' },
]
const standing: Json = { accounts: both, network: mainnet }

function partOf(answers: Record<string, Json>, { chains = [mainnet, testnet], active = mainnet as Caip2 | null } = {}) {
  const ask = vi.fn((method: string) => Promise.resolve(answers[method] ?? null))
  return { ask, part: createBitcoinPart(ask, { chains, active: () => active }) }
}

describe('connecting', () => {
  test('offers the payment address first, and says what each is for', async () => {
    const { part } = partOf({ bitcoin_connect: standing })
    expect(await part.connect({ signal })).toEqual({
      chainId: mainnet,
      accounts: [`${mainnet}:${payment}`, `${mainnet}:${ordinals}`],
      details: [
        { address: payment, type: 'payment', publicKey },
        { address: ordinals, type: 'ordinal' },
      ],
    })
  })

  test('offers the network on which the wallet stands, whatever the page’s is', async () => {
    const { part, ask } = partOf(
      { bitcoin_connect: { accounts: [{ address: onTestnet, purpose: 'payment' }], network: testnet } },
      { active: mainnet },
    )
    expect((await part.connect({ signal })).chainId).toBe(testnet)
    expect(ask).toHaveBeenCalledWith('bitcoin_connect', [], mainnet, signal)
  })

  test('no account: connect() is refused, and restore() finds no connection', async () => {
    const { part } = partOf({ bitcoin_connect: { accounts: [] }, bitcoin_accounts: { accounts: [] } })
    expect(await airlockCodeOf(part.connect({ signal }))).toBe('UNAUTHORIZED')
    expect(await part.restore({ signal })).toBeUndefined()
  })

  test.each([
    ['no accounts', {}],
    ['an address of another network', { accounts: [{ address: onTestnet, purpose: 'payment' }], network: mainnet }],
    ['an address with a wrong checksum', { accounts: [{ address: payment.replace(/4$/, '5'), purpose: 'payment' }] }],
    ['an address of another chain', { accounts: [{ address: `0x${'11'.repeat(20)}`, purpose: 'payment' }] }],
    ['an unknown purpose', { accounts: [{ address: payment, purpose: 'savings' }] }],
    ['too many accounts', { accounts: Array.from({ length: 65 }, () => ({ address: payment, purpose: 'payment' })) }],
    ['more than accounts', { accounts: both, seed: 'abandon abandon' }],
  ])('fails if the wallet answers with %s [C186]', async (_, answer) => {
    const { part } = partOf({ bitcoin_connect: answer as Json })
    expect(await airlockCodeOf(part.connect({ signal }))).toBe('WALLET_FAILED')
  })
})

test('a switch answers with the addresses of the other network, and one that did not happen is refused', async () => {
  const there = { accounts: [{ address: onTestnet, purpose: 'payment' }], network: testnet }
  const { part } = partOf({ bitcoin_switchNetwork: there })
  expect(await part.switchNetwork({ ...network(1), id: testnet }, { signal })).toMatchObject({
    chainId: testnet,
    accounts: [`${testnet}:${onTestnet}`],
  })
  expect(
    await airlockCodeOf(
      partOf({ bitcoin_switchNetwork: standing }).part.switchNetwork({ ...network(1), id: testnet }, { signal }),
    ),
  ).toBe('CHAIN_NOT_SUPPORTED')
  expect(await airlockCodeOf(part.switchNetwork({ ...network(1), id: 'bip122:other' }, { signal }))).toBe(
    'CHAIN_NOT_SUPPORTED',
  )
})

describe('a request', () => {
  const connected = async (answers: Record<string, Json>) => {
    const made = partOf({ bitcoin_connect: standing, bitcoin_accounts: standing, ...answers })
    await made.part.connect({ signal })
    made.ask.mockClear()
    return made
  }

  test('for the addresses is answered without the wallet, by intention', async () => {
    const { part, ask } = await connected({})
    const addresses = (intentions?: string[]) =>
      part.request('getAccountAddresses', { account: payment, ...(intentions && { intentions }) }, { scope: mainnet })
    expect(await addresses()).toEqual([
      { address: payment, publicKey, intention: 'payment' },
      { address: ordinals, intention: 'ordinal' },
    ])
    expect(await addresses(['ordinal'])).toEqual([{ address: ordinals, intention: 'ordinal' }])
    expect(ask).not.toHaveBeenCalled()
  })

  test('for a message is for one of the wallet’s addresses; the signature is in hex', async () => {
    const { part, ask } = await connected({ bitcoin_signMessage: { signature: base64.encode(signature) } })
    const params = { account: payment, address: ordinals, message: 'hello', protocol: 'bip322' }
    expect(await part.request('signMessage', params, { scope: mainnet })).toEqual({
      address: ordinals,
      signature: hex.encode(signature),
    })
    const input = { address: ordinals, message: 'hello', protocol: 'bip322' }
    expect(ask).toHaveBeenCalledWith('bitcoin_signMessage', [input], mainnet, undefined)
  })

  test('for a transfer and for a PSBT has the wallet’s own words', async () => {
    const { part, ask } = await connected({ bitcoin_sendTransfer: { txid }, bitcoin_signPsbt: { psbt, txid } })
    const transfer = { account: payment, recipientAddress: stranger, amount: '1000' }
    expect(await part.request('sendTransfer', transfer, { scope: mainnet })).toEqual({ txid })
    const sent = [{ from: payment, recipient: stranger, amount: '1000' }]
    expect(ask).toHaveBeenLastCalledWith('bitcoin_sendTransfer', sent, mainnet, undefined)
    const signInputs = [{ address: ordinals, index: 1 }]
    const signed = { account: payment, psbt, signInputs, broadcast: true }
    expect(await part.request('signPsbt', signed, { scope: mainnet })).toEqual({ psbt, txid })
    const asked = [{ psbt, inputs: signInputs, broadcast: true }]
    expect(ask).toHaveBeenLastCalledWith('bitcoin_signPsbt', asked, mainnet, undefined)
  })

  test('finds the accounts again on a new connector, without a question to the user', async () => {
    const { part, ask } = partOf({
      bitcoin_accounts: standing,
      bitcoin_signMessage: { signature: base64.encode(signature) },
    })
    await part.request('signMessage', { account: payment, message: 'hello' }, { scope: mainnet })
    expect(ask.mock.calls.map(([method]) => method)).toEqual(['bitcoin_accounts', 'bitcoin_signMessage'])
  })

  test.each([
    ['UNAUTHORIZED', 'a stranger’s message', 'signMessage', { account: stranger, message: 'a' }, mainnet],
    ['UNAUTHORIZED', 'another address', 'signMessage', { account: payment, address: stranger, message: 'a' }, mainnet],
    [
      'UNAUTHORIZED',
      'a stranger’s coins',
      'sendTransfer',
      { account: stranger, recipientAddress: payment, amount: '1' },
      mainnet,
    ],
    [
      'UNAUTHORIZED',
      'a stranger’s input',
      'signPsbt',
      { account: payment, psbt, signInputs: [{ address: stranger, index: 0 }] },
      mainnet,
    ],
    ['CHAIN_NOT_SUPPORTED', 'another network', 'signMessage', { account: payment, message: 'a' }, 'bip122:other'],
    ['METHOD_NOT_ALLOWED', 'another method', 'bitcoin_connect', {}, mainnet],
    ['BAD_SHAPE', 'an unknown field', 'signMessage', { account: payment, message: 'a', more: 1 }, mainnet],
  ] as const)(
    'is %s for %s, and the wallet is asked for no signature [C185]',
    async (expected, _, method, params, scope) => {
      const { part, ask } = await connected({})
      expect(await airlockCodeOf(part.request(method, structuredClone(params) as Json, { scope }))).toBe(expected)
      expect(ask).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['nothing', 'signMessage', null],
    ['what is no base64', 'signMessage', { signature: `<b>${'11'.repeat(65)}` }],
    ['base64 of no whole bytes', 'signMessage', { signature: 'A'.repeat(21) }],
    ['more than a signature', 'signMessage', { signature: base64.encode(signature), more: 1 }],
    ['a short id', 'sendTransfer', { txid: 'ef' }],
    ['markup for an id', 'sendTransfer', { txid: '<b>'.repeat(21) }],
    ['what is no PSBT', 'signPsbt', { psbt: base64.encode(signature) }],
  ])('answered with %s fails [C185]', async (_, method, answer) => {
    const { part } = await connected({ [`bitcoin_${method}`]: answer as Json })
    const params = {
      signMessage: { account: payment, message: 'a' },
      sendTransfer: { account: payment, recipientAddress: stranger, amount: '1' },
      signPsbt: { account: payment, psbt, signInputs: [{ address: payment, index: 0 }] },
    }[method] as Json // as: one of these
    expect(await airlockCodeOf(part.request(method, params, { scope: mainnet }))).toBe('WALLET_FAILED')
  })
})

test('an event tells of accounts and network together, and what is no account is dropped [C186]', async () => {
  const { part } = partOf({ bitcoin_connect: standing })
  await part.connect({ signal })
  const there = { accounts: [{ address: onTestnet, purpose: 'payment' }], network: testnet }
  expect(part.readEvent('accountsChanged', there)).toMatchObject({
    type: 'offer',
    offer: { chainId: testnet, accounts: [`${testnet}:${onTestnet}`] },
  })
  expect(part.readEvent('accountsChanged', { accounts: [] })).toEqual({ type: 'disconnect' })
  expect(part.readEvent('accountsChanged', { ...there, network: mainnet })).toBeUndefined()
  expect(part.readEvent('accountsChanged', [payment])).toBeUndefined()
  expect(part.readEvent('chainChanged', testnet)).toBeUndefined()
})
