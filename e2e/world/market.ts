/**
 * A market for the local chains: Uniswap v2's own contracts, a token that counts as a dollar, one that stands for the wrapped
 * currency, and pools that give ETH and the demo token a price. Everything is deployed by one account, in a fixed order, so
 * that it has the same addresses on every chain.
 */
import { createRequire } from 'node:module'
import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  parseAbi,
} from 'viem'
import * as z from 'zod'
import { demoToken, giver } from './faucet.ts'
import { callRpc } from './rpc.ts'
import { testToken } from './test-token.ts'

/** One of the development accounts, which every EVM node of the world has unlocked. No test uses it. */
export const founder = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const created = (nonce: bigint) => getContractAddress({ from: founder, nonce })

export const marketContracts = { stable: created(0n), wrapped: created(1n), v2Factory: created(2n) } as const

const pairAbi = parseAbi([
  'function createPair(address, address) returns (address)',
  'function mint(address) returns (uint256)',
])
const Artefact = z.object({ bytecode: z.string().transform((code): Hex => `0x${code.replace(/^0x/, '')}`) })
const require = createRequire(import.meta.url)
const codeOf = (name: string) => Artefact.parse(require(`@uniswap/v2-core/build/${name}.json`)).bytecode

const ether = 10n ** 18n
const dollar = 10n ** 6n

export async function openMarket(nodeUrl: string): Promise<void> {
  const token = demoToken.address
  const send = (transaction: { to?: Hex; data: Hex }) =>
    callRpc(nodeUrl, 'eth_sendTransaction', [{ from: founder, gas: '0x1000000', ...transaction }])
  const move = (of: Hex, to: Hex, amount: bigint) => send({ to: of, data: transferOf(to, amount) })
  const pool = async (one: Hex, other: Hex, amounts: readonly [bigint, bigint]) => {
    const pair = pairOf(one, other)
    await send({
      to: marketContracts.v2Factory,
      data: encodeFunctionData({ abi: pairAbi, functionName: 'createPair', args: [one, other] }),
    })
    await move(one, pair, amounts[0])
    await move(other, pair, amounts[1])
    await send({ to: pair, data: encodeFunctionData({ abi: pairAbi, functionName: 'mint', args: [founder] }) })
  }
  const supply = 10n ** 30n
  await send({ data: testToken({ holder: founder, supply, symbol: 'USD' }) })
  await send({ data: testToken({ holder: founder, supply, symbol: 'WETH' }) })
  const feeSetter = encodeAbiParameters([{ type: 'address' }], [founder]).slice(2)
  await send({ data: `${codeOf('UniswapV2Factory')}${feeSetter}` })
  await pool(marketContracts.wrapped, marketContracts.stable, [1_000n * ether, 3_000_000n * dollar])
  const inPool = 2_000_000n * 10n ** BigInt(demoToken.decimals)
  await callRpc(nodeUrl, 'eth_sendTransaction', [{ from: giver, to: token, data: transferOf(founder, inPool) }])
  await pool(token, marketContracts.stable, [inPool, 500_000n * dollar])
}

const transferOf = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

/** The address that the factory gives a pair. */
export function pairOf(one: Hex, other: Hex): Hex {
  const [first, second] = BigInt(one) < BigInt(other) ? [one, other] : [other, one]
  return getCreate2Address({
    from: marketContracts.v2Factory,
    salt: keccak256(`0x${first.slice(2)}${second.slice(2)}`),
    bytecodeHash: keccak256(codeOf('UniswapV2Pair')),
  })
}
