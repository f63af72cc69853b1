import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import {
  AddressLookupTableAccount,
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
import type { TokenAccount } from '../../../shared/chains/solana/accounts.ts'
import { readTransaction, type Tables } from '../../../shared/chains/solana/read.ts'
import { type Fact, type Intent, isBlocked, severityOf } from '../intent.ts'
import { readTransactions } from './transaction.ts'

const someone = () => Keypair.generate().publicKey
const [me, you, mint, other] = Array.from({ length: 4 }, someone) as [PublicKey, PublicKey, PublicKey, PublicKey]
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const network: Fact = { label: 'network', value: { type: 'network', id: chainId } }
const [mine, yours] = [me, you].map((owner) => getAssociatedTokenAddressSync(mint, owner)) as [PublicKey, PublicKey]
const held = (owner: PublicKey): TokenAccount => ({
  program: 'token',
  mint: mint.toBase58(),
  owner: owner.toBase58(),
  amount: 1n,
})
/** The answers of an honest node. */
const honest = new Map([
  [mine.toBase58(), held(me)],
  [yours.toBase58(), held(you)],
])
interface Asked {
  node?: ReadonlyMap<string, TokenAccount>
  payer?: PublicKey
  table?: AddressLookupTableAccount
  /** `null`: unknown. */
  networkOf?: Caip2 | null
}

function bytesOf(instructions: TransactionInstruction[], { payer = me, table }: Asked = {}): Uint8Array {
  const recentBlockhash = someone().toBase58()
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash, instructions })
  return new VersionedTransaction(message.compileToV0Message(table && [table])).serialize()
}
const readAll = (all: TransactionInstruction[][], asked: Asked = {}, tables?: Tables) =>
  readTransactions(
    all.map((instructions) => readTransaction(bytesOf(instructions, asked), tables)),
    {
      account: me.toBase58(),
      chainId,
      networkOf: asked.networkOf === null ? undefined : (asked.networkOf ?? chainId),
      tokenAccount: (at) => asked.node?.get(at),
    },
  )
const read = (instructions: TransactionInstruction[], asked?: Asked) => readAll([instructions], asked)

const address = (label: Fact['label'], key: PublicKey): Fact => ({
  label,
  value: { type: 'address', address: key.toBase58() },
})
const tokens = (amount: bigint | 'unlimited', of?: PublicKey): Fact => ({
  label: 'amount',
  value: { type: 'tokens', token: of?.toBase58(), amount },
})
const pay = (to = you, lamports = 5, from = me) => SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })
const send = createTransferCheckedInstruction(mine, mint, yours, me, 5n, 6)
const open = createAssociatedTokenAccountIdempotentInstruction(me, yours, you, mint)
const strange = new TransactionInstruction({ programId: other, keys: [], data: Buffer.from([1, 2, 3]) })

describe('coins', () => {
  test('sent are shown with amount and recipient, whatever is offered for the computing', () => {
    const offer = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
    ]
    expect(read([...offer, pay()])).toEqual({
      kind: 'send',
      facts: [{ label: 'amount', value: { type: 'coins', amount: 5n } }, address('to', you), network],
      parts: [],
      warnings: [],
      blind: false,
    })
  })

  test('show the other account that pays, and warn if nobody can spend them', () => {
    const intent = read([pay(SystemProgram.programId, 5, other)])
    expect(intent.facts).toContainEqual(address('from', other))
    expect(intent.warnings).toEqual(['sentToNobody', 'moreSigners'])
  })

  test('show the note that comes with them, cut if it is too long', () => {
    const memo = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
    const note = (text: string) =>
      new TransactionInstruction({ programId: memo, keys: [], data: Buffer.from(new TextEncoder().encode(text)) })
    const fact = { label: 'memo', value: { type: 'text', text: 'for the table' } }
    expect(read([pay(), note('for the table')])).toMatchObject({ kind: 'send', warnings: [] })
    expect(read([pay(), note('for the table')]).facts).toContainEqual(fact)
    expect(read([note('for the table')])).toMatchObject({ kind: 'nothing', facts: [fact, network], blind: false })
    expect(read([pay(), note('long '.repeat(50))]).warnings).toEqual(['cutShort'])
  })
})

describe('tokens', () => {
  test('sent to a wallet whose account is opened on the way are one thing', () => {
    const intent = read([open, send])
    expect(intent).toMatchObject({ kind: 'sendToken', parts: [], warnings: ['opensAccount'], blind: false })
    expect(intent.facts).toEqual([tokens(5n, mint), address('to', you), network])
  })

  test('sent elsewhere than to the account that is opened are two', () => {
    const elsewhere = createTransferCheckedInstruction(mine, mint, other, me, 5n, 6)
    const intent = read([open, elsewhere])
    expect(intent).toMatchObject({ kind: 'batch', warnings: [] })
    expect(intent.parts.map(({ kind }) => kind)).toEqual(['openAccount', 'sendToken'])
    expect(intent.parts[1]?.facts).toContainEqual(address('to', other))
  })

  test('go to a wallet by name where the account’s address proves it, and not because a node says so [T19]', () => {
    expect(read([send], { node: honest }).facts).toContainEqual(address('to', you))
    expect(read([send]).facts).toContainEqual(address('to', yours))
    const lying = new Map([[yours.toBase58(), held(other)]])
    expect(read([send], { node: lying }).facts).toContainEqual(address('to', yours))
  })

  test('get their name from their account if it proves it; otherwise the account is shown', () => {
    const bare = createTransferInstruction(mine, yours, me, 5n)
    expect(read([bare], { node: honest }).facts).toEqual([tokens(5n, mint), address('to', you), network])
    expect(read([bare]).facts.slice(0, 2)).toEqual([tokens(5n), address('account', mine)])
  })

  test('sent to themselves are lost', () => {
    const wrong = getAssociatedTokenAddressSync(mint, mint)
    const node = new Map([[wrong.toBase58(), held(mint)]])
    const toMint = createTransferCheckedInstruction(mine, mint, wrong, me, 5n, 6)
    expect(read([toMint], { node }).warnings).toEqual(['sentToToken'])
  })

  test.each([
    [
      'allowed',
      createApproveInstruction(mine, other, me, 7n),
      'allow',
      [],
      [tokens(7n, mint), address('spender', other)],
    ],
    [
      'allowed without limit',
      createApproveInstruction(mine, other, me, 2n ** 64n - 1n),
      'allow',
      ['unlimited'],
      [tokens('unlimited', mint), address('spender', other)],
    ],
    ['forbidden again', createRevokeInstruction(mine, me), 'revoke', [], [address('token', mint)]],
    ['burnt', createBurnInstruction(mine, mint, me, 7n), 'burn', [], [tokens(7n, mint)]],
    [
      'closed',
      createCloseAccountInstruction(mine, me, me),
      'closeAccount',
      [],
      [address('account', mine), address('to', me)],
    ],
    [
      'closed for the benefit of another [C96]',
      createCloseAccountInstruction(mine, other, me),
      'closeAccount',
      ['closesForOther'],
      [address('account', mine), address('to', other)],
    ],
    [
      'given away with their account',
      createSetAuthorityInstruction(mine, me, AuthorityType.AccountOwner, other),
      'changeOwner',
      ['changesOwner'],
      [address('account', mine), address('authority', other)],
    ],
    [
      'given away with the wallet',
      SystemProgram.assign({ accountPubkey: me, programId: other }),
      'changeOwner',
      ['changesOwner'],
      [address('account', me), address('authority', other)],
    ],
    ['opened', open, 'openAccount', [], [address('token', mint), address('to', you)]],
  ] as const)('%s', (_, instruction, kind, warnings, facts) => {
    expect(read([instruction], { node: honest })).toEqual({
      kind,
      facts: [...facts, network],
      parts: [],
      warnings,
      blind: false,
    })
  })
})

describe('an unknown instruction', () => {
  test('is blind, alone and beside what is known', () => {
    const facts = [address('program', other), { label: 'function', value: { type: 'text', text: '0x010203' } }]
    expect(read([strange])).toMatchObject({ kind: 'call', warnings: ['unreadable'], blind: true })
    expect(read([strange]).facts.slice(0, 2)).toEqual(facts)
    const both = read([pay(), strange])
    expect(both).toMatchObject({ kind: 'batch', blind: true })
    expect(both.parts.map(({ kind }) => kind)).toEqual(['send', 'call'])
  })

  test('too many are cut, with a warning', () => {
    const many = read(Array.from({ length: 25 }, (_, place) => pay(you, place + 1)))
    expect(many).toMatchObject({ kind: 'batch', warnings: ['cutShort'], blind: true })
    expect(many.parts).toHaveLength(24)
  })

  test('an address from a table depends on the network, and is unknown without the table', () => {
    const receiver = someone()
    const state = {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [receiver],
    }
    const table = new AddressLookupTableAccount({ key: someone(), state })
    const tables = new Map([[table.key.toBase58(), [receiver.toBase58()]]])
    expect(readAll([[pay(receiver)]], { table }, tables)).toMatchObject({
      kind: 'send',
      warnings: ['addressByNode'],
      blind: false,
    })
    expect(readAll([[pay(receiver)]], { table })).toMatchObject({
      kind: 'call',
      warnings: ['unreadable', 'addressFromTable'],
      blind: true,
    })
  })
})

test('accounts from a table say so, also where only their owner and token are shown [C360]', () => {
  const fromTable = [mine, yours, mint]
  const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 }
  const table = new AddressLookupTableAccount({ key: someone(), state: { ...state, addresses: fromTable } })
  const tables = new Map([[table.key.toBase58(), fromTable.map((key) => key.toBase58())]])
  const node = new Map([[yours.toBase58(), held(you)]])
  const intent = readAll([[send]], { table, node }, tables)
  expect(intent).toMatchObject({ kind: 'sendToken', warnings: ['addressByNode'], blind: false })
  expect(intent.facts).toContainEqual({ label: 'to', value: { type: 'address', address: you.toBase58() } })
  for (const key of fromTable)
    expect(intent.facts).toContainEqual({ label: 'account', value: { type: 'address', address: key.toBase58() } })
  expect(readAll([[send]], { node }).warnings).toEqual([])
})

test('other payers and signers, and a missing expiry, are shown', () => {
  expect(read([pay()], { payer: other }).warnings).toEqual(['anotherPays', 'moreSigners'])
  const nonce = SystemProgram.nonceAdvance({ noncePubkey: other, authorizedPubkey: me })
  expect(read([nonce, pay()])).toMatchObject({ kind: 'send', warnings: ['noEnd'] })
  // A nonce replaces the block hash only as the first instruction.
  expect(read([pay(), nonce]).warnings).toEqual([])
})

test('the network is named if known; another one than the page named is not signed for', () => {
  const asked = (networkOf: Caip2 | null) => read([pay()], { networkOf })
  const named = (intent: Intent) => intent.facts.find(({ label }) => label === 'network')?.value
  expect([named(asked(chainId)), asked(chainId).blind]).toEqual([{ type: 'network', id: chainId }, false])
  const nobodys = asked(null)
  expect(named(nobodys)).toEqual({ type: 'unnamedNetwork', named: chainId })
  expect(nobodys).toMatchObject({ warnings: ['notOfNetwork'], blind: true })
  expect([severityOf('notOfNetwork'), isBlocked(nobodys)]).toEqual(['danger', false])
  const id = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  const other = asked(id)
  expect(named(other)).toEqual({ type: 'network', id })
  expect([other.warnings, isBlocked(other)]).toEqual([['wrongChain'], true])
})

test('several transactions are shown as what all of them do', () => {
  const intent = readAll([[pay()], [strange], [send]], { node: honest })
  expect(intent).toMatchObject({ kind: 'transactions', blind: true, warnings: ['unreadable'] })
  expect(intent.facts[0]).toEqual({ label: 'transactions', value: { type: 'number', value: 3n } })
  expect(intent.parts.map(({ kind }) => kind)).toEqual(['send', 'call', 'sendToken'])
  // A payment and the opening of its account in separate transactions stay two actions.
  expect(readAll([[open], [send]]).parts).toHaveLength(2)
})

test('a known transaction with a changed byte, account or position is blind or reads differently, never the same', () => {
  const known = [
    pay(),
    send,
    open,
    createApproveInstruction(mine, other, me, 7n),
    createRevokeInstruction(mine, me),
    createBurnInstruction(mine, mint, me, 7n),
    createSetAuthorityInstruction(mine, me, AuthorityType.AccountOwner, other),
  ]
  const said = (instruction: TransactionInstruction) => readTransaction(bytesOf([instruction])).instructions[0]
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.nat(), fc.nat({ max: 254 }), fc.nat(), (one, at, step, account) => {
      const { programId, keys, data } = one
      const bytes = Buffer.from(data)
      if (bytes.length > 0) bytes[at % bytes.length] = ((bytes[at % bytes.length] ?? 0) + 1 + step) % 256
      const changed = [
        new TransactionInstruction({ programId, keys: keys.toSpliced(account % keys.length, 1), data }),
        new TransactionInstruction({ programId, keys: [...keys, ...keys.slice(0, 1)], data }),
        new TransactionInstruction({ programId, keys, data: Buffer.from([...data, step]) }),
      ]
      for (const instruction of changed) {
        const intent = read([instruction])
        expect([said(instruction)?.kind, intent.kind, intent.blind]).toEqual(['unknown', 'call', true])
      }
      const other = new TransactionInstruction({ programId, keys, data: bytes })
      // `Create` and `CreateIdempotent` are shown in the same way.
      if (one !== open) expect(said(other)).not.toEqual(said(one))
      expect(read([other]).blind).toBe(said(other)?.kind === 'unknown')
    }),
    { numRuns: 40 },
  )
})
