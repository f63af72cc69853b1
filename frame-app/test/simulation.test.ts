/**
 * The modal's review and the wallet's approval simulate in one way: about every call they say the same, and it happens on the chain. Most of
 * the tokens here behave well in what they take for a simulation.
 */
import {
  type Address,
  createWalletClient,
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  pad,
  parseAbi,
  size,
  slice,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { assemble, deploying, type Part } from '../../e2e/world/assembler.ts'
import codes from '../../e2e/world/token-contracts/codes.json' with { type: 'json' }
import type { ReviewSimulation } from '../src/shared/chains/eip155/review.ts'
import { eip155Sending } from '../src/shared/chains/eip155/sending.ts'
import type { Ask } from '../src/shared/chains/sending.ts'
import { jsonRpc } from '../src/shared/http/json-rpc.ts'
import type { Simulation } from '../src/wallet/approval/prepared.ts'
import { type Chain, openChain, openDesk, send, shows } from './support/approval-desk.ts'
import { network } from './support/bare-context.ts'

const coin = parseAbi([
  'constructor(string,string,uint8,uint256)',
  'function mint(address,uint256)',
  'function transfer(address,uint256)',
  'function balanceOf(address) view returns (uint256)',
])
const friend: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const units = 10_000n
const never = () => new AbortController().signal

let chain: Chain
let ask: Ask
let account: PrivateKeyAccount
let honest: Address
beforeAll(async () => {
  chain = await openChain()
  ask = (method, params) => jsonRpc(chain.rpcUrl, { method, params, signal: never() })
  account = await chain.newAccount()
  // As on a real network.
  await chain.client.setCoinbase({ address: '0x00000000000000000000000000000000000000C5' })
  honest = await create(encodeDeployData({ abi: coin, bytecode: codes.Coin as Hex, args: ['Coin', 'COIN', 6, 0n] }))
})
afterAll(() => chain.stop())

const wallet = () => createWalletClient({ chain: foundry, transport: http(chain.nodeUrl), account })

async function create(data: Hex): Promise<Address> {
  const { contractAddress } = await chain.receiptOf(await wallet().sendTransaction({ data }))
  if (!contractAddress) throw new Error('no contract')
  return getAddress(contractAddress)
}

const selector = (signature: string) => BigInt(toFunctionSelector(signature))
/** Calls the honest token with what is in the memory, in its own place. */
const delegate = (): readonly Part[] => [
  ...([0, 0, 'CALLDATASIZE', 0, BigInt(honest), 'GAS', 'DELEGATECALL'] as const),
  // Without this, an estimate would leave too little gas for it.
  ...(['ISZERO', '>failed', 'JUMPI'] as const),
]
const behave = (): readonly Part[] => [
  ...(['CALLDATASIZE', 0, 0, 'CALLDATACOPY'] as const),
  ...delegate(),
  ...(['RETURNDATASIZE', 0, 0, 'RETURNDATACOPY', 'RETURNDATASIZE', 0, 'RETURN'] as const),
]
/** Where it notes the block in which a balance was asked for; it tries, so that a look without writing works too. */
const noteAt = 0xbad

/** An honest token whose transfers are another thing where `isReal` leaves something else than zero. */
const token = (isReal: readonly Part[], evil: readonly Part[]): Hex =>
  deploying(
    assemble([
      ...(['CALLDATASIZE', 'ISZERO', '>note', 'JUMPI', 0, 'CALLDATALOAD', 224, 'SHR'] as const),
      ...(['DUP1', selector('balanceOf(address)'), 'EQ', '>look', 'JUMPI'] as const),
      ...([
        selector('transfer(address,uint256)'),
        'EQ',
        ...isReal,
        'ISZERO',
        'ISZERO',
        'AND',
        '>evil',
        'JUMPI',
      ] as const),
      ...behave(),
      ...([':look', 0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP', ...behave()] as const),
      ...([':note', 'NUMBER', noteAt, 'SSTORE', 'STOP'] as const),
      ...([':failed', 0, 0, 'REVERT'] as const),
      ...([':evil', ...evil] as const),
    ]),
  )

/** Answers like a transfer that has worked. */
const keep: readonly Part[] = [1, 0, 'MSTORE', 32, 0, 'RETURN']
const takeTwice = (): readonly Part[] => [
  ...(['CALLDATASIZE', 0, 0, 'CALLDATACOPY', 36, 'CALLDATALOAD', 'DUP1', 'ADD', 36, 'MSTORE'] as const),
  ...delegate(),
  ...keep,
]
const transferred = BigInt(toEventSelector('Transfer(address,address,uint256)'))
/** Logs like a collection: item 7 goes from the caller to 0xdead. */
const takeItem: readonly Part[] = [7, 0xdead, 'CALLER', transferred, 0, 0, 'LOG4', ...keep]
function fail(data: Hex): readonly Part[] {
  const words = Array.from({ length: Math.ceil(size(data) / 32) }, (_, at): readonly Part[] => [
    BigInt(pad(slice(data, at * 32, Math.min(size(data), at * 32 + 32)), { size: 32, dir: 'right' })),
    at * 32,
    'MSTORE',
  ])
  return [...words.flat(), size(data), 0, 'REVERT']
}
const reason = encodeErrorResult({ abi: parseAbi(['error Error(string message)']), args: ['Not on this chain'] })

const evils: readonly (readonly [string, string, readonly Part[], () => readonly Part[]])[] = [
  ['a base fee', 'keeps all', ['BASEFEE'], () => keep],
  ['a price of gas', 'keeps all', ['GASPRICE'], () => keep],
  ['a fee recipient', 'keeps all', ['COINBASE'], () => keep],
  ['a random value', 'keeps all', ['PREVRANDAO'], () => keep],
  ['no question before in the same block', 'keeps all', ['NUMBER', noteAt, 'SLOAD', 'SUB'], () => keep],
  ['a price of gas', 'takes twice as much', ['GASPRICE'], takeTwice],
  ['a price of gas', 'takes an item', ['GASPRICE'], () => takeItem],
  ['a base fee', 'fails for a reason', ['BASEFEE'], () => fail(reason)],
  ['a price of gas', 'fails with an error of its own', ['GASPRICE'], () => fail('0xdeadbeef')],
  ['neither', 'is honest', [0], () => keep],
]

const Sent = z.tuple([z.looseObject({ to: z.string(), data: z.string(), gas: z.optional(z.string()) })])

test.each(evils)(
  'depending on %s, a token %s: review and approval show the same [C388]',
  async (_, _what, isReal, evil) => {
    const asset = await create(token(isReal, evil()))
    const minting = encodeFunctionData({ abi: coin, functionName: 'mint', args: [account.address, 10n * units] })
    await chain.receiptOf(await wallet().sendTransaction({ to: asset, data: minting }))

    const payment = { from: account.address, to: friend, asset, decimals: 6, units }
    const { simulation: reviewed, request } = await eip155Sending.quote(ask, network(31337), payment, false)
    const [{ gas = '0x30d40', ...asked }] = z.parse(Sent, request.params)
    const { approvals } = openDesk({ account, rpcUrl: chain.rpcUrl })
    void approvals.ask(send({ ...asked, gas }), never()).catch(() => {})
    const { prepared } = await shows(approvals, 'asking')
    expect(inReview(reviewed)).toEqual(inApproval(prepared.simulation))

    const holding = async () => [await balanceOf(asset, account.address), await balanceOf(asset, friend)] as const
    const [own, theirs] = await holding()
    const data = encodeFunctionData({ abi: coin, functionName: 'transfer', args: [friend, units] })
    const { status } = await chain.receiptOf(await wallet().sendTransaction({ to: asset, data, gas: BigInt(gas) }))
    const [ownAfter, theirsAfter] = await holding()
    expect(reviewed.status).toBe(status === 'success' ? 'works' : 'fails')
    if (reviewed.status !== 'works') return
    const lost = reviewed.leaves.find((leaf) => leaf.asset === asset)?.units
    expect([lost, reviewed.arrives]).toEqual([own - ownAfter, theirsAfter - theirs])
  },
)

test('too few coins for the fee: the review still shows what happens, because the wallet may have a sponsor', async () => {
  const poor = await chain.newAccount()
  const minting = encodeFunctionData({ abi: coin, functionName: 'mint', args: [poor.address, units] })
  await chain.receiptOf(await wallet().sendTransaction({ to: honest, data: minting }))
  const quote = (asset: Address | undefined) =>
    eip155Sending.quote(ask, network(31337), { from: poor.address, to: friend, asset, decimals: 6, units }, false)
  await chain.client.setBalance({ address: poor.address, value: units - 1n })
  const works = { status: 'works', leaves: [{ asset: honest, units }], arrives: units }
  expect((await quote(honest)).simulation).toEqual(works)
  // What it sends is the account's own.
  expect((await quote(undefined)).simulation).toEqual({ status: 'fails', reason: '' })
})

const balanceOf = (asset: Address, owner: Address) =>
  readContract(chain.client, { address: asset, abi: coin, functionName: 'balanceOf', args: [owner] })

/** What leaves, by contract. */
function inReview(simulation: ReviewSimulation) {
  if (simulation.status !== 'works') return simulation
  const losses = simulation.leaves.filter((leaf) => leaf.units > 0n).map((leaf) => [leaf.asset, leaf.units])
  return { status: 'works', losses }
}
function inApproval(simulation: Simulation | undefined) {
  if (simulation?.status === 'fails') return { status: 'fails', reason: simulation.reason ?? '' }
  if (simulation?.status !== 'works') return simulation
  const losses = simulation.changes.flatMap(({ asset, amount }) => {
    const contract = asset.type === 'item' ? asset.collection : asset.type === 'tokens' ? asset.token : undefined
    return amount < 0n ? [[contract, -amount]] : []
  })
  return { status: 'works', losses }
}
