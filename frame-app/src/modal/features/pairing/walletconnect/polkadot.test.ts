import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { encodeAddress } from '@polkadot/util-crypto'
import { describe, expect, test } from 'vitest'
import { agreementOf, createTestSession } from '../../../../../test/support/paired-session.ts'
import { extrinsicOf, kusama, polkadot } from '../../../../../test/support/polkadot.ts'
import { readGrants } from './namespaces.ts'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const [onPolkadot, onKusama] = [encodeAddress(alice, 0), encodeAddress(alice, 2)]
const signature = `0x${'ab'.repeat(64)}`
const { signal } = new AbortController()

/** A session whose wallet has written these accounts. */
function connectorOf(accounts: readonly string[], answer: Json = { signature }) {
  const grants = readGrants({ polkadot: { accounts, methods: [], events: [] } })
  return createTestSession('polkadot', agreementOf(grants), { answer, prefer: polkadot })
}
const ask = (
  { connector }: ReturnType<typeof connectorOf>,
  method: string,
  params: Json,
  scope: Caip2 = polkadot,
): Promise<Json> => connector.request(method, params, { scope, signal })

test('an account is written as its network does, whatever form the wallet has granted', async () => {
  const { connector } = connectorOf([`${polkadot}:${alice}`, `${polkadot}:${onPolkadot}`, `${kusama}:${bob}`])
  expect((await connector.connect({ signal })).accounts).toEqual([`${polkadot}:${onPolkadot}`])
})

test('an account with a wrong checksum is dropped [C202]', () => {
  const typo = `${onPolkadot.slice(0, -1)}${onPolkadot.endsWith('5') ? '6' : '5'}`
  expect(readGrants({ polkadot: { accounts: [`${polkadot}:${typo}`], methods: [], events: [] } })).toEqual({})
})

test('the accounts are those of the session; the wallet is not asked', async () => {
  const made = connectorOf([`${polkadot}:${alice}`, `${polkadot}:${bob}`])
  expect(await ask(made, 'polkadot_accounts', [])).toEqual(
    [alice, bob].map((one) => ({ address: encodeAddress(one, 0) })),
  )
  expect(made.send).not.toHaveBeenCalled()
})

describe('a request', () => {
  test('for a text names the account as the wallet has granted it', async () => {
    const made = connectorOf([`${polkadot}:${alice}`])
    const params = { address: onPolkadot, message: 'hello' }
    expect(await ask(made, 'polkadot_signMessage', params)).toEqual({ signature })
    expect(made.send).toHaveBeenCalledWith({
      chainId: polkadot,
      method: 'polkadot_signMessage',
      params: { address: alice, message: 'hello' },
    })
  })

  test('for an extrinsic names account and network of the request, and lets the wallet change nothing [C203]', async () => {
    const made = connectorOf([`${kusama}:${onKusama}`])
    const transactionPayload = { ...extrinsicOf(alice, kusama), withSignedTransaction: true }
    const params = { address: alice, transactionPayload }
    expect(await ask(made, 'polkadot_signTransaction', params, kusama)).toEqual({ signature })
    expect(made.send.mock.calls[0]?.[0].params).toEqual({
      address: onKusama,
      transactionPayload: { ...transactionPayload, address: onKusama, withSignedTransaction: false },
    })
  })

  test.each([
    [
      'UNAUTHORIZED',
      'an account that was not granted',
      { address: bob, transactionPayload: extrinsicOf(bob, polkadot) },
    ],
    [
      'UNAUTHORIZED',
      'an extrinsic of another account',
      { address: alice, transactionPayload: extrinsicOf(bob, polkadot) },
    ],
    [
      'CHAIN_NOT_SUPPORTED',
      'an extrinsic of another network',
      { address: alice, transactionPayload: extrinsicOf(alice, kusama) },
    ],
    ['BAD_SHAPE', 'an unknown field', { address: alice, transactionPayload: extrinsicOf(alice, polkadot), more: 1 }],
    [
      'BAD_SHAPE',
      'an extrinsic without its genesis',
      { address: alice, transactionPayload: { ...extrinsicOf(alice, polkadot), genesisHash: '0x' } },
    ],
  ])('is %s for %s, and the wallet is not asked [C203]', async (code, _, params) => {
    const made = connectorOf([`${polkadot}:${alice}`])
    await expect(ask(made, 'polkadot_signTransaction', params)).rejects.toMatchObject({ code })
    expect(made.send).not.toHaveBeenCalled()
  })

  test('another method is refused', async () => {
    const made = connectorOf([`${polkadot}:${alice}`])
    await expect(ask(made, 'polkadot_connect', {})).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  })

  test.each([
    ['nothing', null],
    ['a text', signature],
    ['no signature', {}],
    ['a short one', { signature: '0xab' }],
    ['one that is not hex', { signature: `0x${'zz'.repeat(64)}` }],
  ])('answered with %s fails [C201]', async (_, answer) => {
    const made = connectorOf([`${polkadot}:${alice}`], answer)
    const asked = ask(made, 'polkadot_signMessage', { address: alice, message: 'hello' })
    await expect(asked).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })
})
