/** The bip122 driver: balances and transactions through servers with the API of Esplora, which the project record lists. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'
import { getBounded, statusOf } from '../../http/bounded.ts'
import type { ChainDriver } from '../driver.ts'
import { createRanking } from '../ranking.ts'

const Sum = z.int().check(z.nonnegative())
const Stats = z.object({ funded_txo_sum: Sum, spent_txo_sum: Sum })
/** The total that the address has received and spent: in blocks, and in transactions that are in none yet. */
const Answer = z.object({ address: z.string(), chain_stats: Stats, mempool_stats: Stats })

/** `/tx/{id}/status` also says `false` for transactions that the server does not know. */
const Transaction = z.object({ txid: z.string(), status: z.object({ confirmed: z.boolean() }) })

const limits = { timeoutMs: 10_000, maxBytes: 64 * 1024 }
/** A block has at most 4 MB; what a wallet sends is far smaller. */
const transactionBytes = 1024 * 1024

export const bip122Driver: ChainDriver = {
  createReader(network, urls) {
    const get = async (url: string, path: string, signal: AbortSignal, more: object = {}): Promise<unknown> => {
      const { bytes } = await getBounded(`${url.replace(/\/$/, '')}${path}`, { ...limits, ...more, signal })
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown
    }
    const ranking = createRanking(urls, { ping: (url, signal) => get(url, '/blocks/tip/height', signal) })
    return {
      async nativeBalance(address, signal) {
        const value = await ranking.first(
          async (url) => readBalance(await get(url, `/address/${encodeURIComponent(address)}`, signal), address),
          () => !signal.aborted,
        )
        const { decimals, symbol } = network.currency
        return { value, decimals, symbol }
      },
      async transactionStatus(id, signal) {
        const read = async (url: string) => {
          const answer = await get(url, `/tx/${encodeURIComponent(id)}`, signal, { maxBytes: transactionBytes })
          const found = z.safeParse(Transaction, answer)
          if (!found.success || found.data.txid !== id.toLowerCase()) throw noTransaction()
          return found.data.status.confirmed ? 'confirmed' : 'pending'
        }
        const readOrMiss = (url: string) =>
          read(url).catch((error: unknown) => {
            if (statusOf(error) === 404) return null
            throw error
          })
        return ranking.first(readOrMiss, () => !signal.aborted)
      },
      // The allowlist has no reads of Bitcoin.
      request: () => Promise.reject(new AirlockError('METHOD_NOT_ALLOWED')),
      rank: () => ranking.start(),
    }
  },
}

function readBalance(answer: unknown, address: string): bigint {
  const read = z.safeParse(Answer, answer)
  if (!read.success || read.data.address !== address) throw noBalance()
  const { chain_stats: chain, mempool_stats: pool } = read.data
  const value = [chain, pool].reduce((sum, one) => sum + BigInt(one.funded_txo_sum) - BigInt(one.spent_txo_sum), 0n)
  if (value < 0n) throw noBalance()
  return value
}

const noTransaction = () => new AirlockError('NETWORK', { message: 'The server gave no transaction.' })
const noBalance = () => new AirlockError('NETWORK', { message: 'The server gave no balance.' })
