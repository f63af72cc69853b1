/** Payments on Solana: SOL, and tokens of both programs, with accounts that are made and fees that are kept. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { base58, base64 } from '@scure/base'
import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { solanaChain } from '../../e2e/world/networks.ts'
import { type SvmNode, startSvmNode } from '../../e2e/world/svm/node.ts'
import { makeToken2022 } from '../../e2e/world/svm/token-2022.ts'
import { rpcRequest } from '../src/modal/host/rpc-request.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
import type { Ask, Quote } from '../src/shared/chains/sending.ts'
import { solanaSending as driver } from '../src/shared/chains/solana/sending.ts'
import { jsonRpc } from '../src/shared/http/json-rpc.ts'
import { createBareContext, network } from './support/bare-context.ts'
import { createTestConnector, use } from './support/modal.ts'

const local = network(1, { id: solanaChain.caip2, currency: { name: 'Sol', symbol: 'SOL', decimals: 9 } })

let node: SvmNode
let ask: Ask
beforeAll(async () => {
  node = await startSvmNode(solanaChain)
  ask = (method, params) => jsonRpc(node.rpcUrl, { method, params, signal: new AbortController().signal })
}, 60_000)
afterAll(() => node.stop())

const addressOf = (key: Keypair) => key.publicKey.toBase58()
async function funded(lamports = 10 ** 9): Promise<Keypair> {
  const key = Keypair.generate()
  await ask('requestAirdrop', [addressOf(key), lamports])
  return key
}
const lamportsOf = async (address: string) =>
  z.parse(z.object({ value: z.number() }), await ask('getBalance', [address])).value

/** Signs and sends exactly what the wallet would be asked. */
async function carryOut(key: Keypair, { request }: Quote): Promise<Json> {
  const { transaction } = z.parse(z.object({ transaction: z.string() }), request.params)
  const read = VersionedTransaction.deserialize(base58.decode(transaction))
  read.sign([key])
  return ask('sendTransaction', [base64.encode(read.serialize()), { encoding: 'base64' }])
}

test('SOL: what is simulated arrives, and the whole balance can be sent', async () => {
  const [key, friend] = [await funded(), addressOf(Keypair.generate())]
  const from = addressOf(key)
  const payment = { from, to: friend, asset: undefined, decimals: 9, units: 2_000_000n }
  const quote = await driver.quote(ask, local, payment, false)
  expect(quote).toMatchObject({
    fee: { expected: 5000n, most: 5000n },
    simulation: { status: 'works', leaves: [{ asset: undefined, units: 2_000_000n }], arrives: 2_000_000n },
  })
  await carryOut(key, quote)
  expect(await lamportsOf(friend)).toBe(2_000_000)
  const balance = BigInt(await lamportsOf(from))
  const all = await driver.quote(ask, local, { ...payment, units: balance }, true)
  expect(all.payment.units).toBe(balance - 5000n)
  await carryOut(key, all)
  expect(await lamportsOf(from)).toBe(0)
})

test('too little for an account that does not exist yet fails, and says so before', async () => {
  const key = await funded()
  const payment = { from: addressOf(key), to: addressOf(Keypair.generate()), asset: undefined, decimals: 9, units: 1n }
  expect((await driver.quote(ask, local, payment, false)).simulation.status).toBe('fails')
})

test('a token: the recipient’s account is made once, and its cost is shown', async () => {
  const [key, friend] = [await funded(), Keypair.generate()]
  const asset = node.token.mint
  node.token.give(addressOf(key), 1_000_000n)
  expect(await driver.holding(ask, local, addressOf(key), asset)).toMatchObject({
    balance: 1_000_000n,
    decimals: node.token.decimals,
  })
  const payment = { from: addressOf(key), to: addressOf(friend), asset, decimals: 6, units: 400_000n }
  const quote = await driver.quote(ask, local, payment, false)
  expect(quote.simulation).toEqual({ status: 'works', leaves: [{ asset, units: 400_000n }], arrives: 400_000n })
  const before = BigInt(await lamportsOf(addressOf(key)))
  await carryOut(key, quote)
  expect(before - BigInt(await lamportsOf(addressOf(key)))).toBe((quote.fee?.most ?? 0n) + quote.deposit)
  expect(quote.deposit).toBeGreaterThan(0n)
  const again = await driver.quote(ask, local, payment, false)
  expect(again.deposit).toBe(0n)
  expect((await driver.holding(ask, local, addressOf(friend), asset)).balance).toBe(400_000n)
})

test.each([undefined, 250])(
  'Token-2022 with a fee of %s: deposit, fee and what arrives are the chain’s',
  async (fee) => {
    const [key, friend] = [await funded(), Keypair.generate()]
    const asset = await makeToken2022(ask, { holder: addressOf(key), supply: 10n ** 12n, basisPoints: fee })
    const payment = { from: addressOf(key), to: addressOf(friend), asset, decimals: 9, units: 1_000_001n }
    const quote = await driver.quote(ask, local, payment, false)
    // Rounded up, for the issuer.
    const withheld = fee === undefined ? 0n : 25_001n
    expect(quote.withheld).toBe(withheld)
    expect(quote.simulation).toEqual({
      status: 'works',
      leaves: [{ asset, units: 1_000_001n }],
      arrives: 1_000_001n - withheld,
    })
    const before = BigInt(await lamportsOf(addressOf(key)))
    await carryOut(key, quote)
    expect(before - BigInt(await lamportsOf(addressOf(key)))).toBe((quote.fee?.most ?? 0n) + quote.deposit)
    expect((await driver.holding(ask, local, addressOf(friend), asset)).balance).toBe(1_000_001n - withheld)
  },
)

test('recipients: token accounts, programs, and addresses that no key has', async () => {
  const key = await funded()
  node.token.give(addressOf(key), 1n)
  const account = getAssociatedTokenAddressSync(new PublicKey(node.token.mint), key.publicKey)
  expect(await driver.inspect(ask, account.toBase58())).toEqual({
    hasChecksum: true,
    isContract: true,
    isOffCurve: true,
  })
  expect(await driver.inspect(ask, addressOf(key))).toEqual({ hasChecksum: true, isContract: false, isOffCurve: false })
  expect(driver.isAddress(addressOf(key))).toBe(true)
  for (const none of [
    '',
    'abc', // Of 32 bytes no more, whatever the key.
    `${addressOf(key)}1111`,
    `0x${'1'.repeat(40)}`,
    'O'.repeat(44),
  ])
    expect(driver.isAddress(none)).toBe(false)
})

test('an expired block hash is replaced, other terms are shown first', async () => {
  const key = await funded()
  const to = addressOf(Keypair.generate())
  const payment = { from: addressOf(key), to, asset: undefined, decimals: 9, units: 2_000_000n }
  const shown = await driver.quote(ask, local, payment, false)
  node.expireBlockhashes()
  const fresh = await driver.quote(ask, local, payment, false)
  const request = driver.agree(shown, fresh)
  expect(request).toBe(fresh.request)
  await carryOut(key, { ...fresh, request: request ?? shown.request })
  expect(await lamportsOf(to)).toBe(2_000_000)
  expect(driver.agree({ ...shown, deposit: 1n }, fresh)).toBeUndefined()
})

test('a wallet that signs but does not send: the network gets what it has signed', async () => {
  const key = await funded()
  const to = addressOf(Keypair.generate())
  const payment = { from: addressOf(key), to, asset: undefined, decimals: 9, units: 3_000_000n }
  const quote = await driver.quote(ask, local, payment, false)
  const asked = driver.signing?.request(quote.request)
  expect(asked?.method).toBe('solana_signTransaction')
  const { transaction } = z.parse(z.object({ transaction: z.string() }), asked?.params)
  const read = VersionedTransaction.deserialize(base58.decode(transaction))
  // An unsigned transaction is not sent.
  await expect(driver.signing?.send(ask, quote.request, { transaction })).rejects.toMatchObject({
    code: 'WALLET_FAILED',
  })
  read.sign([key])
  const id = await driver.signing?.send(ask, quote.request, { transaction: base58.encode(read.serialize()) })
  expect(await ask('getSignatureStatuses', [[id ?? '']])).toMatchObject({ value: [{ err: null }] })
  expect(await lamportsOf(to)).toBe(3_000_000)
})

test('a wallet that signs another transaction than the reviewed one: nothing is sent [C252]', async () => {
  const key = await funded()
  const [to, thief] = [addressOf(Keypair.generate()), addressOf(Keypair.generate())]
  const payment = { from: addressOf(key), asset: undefined, decimals: 9, units: 3_000_000n }
  const quote = await driver.quote(ask, local, { ...payment, to }, false)
  const other = await driver.quote(ask, local, { ...payment, to: thief }, false)
  const answer = { transaction: signedBy(key, transactionOf(other.request.params)) }
  const sent = driver.signing?.send(ask, quote.request, answer)
  await expect(sent).rejects.toMatchObject({ code: 'WALLET_FAILED', message: 'The wallet signed another transaction.' })
  expect(await lamportsOf(addressOf(key))).toBe(10 ** 9)
})

const transactionOf = (params: Json) => z.parse(z.object({ transaction: z.string() }), params).transaction
const signedBy = (key: Keypair, transaction: string) => {
  const read = VersionedTransaction.deserialize(base58.decode(transaction))
  read.sign([key])
  return base58.encode(read.serialize())
}

/** A page's `signAndSendTransaction`, with a wallet of the page that only signs. */
function signOnly(key: Keypair, signs: (transaction: string) => string, rpc: readonly string[] = [node.rpcUrl]) {
  const channel = { request: () => Promise.resolve({}), notify: () => {} }
  const { context, store } = createBareContext(channel, {
    project: { rpc: { [local.id]: [...rpc] } },
    options: { networks: [local] },
  })
  const account = `${local.id}:${addressOf(key)}` as const
  const methods: string[] = []
  const { connector } = createTestConnector({
    namespace: 'solana',
    request: async (method, params) => {
      methods.push(method)
      if (method !== 'solana_signTransaction') throw new AirlockError('METHOD_NOT_ALLOWED')
      return { transaction: signs(transactionOf(params)) }
    },
  })
  use(store, connector)
  storeConnection(context, connector, { accounts: [account], chainId: local.id })
  const { signal } = new AbortController()
  return {
    methods,
    ask: (transaction: string, options: Json = { skipPreflight: true }) =>
      rpcRequest(
        context,
        { scope: local.id, method: 'solana_signAndSendTransaction', params: { transaction, options } },
        { signal, waitsForPerson: () => {} },
      ).then(({ result }) => result),
  }
}

test('a page’s transaction, too: the project’s node sends what such a wallet has signed', async () => {
  const key = await funded()
  const to = addressOf(Keypair.generate())
  const payment = { from: addressOf(key), to, asset: undefined, decimals: 9, units: 4_000_000n }
  const { request } = await driver.quote(ask, local, payment, false)
  const wallet = signOnly(key, (transaction) => signedBy(key, transaction))
  const id = driver.readId(await wallet.ask(transactionOf(request.params)))
  expect(await ask('getSignatureStatuses', [[id ?? '']])).toMatchObject({ value: [{ err: null }] })
  expect(await lamportsOf(to)).toBe(4_000_000)
  expect(wallet.methods).toEqual(['solana_signAndSendTransaction', 'solana_signTransaction'])
})

test('a page’s transaction that the wallet exchanges for another one is not sent [C252]', async () => {
  const key = await funded()
  const payment = { from: addressOf(key), asset: undefined, decimals: 9, units: 4_000_000n }
  const [mine, other] = await Promise.all(
    [Keypair.generate(), Keypair.generate()].map((to) =>
      driver.quote(ask, local, { ...payment, to: addressOf(to) }, false),
    ),
  )
  const wallet = signOnly(key, () => signedBy(key, transactionOf(other?.request.params ?? null)))
  await expect(wallet.ask(transactionOf(mine?.request.params ?? null))).rejects.toMatchObject({
    code: 'WALLET_FAILED',
    message: 'The wallet signed another transaction.',
  })
  expect(await lamportsOf(addressOf(key))).toBe(10 ** 9)
})

test('no node: such a wallet is not asked to sign a transaction that could not be sent', async () => {
  const key = await funded()
  const payment = { from: addressOf(key), to: addressOf(key), asset: undefined, decimals: 9, units: 1n }
  const { request } = await driver.quote(ask, local, payment, false)
  const wallet = signOnly(key, (transaction) => signedBy(key, transaction), [])
  await expect(wallet.ask(transactionOf(request.params))).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  expect(wallet.methods).toEqual(['solana_signAndSendTransaction'])
})

test('the transaction is the one that the wallet’s answer names; any other answer names none', () => {
  const signature = base58.encode(new Uint8Array(64).fill(7))
  expect(driver.readId({ signature })).toBe(signature)
  for (const invalid of [null, signature, {}, { signature: 'x' }]) expect(driver.readId(invalid)).toBeUndefined()
})
