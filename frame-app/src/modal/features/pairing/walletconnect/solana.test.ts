import type { Json } from '@airlock/protocol/json.ts'
import { base58, base64 } from '@scure/base'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSolTransfer } from '../../../../shared/chains/solana/transfer.ts'
import { toSession } from './solana.ts'

const key = Keypair.generate()
const address = key.publicKey.toBase58()
const bytes = buildSolTransfer({ from: address, to: address, lamports: 1n }, { blockhash: address })
const signed = VersionedTransaction.deserialize(bytes)
signed.sign([key])
const [signature = new Uint8Array()] = signed.signatures
const transaction = base58.encode(bytes)
const done = { transaction: base58.encode(signed.serialize()) }
const read = async (method: string, params: Json, answer: Json, accounts = [address]) =>
  toSession(method, params, accounts).read(answer)

describe('words for a wallet elsewhere', () => {
  test('carry transactions in base64, and options by their other name', () => {
    expect(toSession('solana_signTransaction', { transaction }, []).params).toEqual({
      transaction: base64.encode(bytes),
    })
    expect(toSession('solana_signAllTransactions', { transactions: [transaction] }, []).params).toEqual({
      transactions: [base64.encode(bytes)],
    })
    const options = { skipPreflight: true }
    expect(toSession('solana_signAndSendTransaction', { transaction, options }, []).params).toEqual({
      transaction: base64.encode(bytes),
      sendOptions: options,
    })
    const message = { message: base58.encode(bytes), pubkey: address }
    expect(toSession('solana_signMessage', message, []).params).toEqual(message)
  })

  test.each<[string, Json]>([
    ['solana_signTransaction', { transaction: 'l0l' }],
    ['solana_signTransaction', { transaction: '1'.repeat(1_701) }],
    ['solana_signTransaction', []],
    ['solana_signAllTransactions', { transactions: 'all' }],
  ])('%s refuses %j before the wallet is asked', (method, params) => {
    expect(() => toSession(method, params, [])).toThrow(expect.objectContaining({ code: 'BAD_SHAPE' }))
  })

  test('nothing else is asked', () => {
    expect(() => toSession('solana_exportKey', {}, [])).toThrow(expect.objectContaining({ code: 'METHOD_NOT_ALLOWED' }))
  })
})

describe('the answer of a paired wallet on Solana', () => {
  test('is the transaction, or the signature that goes into it', async () => {
    const whole = { signature: base58.encode(signature), transaction: base64.encode(signed.serialize()) }
    await expect(read('solana_signTransaction', { transaction }, whole)).resolves.toEqual(done)
    const alone = { signature: base58.encode(signature) }
    await expect(read('solana_signTransaction', { transaction }, alone)).resolves.toEqual(done)
    await expect(read('solana_signTransaction', { transaction }, alone, ['another'])).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  test.each<[string, Json, Json]>([
    ['solana_signMessage', { message: '1', pubkey: address }, { signature: 'short' }],
    ['solana_signMessage', { message: '1', pubkey: address }, 'signature'],
    ['solana_signTransaction', { transaction }, {}],
    ['solana_signTransaction', { transaction }, { transaction: '' }],
    ['solana_signTransaction', { transaction }, { transaction: 'no base64!' }],
    ['solana_signTransaction', { transaction }, { transaction: 'A'.repeat(4_000) }],
    ['solana_signAllTransactions', { transactions: [transaction, transaction] }, { transactions: ['AAAA'] }],
    ['solana_signAndSendTransaction', { transaction }, null],
  ])('%s of %j: %j is an error of the wallet', async (method, params, answer) => {
    await expect(read(method, params, answer)).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })

  test('fails with WALLET_FAILED for any other JSON value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (answer) => {
        await expect(read('solana_signTransaction', { transaction }, answer as Json)).rejects.toMatchObject({
          code: 'WALLET_FAILED',
        })
      }),
    )
  })
})
