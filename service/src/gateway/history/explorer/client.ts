/** The account API that Etherscan (version 2) and Blockscout share. The key stays in the service. */
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { jsonIn } from '../../../json.ts'
import { readBounded } from '../../http/read-bounded.ts'
import { ListedTransaction, ListedTransfer } from './rows.ts'

export type ExplorerHistory = {
  /** Base URL of the API, such as `https://api.etherscan.io/v2/api` or `https://eth.blockscout.com/api`. */
  readonly url: string
  readonly flavour: 'etherscan' | 'blockscout'
  readonly apiKey: string | undefined
}

export type ListQuery = {
  readonly account: string
  /** Only blocks up to this one. `undefined`: all. */
  readonly endBlock: number | undefined
  readonly signal: AbortSignal
}

export type Explorer = {
  readonly transactions: (query: ListQuery) => Promise<Listed<ListedTransaction>>
  readonly transfers: (action: TransferList, query: ListQuery) => Promise<Listed<ListedTransfer>>
}
export type TransferList = 'tokentx' | 'tokennfttx' | 'token1155tx'
export type Listed<Row> = {
  readonly rows: readonly Row[]
  /** There may be more rows, in the last row's block and below. */
  readonly isFull: boolean
}

export const listLength = 200
const maxBytes = 8 * 1024 * 1024
const timeoutMs = 15_000
const lastBlock = 999_999_999_999

const Answer = z.object({ status: z.string(), message: z.nullish(z.string()), result: z.unknown() })
const nothing = /^no .*found/i

export function createExplorer(network: Caip2, { url, flavour, apiKey }: ExplorerHistory): Explorer {
  return {
    transactions: (query) => list('txlist', ListedTransaction, query),
    transfers: (action, query) => list(action, ListedTransfer, query),
  }

  /** @throws {Error} without the address, which may contain the key */
  async function list<T extends z.ZodMiniType>(
    action: string,
    schema: T,
    { account, endBlock, signal }: ListQuery,
  ): Promise<Listed<z.output<T>>> {
    const address = new URL(url)
    const query = {
      module: 'account',
      action,
      address: account,
      startblock: '0',
      endblock: String(endBlock ?? lastBlock),
      page: '1',
      offset: String(listLength),
      sort: 'desc',
      ...(flavour === 'etherscan' && { chainid: referenceOf(network) }),
      ...(apiKey !== undefined && { apikey: apiKey }),
    }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const rows = await ask(address, signal)
    const parsed = rows.flatMap((row): z.output<T>[] => {
      const one = z.safeParse(schema, row)
      return one.success ? [one.data] : []
    })
    return { rows: parsed, isFull: rows.length >= listLength }
  }

  async function ask(address: URL, signal: AbortSignal): Promise<readonly unknown[]> {
    const response = await fetch(address, {
      redirect: 'error',
      headers: { Accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).catch(() => {
      throw new Error('The explorer does not answer')
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`The explorer answered ${response.status}`)
    }
    const answer = Answer.safeParse(jsonIn(await readBounded(response, maxBytes)))
    if (!answer.success) throw new Error('The explorer answered something else')
    const { status, message, result } = answer.data
    const rows: readonly unknown[] | undefined = Array.isArray(result) ? result : undefined
    // The status is 0 both for an empty list and for a failure; a failure's result is the reason.
    const isEmpty = nothing.test(message ?? '')
    if (rows && (rows.length > 0 || isEmpty || status === '1')) return rows.slice(0, listLength)
    if (isEmpty) return []
    throw new Error('The explorer refused')
  }
}
