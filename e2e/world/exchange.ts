/**
 * Uniswap v2 and v3 on a local chain, from the published codes: factories, routers, quoter, positions, and the wrapped currency. The
 * published codes make sure that pools have the addresses that the routers compute.
 */
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  maxUint256,
  parseAbi,
} from 'viem'
import { publishedCode, transact } from './contracts.ts'
import { callRpc } from './rpc.ts'

export type Exchange = {
  readonly wrapped: Hex
  readonly v2Factory: Hex
  readonly v2Router: Hex
  readonly v3Factory: Hex
  readonly quoter: Hex
  readonly positions: Hex
  /** SwapRouter02, which reaches the pools of both factories. */
  readonly router: Hex
}

const periphery =
  '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json'
const routers = '@uniswap/swap-router-contracts/artifacts/contracts'
const codes = {
  wrapped: '@uniswap/v2-periphery/build/WETH9.json',
  v2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  v2Router: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  v3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  quoter: `${routers}/lens/QuoterV2.sol/QuoterV2.json`,
  positions: periphery,
  router: `${routers}/SwapRouter02.sol/SwapRouter02.json`,
} as const satisfies Record<keyof Exchange, string>
/** In deployment order. */
const names = Object.keys(codes) as (keyof Exchange)[] // as: the keys just written

/** @param nonce of the first transaction of `openExchange` */
export function exchangeOf(from: Hex, nonce: bigint): Exchange {
  const at = (name: keyof Exchange) => getContractAddress({ from, nonce: nonce + BigInt(names.indexOf(name)) })
  return {
    wrapped: at('wrapped'),
    v2Factory: at('v2Factory'),
    v2Router: at('v2Router'),
    v3Factory: at('v3Factory'),
    quoter: at('quoter'),
    positions: at('positions'),
    router: at('router'),
  }
}

/** @param from an account that the node has unlocked @throws {Error} when something cannot be deployed */
export async function openExchange(nodeUrl: string, from: Hex): Promise<Exchange> {
  const count = await callRpc(nodeUrl, 'eth_getTransactionCount', [from, 'pending'])
  const exchange = exchangeOf(from, BigInt(String(count)))
  const { wrapped, v2Factory, v3Factory, positions } = exchange
  const givenTo: Partial<Record<keyof Exchange, readonly Hex[]>> = {
    v2Factory: [from],
    v2Router: [v2Factory, wrapped],
    quoter: [v3Factory, wrapped],
    positions: [v3Factory, wrapped, wrapped],
    router: [v2Factory, v3Factory, positions, wrapped],
  }
  const transactions = names.map((name) =>
    concatHex([
      publishedCode(codes[name]),
      ...(givenTo[name] ?? []).map((address) => encodeAbiParameters([{ type: 'address' }], [address])),
    ]),
  )
  // In sequence, because each address depends on the nonce.
  for (const data of transactions.slice(0, -1)) await send(nodeUrl, { from, data })
  for (const data of transactions.slice(-1)) await transact(nodeUrl, { from, data })
  // This fee tier was added later by a vote.
  const data = encodeFunctionData({ abi, functionName: 'enableFeeAmount', args: [100, spacings[100]] })
  await transact(nodeUrl, { from, to: v3Factory, data })
  return exchange
}

const abi = parseAbi([
  'function createPair(address, address) returns (address)',
  'function mint(address) returns (uint256)',
  'function deposit() payable',
  'function enableFeeAmount(uint24, int24)',
  'function createAndInitializePoolIfNecessary(address, address, uint24, uint160) payable returns (address)',
])
const positionAbi = parseAbi([
  'struct Position { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Position) payable returns (uint256, uint128, uint256, uint256)',
])

type Side = readonly [token: Hex, amount: bigint]
type Place = { readonly nodeUrl: string; readonly from: Hex; readonly exchange: Exchange }

export const wrapEther = ({ nodeUrl, from, exchange }: Place, value: bigint) =>
  send(nodeUrl, {
    from,
    to: exchange.wrapped,
    value,
    data: encodeFunctionData({ abi, functionName: 'deposit' }),
  })

/** The account must own the tokens. */
export async function addV2Pool({ nodeUrl, from, exchange }: Place, one: Side, other: Side): Promise<Hex> {
  const pair = pairOf(exchange, one[0], other[0])
  const args = [one[0], other[0]] as const
  const steps = [
    { to: exchange.v2Factory, data: encodeFunctionData({ abi, functionName: 'createPair', args }) },
    ...[one, other].map(([to, amount]) => ({
      to,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [pair, amount] }),
    })),
  ]
  for (const step of steps) await send(nodeUrl, { from, ...step })
  await transact(nodeUrl, { from, to: pair, data: encodeFunctionData({ abi, functionName: 'mint', args: [from] }) })
  return pair
}

const spacings = { 100: 1, 500: 10, 3000: 60, 10000: 200 } as const
const lastTick = 887_272

/** Over the whole range of prices. @param fee in millionths */
export async function addV3Pool(
  { nodeUrl, from, exchange }: Place,
  fee: keyof typeof spacings,
  one: Side,
  other: Side,
): Promise<void> {
  const [first, second] = BigInt(one[0]) < BigInt(other[0]) ? [one, other] : [other, one]
  const root = rootOf((second[1] << 192n) / first[1])
  const tick = Math.floor(lastTick / spacings[fee]) * spacings[fee]
  const position = {
    token0: first[0],
    token1: second[0],
    fee,
    tickLower: -tick,
    tickUpper: tick,
    amount0Desired: first[1],
    amount1Desired: second[1],
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: from,
    deadline: maxUint256,
  }
  const approve = [exchange.positions, maxUint256] as const
  const steps = [
    {
      to: exchange.positions,
      data: encodeFunctionData({
        abi,
        functionName: 'createAndInitializePoolIfNecessary',
        args: [first[0], second[0], fee, root],
      }),
    },
    ...[first, second].map(([to]) => ({
      to,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: approve }),
    })),
  ]
  for (const step of steps) await send(nodeUrl, { from, ...step })
  const data = encodeFunctionData({ abi: positionAbi, functionName: 'mint', args: [position] })
  await transact(nodeUrl, { from, to: exchange.positions, data })
}

/** The address at which the factory creates a pair. */
export function pairOf({ v2Factory }: Pick<Exchange, 'v2Factory'>, one: Hex, other: Hex): Hex {
  const [first, second] = BigInt(one) < BigInt(other) ? [one, other] : [other, one]
  return getCreate2Address({
    from: v2Factory,
    salt: keccak256(`0x${first.slice(2)}${second.slice(2)}`),
    bytecodeHash: keccak256(publishedCode('@uniswap/v2-core/build/UniswapV2Pair.json')),
  })
}

type Sent = { readonly from: Hex; readonly to?: Hex; readonly value?: bigint; readonly data: Hex }
const send = (nodeUrl: string, { value, ...rest }: Sent) =>
  callRpc(nodeUrl, 'eth_sendTransaction', [
    { gas: '0x1000000', ...rest, ...(value !== undefined && { value: `0x${value.toString(16)}` }) },
  ])

/** The integer square root. */
function rootOf(square: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (let next = (root + square / root) >> 1n; next < root; next = (root + square / root) >> 1n) root = next
  return root
}
