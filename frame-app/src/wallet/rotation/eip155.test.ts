/** What a replaced wallet holds, read and moved over nodes that leave questions unanswered. */
import { type Address, bytesToHex, encodeFunctionData, type Hex, hexToBytes, numberToHex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assemble } from '../../../../e2e/world/assembler.ts'
import { coins, collectibles, openCollectibles } from '../../../../e2e/world/collectibles.ts'
import { callRpc } from '../../../../e2e/world/rpc.ts'
import { type Chain, openChain, scope } from '../../../test/support/approval-desk.ts'
import { createSentLog } from '../../../test/support/sent-log.ts'
import { addressesOf } from '../key-worker/keys/accounts.ts'
import { random } from '../key-worker/keys/bytes.ts'
import { signSweep } from '../key-worker/signing/sweep.ts'
import { createEvmSweeper } from './eip155.ts'
import type { Item } from './items.ts'

const curator = '0x00000000000000000000000000000000c0111ec7'
const prints = parseAbi([
  'function mint(address to, uint256 id, string uri)',
  'function ownerOf(uint256 id) view returns (address)',
])
const mintCoins = parseAbi(['function mint(address to, uint256 amount)'])
const ownerOf = '6352211e'
const balanceOf = '70a08231'

let chain: Chain
beforeAll(async () => {
  chain = await openChain()
  await openCollectibles(chain.nodeUrl)
})
afterAll(() => chain.stop())

let from: Address
let to: Address
let key: Hex
beforeEach(() => {
  key = generatePrivateKey()
  from = privateKeyToAccount(key).address
  to = privateKeyToAccount(generatePrivateKey()).address
})
afterEach(() => chain.behaviours.clear())

function sweeper() {
  const former = { eip155: Uint8Array.from(hexToBytes(key)), solana: random(32) }
  const keys = { eip155: random(32), solana: random(32) }
  const addresses = { ...addressesOf(keys), eip155: to }
  return createEvmSweeper({
    scope,
    urls: [chain.rpcUrl],
    from,
    to,
    sign: async (request) => signSweep({ userId: 'u', walletId: 'w', keys, addresses, former }, request),
    sent: createSentLog(),
    now: Date.now,
    wait: async () => {
      await chain.client.mine({ blocks: 1 })
    },
    signal: new AbortController().signal,
  })
}
const send = (contract: Address, data: Hex) =>
  callRpc(chain.nodeUrl, 'eth_sendTransaction', [{ from: curator, gas: '0x100000', to: contract, data }])
const givePrint = (id: bigint) =>
  send(collectibles.prints, encodeFunctionData({ abi: prints, functionName: 'mint', args: [from, id, ''] }))
const giveCoins = (contract: Address) =>
  send(contract, encodeFunctionData({ abi: mintCoins, functionName: 'mint', args: [from, 5n] }))
const fill = () => chain.client.setBalance({ address: from, value: 10n ** 18n })
/** A node that hangs up when it is asked this. */
const silentAt = (selector: string) =>
  chain.behaviours.set('eth_call', async (ask, body) => (body.includes(`0x${selector}`) ? undefined : ask()))
const holderOf = (id: bigint) =>
  readContract(chain.client, { address: collectibles.prints, abi: prints, functionName: 'ownerOf', args: [id] })
const itemOf = (items: readonly Item[], kind: string) => {
  const item = items.find(({ what }) => what.kind === kind)
  if (!item) throw new Error(`no ${kind}`)
  return item
}

describe('a node that does not answer one question [C332]', () => {
  test('does not make an item count as moved', async () => {
    await Promise.all([givePrint(41n), fill()])
    const own = sweeper()
    const print = itemOf((await own.read()).items, 'erc721')
    silentAt(ownerOf)
    expect(await own.move(print, () => {})).toEqual({ failed: 'network' })
    chain.behaviours.clear()
    expect(await own.move(print, () => {})).toBe('confirmed')
    expect(await holderOf(41n)).toBe(to)
  })

  test('is named beside a list that may lack items', async () => {
    // One after the other: the node counts what the curator has sent.
    await giveCoins(coins.dollar.address)
    await givePrint(42n)
    await fill()
    expect((await sweeper().read()).note).toBeUndefined()
    for (const selector of [ownerOf, balanceOf]) {
      silentAt(selector)
      expect((await sweeper().read()).note).toMatchObject({ scope, is: 'partly' })
    }
  })

  test('is told from a contract that refuses the question', async () => {
    await Promise.all([givePrint(43n), fill()])
    const own = sweeper()
    const print = itemOf((await own.read()).items, 'erc721')
    expect(await own.move(print, () => {})).toBe('confirmed')
    expect(await own.move(print, () => {})).toBe('confirmed')
    expect((await own.read()).note).toBeUndefined()
  })
})

/** A token that a stranger has sent; its transfer takes as many turns as its storage says. */
async function deployTrap(): Promise<Address> {
  const received = BigInt('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
  const minusOne = 2n ** 256n - 1n
  const runtime = assemble([
    'CALLDATASIZE',
    '>called',
    'JUMPI',
    BigInt(from),
    1,
    received,
    0,
    0,
    'LOG3',
    'STOP',
    ':called',
    // A balance is asked for with fewer bytes.
    ...([37, 'CALLDATASIZE', 'LT', '>answer', 'JUMPI'] as const),
    ...([0, 'SLOAD', 'DUP1', 'ISZERO', '>answer', 'JUMPI'] as const),
    ...([':turn', minusOne, 'ADD', 'DUP1', '>turn', 'JUMPI'] as const),
    ...([':answer', 1, 0, 'MSTORE', 32, 0, 'RETURN'] as const),
  ])
  const address = privateKeyToAccount(generatePrivateKey()).address
  await chain.client.setCode({ address, bytecode: bytesToHex(Uint8Array.from(runtime)) })
  await send(address, '0x')
  return address
}

describe('fees that rise between the plan and the move [C362]', () => {
  test('are shown first: neither the coin nor a token is moved for them', async () => {
    await Promise.all([givePrint(44n), fill()])
    const own = sweeper()
    const { items } = await own.read()
    const base = (await getBlock(chain.client)).baseFeePerGas ?? 1n
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: base * 1000n })
    await chain.client.mine({ blocks: 1 })
    const before = await getBalance(chain.client, { address: from })
    for (const kind of ['erc721', 'native'] as const)
      expect(await own.move({ ...itemOf(items, kind), mayCost: true }, () => {})).toEqual({ failed: 'dear' })
    expect(await getBalance(chain.client, { address: from })).toBe(before)
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: base })
    await chain.client.mine({ blocks: 1 })
    expect(await own.move(itemOf((await own.read()).items, 'erc721'), () => {})).toBe('confirmed')
  })
})

describe('a token whose transfer burns the coin [C335]', () => {
  const takes = (address: Address, turns: bigint) =>
    chain.client.setStorageAt({ address, index: '0x0', value: numberToHex(turns, { size: 32 }) })
  const coinsLeft = () => getBalance(chain.client, { address: from })

  test('is left out until the user takes it', async () => {
    await fill()
    await takes(await deployTrap(), 60_000n)
    const own = sweeper()
    const trap = itemOf((await own.read()).items, 'erc20')
    expect(trap.state).toEqual({ at: 'skipped', why: 'dear' })
    expect(await own.move(trap, () => {})).toEqual({ failed: 'remains' })
  })

  // The second one rises to less than three times its fee in the plan.
  test.each([
    [0n, 60_000n],
    [8_000n, 20_000n],
  ])('is not moved if it was cheap in the plan: from %s turns to %s', async (cheap, dear) => {
    await fill()
    const address = await deployTrap()
    await takes(address, cheap)
    const own = sweeper()
    const trap = itemOf((await own.read()).items, 'erc20')
    expect(trap.state).toEqual({ at: 'waiting' })
    await takes(address, dear)
    const before = await coinsLeft()
    expect(await own.move(trap, () => {})).toEqual({ failed: 'dear' })
    expect(await coinsLeft()).toBe(before)
  })
})
