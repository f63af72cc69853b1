import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { base58 } from '@scure/base'
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { describe, expect, test, vi } from 'vitest'
import { network } from '../../../../../test/support/bare-context.ts'
import { airlockCodeOf } from '../../../../../test/support/refusals.ts'
import { createSolanaPart } from './solana.ts'

const mainnet: Caip2 = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet: Caip2 = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const [one, two, stranger] = [Keypair.generate(), Keypair.generate(), Keypair.generate()].map((pair) =>
  pair.publicKey.toBase58(),
) as [string, string, string] // as: of three
const signature = base58.encode(new Uint8Array(64).fill(3))
const { signal } = new AbortController()

/** A transfer that this account pays and signs. */
function transferOf(payer: string): string {
  const key = new PublicKey(payer)
  const message = new TransactionMessage({
    payerKey: key,
    recentBlockhash: base58.encode(new Uint8Array(32).fill(1)),
    instructions: [SystemProgram.transfer({ fromPubkey: key, toPubkey: SystemProgram.programId, lamports: 1 })],
  }).compileToV0Message()
  return base58.encode(new VersionedTransaction(message).serialize())
}

function connectorOf(
  answers: Record<string, Json>,
  { chains = [mainnet, devnet], active = mainnet as Caip2 | null } = {},
) {
  const ask = vi.fn((method: string) => Promise.resolve(answers[method] ?? null))
  return { ask, part: createSolanaPart(ask, { chains, active: () => active }) }
}

describe('connecting', () => {
  test('offers the accounts on the page’s network', async () => {
    const { part } = connectorOf({ solana_connect: [one, two] }, { active: devnet })
    expect(await part.connect({ signal })).toEqual({
      chainId: devnet,
      accounts: [`${devnet}:${one}`, `${devnet}:${two}`],
    })
  })

  test('offers the first network that the wallet serves while the page is on another one', async () => {
    const { part } = connectorOf({ solana_connect: [one] }, { active: 'eip155:1' })
    expect((await part.connect({ signal })).chainId).toBe(mainnet)
  })

  test('no account: connect() is refused, and restore() finds no connection', async () => {
    const { part, ask } = connectorOf({ solana_connect: [], solana_accounts: [] })
    expect(await airlockCodeOf(part.connect({ signal }))).toBe('UNAUTHORIZED')
    expect(await part.restore({ signal })).toBeUndefined()
    expect(ask.mock.calls.map(([method]) => method)).toEqual(['solana_connect', 'solana_accounts'])
  })

  test.each([
    ['no list', 'everybody'],
    ['an address of another chain', [`0x${'11'.repeat(20)}`]],
    ['markup', ['<b>']],
    ['too many accounts', Array.from({ length: 257 }, () => one)],
  ])('fails if the wallet answers with %s [C182]', async (_, answer) => {
    expect(await airlockCodeOf(connectorOf({ solana_connect: answer }).part.connect({ signal }))).toBe('WALLET_FAILED')
  })
})

test('a network that the wallet does not serve is refused, another one is taken without a question', async () => {
  const { part, ask } = connectorOf({ solana_accounts: [one] }, { chains: [mainnet, devnet] })
  await part.switchNetwork({ ...network(1), id: devnet }, { signal })
  expect(ask).not.toHaveBeenCalled()
  expect((await part.restore({ signal }))?.chainId).toBe(devnet)
  expect(await airlockCodeOf(part.switchNetwork({ ...network(1), id: 'solana:other' }, { signal }))).toBe(
    'CHAIN_NOT_SUPPORTED',
  )
})

describe('a request', () => {
  const connected = async (answers: Record<string, Json>) => {
    const made = connectorOf({ solana_connect: [one, two], solana_accounts: [one, two], ...answers })
    await made.part.connect({ signal })
    made.ask.mockClear()
    return made
  }

  test('for a transaction is for the account that signs it', async () => {
    const transaction = transferOf(two)
    const { part, ask } = await connected({ solana_signAndSendTransaction: { signature } })
    const options = { skipPreflight: true }
    expect(await part.request('solana_signAndSendTransaction', { transaction, options }, { scope: mainnet })).toEqual({
      signature,
    })
    expect(ask).toHaveBeenCalledWith(
      'solana_signAndSendTransaction',
      [{ transaction, pubkey: two, options }],
      mainnet,
      undefined,
    )
  })

  test('finds the accounts again on a new connector, without a question to the user', async () => {
    const transaction = transferOf(two)
    const { part, ask } = connectorOf({ solana_accounts: [one, two], solana_signTransaction: { transaction } })
    await part.request('solana_signTransaction', { transaction }, { scope: mainnet })
    expect(ask.mock.calls.map(([method]) => method)).toEqual(['solana_accounts', 'solana_signTransaction'])
    expect(ask).toHaveBeenLastCalledWith('solana_signTransaction', [{ transaction, pubkey: two }], mainnet, undefined)
  })

  test('for several is for one account of the wallet', async () => {
    const [mine, alsoMine, others] = [transferOf(one), transferOf(one), transferOf(two)]
    const { part } = await connected({ solana_signAllTransactions: { transactions: [mine, alsoMine] } })
    const sign = (transactions: string[]) =>
      part.request('solana_signAllTransactions', { transactions }, { scope: mainnet })
    expect(await sign([mine, alsoMine])).toEqual({ transactions: [mine, alsoMine] })
    expect(await airlockCodeOf(sign([mine, others]))).toBe('UNAUTHORIZED')
    expect(await airlockCodeOf(sign([mine]))).toBe('WALLET_FAILED')
  })

  test.each([
    [
      'UNAUTHORIZED',
      'a stranger’s transaction',
      'solana_signTransaction',
      { transaction: transferOf(stranger) },
      mainnet,
    ],
    ['CHAIN_NOT_SUPPORTED', 'another network', 'solana_signTransaction', { transaction: transferOf(one) }, 'solana:x'],
    ['METHOD_NOT_ALLOWED', 'another method', 'solana_connect', {}, mainnet],
    ['BAD_SHAPE', 'an unknown field', 'solana_signTransaction', { transaction: transferOf(one), more: 1 }, mainnet],
  ] as const)('is %s for %s, and the wallet is asked for no signature', async (expected, _, method, params, scope) => {
    const { part, ask } = await connected({})
    expect(await airlockCodeOf(part.request(method, params, { scope }))).toBe(expected)
    expect(ask.mock.calls.filter(([asked]) => asked !== 'solana_accounts')).toEqual([])
  })

  test.each([
    ['nothing', null],
    ['no signature', {}],
    ['a short signature', { signature: one }],
    ['a signature in hex', { signature: `0x${'11'.repeat(64)}` }],
    ['more than a signature', { signature, more: 1 }],
  ])('answered with %s fails [C182]', async (_, answer) => {
    const { part } = await connected({ solana_signMessage: answer })
    const asked = part.request('solana_signMessage', { message: '1', pubkey: one }, { scope: mainnet })
    expect(await airlockCodeOf(asked)).toBe('WALLET_FAILED')
  })
})

test('events other than well-formed accounts are dropped [C182]', () => {
  const { part } = connectorOf({})
  expect(part.readEvent('accountsChanged', [two, '<b>', 7])).toEqual({ type: 'accounts', accounts: [two] })
  expect(part.readEvent('accountsChanged', 'all')).toBeUndefined()
  expect(part.readEvent('chainChanged', mainnet)).toBeUndefined()
})
