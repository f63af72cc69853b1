/**
 * What a transaction would change for its account, from a node that runs it without keeping it (`eth_simulateV1`, coins traced as
 * transfers). A node can lie, and one that cannot do this is no reason to stop: then it is said that nobody knows.
 */
import { type Address, type Client, parseAbi, parseEventLogs } from 'viem'
import { simulateBlocks } from 'viem/actions'
import { checksum } from '../../decode/eip155/transaction.ts'
import type { EvmTransaction } from '../../signing/request.ts'
import type { Asset, Change, Simulation } from '../prepared.ts'

/** Where nodes put the transfers of coins. */
const coinsAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** More changes than a person reads. */
const maxChanges = 20

const tokenEvents = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const itemEvents = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)'])
const multiEvents = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

type Logs = Parameters<typeof parseEventLogs>[0]['logs']

export async function simulate(client: Client, request: EvmTransaction): Promise<Simulation> {
  const account = checksum(request.signer)
  const call = {
    account,
    to: request.to === null ? null : checksum(request.to),
    data: request.data,
    value: BigInt(request.value),
    gas: BigInt(request.gas),
  }
  const run = async (blockTag: 'pending' | 'latest'): Promise<Simulation> => {
    const [block] = await simulateBlocks(client, { blockTag, blocks: [{ calls: [call] }], traceTransfers: true })
    const result = block?.calls[0]
    if (!result) return { status: 'unknown' }
    if (result.status !== 'success') return { status: 'fails' }
    return { status: 'works', changes: changesOf(result.logs ?? [], account) }
  }
  const failed = (error: unknown): Simulation => {
    if (isForFunds(error)) return { status: 'fails' }
    throw error
  }
  try {
    // After what is on its way already; not every node has such a state.
    return await run('pending')
      .catch(failed)
      .catch(() => run('latest').catch(failed))
  } catch {
    return { status: 'unknown' }
  }
}

/** Nodes refuse to run at all what its account cannot pay. */
function isForFunds(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (/insufficient (funds|balance)/i.test(inner.message)) return true
  return false
}

export function changesOf(logs: Logs, account: Address): Change[] {
  const sums = new Map<string, Change>()
  const add = (asset: Asset, amount: bigint) => {
    const key = Object.values(asset).join(' ')
    sums.set(key, { asset, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  const move = (asset: Asset, from: Address, to: Address, amount: bigint) => {
    if (isSame(to, account)) add(asset, amount)
    if (isSame(from, account)) add(asset, -amount)
  }
  for (const { address, args } of parseEventLogs({ abi: tokenEvents, logs, strict: true }))
    move(
      isSame(address, coinsAddress) ? { type: 'coins' } : { type: 'tokens', token: checksum(address) },
      args.from,
      args.to,
      args.value,
    )
  for (const { address, args } of parseEventLogs({ abi: itemEvents, logs, strict: true }))
    move({ type: 'item', collection: checksum(address), id: args.id }, args.from, args.to, 1n)
  for (const { address, eventName, args } of parseEventLogs({ abi: multiEvents, logs, strict: true })) {
    const moved =
      eventName === 'TransferSingle'
        ? [[args.id, args.value] as const]
        : args.ids.map((id, index) => [id, args.values[index] ?? 0n] as const)
    for (const [id, amount] of moved)
      move({ type: 'item', collection: checksum(address), id }, args.from, args.to, amount)
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n).slice(0, maxChanges)
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
