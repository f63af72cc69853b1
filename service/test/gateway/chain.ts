/** A local chain for index tests: makes transactions, and reads the rows of the index. */
import { setTimeout } from 'node:timers/promises'
import { getContractAddress, type Hex } from 'viem'
import * as z from 'zod'
import { emitterCode } from '../../../e2e/world/emitter.ts'
import { type EvmNode, startNode } from '../../../e2e/world/node.ts'
import { callRpc } from '../../../e2e/world/rpc.ts'
import { testToken } from '../../../e2e/world/test-token.ts'
import type { Database } from '../../src/store/sql/database.ts'

/** Unlocked in the node. */
export const people = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
] as const
export const deployer = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
const created = (nonce: bigint) => getContractAddress({ from: deployer, nonce }).toLowerCase() as Hex // as: an address stays one
/** A contract that writes any log, and a real token whose supply belongs to the first account. */
export const [emitter, token] = [created(0n), created(1n)]
export const supply = 1_000_000n

type Sent = { readonly from: Hex; readonly to?: Hex; readonly value?: bigint; readonly data?: Hex }

export type LocalChain = EvmNode & {
  readonly rpc: (method: string, params?: readonly unknown[]) => Promise<unknown>
  /** Sends from an unlocked account. */
  readonly send: (transaction: Sent) => Promise<Hex>
  /** The same, and waits for its block. */
  readonly run: (transaction: Sent) => Promise<Hex>
  readonly mine: (blocks?: number) => Promise<void>
  readonly height: () => Promise<number>
}

const Hash = z.templateLiteral(['0x', z.string()])

export async function startChain(chainId = 31337): Promise<LocalChain> {
  const node = await startNode({ chainId })
  const rpc = (method: string, params: readonly unknown[] = []) => callRpc(node.rpcUrl, method, params)
  const send: LocalChain['send'] = async ({ value, ...rest }) =>
    Hash.parse(
      await rpc('eth_sendTransaction', [
        { ...rest, gas: '0x800000', ...(value !== undefined && { value: `0x${value.toString(16)}` }) },
      ]),
    )
  const run: LocalChain['run'] = async (transaction) => {
    const hash = await send(transaction)
    while ((await rpc('eth_getTransactionReceipt', [hash])) === null) await setTimeout(2)
    return hash
  }
  await run({ from: deployer, data: emitterCode() })
  await run({ from: deployer, data: testToken({ holder: people[0], supply }) })
  return {
    ...node,
    rpc,
    send,
    run,
    mine: async (blocks = 1) => {
      await rpc('anvil_mine', [`0x${blocks.toString(16)}`])
    },
    height: async () => Number(await rpc('eth_blockNumber')),
  }
}

/** Of the index, but for the blocks that it has come to. */
export const indexTables = [
  'chainBlock',
  'chainTransaction',
  'chainActivity',
  'chainLeg',
  'chainToken',
  'nftTransfer',
  'nftHolding',
] as const

/** Every row of the index in a fixed order, except sums of zero, which mean nothing. */
export async function dump({ db }: Pick<Database, 'db'>): Promise<readonly string[]> {
  const rows: string[] = []
  for (const table of indexTables)
    for (const row of await db.selectFrom(table).selectAll().execute())
      if (!('isHeld' in row) || row.amount !== '0')
        rows.push(`${table} ${JSON.stringify(row, Object.keys(row).sort())}`)
  return rows.sort()
}
