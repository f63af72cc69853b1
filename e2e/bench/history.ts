/** The last page of a long history against its first one: 10,000 transactions of an account, among those of others. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvmHistory } from '@airlock/service/gateway/history/evm.ts'
import { createHistory, pageSize } from '@airlock/service/gateway/history/history.ts'
import { createIndexedRows } from '@airlock/service/gateway/history/indexed.ts'
import { createTokenDirectory } from '@airlock/service/gateway/tokens/directory.ts'
import type { IndexedBlock, Tip } from '@airlock/service/store/contract/chain-index.ts'
import { openGatewayStore } from '@airlock/service/store/gateway.ts'
import type { Figure } from './figure.ts'
import { percentile } from './statistics.ts'

const count = 10_000
const rounds = 200
const network = 'eip155:1'
const addressOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
const [account, token] = [addressOf(1), addressOf(2)]
const beginning: Tip = { height: -1, hash: '' }

export async function measureHistory(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-history-bench-'))
  const store = await openGatewayStore({ file: join(folder, 'gateway.db') })
  try {
    const lease = await store.indexing.claim({ network, holder: 'bench', now: Date.now(), leaseMs: 60_000 })
    if (!lease) throw new Error('The index is held by another process')
    await store.indexing.begin(lease, { fromBlock: 0, tip: beginning })
    let tip = beginning
    for (let height = 0; height < count; height += 100) {
      const blocks = Array.from({ length: 100 }, (_, index) => blockOf(height + index))
      await store.indexing.append(lease, tip, blocks)
      tip = blocks.at(-1) ?? tip
    }
    const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const tokens = [{ address: token, name: 'Token', symbol: 'TKN', decimals: 6, iconUrl: undefined }]
    const directory = createTokenDirectory({ id: network, tokens }, store.tokenNames, async () => [])
    const rows = createIndexedRows(network, store.index)
    const history = createHistory([
      createEvmHistory({ id: network, currency, tokens }, { rows, directory, link: () => '' }),
    ])
    const { signal } = new AbortController()
    const cursors: (string | undefined)[] = [undefined]
    for (;;) {
      const { next } = await history.read({ address: account, cursor: cursors.at(-1), signal })
      if (!next) break
      cursors.push(next)
    }
    if (cursors.length !== count / pageSize) throw new Error(`The history has ${cursors.length} pages`)
    const times: [number[], number[]] = [[], []]
    // In turn, so that a busy machine affects both.
    for (let round = 0; round < rounds; round += 1)
      for (const [index, cursor] of [cursors[0], cursors.at(-1)].entries()) {
        const started = performance.now()
        await history.read({ address: account, cursor, signal })
        times[index]?.push(performance.now() - started)
      }
    const [first, last] = times.map((all) => percentile(all, 0.95))
    if (first === undefined || last === undefined) throw new Error('Nothing was measured')
    const name = `page ${cursors.length} of ${count} transactions, against page 1 (p95)`
    return [{ group: 'history', name, unit: 'ms', ours: last, floor: first, bar: 1.5, rounds }]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
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
