/** Requests of Solana accounts end to end, with a local chain and the signing code of the Key Worker. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { base58 } from '@scure/base'
import {
  AuthorityType,
  createApproveInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
} from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solanaChain } from '../../../../../e2e/world/networks.ts'
import { createGate } from '../../../../../e2e/world/rpc-gate.ts'
import { type SvmNode, startSvmNode } from '../../../../../e2e/world/svm/node.ts'
import { type Showing, shows } from '../../../../test/support/approval-desk.ts'
import { readTransaction } from '../../../shared/chains/solana/read.ts'
import { tokenAccountOf } from '../../../shared/chains/solana/transfer.ts'
import { type Approvals, createApprovals, staleAfterMs } from '../../approval/approvals.ts'
import { addressesOf, leafKeysOf } from '../../key-worker/keys/accounts.ts'
import { random } from '../../key-worker/keys/bytes.ts'
import { entropyLength } from '../../key-worker/keys/mnemonic.ts'
import { signRequest } from '../../key-worker/signing/sign.ts'
import type { SigningRequest } from '../../signing/request.ts'
import { createSolanaPreparer } from '../solana.ts'

const scope = solanaChain.caip2
const fund = 2 * LAMPORTS_PER_SOL
let node: SvmNode
/** Another network with the same programs. */
let elsewhere: SvmNode
const otherScope = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
/** The node that answers at the listed URL. */
let behind: SvmNode
let connection: Connection
let gate: ReturnType<typeof createGate>
let server: Server
let rpcUrl: string
let mint: PublicKey
/** A new wallet for each test. */
let wallet: Parameters<typeof signRequest>[0]
let me: PublicKey
let you: PublicKey

const urlOf = (listening: Server): string => {
  const address = listening.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

beforeAll(async () => {
  node = await startSvmNode(solanaChain)
  elsewhere = await startSvmNode({ genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1111111111111' })
  connection = new Connection(node.rpcUrl, 'confirmed')
  mint = new PublicKey(node.token.mint)
  gate = createGate({ url: '', nodeUrl: () => behind.rpcUrl, allowOrigins: new Set() })
  server = createServer((request, response) => void gate.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  rpcUrl = urlOf(server)
})
afterAll(async () => {
  server.close()
  await Promise.all([node.stop(), elsewhere.stop()])
})
beforeEach(async () => {
  const keys = await leafKeysOf(random(entropyLength))
  wallet = { userId: 'user', walletId: 'wallet', keys, addresses: addressesOf(keys) }
  me = new PublicKey(wallet.addresses.solana)
  you = Keypair.generate().publicKey
  await connection.requestAirdrop(me, fund)
  gate.reset()
  behind = node
})

function desk({ urls = [rpcUrl], others = [] }: { urls?: string[]; others?: string[] } = {}) {
  const asked: SigningRequest[] = []
  const waits: number[] = []
  const preparer = createSolanaPreparer({
    account: me.toBase58(),
    origin: 'https://app.example',
    now: Date.now,
    rpc: { [scope]: urls, [otherScope]: others },
  })
  const approvals = createApprovals({
    preparerFor: () => preparer,
    signer: {
      async sign(request) {
        asked.push(request)
        return signRequest(wallet, request)
      },
    },
    open: async () => {},
    alone: (_, work) => work(),
    isHostPinned: true,
    now: () => 1_000_000,
    randomId: () => crypto.randomUUID(),
    wait: (ms) => {
      waits.push(ms)
      return () => {}
    },
  })
  return { approvals, asked, waits }
}

const ask = (approvals: Approvals, method: string, params: unknown) =>
  approvals.ask({ scope, method, params }, new AbortController().signal)
/** Sends a request whose answer the test does not wait for. */
const pose = (approvals: Approvals, method: string, params: unknown) =>
  void ask(approvals, method, params).catch(() => {})

/** Sends a request, and approves it when it is shown. */
async function approved({ approvals }: ReturnType<typeof desk>, method: string, params: unknown) {
  const answer = ask(approvals, method, params)
  const screen = await Promise.race([shows(approvals, 'asking'), shows(approvals, 'stuck'), answer])
  if (screen === null || typeof screen !== 'object' || !('prepared' in screen)) throw new Error(JSON.stringify(screen))
  const { id, prepared } = screen as Showing<'asking'> // as: checked above
  approvals.approve(id, 'frame')
  // as: the answers of these methods are objects.
  return { prepared, answer: (await answer) as Record<string, string & string[]> }
}
/** Sends a request, and returns what is shown. */
async function shown(params: unknown, method = 'solana_signAndSendTransaction', how: Parameters<typeof desk>[0] = {}) {
  const { approvals } = desk(how)
  pose(approvals, method, params)
  return (await shows(approvals, 'asking')).prepared
}
/** Sends a request that cannot be shown while the node is like that, and returns what is shown afterwards. */
async function afterOutage(...outage: Parameters<typeof gate.behave>) {
  const transaction = written((await legacy(pay())).serialize())
  gate.behave(...outage)
  const { approvals } = desk()
  pose(approvals, 'solana_signTransaction', { transaction })
  const { id, reason } = await shows(approvals, 'stuck')
  expect(reason).toBe('network')
  gate.behave('normal')
  approvals.again(id)
  return (await shows(approvals, 'asking')).prepared.intent
}

const pay = (lamports = 1_000_000, to = you) => SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports })
const written = (bytes: Uint8Array) => base58.encode(bytes)
async function messageOf(instructions: TransactionInstruction[], { payer = me }: { payer?: PublicKey } = {}) {
  const { blockhash } = await connection.getLatestBlockhash()
  return new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions })
}
const legacy = async (...instructions: TransactionInstruction[]) =>
  new VersionedTransaction((await messageOf(instructions)).compileToLegacyMessage())
const coins = (amount: number) => ({ asset: { type: 'coins' }, amount: BigInt(amount) })
const tokens = (amount: bigint) => ({ asset: { type: 'tokens', token: mint.toBase58() }, amount })

/** A node of the same network whose accounts, and answers of yes or no, are other ones. */
async function lyingNode(account: (data: Buffer) => Buffer, flag = (is: boolean) => is): Promise<Server> {
  const liar = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(node.rpcUrl, { method: 'POST', headers, body })
      const told = (await answer.text())
        .replaceAll(
          /"([A-Za-z0-9+/=]{80,})"/g,
          (_, data: string) => `"${account(Buffer.from(data, 'base64')).toString('base64')}"`,
        )
        .replace(/"value":(true|false)/, (_, is: string) => `"value":${flag(is === 'true')}`)
      response.setHeader('Content-Type', 'application/json').end(told)
    })()
  })
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
  return liar
}
const swapping =
  (real: Uint8Array, said: Uint8Array) =>
  (data: Buffer): Buffer => {
    const at = data.indexOf(real)
    if (at >= 0) data.set(said, at)
    return data
  }

/** A table with an address of this test, on the network. */
async function createTable() {
  const payer = Keypair.generate()
  await connection.requestAirdrop(payer.publicKey, fund)
  const authority = payer.publicKey
  const [create, table] = AddressLookupTableProgram.createLookupTable({ authority, payer: authority, recentSlot: 0 })
  const extend = AddressLookupTableProgram.extendLookupTable({
    lookupTable: table,
    authority,
    payer: authority,
    addresses: [you],
  })
  const setUp = new Transaction({ feePayer: authority, ...(await connection.getLatestBlockhash()) })
  setUp.add(create, extend).sign(payer)
  await connection.sendRawTransaction(setUp.serialize())
  const { value } = await connection.getAddressLookupTable(table)
  if (!value) throw new Error('no table')
  return value
}

describe('a transaction that is sent', () => {
  test('is shown with its fee and its changes, signed to the byte, and run', async () => {
    const at = desk()
    const transaction = await legacy(pay())
    const params = { transaction: written(transaction.serialize()) }
    const { prepared, answer } = await approved(at, 'solana_signAndSendTransaction', params)
    expect(prepared.intent).toMatchObject({ kind: 'send', warnings: [] })
    expect(prepared.fee).toEqual({ expected: 5000n, most: 5000n })
    expect(prepared.simulation).toMatchObject({ status: 'works', changes: [coins(-1_000_000)] })
    expect(at.asked).toEqual([
      { kind: 'solanaTransaction', signer: me.toBase58(), message: written(transaction.message.serialize()) },
    ])
    expect((await connection.getSignatureStatus(answer.signature ?? '')).value?.err).toBeNull()
    expect(await connection.getBalance(you)).toBe(1_000_000)
    expect(await connection.getBalance(me)).toBe(fund - 1_000_000 - 5000)
    expect(gate.calls().filter((method) => method === 'sendTransaction')).toHaveLength(1)
  })

  test('names the wallet that a token goes to, and what is paid for its account', async () => {
    node.token.give(me.toBase58(), 10_000_000n)
    const { buildTokenTransfer } = await import('../../../shared/chains/solana/transfer.ts')
    const { blockhash } = await connection.getLatestBlockhash()
    const [from, to] = [me.toBase58(), you.toBase58()]
    const transfer = { from, to, mint: mint.toBase58(), amount: 2_500_000n, decimals: 6, makeAccount: true }
    const bytes = buildTokenTransfer({ ...transfer, program: 'token' }, { blockhash })
    const { prepared } = await approved(desk(), 'solana_signAndSendTransaction', { transaction: written(bytes) })
    expect(prepared.intent).toMatchObject({ kind: 'sendToken', warnings: ['opensAccount'], blind: false })
    expect(prepared.intent.facts).toContainEqual({ label: 'to', value: { type: 'address', address: to } })
    const rent = await connection.getMinimumBalanceForRentExemption(165)
    expect(prepared.simulation).toMatchObject({ status: 'works', changes: [coins(-rent), tokens(-2_500_000n)] })
    expect(prepared.tokens.get(mint.toBase58().toLowerCase())).toEqual({ symbol: '', decimals: 6 })
    const account = new PublicKey(tokenAccountOf(to, mint.toBase58(), 'token'))
    expect((await connection.getTokenAccountBalance(account)).value.amount).toBe('2500000')
  })

  test('shows a right that an unreadable call gives away [C69]', async () => {
    node.token.give(me.toBase58(), 10n)
    const account = new PublicKey(tokenAccountOf(me.toBase58(), mint.toBase58(), 'token'))
    const closing = createSetAuthorityInstruction(account, me, AuthorityType.CloseAccount, you)
    const { intent, simulation } = await shown({ transaction: written((await legacy(closing)).serialize()) })
    const facts = [
      { label: 'account', value: { type: 'address', address: account.toBase58() } },
      { label: 'authority', value: { type: 'address', address: you.toBase58() } },
    ]
    expect(simulation).toEqual({ status: 'works', changes: [], isCut: false, rights: [{ kind: 'allowClose', facts }] })
    expect(intent).toMatchObject({ kind: 'call', warnings: ['givesRights', 'unreadable'], blind: true })
  })

  test('is a danger if its fee is out of proportion, also if no node tells the fee [C82]', async () => {
    const feeOf = (lamports: number) => [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: lamports }),
    ]
    const warningsAt = async (lamports: number) => {
      const transaction = written((await legacy(...feeOf(lamports), pay())).serialize())
      return (await shown({ transaction })).intent.warnings
    }
    expect(await warningsAt(fund / 2)).toEqual(['highFee'])
    expect(await warningsAt(50_000_000)).toEqual(['highFee'])
    expect(await warningsAt(49_000_000)).toEqual([])

    const withoutFees = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: await text(request) }
      const answer = await (await fetch(node.rpcUrl, asked)).text()
      const isFee = asked.body.includes('"getFeeForMessage"')
      response.writeHead(200, asked.headers).end(isFee ? answer.replace(/"value":\d+/, '"value":null') : answer)
    }
    const silent = createServer((request, response) => void withoutFees(request, response))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    behind = { ...node, rpcUrl: urlOf(silent) }
    const transaction = written((await legacy(...feeOf(51_000_000), pay())).serialize())
    const prepared = await shown({ transaction })
    silent.close()
    expect(prepared.fee).toBeUndefined()
    expect(prepared.intent.warnings).toEqual(['highFee'])
    expect(prepared.simulation).toMatchObject({ status: 'works', changes: [coins(-1_000_000)] })
  })

  /** A payment that takes its recipient from a table. */
  const paymentByTable = async () => {
    const value = await createTable()
    const message = (await messageOf([pay()])).compileToV0Message([value])
    expect(message.addressTableLookups).toHaveLength(1)
    return { transaction: written(new VersionedTransaction(message).serialize()) }
  }

  test('takes its accounts from a table that the network has', async () => {
    const { prepared } = await approved(desk(), 'solana_signAndSendTransaction', await paymentByTable())
    expect(prepared.intent).toMatchObject({ kind: 'send', warnings: ['addressByNode'], blind: false })
    expect(await connection.getBalance(you)).toBe(1_000_000)
  })

  test('takes none from a table on which two nodes do not agree, whichever of them is asked first [C360]', async () => {
    const given = await paymentByTable()
    const thief = Keypair.generate().publicKey
    const liar = await lyingNode(swapping(you.toBytes(), thief.toBytes()))
    const lied = await shown(given, 'solana_signTransaction', { urls: [urlOf(liar)] })
    expect(lied.intent.facts).toContainEqual({ label: 'to', value: { type: 'address', address: thief.toBase58() } })
    for (const urls of [
      [urlOf(liar), rpcUrl],
      [rpcUrl, urlOf(liar)],
    ]) {
      const { intent } = await shown(given, 'solana_signTransaction', { urls })
      expect(intent.blind).toBe(true)
      expect(intent.warnings).toContain('addressFromTable')
    }
    liar.close()
  })

  test('takes them from one node if the other one is silent, and says so [C360]', async () => {
    const urls = [rpcUrl, 'http://127.0.0.1:1']
    const { intent } = await shown(await paymentByTable(), 'solana_signTransaction', { urls })
    expect(intent).toMatchObject({ kind: 'send', warnings: ['addressByNode'], blind: false })
  })

  test('gets another block hash if its own has expired and nobody else has signed; a valid one stays', async () => {
    const old = await legacy(pay())
    node.expireBlockhashes()
    const at = desk()
    const { prepared, answer } = await approved(at, 'solana_signAndSendTransaction', {
      transaction: written(old.serialize()),
    })
    const { request } = prepared
    if (request.kind !== 'solanaTransaction') throw new Error(request.kind)
    const unsigned = Uint8Array.of(1, ...new Uint8Array(64), ...base58.decode(request.message))
    const { blockhash, instructions } = readTransaction(unsigned)
    expect(blockhash).not.toBe(old.message.recentBlockhash)
    expect(instructions).toEqual(readTransaction(old.serialize()).instructions)
    expect((await connection.getSignatureStatus(answer.signature ?? '')).value?.err).toBeNull()
    // The network remembers a block hash for one minute.
    expect(at.waits).toEqual([60_000])

    const { partner, bytes } = await signedBefore()
    node.expireBlockhashes()
    const stuck = desk()
    pose(stuck.approvals, 'solana_signAndSendTransaction', { transaction: written(bytes) })
    expect(await shows(stuck.approvals, 'stuck')).toMatchObject({ reason: 'wouldFail' })
    expect(await connection.getBalance(partner.publicKey)).toBe(fund)
  })

  test('is sent with both signatures if another account pays and has signed already', async () => {
    const { partner, bytes } = await signedBefore()
    const { prepared } = await approved(desk(), 'solana_signAndSendTransaction', { transaction: written(bytes) })
    expect(prepared.intent.warnings).toEqual(['anotherPays', 'moreSigners'])
    expect([prepared.fee, prepared.simulation]).toMatchObject([
      undefined,
      { status: 'works', changes: [coins(-1_000_000)] },
    ])
    expect(await connection.getBalance(partner.publicKey)).toBe(fund - 10_000)
    expect(await connection.getBalance(me)).toBe(fund - 1_000_000)
  })

  test('is refused if it would fail, unless the page skips the preflight; then there is a warning', async () => {
    const transaction = written((await legacy(pay(3 * LAMPORTS_PER_SOL))).serialize())
    const { approvals } = desk()
    pose(approvals, 'solana_signAndSendTransaction', { transaction })
    expect(await shows(approvals, 'stuck')).toMatchObject({ reason: 'wouldFail' })
    const forced = await shown({ transaction, options: { skipPreflight: true } })
    expect(forced.simulation).toHaveProperty('reason')
    expect(forced.simulation?.status).toBe('fails')
    expect(forced.intent).toMatchObject({ warnings: ['wouldFail'], blind: true })
  })

  test('is what the node says of it: refused, it is an error, and nothing was moved', async () => {
    const at = desk()
    const transaction = written((await legacy(pay())).serialize())
    const answer = ask(at.approvals, 'solana_signAndSendTransaction', { transaction })
    const { id } = await shows(at.approvals, 'asking')
    node.expireBlockhashes()
    at.approvals.approve(id, 'frame')
    await expect(answer).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    expect(await connection.getBalance(you)).toBe(0)
  })
})

/** A payment from this account. A partner pays the fee and has already signed. */
async function signedBefore() {
  const partner = Keypair.generate()
  await connection.requestAirdrop(partner.publicKey, fund)
  const transaction = new VersionedTransaction(
    (await messageOf([pay()], { payer: partner.publicKey })).compileToV0Message(),
  )
  transaction.sign([partner])
  return { partner, bytes: transaction.serialize() }
}

describe('a transaction that is only signed', () => {
  test('comes back signed and otherwise to the byte what the page gave', async () => {
    const transaction = await legacy(pay())
    const at = desk()
    const given = transaction.serialize()
    const { prepared, answer } = await approved(at, 'solana_signTransaction', { transaction: written(given) })
    expect(prepared.intent).toMatchObject({ warnings: [], blind: false })
    expect(prepared.fee).toEqual({ expected: 5000n, most: 5000n })
    expect(prepared.simulation).toMatchObject({ status: 'works', changes: [coins(-1_000_000)] })
    const signed = base58.decode(answer.transaction ?? '')
    expect(Transaction.from(signed).verifySignatures()).toBe(true)
    expect(signed.slice(65)).toEqual(given.slice(65))
    expect(at.waits).toEqual([staleAfterMs])
    expect(gate.calls()).not.toContain('sendTransaction')
  })

  test('keeps the signatures that are there', async () => {
    const { bytes } = await signedBefore()
    const { answer } = await approved(desk(), 'solana_signTransaction', { transaction: written(bytes) })
    const signed = base58.decode(answer.transaction ?? '')
    await connection.sendRawTransaction(signed)
    expect(await connection.getBalance(you)).toBe(1_000_000)
  })

  test('does not expire with a durable nonce: the screen says so, and no hash is requested', async () => {
    const { bytes } = await onNonce(pay())
    const prepared = await shown({ transaction: written(bytes) }, 'solana_signTransaction')
    expect(prepared.intent).toMatchObject({ kind: 'send', warnings: ['noEnd'], blind: false })
    expect(prepared.simulation).toMatchObject({ status: 'works', changes: [coins(-1_000_000)] })
    expect(gate.calls()).not.toContain('isBlockhashValid')
  })

  test('may be several: all are shown, signed as they are, and their changes are added up', async () => {
    node.token.give(me.toBase58(), 10n)
    const account = new PublicKey(tokenAccountOf(me.toBase58(), mint.toBase58(), 'token'))
    const given = await Promise.all([
      legacy(pay()),
      legacy(pay(2_000_000)),
      legacy(createApproveInstruction(account, you, me, 2n ** 64n - 1n)),
    ])
    const transactions = given.map((one) => written(one.serialize()))
    const at = desk()
    const { prepared, answer } = await approved(at, 'solana_signAllTransactions', { transactions })
    expect(prepared.intent).toMatchObject({ kind: 'transactions', warnings: ['unlimited'], blind: false })
    expect(prepared.intent.parts.map(({ kind }) => kind)).toEqual(['send', 'send', 'allow'])
    expect(prepared.fee?.expected).toBe(15_000n)
    expect(prepared.simulation).toMatchObject({ status: 'works', changes: [coins(-3_000_000)] })
    expect(at.asked).toHaveLength(1)
    const signed = (answer.transactions ?? []).map((one: string) => base58.decode(one))
    expect(signed.map((bytes) => Transaction.from(bytes).verifySignatures())).toEqual([true, true, true])
    expect(signed.map((bytes) => bytes.slice(65))).toEqual(given.map((one) => one.serialize().slice(65)))
  })

  test('a transaction that lies about the decimals of a token does not change how another one is shown', async () => {
    node.token.give(me.toBase58(), 1_000_000n)
    const [mine, yours] = [me, you].map(
      (key) => new PublicKey(tokenAccountOf(key.toBase58(), mint.toBase58(), 'token')),
    )
    if (!mine || !yours) throw new Error('two accounts')
    const send = (decimals: number) =>
      legacy(createTransferCheckedInstruction(mine, mint, yours, me, 1_000_000n, decimals))
    const given = await Promise.all([send(6), send(9)])
    const transactions = given.map((one) => written(one.serialize()))
    const { tokens: words } = await shown({ transactions }, 'solana_signAllTransactions')
    expect(words.get(mint.toBase58().toLowerCase())).toBeUndefined()
  })
})

/** A transaction with a durable nonce of this network instead of a block hash. */
async function onNonce(...instructions: TransactionInstruction[]) {
  const nonce = Keypair.generate()
  const payer = Keypair.generate()
  const rent = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH)
  await connection.requestAirdrop(payer.publicKey, fund)
  const setUp = new Transaction({ feePayer: payer.publicKey, ...(await connection.getLatestBlockhash()) })
  setUp.add(
    SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: me,
      lamports: rent,
    }),
  )
  setUp.sign(payer, nonce)
  await connection.sendRawTransaction(setUp.serialize())
  // The nonce can be used only in the next block.
  await connection.requestAirdrop(payer.publicKey, 1)
  const stored = (await connection.getNonce(nonce.publicKey))?.nonce
  if (!stored) throw new Error('no nonce')
  const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: me })
  const on = (recentBlockhash: string) =>
    new VersionedTransaction(
      new TransactionMessage({
        payerKey: me,
        recentBlockhash,
        instructions: [advance, ...instructions],
      }).compileToLegacyMessage(),
    ).serialize()
  return { bytes: on(stored), on, stored }
}

describe('a transaction unknown to the named network [A18]', () => {
  const nowhere = { label: 'network', value: { type: 'unnamedNetwork', named: scope } }
  const of = (network: typeof scope) => ({ label: 'network', value: { type: 'network', id: network } })
  const strange = async (...instructions: TransactionInstruction[]) => {
    const recentBlockhash = Keypair.generate().publicKey.toBase58()
    return new TransactionMessage({ payerKey: me, recentBlockhash, instructions })
  }
  const strangeBytes = async () =>
    written(new VersionedTransaction((await strange(pay())).compileToLegacyMessage()).serialize())

  test('is not shown with that network’s data, has a warning, and is signed unchanged', async () => {
    const at = desk()
    const transaction = await strangeBytes()
    const { prepared, answer } = await approved(at, 'solana_signTransaction', { transaction })
    expect(prepared.intent).toMatchObject({ kind: 'send', warnings: ['notOfNetwork'], blind: true })
    expect(prepared.intent.facts).toContainEqual(nowhere)
    expect(prepared.intent.facts).not.toContainEqual(of(scope))
    // This network's data does not apply to another network.
    expect([prepared.simulation, prepared.fee]).toEqual([{ status: 'unknown' }, undefined])
    expect(base58.decode(answer.transaction ?? '').slice(65)).toEqual(base58.decode(transaction).slice(65))
    expect(gate.calls()).not.toContain('simulateTransaction')
  })

  test('is treated the same if it is only too old: the cases cannot be told apart', async () => {
    const old = written((await legacy(pay())).serialize())
    node.expireBlockhashes()
    const { intent } = await shown({ transaction: old }, 'solana_signTransaction')
    expect(intent).toMatchObject({ warnings: ['notOfNetwork'], blind: true })
  })

  test('marks the whole request, at any position', async () => {
    const good = written((await legacy(pay())).serialize())
    for (const transactions of [
      [good, await strangeBytes()],
      [await strangeBytes(), good],
    ]) {
      const { intent, simulation } = await shown({ transactions }, 'solana_signAllTransactions')
      expect(intent).toMatchObject({ kind: 'transactions', warnings: ['notOfNetwork'], blind: true })
      expect(intent.facts).toContainEqual(nowhere)
      expect(simulation).toEqual({ status: 'unknown' })
    }
  })

  test('is one with a nonce that the network has otherwise, or not at all', async () => {
    const { on } = await onNonce(pay())
    const stranger = Keypair.generate().publicKey
    const unheardOf = SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: me })
    for (const bytes of [
      on(stranger.toBase58()),
      new VersionedTransaction((await strange(unheardOf, pay())).compileToLegacyMessage()).serialize(),
    ]) {
      const { intent } = await shown({ transaction: written(bytes) }, 'solana_signTransaction')
      expect(intent).toMatchObject({ warnings: ['notOfNetwork', 'noEnd'], blind: true })
    }
  })

  test('is not read with the tables of that network: an attacker can create a different one here', async () => {
    const value = await createTable()
    const message = (await strange(pay())).compileToV0Message([value])
    const transaction = written(new VersionedTransaction(message).serialize())
    const { intent } = await shown({ transaction }, 'solana_signTransaction')
    expect(intent).toMatchObject({ kind: 'call', blind: true })
    expect(intent.warnings).toEqual(['notOfNetwork', 'unreadable', 'addressFromTable'])
  })

  test('is known to another listed one: it belongs to that one, and is not signed for this one', async () => {
    const there = new Connection(elsewhere.rpcUrl, 'confirmed')
    const { blockhash } = await there.getLatestBlockhash()
    const bytes = new VersionedTransaction(
      new TransactionMessage({
        payerKey: me,
        recentBlockhash: blockhash,
        instructions: [pay()],
      }).compileToLegacyMessage(),
    ).serialize()
    const at = desk({ others: [elsewhere.rpcUrl] })
    const good = written((await legacy(pay())).serialize())
    const transactions = [good, await strangeBytes(), written(bytes)]
    pose(at.approvals, 'solana_signAllTransactions', { transactions })
    const { id, prepared } = await shows(at.approvals, 'asking')
    expect(prepared.intent.warnings).toEqual(['wrongChain'])
    expect(prepared.intent.facts).toContainEqual(of(otherScope))
    expect(prepared.intent.facts).not.toContainEqual(of(scope))
    at.approvals.approve(id, 'frame')
    expect([at.asked, at.approvals.screen()?.status]).toEqual([[], 'asking'])
    // If the other network cannot be reached, the network stays unknown.
    const alone = await shown({ transaction: written(bytes) }, 'solana_signTransaction', {
      others: ['http://127.0.0.1:9'],
    })
    expect(alone.intent.warnings).toEqual(['notOfNetwork'])
  })

  test('is checked again if its node lags behind, and then treated normally', async () => {
    const transaction = written((await legacy(pay())).serialize())
    const { approvals } = desk()
    behind = elsewhere
    pose(approvals, 'solana_signTransaction', { transaction })
    const { id, prepared } = await shows(approvals, 'asking')
    expect(prepared.intent.warnings).toEqual(['notOfNetwork'])
    behind = node
    approvals.again(id)
    expect(approvals.screen()?.status).toBe('preparing')
    const again = await shows(approvals, 'asking')
    expect(again.prepared.intent).toMatchObject({ warnings: [], blind: false })
    expect(again.prepared.intent.facts).toContainEqual(of(scope))
  })

  test('is never signed to be sent, even if the page skips the preflight', async () => {
    const { on } = await onNonce(pay())
    const at = desk()
    const transaction = written(on(Keypair.generate().publicKey.toBase58()))
    pose(at.approvals, 'solana_signAndSendTransaction', { transaction, options: { skipPreflight: true } })
    expect(await shows(at.approvals, 'stuck')).toMatchObject({ reason: 'wouldFail' })
  })

  test('is not shown at all while its nodes do not answer', async () => {
    expect((await afterOutage('error-500', 'isBlockhashValid')).warnings).toEqual([])
  })
})

describe('a node that lies beside an honest one, whichever is asked first, does not decide', () => {
  const orders = (liar: Server): string[][] => [
    [urlOf(liar), rpcUrl],
    [rpcUrl, urlOf(liar)],
  ]
  const sign = 'solana_signTransaction'
  async function expectDoubt(given: { transaction: string }, liar: Server): Promise<void> {
    const { intent } = await shown(given, sign, { urls: [urlOf(liar)] })
    expect(intent.warnings).not.toContain('notOfNetwork')
    for (const urls of orders(liar))
      expect((await shown(given, sign, { urls })).intent.warnings).toContain('notOfNetwork')
    liar.close()
  }

  test('the network to which a block hash belongs [C376]', async () => {
    const recentBlockhash = Keypair.generate().publicKey.toBase58()
    const strange = new TransactionMessage({ payerKey: me, recentBlockhash, instructions: [pay()] })
    const given = { transaction: written(new VersionedTransaction(strange.compileToLegacyMessage()).serialize()) }
    const liar = await lyingNode(
      (data) => data,
      () => true,
    )
    await expectDoubt(given, liar)
  })

  test('the network to which a nonce belongs [C376]', async () => {
    const said = Keypair.generate().publicKey
    const { on, stored } = await onNonce(pay())
    const given = { transaction: written(on(said.toBase58())) }
    const liar = await lyingNode(swapping(base58.decode(stored), said.toBytes()))
    await expectDoubt(given, liar)
  })

  test('the decimals of a token: the amount is then in the smallest unit [C376]', async () => {
    node.token.give(me.toBase58(), 1_000_000n)
    const mine = new PublicKey(tokenAccountOf(me.toBase58(), mint.toBase58(), 'token'))
    const given = {
      transaction: written((await legacy(createApproveInstruction(mine, you, me, 1_000_000n))).serialize()),
    }
    // A mint has 82 bytes; the 45th says its decimals.
    const liar = await lyingNode((data) => {
      if (data.length === 82) data[44] = 9
      return data
    })
    const decimals = async (urls: string[]) =>
      (await shown(given, sign, { urls })).tokens.get(mint.toBase58().toLowerCase())?.decimals
    expect([await decimals([rpcUrl]), await decimals([urlOf(liar)])]).toEqual([6, 9])
    for (const urls of orders(liar)) expect(await decimals(urls)).toBeUndefined()
    expect(await decimals([rpcUrl, 'http://127.0.0.1:1'])).toBeUndefined()
    liar.close()
  })
})

describe('a message', () => {
  test('is signed as it is, and the signature is the account’s', async () => {
    const at = desk()
    const bytes = new TextEncoder().encode('Hello')
    const params = { message: written(bytes), pubkey: me.toBase58() }
    const { prepared, answer } = await approved(at, 'solana_signMessage', params)
    expect([prepared.intent.kind, prepared.raw]).toEqual(['signText', 'Hello'])
    const { ed25519 } = await import('@noble/curves/ed25519.js')
    expect(ed25519.verify(base58.decode(answer.signature ?? ''), bytes, me.toBytes())).toBe(true)
    expect(gate.calls()).toEqual([])
  })

  test('cannot be approved if it is a transaction, in the frame or in the window', async () => {
    const at = desk()
    const message = written((await legacy(pay())).message.serialize())
    pose(at.approvals, 'solana_signMessage', { message, pubkey: me.toBase58() })
    const { id, prepared } = await shows(at.approvals, 'asking')
    expect(prepared.intent.warnings).toEqual(['hiddenTransaction'])
    at.approvals.approve(id, 'frame')
    at.approvals.approve(id, 'window')
    expect([at.asked, at.approvals.screen()?.status]).toEqual([[], 'asking'])
  })
})

describe('a message that is refused before the user sees it:', () => {
  const refusals = {
    'another account': async () => ['solana_signMessage', { message: '2', pubkey: you.toBase58() }, 'UNAUTHORIZED'],
    'a transaction that the account does not sign': async () => {
      const { publicKey } = Keypair.generate()
      const pays = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: me, lamports: 1 })
      const bytes = new VersionedTransaction(
        (await messageOf([pays], { payer: publicKey })).compileToV0Message(),
      ).serialize()
      return ['solana_signTransaction', { transaction: written(bytes) }, 'UNAUTHORIZED']
    },
    'sending what somebody else has to sign first': async () => {
      const { publicKey } = Keypair.generate()
      const message = (await messageOf([pay()], { payer: publicKey })).compileToV0Message()
      const transaction = written(new VersionedTransaction(message).serialize())
      return ['solana_signAndSendTransaction', { transaction }, 'BAD_SHAPE']
    },
    'one bad transaction among good ones': async () => {
      const good = written((await legacy(pay())).serialize())
      return ['solana_signAllTransactions', { transactions: [good, `${good}2`] }, 'BAD_SHAPE']
    },
    'more bytes than a packet has': async () => [
      'solana_signTransaction',
      { transaction: written(new Uint8Array(1233).fill(1)) },
      'BAD_SHAPE',
    ],
    'a text that is long to read': async () => [
      'solana_signMessage',
      { message: 'z'.repeat(60_000), pubkey: me.toBase58() },
      'BAD_SHAPE',
    ],
    'a method that is none': async () => ['toString', {}, 'NOT_AVAILABLE'],
  } satisfies Record<string, () => Promise<[string, unknown, string]>>
  test.each(Object.entries(refusals))('%s', async (_, make) => {
    const [method, params, code] = await make()
    const { approvals } = desk()
    await expect(ask(approvals, method, params)).rejects.toMatchObject({ code })
    expect(approvals.screen()).toBeUndefined()
  })

  test('any bytes that are not a transaction, before a node is asked', async () => {
    const { approvals } = desk()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 1300 }), async (bytes) => {
        const answer = ask(approvals, 'solana_signTransaction', { transaction: written(bytes) })
        await expect(answer).rejects.toMatchObject({ code: 'BAD_SHAPE' })
      }),
      { numRuns: 50 },
    )
    expect(gate.calls()).toEqual([])
  })
})

describe('a node', () => {
  test.each(['error-500', 'garbage', 'huge', 'down'] as const)(
    'answers with %s: the request stays open, and can be checked again',
    async (kind) => {
      expect((await afterOutage(kind)).kind).toBe('send')
    },
  )

  test('is not listed: its network is not supported', async () => {
    const transaction = written((await legacy(pay())).serialize())
    const { approvals } = desk({ urls: [] })
    await expect(ask(approvals, 'solana_signTransaction', { transaction })).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
  })
})
