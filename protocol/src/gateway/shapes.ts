/**
 * The gateway's answers (specification §7). The hosted API uses the same shapes, but writes `null` for unknown values and omits others, so
 * a reader treats both as absent. Objects may grow: unknown fields are ignored.
 */
import * as z from 'zod/mini'
import { ProjectId } from '../contracts/project.ts'
import { Caip2 } from '../scalars/caip.ts'
import { absent, Decimal, ImageUrl, Text } from './text.ts'

/** Currencies in which amounts can be shown. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
export const Currency = z.enum(currencies)
export type Currency = (typeof currencies)[number]

/** CAIP-2 ids that the node gateway serves. */
export const SupportedChains = z.object({
  http: z.array(z.string().check(z.maxLength(41))).check(z.maxLength(10_000)),
  ws: z.array(z.string().check(z.maxLength(41))).check(z.maxLength(10_000)),
})

export const Balance = z.object({
  name: Text,
  symbol: Text,
  /** Absent: unknown network. */
  chainId: absent(Caip2),
  /** The token as CAIP-10. Absent: the network's own currency. The hosted API writes plain Solana addresses too. */
  address: absent(Text),
  /** In the requested currency. Absent: no known price. */
  value: absent(z.number().check(z.nonnegative())),
  /** Price of one unit; 0 if unknown. */
  price: z.number().check(z.nonnegative()),
  quantity: z.object({ decimals: z.string().check(z.regex(/^\d{1,3}$/)), numeric: Decimal }),
  /** Empty: no picture. */
  iconUrl: absent(ImageUrl),
})
export type Balance = z.infer<typeof Balance>

export const Balances = z.object({ balances: z.array(Balance).check(z.maxLength(10_000)) })
export type Balances = z.infer<typeof Balances>

/** Prices of tokens, identified by CAIP-10. */
export const PriceRequest = z.object({
  projectId: ProjectId,
  currency: Currency,
  addresses: z.array(z.string().check(z.maxLength(170))).check(z.minLength(1), z.maxLength(32)),
})
export const Prices = z.object({
  fungibles: z
    .array(
      z.object({
        name: Text,
        symbol: Text,
        /** CAIP-10. */
        address: absent(Text),
        iconUrl: absent(ImageUrl),
        price: z.number().check(z.nonnegative()),
        decimals: absent(z.int().check(z.minimum(0), z.maximum(255))),
      }),
    )
    .check(z.maxLength(100)),
})
export type Prices = z.infer<typeof Prices>

/** The body of every refusal: exactly one reason, whose `field` may be empty. */
export const GatewayFailure = z.object({
  status: z.literal('FAILED'),
  reasons: z.array(z.object({ field: Text, description: Text })).check(z.minLength(1)),
})
export type GatewayFailure = z.infer<typeof GatewayFailure>
