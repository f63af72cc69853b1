import { createApproveCheckedInstruction, createTransferInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTransactionMessage, maxTransactionBytes, readTransaction, withSignature } from './read.ts'
import { buildSolTransfer, buildTokenTransfer, tokenAccountOf } from './transfer.ts'

const someone = () => Keypair.generate().publicKey
const [from, to, mint] = [someone(), someone(), someone()].map((key) => key.toBase58()) as [string, string, string]
const blockhash = someone().toBase58()
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
const wallet = seed.map((bytes) => Keypair.fromSeed(bytes).publicKey.toBase58())
const amounts = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
const u32 = fc.nat({ max: 0xffffffff })

function transactionOf(instructions: TransactionInstruction[], tables?: AddressLookupTableAccount[]): Uint8Array {
  const message = new TransactionMessage({ payerKey: new PublicKey(from), recentBlockhash: blockhash, instructions })
  return new VersionedTransaction(
    tables ? message.compileToV0Message(tables) : message.compileToLegacyMessage(),
  ).serialize()
}

describe('building and reading', () => {
  test('a transfer of SOL reads as what it was built from', () => {
    fc.assert(
      fc.property(
        wallet,
        wallet,
        amounts,
        fc.option(fc.tuple(u32, amounts), { nil: undefined }),
        (a, b, lamports, offer) => {
          const [units, microLamports] = offer ?? []
          const priority = units === undefined || microLamports === undefined ? undefined : { units, microLamports }
          const bytes = buildSolTransfer({ from: a, to: b, lamports }, { blockhash, ...(priority && { priority }) })
          const read = readTransaction(bytes)
          expect(read).toMatchObject({ version: 'legacy', feePayer: a, signers: [a], blockhash, usesTables: false })
          expect(read.instructions).toEqual([
            ...(priority
              ? [
                  { kind: 'unitLimit', units },
                  { kind: 'unitPrice', microLamports },
                ]
              : []),
            { kind: 'transfer', from: a, to: b, lamports },
          ])
        },
      ),
      { numRuns: 30 },
    )
  })

  test.each(['token', 'token-2022'] as const)('a transfer of a token of the program %s as well', (program) => {
    const transfer = { from, to, mint, amount: 7n, decimals: 6, program, makeAccount: true }
    const [source, destination] = [from, to].map((owner) => tokenAccountOf(owner, mint, program))
    const moves = { kind: 'tokenTransfer', program, owner: from, source, destination, amount: 7n, mint, decimals: 6 }
    expect(readTransaction(buildTokenTransfer(transfer, { blockhash })).instructions).toEqual([
      { kind: 'tokenAccount', payer: from, account: destination, owner: to, mint },
      moves,
    ])
    const known = buildTokenTransfer({ ...transfer, makeAccount: false }, { blockhash })
    expect(readTransaction(known).instructions).toEqual([moves])
  })

  test.each([
    ['no address', { from, to: 'l0l', lamports: 1n }],
    ['another chain’s', { from, to: '0x52908400098527886E0F7030069857D2E4169EE7', lamports: 1n }],
    ['nothing', { from, to, lamports: 0n }],
    ['less than nothing', { from, to, lamports: -1n }],
    ['more than a number holds', { from, to, lamports: 2n ** 64n }],
  ])('a transfer of or to %s is not built', (_, transfer) => {
    expect(() => buildSolTransfer(transfer, { blockhash })).toThrow(expect.objectContaining({ code: 'BAD_SHAPE' }))
  })

  test('tokens are not sent to what could not spend them', () => {
    const token = {
      from,
      to: tokenAccountOf(to, mint, 'token'),
      mint,
      amount: 1n,
      decimals: 0,
      program: 'token',
    } as const
    expect(() => buildTokenTransfer({ ...token, makeAccount: true }, { blockhash })).toThrow(/belongs to a program/)
  })
})

describe('what is not known to the letter', () => {
  const keys = (count: number) =>
    Array.from({ length: count }, () => ({ pubkey: someone(), isSigner: false, isWritable: true }))
  const system = (data: number[], count = 2) =>
    new TransactionInstruction({ programId: SystemProgram.programId, keys: keys(count), data: Buffer.from(data) })
  const unknown = (instruction: TransactionInstruction) => readTransaction(transactionOf([instruction])).instructions[0]

  test.each([
    ['a transfer with a byte too many', system([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9])],
    ['a transfer with an account too many', system([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], 3)],
    ['another instruction of the system program', system([1, 0, 0, 0])],
    ['no instruction', system([])],
    ['another program', new TransactionInstruction({ programId: someone(), keys: keys(1), data: Buffer.from([1]) })],
    [
      'a transfer of tokens that several must sign',
      createTransferInstruction(someone(), someone(), someone(), 5, [someone(), someone()], TOKEN_2022_PROGRAM_ID),
    ],
  ])('%s is unknown', (_, instruction) => {
    expect(unknown(instruction)).toMatchObject({ kind: 'unknown', program: instruction.programId.toBase58() })
  })

  test('an account out of a table is never taken for one of the transaction', () => {
    const receiver = someone()
    const table = new AddressLookupTableAccount({
      key: someone(),
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [receiver],
      },
    })
    const instruction = SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: receiver, lamports: 1 })
    const read = readTransaction(transactionOf([instruction], [table]))
    expect(read).toMatchObject({ version: 0, usesTables: true, instructions: [{ kind: 'unknown' }] })
    expect(readTransaction(transactionOf([instruction], []))).toMatchObject({
      version: 0,
      usesTables: false,
      instructions: [{ kind: 'transfer', to: receiver.toBase58() }],
    })
  })

  test('who lets somebody else spend is told so', () => {
    const [account, delegate] = [someone(), someone()]
    const approve = createApproveCheckedInstruction(
      account,
      new PublicKey(mint),
      delegate,
      new PublicKey(from),
      2n ** 64n - 1n,
      6,
    )
    expect(unknown(approve)).toEqual({
      kind: 'tokenApproval',
      program: 'token',
      owner: from,
      account: account.toBase58(),
      delegate: delegate.toBase58(),
      amount: 2n ** 64n - 1n,
      mint,
      decimals: 6,
    })
  })
})

describe('bytes of a stranger', () => {
  const good = buildSolTransfer({ from, to, lamports: 5n }, { blockhash })

  test('are one whole transaction or refused, whatever they are', () => {
    const refused = (bytes: Uint8Array) => {
      try {
        const { message } = readTransaction(bytes)
        // Nothing of it was left unread.
        expect(bytes.slice(-message.length)).toEqual(message)
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_SHAPE' })
      }
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 1300 }), refused))
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 255 }), (at, byte) => {
        const changed = Uint8Array.from(good)
        changed[at % changed.length] = byte
        refused(changed)
      }),
    )
    fc.assert(fc.property(fc.nat({ max: good.length - 1 }), (length) => refused(good.slice(0, length))))
  })

  test('are refused with anything behind them, or larger than a packet', () => {
    expect(() => readTransaction(Uint8Array.of(...good, 0))).toThrow()
    expect(() => readTransaction(new Uint8Array(maxTransactionBytes + 1))).toThrow()
  })

  test('a text that is a transaction is known as one, and other texts are not', () => {
    expect(isTransactionMessage(readTransaction(good).message)).toBe(true)
    expect(isTransactionMessage(readTransaction(transactionOf([], [])).message)).toBe(true)
    expect(isTransactionMessage(new Uint8Array())).toBe(false)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(isTransactionMessage(new TextEncoder().encode(text))).toBe(false)
      }),
    )
  })

  test('a signature goes to the place of its signer and nowhere else', () => {
    const signature = new Uint8Array(64).fill(7)
    const signed = withSignature(good, from, signature)
    expect(VersionedTransaction.deserialize(signed).signatures).toEqual([signature])
    expect(readTransaction(signed).message).toEqual(readTransaction(good).message)
    expect(() => withSignature(good, to, signature)).toThrow()
    expect(() => withSignature(good, from, signature.slice(1))).toThrow()
  })
})
