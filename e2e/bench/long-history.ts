/** An index with a long history: 10,000 transactions of one account, among those of others. */
import { pageSize } from '@airlock/service/gateway/history/history.ts'
import type { IndexedBlock, Tip } from '@airlock/service/store/contract/chain-index.ts'
import type { GatewayStore } from '@airlock/service/store/gateway.ts'

export const transactions = 10_000
export const pages = transactions / pageSize
const addressOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
export const [account, token] = [addressOf(1), addressOf(2)]
const beginning: Tip = { height: -1, hash: '' }

export async function fillIndex({ indexing }: Pick<GatewayStore, 'indexing'>, network: string): Promise<void> {
  const lease = await indexing.claim({ network, holder: 'bench', now: Date.now(), leaseMs: 60_000 })
  if (!lease) throw new Error('The index is held by another process')
  await indexing.begin(lease, { fromBlock: 0, tip: beginning })
  let tip = beginning
  for (let height = 0; height < transactions; height += 100) {
    const blocks = Array.from({ length: 100 }, (_, index) => blockOf(height + index))
    await indexing.append(lease, tip, blocks)
    tip = blocks.at(-1) ?? tip
  }
}

/** One transaction of the account with a transfer, and four of others. */
const blockOf = (height: number): IndexedBlock => {
  const others = [1, 2, 3, 4].map((index) => addressOf(1_000 + height * 5 + index))
  const people = [account, ...others]
  return {
    height,
    hash: `0x${height.toString(16).padStart(64, '0')}`,
    time: 1_600_000_000 + height * 12,
    transactions: people.map((sender, txIndex) => ({
      txIndex,
      hash: `0x${(height * 5 + txIndex).toString(16).padStart(64, '0')}`,
      sender,
      recipient: token,
      isCreate: false,
      isFailed: false,
      value: '0',
      nonce: height,
      input: '',
    })),
    activities: people.map((who, txIndex) => ({ account: who, txIndex })),
    legs: people.map((who, txIndex) => ({
      account: who,
      txIndex,
      ordinal: 0,
      direction: 'out',
      peer: addressOf(3),
      standard: 'erc20',
      contract: token,
      tokenId: '',
      amount: '1000000',
    })),
    nfts: [],
    tokens: [],
  }
}
