/**
 * Tokens of a replaced wallet move on a chain with the real token programs: the Key Worker signs, and the nodes may lie. The whole move with
 * the services: `rotation.full.test.ts`.
 */
import { text } from 'node:stream/consumers'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createFreezeAccountInstruction,
  createInitializeMint2Instruction,
  createInitializeNonTransferableMintInstruction,
  createInitializeTransferHookInstruction,
  createMintToInstruction,
  createTransferCheckedInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  unpackAccount,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, Transaction, type TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Item } from '../../frame-app/src/wallet/rotation/items.ts'
import { createSolanaSweeper } from '../../frame-app/src/wallet/rotation/solana.ts'
import { createPartition, replace, visit } from '../../frame-app/test/support/custody-world.ts'
import { installIndexedDb } from '../../frame-app/test/support/indexed-db.ts'
import { createTestService } from '../../frame-app/test/support/wallet-service.ts'
import { solanaChain } from '../world/networks.ts'
import { callRpc } from '../world/rpc.ts'
import { type SvmNode, startSvmNode } from '../world/svm/node.ts'
import { transferFee } from '../world/svm/token.ts'

installIndexedDb()

const scope = solanaChain.caip2
const userId = 'user-0000000000001'
const [token, token2022] = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]

let svm: SvmNode
/** Changes answers of the node, by method. */
let lies: Readonly<Record<string, (result: unknown) => unknown>> = {}
let liar: Listening
const Call = z.looseObject({ method: z.string() })
beforeAll(async () => {
  svm = await startSvmNode(solanaChain)
  liar = await listenOnLoopback(async (request, response) => {
    const body = await text(request)
    const answer = await fetch(svm.rpcUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    const { result, ...rest } = z.looseObject({ result: z.optional(z.unknown()) }).parse(await answer.json())
    const lie = lies[Call.parse(JSON.parse(body)).method]
    const told = { ...rest, ...(result !== undefined && { result: lie ? lie(result) : result }) }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(told))
  }, 0)
})
afterAll(() => Promise.all([svm.stop(), liar.close()]))

const ask = (method: string, ...params: unknown[]) => callRpc(svm.rpcUrl, method, params)
const Value = z.looseObject({ value: z.unknown() })
const Account = z.nullable(
  z.looseObject({ lamports: z.number(), owner: z.string(), data: z.tuple([z.string(), z.string()]) }),
)

async function accountAt(address: PublicKey) {
  const answer = Value.parse(await ask('getAccountInfo', address.toBase58(), { encoding: 'base64' }))
  return Account.parse(answer.value)
}
async function heldAt(address: PublicKey) {
  const account = await accountAt(address)
  if (!account) return undefined
  const owner = new PublicKey(account.owner)
  const data = Buffer.from(account.data[0], 'base64')
  return unpackAccount(address, { ...account, owner, data, executable: false }, owner)
}
const coinsOf = async (owner: PublicKey) => (await accountAt(owner))?.lamports ?? 0
const give = (owner: PublicKey, lamports: number) => ask('requestAirdrop', owner.toBase58(), lamports)

async function run(payer: Keypair, signers: readonly Keypair[], ...instructions: readonly TransactionInstruction[]) {
  const hash = z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() })
  const latest = hash.parse(Value.parse(await ask('getLatestBlockhash')).value)
  const transaction = new Transaction({ feePayer: payer.publicKey, ...latest }).add(...instructions)
  transaction.sign(payer, ...signers)
  await ask('sendTransaction', transaction.serialize().toString('base64'), { encoding: 'base64' })
}

/** A mint whose holder gets five units. */
async function issue(
  holder: PublicKey,
  program: PublicKey,
  extension?: { readonly type: ExtensionType; readonly set: (mint: PublicKey) => TransactionInstruction },
) {
  const [issuer, keys] = [Keypair.generate(), Keypair.generate()]
  await give(issuer.publicKey, 10 ** 9)
  const mint = keys.publicKey
  const space = getMintLen(extension ? [extension.type] : [])
  const lamports = z.number().parse(await ask('getMinimumBalanceForRentExemption', space))
  const account = getAssociatedTokenAddressSync(mint, holder, false, program)
  await run(
    issuer,
    [keys],
    SystemProgram.createAccount({
      fromPubkey: issuer.publicKey,
      newAccountPubkey: mint,
      lamports,
      space,
      programId: program,
    }),
    ...(extension ? [extension.set(mint)] : []),
    createInitializeMint2Instruction(mint, 2, issuer.publicKey, issuer.publicKey, program),
    createAssociatedTokenAccountIdempotentInstruction(issuer.publicKey, account, holder, mint, program),
    createMintToInstruction(mint, account, issuer.publicKey, 500n, [], program),
  )
  return { issuer, mint, account, freeze: createFreezeAccountInstruction(account, mint, issuer.publicKey, [], program) }
}

/** A wallet whose key was replaced. */
async function person(url = svm.rpcUrl) {
  const service = createTestService()
  const partition = createPartition()
  const old = await visit(service, userId, partition)
  const { addresses, calls } = await replace(service, userId, partition)
  const device = service.as(userId, (await calls.device({})).thumbprint)
  const walletId = service.active(userId)?.walletId ?? ''
  await calls.openFormer({ userId, stored: await device.share(walletId, await calls.recipient({})) })
  const sweeper = createSolanaSweeper({
    scope,
    urls: [url],
    from: old.addresses.solana,
    to: addresses.solana,
    sign: async (request) => (await calls.sweep({ request })).signed,
    sent: { read: () => [], write: () => {} },
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    signal: new AbortController().signal,
  })
  const move = async (items: readonly Item[]) => {
    const outcomes = []
    for (const item of items) outcomes.push(await sweeper.move(item, () => {}))
    return outcomes
  }
  return { from: new PublicKey(old.addresses.solana), to: new PublicKey(addresses.solana), sweeper, move }
}

const kinds = (items: readonly Item[]) => items.map(({ what: { kind }, state: { at } }) => [kind, at])

test('tokens of both programs arrive, and the deposits of their closed accounts', async () => {
  const { from, to, sweeper, move } = await person()
  await give(from, 10 ** 9)
  svm.token.give(from.toBase58(), 5_000_000n)
  svm.feeToken.give(from.toBase58(), 2_000_000n)
  const print = new PublicKey(svm.nfts.giveBare(from.toBase58()))
  const plain = new PublicKey(svm.token.mint)
  const taxed = new PublicKey(svm.feeToken.mint)
  const places = [
    [plain, token],
    [taxed, token2022],
    [print, token],
  ] as const
  const accountsOf = (owner: PublicKey) =>
    places.map(([mint, program]) => getAssociatedTokenAddressSync(mint, owner, false, program))

  const { items } = await sweeper.read()
  expect(kinds(items)).toEqual([
    ['spl', 'waiting'],
    ['spl', 'waiting'],
    ['spl', 'waiting'],
    ['sol', 'waiting'],
  ])
  // The fee of a signature, and the deposit of a new account.
  expect(items.map(({ amount, fee }) => [amount, fee])).toEqual(
    expect.arrayContaining([
      ['5', '0.00204428'],
      ['2', expect.stringMatching(/^0\.0021/)],
      ['1', '0.00204428'],
      ['1', '0.000005'],
    ]),
  )
  expect(await move(items)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  const arrived = await Promise.all(accountsOf(to).map(heldAt))
  expect(arrived.map((held) => held?.amount)).toEqual([
    5_000_000n,
    2_000_000n - BigInt(2_000_000 * transferFee) / 10_000n,
    1n,
  ])
  expect(arrived.map((held) => held?.owner)).toEqual([to, to, to])
  expect(await Promise.all(accountsOf(from).map(accountAt))).toEqual([null, null, null])
  expect(await coinsOf(from)).toBe(0)
  // The deposits of the old accounts are as large as those that it paid for the new ones.
  expect(await coinsOf(to)).toBe(10 ** 9 - items.length * 5000)
  expect((await sweeper.read()).items).toEqual([])
})

test('tokens that their program does not let go stay, and nothing is sent for them', async () => {
  const { from, to, sweeper, move } = await person()
  await give(from, 10 ** 9)
  const hook = Keypair.generate().publicKey
  const all = [
    await issue(from, token),
    await issue(from, token2022),
    await issue(from, token2022, {
      type: ExtensionType.NonTransferable,
      set: (mint) => createInitializeNonTransferableMintInstruction(mint, token2022),
    }),
    await issue(from, token2022, {
      type: ExtensionType.TransferHook,
      set: (mint) => createInitializeTransferHookInstruction(mint, from, hook, token2022),
    }),
  ]
  for (const { issuer, freeze } of all.slice(0, 2)) await run(issuer, [], freeze)
  const before = await coinsOf(from)
  const tokens = (await sweeper.read()).items.filter(({ what }) => what.kind === 'spl')
  expect(await move(tokens)).toEqual(all.map(() => ({ failed: 'refused' })))
  expect(await coinsOf(from)).toBe(before)
  const left = await Promise.all(all.map(({ account }) => heldAt(account)))
  expect(left.map((held) => [held?.amount, held?.isFrozen])).toEqual([
    [500n, true],
    [500n, true],
    [500n, false],
    [500n, false],
  ])
  expect(await coinsOf(to)).toBe(0)
  expect((await sweeper.read()).items.filter(({ what }) => what.kind === 'spl')).toHaveLength(all.length)
})

test('an account with withheld fees is emptied, and not closed', async () => {
  const { from, to, sweeper, move } = await person()
  await give(from, 10 ** 9)
  const sender = Keypair.generate()
  await give(sender.publicKey, 10 ** 9)
  const mint = new PublicKey(svm.feeToken.mint)
  svm.feeToken.give(sender.publicKey.toBase58(), 1_000_000n)
  svm.feeToken.give(from.toBase58(), 1n)
  const [source, account, own] = [sender.publicKey, from, to].map((owner) =>
    getAssociatedTokenAddressSync(mint, owner, false, token2022),
  )
  if (!source || !account || !own) throw new Error('no accounts')
  const { decimals } = svm.feeToken
  await run(
    sender,
    [],
    createTransferCheckedInstruction(source, mint, account, sender.publicKey, 1_000_000n, decimals, [], token2022),
  )
  const held = (await heldAt(account))?.amount
  expect(held).toBe(990_001n)
  expect(await move((await sweeper.read()).items)).toEqual(['confirmed', 'confirmed'])
  expect((await heldAt(own))?.amount).toBe(980_100n)
  expect((await heldAt(account))?.amount).toBe(0n)
  expect((await sweeper.read()).items).toEqual([])
})

test('too few coins for the deposit: nothing is lost, and the token moves once there are enough', async () => {
  const { from, to, sweeper, move } = await person()
  svm.token.give(from.toBase58(), 7n)
  const mint = new PublicKey(svm.token.mint)
  const [account, own] = [from, to].map((owner) => getAssociatedTokenAddressSync(mint, owner))
  if (!account || !own) throw new Error('no accounts')
  for (const lamports of [0, 1_000_000, 1_100_000]) {
    // Of the last, the network would let the address keep less than it must.
    if (lamports > 0) await give(from, lamports)
    const [item] = (await sweeper.read()).items
    if (!item) throw new Error('no item')
    expect(await move([item])).toEqual([{ failed: 'noFee' }])
    expect((await heldAt(account))?.amount).toBe(7n)
  }
  await give(from, 10 ** 9)
  expect(await move((await sweeper.read()).items)).toEqual(['confirmed', 'confirmed'])
  expect((await heldAt(own))?.amount).toBe(7n)
  // What has moved already is not sent again.
  expect(await move([itemOf(account, mint)])).toEqual(['confirmed'])
})

const itemOf = (account: PublicKey, mint: PublicKey): Item => ({
  key: 'moved',
  scope,
  what: { kind: 'spl', account: account.toBase58(), mint: mint.toBase58() },
  amount: '7',
  unit: '',
  network: '',
  fee: '0',
  coin: 'SOL',
  state: { at: 'waiting' },
})

test('a node that lies about amount, decimals or mint moves nothing anywhere else [C331]', async () => {
  const { from, to, sweeper, move } = await person(`http://127.0.0.1:${liar.port}`)
  await give(from, 10 ** 9)
  const { account, mint } = await issue(from, token)
  const own = getAssociatedTokenAddressSync(mint, to)
  const thief = Keypair.generate()
  const other = await issue(thief.publicKey, token)
  /** Changes the bytes of the first two accounts: the token account and its mint. */
  const bytes = (change: (held: Buffer, minted: Buffer) => void) => (result: unknown) => {
    const { value, ...rest } = z.looseObject({ value: z.array(Account) }).parse(result)
    const data = value.map((one) => one && Buffer.from(one.data[0], 'base64'))
    const [held, minted] = data
    if (held && minted && held.length === 165) change(held, minted)
    return {
      ...rest,
      value: value.map((one, place) => one && { ...one, data: [data[place]?.toString('base64'), 'base64'] }),
    }
  }
  const told: readonly [string, typeof lies][] = [
    ['a larger amount', { getMultipleAccounts: bytes((held) => held.writeBigUInt64LE(2n ** 63n, 64)) }],
    ['other decimals', { getMultipleAccounts: bytes((_, minted) => minted.writeUInt8(9, 44)) }],
    [
      'another mint',
      {
        getTokenAccountsByOwner: (result) =>
          JSON.parse(JSON.stringify(result).replaceAll(mint.toBase58(), other.mint.toBase58())) as unknown,
      },
    ],
  ]
  for (const [name, lie] of told) {
    lies = lie
    const [item] = (await sweeper.read()).items
    if (!item) throw new Error('no item')
    expect([name, ...(await move([item]))]).toEqual([name, { failed: 'refused' }])
    lies = {}
    expect((await heldAt(account))?.amount).toBe(500n)
  }
  // A mint and an account of another owner, said to be the wallet's.
  lies = { getMultipleAccounts: bytes((held) => from.toBuffer().copy(held, 32)) }
  expect(await move([itemOf(other.account, other.mint)])).toEqual([{ failed: 'refused' }])
  // A smaller amount, and that every rehearsal works: the network does not close an account that holds something.
  lies = {
    getMultipleAccounts: bytes((held) => held.writeBigUInt64LE(200n, 64)),
    simulateTransaction: (result) => ({
      ...z.looseObject({}).parse(result),
      value: { err: null, logs: [], accounts: null },
    }),
  }
  const [item] = (await sweeper.read()).items
  if (!item) throw new Error('no item')
  expect(await move([item])).toEqual([{ failed: 'refused' }])
  lies = {}
  expect((await heldAt(other.account))?.amount).toBe(500n)
  expect(await heldAt(getAssociatedTokenAddressSync(other.mint, to))).toBeUndefined()
  expect((await heldAt(account))?.amount).toBe(500n)
  expect(await move((await sweeper.read()).items)).toEqual(['confirmed', 'confirmed'])
  expect((await heldAt(own))?.amount).toBe(500n)
})
