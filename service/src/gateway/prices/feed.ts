/** Prices from an API with CoinGecko's `simple/price` and `simple/token_price`. The operator's key stays in the service. */
import * as z from 'zod/mini'
import { addressAt, fetchJson } from '../http/read-bounded.ts'
import type { PriceSource } from './source.ts'

export type FeedPrices = {
  /** Base URL, such as `https://api.coingecko.com/api/v3`. */
  readonly url: string
  /** The network's id in that API, such as `ethereum`. */
  readonly platform: string
  /** The id of the network's currency, such as `ethereum`. */
  readonly native: string
  /** Header and value, such as `x-cg-demo-api-key`. */
  readonly key: { readonly header: string; readonly value: string } | undefined
}

const chunkSize = 100
const timeoutMs = 5_000
const maxBytes = 1024 * 1024

const Answer = z.record(z.string(), z.record(z.string(), z.unknown()))

export function createFeedPrices({ url, platform, native, key }: FeedPrices): PriceSource {
  return {
    async read({ tokens, currency, signal }) {
      const contracts = tokens.flatMap((token) => token?.address ?? [])
      const asked = [
        ...(tokens.includes(undefined) ? [ask('simple/price', { ids: native, vs_currencies: currency }, signal)] : []),
        ...Array.from({ length: Math.ceil(contracts.length / chunkSize) }, (_, index) =>
          ask(
            `simple/token_price/${encodeURIComponent(platform)}`,
            {
              contract_addresses: contracts.slice(index * chunkSize, (index + 1) * chunkSize).join(','),
              vs_currencies: currency,
            },
            signal,
          ),
        ),
      ]
      const answers = Object.assign({}, ...(await Promise.all(asked))) as z.output<typeof Answer> // as: each was parsed
      return new Map(
        tokens.flatMap((token) => {
          const row = answers[token ? token.address : native] ?? answers[(token?.address ?? native).toLowerCase()]
          const price = row?.[currency]
          return typeof price === 'number' && Number.isFinite(price) && price > 0 ? [[token, price] as const] : []
        }),
      )
    },
  }

  async function ask(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) {
    const headers = key && { [key.header]: key.value }
    const name = 'The price feed'
    return z.parse(Answer, await fetchJson(addressAt(url, path, query), { name, headers, timeoutMs, maxBytes, signal }))
  }
}
