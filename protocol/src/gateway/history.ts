/**
 * Transactions of an account (specification §3). `metadata` is written in camelCase and `transfers` in snake_case, as the
 * hosted API does. Unknown values are `null` there; a reader treats `null` as absent.
 */
import * as z from 'zod/mini'
import { Caip2 } from '../scalars/caip.ts'
import { absent, Decimal, ImageUrl, Instant, Text } from './text.ts'

const Picture = z.object({ url: ImageUrl, content_type: absent(Text) })

export const Transfer = z.object({
  fungible_info: absent(
    z.object({ name: absent(Text), symbol: absent(Text), icon: absent(z.object({ url: absent(ImageUrl) })) }),
  ),
  nft_info: absent(
    z.object({
      name: absent(Text),
      content: absent(z.object({ preview: absent(Picture), detail: absent(Picture) })),
      flags: z.object({ is_spam: z.boolean() }),
    }),
  ),
  /** `in`, `out` or `self`. */
  direction: Text,
  /** Units of the token. */
  quantity: z.object({ numeric: Decimal }),
  /** In the requested currency: total, and per unit. */
  value: absent(z.number().check(z.nonnegative())),
  price: absent(z.number().check(z.nonnegative())),
})
export type Transfer = z.infer<typeof Transfer>

export const Transaction = z.object({
  /** Not unique on Solana, where the hosted API writes the block: combine it with the hash. */
  id: Text,
  metadata: z.object({
    /** An open set: `send`, `receive`, `trade`, `mint`, `burn`, `approve`, `execute` and more. */
    operationType: Text,
    hash: Text,
    minedAt: Instant,
    sentFrom: Text,
    sentTo: Text,
    /** `confirmed`, `failed`, `pending`, or the state of a purchase. */
    status: Text,
    nonce: z.int(),
    application: absent(z.object({ name: absent(Text), iconUrl: absent(ImageUrl) })),
    chain: absent(Caip2),
    /** For `approve` and `revoke`: the spender. `isUnlimited`: any amount, or a whole collection. Not in the hosted API. */
    approval: absent(z.object({ spender: Text, isUnlimited: z.boolean() })),
    /**
     * For a plain transfer that the account signed: the values that prefill another one. `token`: CAIP-10 of the contract or mint, or
     * `native`. `amount`: units. Not in the hosted API.
     */
    payment: absent(z.object({ token: Text, to: Text, amount: Decimal })),
  }),
  transfers: absent(z.array(Transfer).check(z.maxLength(1_000))),
})
export type Transaction = z.infer<typeof Transaction>

export const History = z.object({
  data: z.array(Transaction).check(z.maxLength(1_000)),
  /** Cursor of the next page. Absent or empty: this was the last one. */
  next: absent(z.string().check(z.maxLength(2_048))),
})
export type History = z.infer<typeof History>
