/** Payments on an EVM chain: what is quoted is what happens, to the last unit, on a real node. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import fc from 'fast-check'
import { type Address, createWalletClient, encodeDeployData, encodeFunctionData, type Hex, http, parseAbi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getBalance, readContract } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import codes from '../../e2e/world/token-contracts/codes.json' with { type: 'json' }
import { eip155Sending as driver, hasChecksum } from '../src/shared/chains/eip155/sending.ts'
import type { Ask, Quote } from '../src/shared/chains/sending.ts'
import { jsonRpc } from '../src/shared/http/json-rpc.ts'
import { type Chain, openChain } from './support/approval-desk.ts'
import { network } from './support/bare-context.ts'

const coin = parseAbi([
  'constructor(string,string,uint8,uint256)',
  'function mint(address,uint256)',
  'function balanceOf(address) view returns (uint256)',
])
const local = network(31337)
const friend = '0x52908400098527886E0F7030069857D2E4169EE7'

let chain: Chain
let ask: Ask
beforeAll(async () => {
  chain = await openChain()
  ask = (method, params) => jsonRpc(chain.rpcUrl, { method, params, signal: new AbortController().signal })
})
afterAll(() => chain.stop())

const walletOf = (account: PrivateKeyAccount) =>
  createWalletClient({ chain: foundry, transport: http(chain.nodeUrl), account })

async function deploy(account: PrivateKeyAccount, data: Hex, supply: bigint): Promise<Address> {
  const { contractAddress } = await chain.receiptOf(await walletOf(account).sendTransaction({ data }))
  if (!contractAddress) throw new Error('no token')
  const minting = encodeFunctionData({ abi: coin, functionName: 'mint', args: [account.address, supply] })
  await chain.receiptOf(await walletOf(account).sendTransaction({ to: contractAddress, data: minting }))
  return contractAddress
}
const makeCoin = (account: PrivateKeyAccount, places: number, fee: bigint, supply: bigint) =>
  deploy(
    account,
    encodeDeployData({ abi: coin, bytecode: codes.Coin as Hex, args: ['Coin', 'COIN', places, fee] }),
    supply,
  )

/** Signs and sends exactly what the wallet would be asked. */
async function carryOut(account: PrivateKeyAccount, { request }: Quote) {
  const [given] = request.params as [
    Record<'to' | 'data' | 'value' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas', Hex>,
  ]
  return chain.receiptOf(
    await walletOf(account).sendTransaction({
      to: given.to,
      data: given.data,
      value: BigInt(given.value),
      gas: BigInt(given.gas),
      maxFeePerGas: BigInt(given.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(given.maxPriorityFeePerGas),
    }),
  )
}
const balanceOf = (token: Address, owner: Address) =>
  readContract(chain.client, { address: token, abi: coin, functionName: 'balanceOf', args: [owner] })

test('the currency: what is simulated arrives, and the fee stays below what was shown', async () => {
  const account = await chain.newAccount()
  const payment = { from: account.address, to: friend, asset: undefined, decimals: 18, units: 12_345n }
  const quote = await driver.quote(ask, local, payment, false)
  expect(quote.simulation).toEqual({
    status: 'works',
    leaves: [{ asset: undefined, units: 12_345n }],
    arrives: 12_345n,
  })
  const before = await getBalance(chain.client, { address: account.address })
  const arrivedBefore = await getBalance(chain.client, { address: friend })
  await carryOut(account, quote)
  const paid = before - (await getBalance(chain.client, { address: account.address })) - 12_345n
  expect(await getBalance(chain.client, { address: friend })).toBe(arrivedBefore + 12_345n)
  expect(paid).toBeLessThanOrEqual(quote.fee?.most ?? 0n)
})

test('the whole balance can be sent: it never fails for gas', async () => {
  const balances = fc.bigInt({ min: 10n ** 15n, max: 10n ** 24n })
  await fc.assert(
    fc.asyncProperty(balances, async (balance) => {
      const account = await chain.newAccount()
      await chain.client.setBalance({ address: account.address, value: balance })
      const payment = { from: account.address, to: friend, asset: undefined, decimals: 18, units: balance }
      const quote = await driver.quote(ask, local, payment, true)
      expect(quote.payment.units + (quote.fee?.most ?? 0n)).toBe(balance)
      expect((await carryOut(account, quote)).status).toBe('success')
    }),
    { numRuns: 8 },
  )
})

test.each([0, 6, 18, 36])(
  'a token of %i decimals: balance, decimals and amount are the chain’s [C148]',
  async (places) => {
    const account = await chain.newAccount()
    const supply = 10n ** BigInt(places) * 3n
    const token = await makeCoin(account, places, 0n, supply)
    const held = await driver.holding(ask, local, account.address, token)
    expect(held).toMatchObject({ balance: supply, decimals: places })
    const payment = { from: account.address, to: friend, asset: token, decimals: places, units: supply - 1n }
    const quote = await driver.quote(ask, local, payment, false)
    expect(quote.simulation).toEqual({
      status: 'works',
      leaves: [{ asset: token, units: supply - 1n }],
      arrives: supply - 1n,
    })
    await carryOut(account, quote)
    expect(await balanceOf(token, friend)).toBe(supply - 1n)
  },
)

test('no single node decides which amount the typed one is [C367]', async () => {
  const account = await chain.newAccount()
  const token = await makeCoin(account, 6, 0n, 5n)
  /** Says that every token has twelve decimals. */
  const liar: typeof ask = async (method, params) =>
    JSON.stringify(params).includes('0x313ce567') ? `0x${'c'.padStart(64, '0')}` : ask(method, params)
  const down: typeof ask = () => Promise.reject(new AirlockError('NETWORK'))
  const read = (first: typeof ask, ...each: (typeof ask)[]) =>
    driver.holding(first, local, account.address, token, each).then(
      ({ decimals }) => decimals,
      (error: unknown) => error instanceof AirlockError && error.code,
    )
  expect(await read(ask, ask, ask)).toBe(6)
  expect(await read(liar, liar, ask)).toBe('NETWORK')
  expect(await read(liar, ask, liar)).toBe('NETWORK')
  expect(await read(liar, liar, down)).toBe('NETWORK')
  // Of a token in our table, whatever it and all nodes say.
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const word: typeof ask = async (method) => (method === 'eth_call' ? `0x${'c'.padStart(64, '0')}` : '0x1')
  const known = await driver.holding(word, { ...local, id: 'eip155:1' }, account.address, usdc, [word, word])
  expect(known.decimals).toBe(6)
})

test('the signed payment is the shown one, to the last unit', async () => {
  const account = await chain.newAccount()
  const token = await makeCoin(account, 18, 0n, 10n ** 30n)
  const units = fc.bigInt({ min: 1n, max: 10n ** 17n })
  await fc.assert(
    fc.asyncProperty(units, fc.constantFrom(undefined, token), async (amount, asset) => {
      const payment = { from: account.address, to: friend, asset, decimals: 18, units: amount }
      const read = () => (asset ? balanceOf(asset, friend) : getBalance(chain.client, { address: friend }))
      const quote = await driver.quote(ask, local, payment, false)
      const before = await read()
      await carryOut(account, quote)
      expect([quote.payment.units, (await read()) - before]).toEqual([amount, amount])
      expect(quote.simulation).toEqual({ status: 'works', leaves: [{ asset, units: amount }], arrives: amount })
    }),
    { numRuns: 8 },
  )
})

test('a token that keeps a part of each payment: the simulation says how much arrives [C149]', async () => {
  const account = await chain.newAccount()
  const token = await makeCoin(account, 6, 250n, 1_000_000n)
  const payment = { from: account.address, to: friend, asset: token, decimals: 6, units: 10_000n }
  const quote = await driver.quote(ask, local, payment, false)
  expect(quote.simulation).toMatchObject({ status: 'works', leaves: [{ units: 10_000n }], arrives: 9_750n })
  await carryOut(account, quote)
  expect(await balanceOf(token, friend)).toBe(9_750n)
})

test('a token of USDT’s form, which answers nothing, is sent', async () => {
  const account = await chain.newAccount()
  const token = await deploy(account, codes.OldCoin as Hex, 5_000n)
  const payment = { from: account.address, to: friend, asset: token, decimals: 6, units: 5_000n }
  const quote = await driver.quote(ask, local, payment, true)
  expect(quote.simulation).toMatchObject({ status: 'works', arrives: 5_000n })
  await carryOut(account, quote)
  expect(await balanceOf(token, friend)).toBe(5_000n)
})

test('a payment that would fail says so, also at a node that cannot simulate', async () => {
  const account = await chain.newAccount()
  const token = await makeCoin(account, 6, 0n, 10n)
  const payment = { from: account.address, to: friend, asset: token, decimals: 6, units: 11n }
  expect((await driver.quote(ask, local, payment, false)).simulation.status).toBe('fails')
  const plain: Ask = (method, params) =>
    method === 'eth_simulateV1'
      ? Promise.reject(new AirlockError('WALLET_FAILED', { rpcCode: -32601, message: 'the method does not exist' }))
      : ask(method, params)
  expect((await driver.quote(plain, local, payment, false)).simulation.status).toBe('fails')
  const fine = await driver.quote(plain, local, { ...payment, units: 10n }, false)
  expect(fine.simulation).toEqual({ status: 'works', leaves: [{ asset: token, units: 10n }], arrives: 10n })
})

test('a node that is gone is no node without the method, and a wallet without it leaves the fee open', async () => {
  const account = await chain.newAccount()
  const payment = { from: account.address, to: friend, asset: undefined, decimals: 18, units: 1n }
  const gone: Ask = () => Promise.reject(new AirlockError('NETWORK'))
  await expect(driver.quote(gone, local, payment, false)).rejects.toMatchObject({ code: 'NETWORK' })
  const wallet: Ask = (method, params) =>
    /feeHistory|gasPrice|simulate/.test(method)
      ? Promise.reject(new AirlockError('METHOD_NOT_ALLOWED'))
      : ask(method, params)
  const quote = await driver.quote(wallet, local, payment, false)
  expect(quote.fee).toBeUndefined()
  expect(quote.request.params).toEqual([{ from: account.address, to: friend, value: '0x1', data: '0x', gas: '0x5208' }])
  // The largest amount depends on the fee.
  await expect(driver.quote(wallet, local, payment, true)).rejects.toMatchObject({ code: 'NETWORK' })
})

test('a fee that has risen beyond what was shown is shown first [C151]', async () => {
  const account = await chain.newAccount()
  const payment = { from: account.address, to: friend, asset: undefined, decimals: 18, units: 1n }
  const shown = await driver.quote(ask, local, payment, false)
  expect(driver.agree(shown, await driver.quote(ask, local, payment, false))).toBe(shown.request)
  const spiked: Ask = async (method, params) => {
    const answer = await ask(method, params)
    if (method !== 'eth_feeHistory') return answer
    return { ...(answer as Record<string, Json>), baseFeePerGas: ['0x1', '0x2540be4000'] }
  }
  expect(driver.agree(shown, await driver.quote(spiked, local, payment, false))).toBeUndefined()
})

test('recipients: contracts, accounts that act through one, checksums [C154]', async () => {
  const account = await chain.newAccount()
  const token = await makeCoin(account, 6, 0n, 10n)
  expect(await driver.inspect(ask, token)).toEqual({ hasChecksum: true, isContract: true, isOffCurve: false })
  expect((await driver.inspect(ask, account.address)).isContract).toBe(false)
  await chain.client.setCode({ address: account.address, bytecode: `0xef0100${token.slice(2)}` as Hex })
  expect((await driver.inspect(ask, account.address)).isContract).toBe(false)
  expect(hasChecksum(friend)).toBe(true)
  expect(hasChecksum(friend.toLowerCase())).toBe(true)
  expect(hasChecksum(friend.replace('E0F', 'e0F'))).toBe(false)
  expect(driver.isAddress(`${friend}0`)).toBe(false)
  expect(driver.isAddress(friend.slice(2))).toBe(false)
})
