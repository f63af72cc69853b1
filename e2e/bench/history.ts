/** The last page of a long history against its first one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvmHistory } from '@airlock/service/gateway/history/evm.ts'
import { createHistory } from '@airlock/service/gateway/history/history.ts'
import { createIndexedRows } from '@airlock/service/gateway/history/indexed.ts'
import { createTokenDirectory } from '@airlock/service/gateway/tokens/directory.ts'
import { openGatewayStore } from '@airlock/service/store/gateway.ts'
import { type Figure, percentile } from './figure.ts'
import { account, fillIndex, pages, token, transactions } from './long-history.ts'

const rounds = 200
const network = 'eip155:1'

export async function measureHistory(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-history-bench-'))
  const store = await openGatewayStore({ file: join(folder, 'gateway.db') })
  try {
    await fillIndex(store, network)
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
    if (cursors.length !== pages) throw new Error(`The history has ${cursors.length} pages`)
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
    const name = `page ${cursors.length} of ${transactions} transactions, against page 1 (p95)`
    return [{ group: 'history', name, unit: 'ms', ours: last, floor: first, bar: 1.5, rounds }]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}
