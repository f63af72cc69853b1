/** Parses the parameters of `/getWallets`, with limits. Unknown parameters are ignored. */
import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { Id, Rdns, text } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'

const maxListed = 300

const positive = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,5}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(max))),
  )

/** Comma-separated; empty entries are dropped, as AppKit drops empty values. */
const listOf = <T extends z.ZodMiniType<string, string>>(entry: T) =>
  z.pipe(
    z.pipe(
      text(64 * 1024),
      z.transform((csv) => csv.split(',').filter((part) => part !== '')),
    ),
    z.array(entry).check(z.maxLength(maxListed)),
  )

export const WalletsQuery = z.object({
  page: positive(100_000),
  entries: z._default(positive(100), 40),
  chains: z.optional(listOf(Caip2)),
  include: z.optional(listOf(Id)),
  exclude: z.optional(listOf(Id)),
  names: z.optional(listOf(text(128))),
  rdns: z.optional(listOf(Rdns)),
  search: z.optional(text(100)),
  badge_type: z.optional(z.enum(['none', 'certified'])),
  platform: z.optional(z.enum(['ios', 'android'])),
  /** Accepted but ignored: our only order is by rank, and `wcpay` belongs to a feature that we do not offer. */
  sort: z.optional(z.enum(['default', 'wcpay'])),
})
export type WalletsQuery = z.output<typeof WalletsQuery>
