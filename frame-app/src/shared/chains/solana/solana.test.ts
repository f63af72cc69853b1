import {
  AuthorityType,
  createApproveCheckedInstruction,
  createApproveInstruction,
  createBurnCheckedInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMintDecimals, readNonce, readTable, readTokenAccount } from './accounts.ts'
import { isTransactionMessage, maxTransactionBytes, readTransaction, withBlockhash, withSignature } from './read.ts'
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
          expect(read).toMatchObject({ version: 'legacy', feePayer: a, signers: [a], blockhash, tables: [] })
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

  test('tokens are not sent to addresses that could not spend them', () => {
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

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const memo = (data: Uint8Array) =>
  new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from(data) })
function withByte({ programId, keys, data }: TransactionInstruction, at: number, byte: number) {
  const changed = Buffer.from(data)
  changed[at] = byte
  return new TransactionInstruction({ programId, keys, data: changed })
}
const tableOf = (addresses: PublicKey[]) =>
  new AddressLookupTableAccount({
    key: someone(),
    state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses },
  })

describe('known instructions', () => {
  const [a, b, m, owner] = Array.from({ length: 4 }, someone) as [PublicKey, PublicKey, PublicKey, PublicKey]
  const [at, to, of, by] = [a, b, m, owner].map((key) => key.toBase58())
  const maxU64 = 2n ** 64n - 1n
  const checked = { mint: of, decimals: 6 }
  test.each([
    ['a transfer', createTransferInstruction(a, b, owner, 5n), { source: at, destination: to, amount: 5n }],
    [
      'a transfer that names the token',
      createTransferCheckedInstruction(a, m, b, owner, 5n, 6),
      { source: at, destination: to, amount: 5n, ...checked },
    ],
    ['an approval', createApproveInstruction(a, b, owner, maxU64), { account: at, delegate: to, amount: maxU64 }],
    [
      'an approval that names the token',
      createApproveCheckedInstruction(a, m, b, owner, 5n, 6),
      { account: at, delegate: to, amount: 5n, ...checked },
    ],
    ['a burning', createBurnInstruction(a, m, owner, 5n), { account: at, amount: 5n, mint: of }],
    [
      'a burning that names the decimals',
      createBurnCheckedInstruction(a, m, owner, 5n, 6),
      { account: at, amount: 5n, ...checked },
    ],
    ['a revocation', createRevokeInstruction(a, owner), { account: at }],
    ['a closing', createCloseAccountInstruction(a, b, owner), { account: at, receiver: to }],
    [
      'a new owner',
      createSetAuthorityInstruction(a, owner, AuthorityType.AccountOwner, b),
      { account: at, authority: to },
    ],
  ])('token program: %s', (_, instruction, said) => {
    const { kind, ...rest } = readTransaction(transactionOf([instruction])).instructions[0] ?? {}
    expect(kind).toMatch(/^token/)
    expect(rest).toEqual({ program: 'token', owner: by, ...said })
    const { programId, keys, data } = instruction
    const longer = new TransactionInstruction({ programId, keys, data: Buffer.from([...data, 0]) })
    expect(readTransaction(transactionOf([longer])).instructions[0]).toMatchObject({ kind: 'unknown' })
  })

  test('notes, bounds, a nonce, an account given to a program', () => {
    const heap = ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 })
    const nonce = SystemProgram.nonceAdvance({ noncePubkey: a, authorizedPubkey: owner })
    const assign = SystemProgram.assign({ accountPubkey: a, programId: b })
    const note = memo(new TextEncoder().encode('for the table 🪑'))
    expect(readTransaction(transactionOf([nonce, heap, assign, note])).instructions).toEqual([
      { kind: 'nonce', account: at, authority: by },
      { kind: 'bounds' },
      { kind: 'assignment', account: at, program: to },
      { kind: 'memo', text: 'for the table 🪑' },
    ])
  })

  test('an account out of a table that was read', () => {
    const receiver = someone()
    const table = tableOf([someone(), receiver])
    const pay = SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: receiver, lamports: 1 })
    const bytes = transactionOf([pay], [table])
    const addresses = table.state.addresses.map((key) => key.toBase58())
    const key = table.key.toBase58()
    expect(readTransaction(bytes, new Map([[key, addresses]]))).toMatchObject({
      instructions: [{ kind: 'transfer', to: receiver.toBase58() }],
      fromTables: [receiver.toBase58()],
      lacksTables: false,
      writable: [from, receiver.toBase58()],
    })
    // A table that is too short.
    expect(readTransaction(bytes, new Map([[key, addresses.slice(0, 1)]]))).toMatchObject({
      instructions: [{ kind: 'unknown' }],
      lacksTables: true,
    })
  })
})

describe('unknown instructions', () => {
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
    ['a note that is no text', memo(Uint8Array.of(0xff))],
    [
      'a right over a token that is not the account’s',
      createSetAuthorityInstruction(someone(), someone(), AuthorityType.CloseAccount, someone()),
    ],
    [
      'a new owner in another encoding',
      withByte(createSetAuthorityInstruction(someone(), someone(), 2, someone()), 2, 2),
    ],
    ['an account that belongs to nobody', createSetAuthorityInstruction(someone(), someone(), 2, null)],
    [
      'bounds of another length',
      new TransactionInstruction({ programId: ComputeBudgetProgram.programId, keys: [], data: Buffer.from([1, 0]) }),
    ],
    ['another program', new TransactionInstruction({ programId: someone(), keys: keys(1), data: Buffer.from([1]) })],
    [
      'a transfer of tokens that several must sign',
      createTransferInstruction(someone(), someone(), someone(), 5, [someone(), someone()], TOKEN_2022_PROGRAM_ID),
    ],
  ])('%s is unknown', (_, instruction) => {
    expect(unknown(instruction)).toMatchObject({ kind: 'unknown', program: instruction.programId.toBase58() })
  })

  test('an account from a table is never mistaken for one of the transaction', () => {
    const receiver = someone()
    const table = tableOf([receiver])
    const instruction = SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: receiver, lamports: 1 })
    const read = readTransaction(transactionOf([instruction], [table]))
    expect(read).toMatchObject({
      version: 0,
      tables: [table.key.toBase58()],
      lacksTables: true,
      instructions: [{ kind: 'unknown' }],
    })
    expect(readTransaction(transactionOf([instruction], []))).toMatchObject({
      version: 0,
      tables: [],
      lacksTables: false,
      instructions: [{ kind: 'transfer', to: receiver.toBase58() }],
    })
  })

  test('rights of others over an account are reported', () => {
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

describe('untrusted bytes', () => {
  const good = buildSolTransfer({ from, to, lamports: 5n }, { blockhash })

  test('are one whole transaction or refused', () => {
    const refused = (bytes: Uint8Array) => {
      try {
        const { message } = readTransaction(bytes)
        // The message extends to the last byte.
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

  test('are refused where the header does not fit the keys, or a key stands there twice', () => {
    // The header after the signature: signers, read-only signers, other read-only accounts.
    for (const header of [
      [0, 0, 1],
      [1, 1, 1],
      [3, 0, 1],
      [1, 0, 3],
    ]) {
      const changed = Uint8Array.from(good)
      changed.set(header, 65)
      expect(() => readTransaction(changed)).toThrow(expect.objectContaining({ code: 'BAD_SHAPE' }))
    }
    const twice = Uint8Array.from(good)
    twice.copyWithin(65 + 4 + 32, 65 + 4, 65 + 4 + 32)
    expect(() => readTransaction(twice)).toThrow(expect.objectContaining({ code: 'BAD_SHAPE' }))
  })

  test('are no account of any kind unless they have its form and its program', () => {
    const programs = fc.constantFrom(
      TOKEN_PROGRAM_ID.toBase58(),
      TOKEN_2022_PROGRAM_ID.toBase58(),
      AddressLookupTableProgram.programId.toBase58(),
      'no address',
    )
    fc.assert(
      fc.property(programs, fc.uint8Array({ maxLength: 400 }), (program, data) => {
        const account = { lamports: 1n, program, data }
        const [token, decimals, table] = [readTokenAccount(account), readMintDecimals(account), readTable(account)]
        if (token) expect(data.length).toBeGreaterThanOrEqual(165)
        if (decimals !== undefined) expect(data.length).toBeGreaterThanOrEqual(82)
        if (table) expect([(data.length - 56) % 32, program.startsWith('AddressLookup')]).toEqual([0, true])
      }),
    )
    const empty = { lamports: 1n, program: TOKEN_PROGRAM_ID.toBase58(), data: new Uint8Array(165) }
    expect([readTokenAccount(empty), readMintDecimals({ ...empty, data: new Uint8Array(82) })]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('are a nonce in the one form that the network takes as one', () => {
    const [authority, hash] = [someone(), someone()]
    const data = new Uint8Array(80)
    data.set([1, 0, 0, 0, 1, 0, 0, 0]) // current version; initialised
    data.set(authority.toBytes(), 8)
    data.set(hash.toBytes(), 40)
    const account = { lamports: 1n, program: SystemProgram.programId.toBase58(), data }
    expect(readNonce(account)).toBe(hash.toBase58())
    const changed = (at: number, byte: number) => ({ ...account, data: data.with(at, byte) })
    const none = [
      changed(0, 0),
      changed(4, 0),
      { ...account, data: data.slice(0, 79) },
      { ...account, program: TOKEN_PROGRAM_ID.toBase58() },
    ]
    expect(none.map(readNonce)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('a text that is a transaction is known as one, and other texts are not', () => {
    expect(isTransactionMessage(readTransaction(good).message)).toBe(true)
    expect(isTransactionMessage(readTransaction(transactionOf([], [])).message)).toBe(true)
    expect(isTransactionMessage(new Uint8Array())).toBe(false)
    // A version that does not exist yet.
    expect(isTransactionMessage(Uint8Array.of(0x85, 1, 2, 3))).toBe(true)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(isTransactionMessage(new TextEncoder().encode(text))).toBe(false)
      }),
    )
  })

  test('another block takes the signatures with it, and nothing else', () => {
    const signed = withSignature(good, from, new Uint8Array(64).fill(7))
    const other = someone().toBase58()
    const moved = readTransaction(withBlockhash(signed, other))
    expect(moved).toEqual({ ...readTransaction(good), blockhash: other, message: moved.message })
    expect([readTransaction(signed).unsigned, moved.unsigned]).toEqual([[], [from]])
    expect(() => withBlockhash(good, 'no hash')).toThrow(expect.objectContaining({ code: 'BAD_SHAPE' }))
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
