/** What the old address of an EVM network holds, and the terms on which it could be moved, as the project's nodes say. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
  isHex,
  numberToHex,
  pad,
  parseAbi,
} from 'viem'
import { estimateGas, getBalance, readContract } from 'viem/actions'
import * as z from 'zod/mini'
import { evmChainId } from '../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../shared/chains/eip155/checksum.ts'
import { knownTokens } from '../../shared/chains/eip155/known-tokens.ts'
import { createChainClient } from '../approval/eip155/chain.ts'
import { orNothing, readTokens } from '../approval/eip155/tokens.ts'
import { asHex, feesOf, withReserve } from '../approval/eip155/transaction.ts'
import { networkWords } from '../approval/networks.ts'
import type { EvmSweep, SweepRequest } from '../signing/sweep.ts'
import type { Item, Moved, Sweeper, SweepParts } from './items.ts'

const items721 = parseAbi(['function ownerOf(uint256 id) view returns (address)'])
const items1155 = parseAbi(['function balanceOf(address owner, uint256 id) view returns (uint256)'])
const moves = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])
/** On networks that settle on another one: what the data of a transaction costs there. */
const oracle = {
  address: '0x420000000000000000000000000000000000000F',
  abi: parseAbi(['function getL1Fee(bytes data) view returns (uint256)']),
  functionName: 'getL1Fee',
} as const

/** `Transfer`, `TransferSingle`, `TransferBatch`. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const Logs = z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() }))

/** More than anybody reads; the next reading lists the rest. */
const mostItems = 60
const mostCandidates = 300
/** Somebody else can send a token whose transfer burns gas. None that is worth something needs as much as this many transfers of the coin. */
const mostTimes = 20n

export type Holdings = ReturnType<typeof createHoldings>

export function createHoldings({ scope, urls, signal, ...ends }: SweepParts) {
  const [from, to] = [checksum(ends.from), checksum(ends.to)]
  const client = createChainClient(scope, urls, signal)
  const chainId = evmChainId(scope)

  const amountOf = async (what: Moved): Promise<bigint> => {
    switch (what.kind) {
      case 'native':
        return getBalance(client, { address: from, blockTag: 'pending' })
      case 'erc20':
        return readContract(client, { address: what.token, abi: erc20Abi, functionName: 'balanceOf', args: [from] })
      case 'erc721': {
        const call = { address: what.token, abi: items721, functionName: 'ownerOf', args: [what.id] } as const
        return (await orNothing(readContract(client, call))) === from ? 1n : 0n
      }
      case 'erc1155':
        return readContract(client, {
          address: what.token,
          abi: items1155,
          functionName: 'balanceOf',
          args: [from, what.id],
        })
      default:
        return 0n
    }
  }

  /** What the contracts told the network that the address has received; the balance decides. */
  const received = async (): Promise<{ found: Moved[]; isWhole: boolean }> => {
    const own = pad(from, { size: 32 }).toLowerCase()
    const range = { fromBlock: '0x0', toBlock: 'latest' } as const
    const ask = async (topics: readonly (Hex | readonly Hex[] | null)[]) => {
      const answer: unknown = await client.request(
        { method: 'eth_getLogs', params: [{ ...range, topics: topics as Hex[] }] }, // as: the type knows no lists inside
        { retryCount: 0 },
      )
      return z.parse(Logs, answer)
    }
    try {
      const mine = asHex(own)
      const [plain, several] = await Promise.all([
        ask([transfer, null, mine]),
        ask([[single, batch], null, null, mine]),
      ])
      const found = new Map<string, Moved>()
      for (const { address, topics, data } of [...plain, ...several]) {
        if (!isHex(address) || address.length !== 42) continue
        const token = checksum(address)
        for (const what of readMoved(token, topics, data)) found.set(keyOf(scope, what), what)
      }
      return { found: [...found.values()], isWhole: found.size <= mostCandidates }
    } catch {
      signal.throwIfAborted()
      return { found: [], isWhole: false }
    }
  }

  const requestFor = (what: Moved, amount: bigint, terms: Terms): SweepRequest => ({
    kind: what.kind === 'erc20' || what.kind === 'erc721' || what.kind === 'erc1155' ? what.kind : 'native',
    chainId,
    ...terms,
    token: 'token' in what ? what.token : to,
    id: numberToHex('id' in what ? what.id : 0n),
    amount: numberToHex(amount),
  })

  /** The gas of a token's transfer; also shows whether the contract would let it go. */
  const gasOf = async (what: Moved, amount: bigint): Promise<bigint> => {
    if (what.kind === 'native') return estimateGas(client, { account: from, to, value: 0n })
    const request = requestFor(what, amount, noTerms)
    const data = dataOf(request, { from, to })
    const token = 'token' in what ? what.token : to
    return withReserve(await estimateGas(client, { account: from, to: token, data }))
  }

  const plainGas = () => gasOf({ kind: 'native' }, 0n)

  /** Paid on the other network, twice, as its price may rise meanwhile; 0 where there is none. */
  const elsewhere = async (): Promise<bigint> =>
    (await readContract(client, { ...oracle, args: [`0x${'ff'.repeat(120)}`] }).catch(() => 0n)) * 2n

  return { client, from, amountOf, received, requestFor, gasOf, plainGas, elsewhere }
}

/** All that is held, the coin last, with the fee of each. */
export async function readHoldings(
  { scope, urls, signal }: SweepParts,
  holdings: Holdings,
): ReturnType<Sweeper['read']> {
  const { client, amountOf, received, gasOf, plainGas, elsewhere } = holdings
  const known: Moved[] = (knownTokens[scope] ?? []).map(([, , address]) => ({
    kind: 'erc20',
    token: checksum(address),
  }))
  const [coins, { found, isWhole }, fees] = await Promise.all([
    amountOf({ kind: 'native' }),
    received(),
    feesOf({}, client),
  ])
  const wanted = new Map([...known, ...found].map((what) => [keyOf(scope, what), what]))
  let isSure = isWhole
  const held = (
    await inParts([...wanted.values()].slice(0, mostCandidates), async (what) => {
      const amount = await orNothing(amountOf(what)).catch(() => {
        isSure = false
        return undefined
      })
      return amount ? [{ what, amount }] : []
    })
  ).flat()
  const listed = held.slice(0, mostItems)
  const { words } = await readTokens(
    { scope, nodes: urls.slice(0, 2).map((url) => createChainClient(scope, [url], signal)) },
    listed.flatMap(({ what }) => (what.kind === 'erc20' ? [what.token] : [])),
  )
  const { name, symbol, decimals } = networkWords(scope)
  const plain = await plainGas().catch(() => usualPlainGas)
  const show = (
    what: Moved,
    shown: { amount: string; unit: string; fee: bigint; state: Item['state']; mayCost?: boolean },
  ): Item => ({
    ...shown,
    key: keyOf(scope, what),
    scope,
    what,
    network: name,
    coin: symbol,
    fee: formatUnits(shown.fee, decimals),
  })
  const items = await inParts(listed, async ({ what, amount }): Promise<Item> => {
    const gas = await gasOf(what, amount).catch(() => usualGas)
    const known = what.kind === 'erc20' ? words.get(what.token.toLowerCase()) : undefined
    const mayCost = isDear(gas, plain)
    return show(what, {
      amount: formatUnits(amount, known?.decimals ?? 0),
      unit: known?.symbol ?? '',
      fee: gas * fees.most,
      mayCost,
      state: mayCost ? { at: 'skipped', why: 'dear' } : { at: 'waiting' },
    })
  })
  const coinFee = coins > 0n ? (await plainGas()) * fees.most + (await elsewhere()) : 0n
  const isWorth = coins > coinFee || items.length > 0
  const coin = show(
    { kind: 'native' },
    {
      amount: formatUnits(coins, decimals),
      unit: symbol,
      fee: coinFee,
      state: isWorth ? { at: 'waiting' } : { at: 'skipped', why: 'fee' },
    },
  )
  const note = held.length > mostItems ? 'more' : isSure ? undefined : 'partly'
  return { items: coins > 0n ? [...items, coin] : items, ...(note && { note: { scope, network: name, is: note } }) }
}

function keyOf(scope: Caip2, what: Moved): string {
  const place = 'id' in what ? `/${what.token}/${what.id}` : 'token' in what ? `/${what.token}` : ''
  return `${scope}/${what.kind}${place}`
}

/** The call, for its gas alone: what is signed, the Key Worker composes. */
function dataOf(
  { kind, id = '0x0', amount }: { kind: string; id?: Hex; amount: Hex },
  { from, to }: { from: Address; to: Address },
): Hex {
  if (kind === 'erc20')
    return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, BigInt(amount)] })
  const functionName = 'safeTransferFrom'
  return kind === 'erc721'
    ? encodeFunctionData({ abi: moves, functionName, args: [from, to, BigInt(id)] })
    : encodeFunctionData({ abi: moves, functionName, args: [from, to, BigInt(id), BigInt(amount), '0x'] })
}

type Terms = Pick<EvmSweep, 'nonce' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

const noTerms: Terms = { nonce: 0, gas: '0x0', maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }

export const isDear = (gas: bigint, plain: bigint): boolean => gas > mostTimes * plain

/** Shown in the plan if the node gives no estimate; it is asked again before anything is sent. */
const usualGas = 100_000n
const usualPlainGas = 21_000n

function readMoved(token: Address, topics: readonly string[], data: string): Moved[] {
  const [event, , , id] = topics
  if (event === transfer) {
    if (topics.length === 3) return [{ kind: 'erc20', token }]
    return topics.length === 4 && isHex(id) ? [{ kind: 'erc721', token, id: BigInt(id) }] : []
  }
  const words = data.slice(2).match(/.{64}/g) ?? []
  const numbers = words.map((word) => BigInt(`0x${word}`))
  if (event === single) return numbers[0] === undefined ? [] : [{ kind: 'erc1155', token, id: numbers[0] }]
  // The list of ids begins where the first word says, with its length.
  const at = Number((numbers[0] ?? 0n) / 32n)
  const count = Math.min(Number(numbers[at] ?? 0n), mostItems)
  return numbers.slice(at + 1, at + 1 + count).map((each) => ({ kind: 'erc1155', token, id: each }))
}

/** A few at a time: nodes limit calls. */
async function inParts<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += 10) done.push(...(await Promise.all(all.slice(at, at + 10).map(work))))
  return done
}
