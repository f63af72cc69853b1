/** The local Solana node, with the client libraries that pages and wallets use. */
import {
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solanaChain } from '../networks.ts'
import { callRpc } from '../rpc.ts'
import { type SvmNode, startSvmNode } from './node.ts'
import { transferFee } from './token.ts'

let node: SvmNode
let connection: Connection
beforeAll(async () => {
  node = await startSvmNode(solanaChain)
  connection = new Connection(node.rpcUrl, 'confirmed')
})
afterAll(() => node.stop())

test('answers the pages of any site, and JSON only, as a validator does', async () => {
  const headers = {
    Origin: 'https://app.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,solana-client',
  }
  const asked = await fetch(node.rpcUrl, { method: 'OPTIONS', headers })
  expect(asked.ok).toBe(true)
  expect(asked.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(asked.headers.get('Access-Control-Allow-Headers')).toBe('content-type,solana-client')
  const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}'
  const answered = await fetch(node.rpcUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  expect(answered.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect((await fetch(node.rpcUrl, { method: 'POST', body })).status).toBe(415)
})

async function funded(sol = 2): Promise<Keypair> {
  const keys = Keypair.generate()
  await connection.requestAirdrop(keys.publicKey, sol * LAMPORTS_PER_SOL)
  return keys
}
async function transfer(from: Keypair, to: PublicKey, amount: number): Promise<Transaction> {
  const latest = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: from.publicKey, ...latest })
  transaction.add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: amount })).sign(from)
  return transaction
}
const send = (transaction: Transaction) => connection.sendRawTransaction(transaction.serialize())
const someone = () => Keypair.generate().publicKey

describe('the local Solana node', () => {
  test('is the chain that its network names', async () => {
    expect(`solana:${(await connection.getGenesisHash()).slice(0, 32)}`).toBe(solanaChain.caip2)
  })

  test('moves lamports for what is signed, and takes the fee that it has told', async () => {
    const [from, to] = [await funded(), someone()]
    const transaction = await transfer(from, to, 1_000_000)
    const fee = await connection.getFeeForMessage(transaction.compileMessage())
    const signature = await send(transaction)
    expect(await connection.getBalance(to)).toBe(1_000_000)
    expect(await connection.getBalance(from.publicKey)).toBe(2 * LAMPORTS_PER_SOL - 1_000_000 - (fee.value ?? 0))
    expect((await connection.getSignatureStatus(signature)).value).toMatchObject({
      err: null,
      confirmationStatus: 'finalized',
    })
    expect((await connection.getSignatureStatus('1'.repeat(64))).value).toBeNull()
  })

  test('counts an offered priority into the fee, and takes it', async () => {
    const [from, to] = [await funded(), someone()]
    const transaction = new Transaction({ feePayer: from.publicKey, ...(await connection.getLatestBlockhash()) })
    transaction.add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000_000 }),
      SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: 1_000_000 }),
    )
    const { value } = await connection.getFeeForMessage(transaction.compileMessage())
    expect(value).toBe(5_000 + 20_000)
    transaction.sign(from)
    await send(transaction)
    expect(await connection.getBalance(from.publicKey)).toBe(2 * LAMPORTS_PER_SOL - 1_000_000 - 25_000)
  })

  test('runs transactions of the newer form', async () => {
    const [from, to] = [await funded(), someone()]
    const { blockhash } = await connection.getLatestBlockhash()
    const instructions = [SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: 5_000_000 })]
    const message = new TransactionMessage({ payerKey: from.publicKey, recentBlockhash: blockhash, instructions })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([from])
    await connection.sendTransaction(transaction)
    expect(await connection.getBalance(to)).toBe(5_000_000)
  })

  test('refuses transactions without funds, without signatures, and duplicates', async () => {
    const [from, to] = [await funded(), someone()]
    await expect(send(await transfer(from, to, 3 * LAMPORTS_PER_SOL))).rejects.toThrow(/custom program error: 0x1/)
    const forged = await transfer(from, to, 1_000_000)
    const bytes = forged.serialize()
    bytes[10] = (bytes[10] ?? 0) ^ 1
    await expect(connection.sendRawTransaction(bytes)).rejects.toThrow(/signature verification failure/)
    const good = await transfer(from, to, 1_000_000)
    await send(good)
    await expect(send(good)).rejects.toThrow(/already been processed/)
    expect(await connection.getBalance(to)).toBe(1_000_000)
  })

  test('forgets block hashes', async () => {
    const [from, to] = [await funded(), someone()]
    const transaction = await transfer(from, to, 1_000_000)
    const { recentBlockhash = '' } = transaction
    expect((await connection.isBlockhashValid(recentBlockhash)).value).toBe(true)
    node.expireBlockhashes()
    expect((await connection.isBlockhashValid(recentBlockhash)).value).toBe(false)
    await expect(send(transaction)).rejects.toThrow(/Blockhash not found/)
    const unheard = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
    expect((await connection.getSignatureStatus(unheard)).value).toBeNull()
    expect(await connection.getBalance(to)).toBe(0)
  })

  test('stores a transaction that failed without preflight, with its reason', async () => {
    const [from, to] = [await funded(), someone()]
    const tooMuch = await transfer(from, to, 3 * LAMPORTS_PER_SOL)
    const signature = await connection.sendRawTransaction(tooMuch.serialize(), { skipPreflight: true })
    const { value } = await connection.getSignatureStatus(signature)
    expect(value?.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
  })

  test('simulates an unsigned transaction, and returns the balances after it', async () => {
    const [from, to] = [await funded(), someone()]
    const { blockhash } = await connection.getLatestBlockhash()
    const instructions = [SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: 7_000_000 })]
    const message = new TransactionMessage({ payerKey: from.publicKey, recentBlockhash: blockhash, instructions })
    const { value } = await connection.simulateTransaction(new VersionedTransaction(message.compileToV0Message()), {
      sigVerify: false,
      accounts: { encoding: 'base64', addresses: [to.toBase58()] },
    })
    expect(value).toMatchObject({ err: null, accounts: [{ lamports: 7_000_000 }] })
    expect(value.unitsConsumed).toBeGreaterThan(0)
    expect(await connection.getBalance(to)).toBe(0)
  })

  test('has a token that moves between accounts', async () => {
    const [from, to] = [await funded(), await funded()]
    const mint = new PublicKey(node.token.mint)
    node.token.give(from.publicKey.toBase58(), 10_000_000n)
    node.token.give(to.publicKey.toBase58(), 1n)
    const [source, destination] = [from, to].map((keys) => getAssociatedTokenAddressSync(mint, keys.publicKey))
    if (!source || !destination) throw new Error('two accounts')
    const transaction = new Transaction({ feePayer: from.publicKey, ...(await connection.getLatestBlockhash()) })
    transaction
      .add(createTransferCheckedInstruction(source, mint, destination, from.publicKey, 2_500_000n, 6))
      .sign(from)
    await send(transaction)
    expect((await getAccount(connection, destination)).amount).toBe(2_500_001n)
    const { value } = await connection.getParsedTokenAccountsByOwner(from.publicKey, { programId: TOKEN_PROGRAM_ID })
    expect(value).toMatchObject([
      { account: { data: { parsed: { info: { tokenAmount: { uiAmountString: '7.5' } } } } } },
    ])
    expect((await connection.getTokenAccountsByOwner(someone(), { mint })).value).toEqual([])
    expect((await connection.getTokenSupply(mint)).value.decimals).toBe(node.token.decimals)
  })

  test('has a token of Token-2022, whose transfers withhold a fee', async () => {
    const [from, to] = [await funded(), await funded()]
    const { feeToken } = node
    const mint = new PublicKey(feeToken.mint)
    feeToken.give(from.publicKey.toBase58(), 10_000_000n)
    feeToken.give(to.publicKey.toBase58(), 1n)
    const [source, destination] = [from, to].map((keys) =>
      getAssociatedTokenAddressSync(mint, keys.publicKey, false, TOKEN_2022_PROGRAM_ID),
    )
    if (!source || !destination) throw new Error('two accounts')
    const amount = 2_500_000n
    const fee = (amount * BigInt(transferFee)) / 10_000n
    const transaction = new Transaction({ feePayer: from.publicKey, ...(await connection.getLatestBlockhash()) })
    transaction
      .add(createTransferCheckedWithFeeInstruction(source, mint, destination, from.publicKey, amount, 6, fee))
      .sign(from)
    await send(transaction)
    const { value } = await connection.getParsedTokenAccountsByOwner(to.publicKey, { programId: TOKEN_2022_PROGRAM_ID })
    expect(value).toMatchObject([
      { account: { data: { parsed: { info: { mint: feeToken.mint, tokenAmount: { amount: '2475001' } } } } } },
    ])
  })

  test('answers unknown methods with a node’s error codes', async () => {
    await expect(callRpc(node.rpcUrl, 'getMoon')).rejects.toMatchObject({ code: -32601 })
    await expect(callRpc(node.rpcUrl, 'toString')).rejects.toMatchObject({ code: -32601 })
    await expect(callRpc(node.rpcUrl, 'getBalance', ['0x0'])).rejects.toMatchObject({ code: -32602 })
    await expect(callRpc(node.rpcUrl, 'sendTransaction', ['zzz'])).rejects.toMatchObject({ code: -32602 })
    const headers = { 'Content-Type': 'application/json' }
    const broken = await fetch(node.rpcUrl, { method: 'POST', headers, body: '{' })
    expect(await broken.json()).toMatchObject({ error: { code: -32700 } })
  })
})
