/** Names of accounts: ENS, and the gateway's own registry (specification §4, §5). */
import * as z from 'zod/mini'
import { EvmAddress, Hex } from '../scalars/values.ts'
import { absent, ImageUrl, Instant, Text } from './text.ts'

/** Name and picture chosen by an account; all absent if it has none. */
export const Identity = z.object({ name: absent(Text), avatar: absent(ImageUrl), resolvedAt: absent(Instant) })
export type Identity = z.infer<typeof Identity>

/** The account's attributes, such as its `bio`. */
export const NameAttributes = z.record(Text, Text)
/** Keyed by the coin type (SLIP-44, ENSIP-11). */
export const NameAddresses = z.record(
  z.string().check(z.regex(/^\d{1,10}$/)),
  z.object({ address: Text, created_at: absent(Instant) }),
)

/** A registered name. */
export const NameRecord = z.object({
  name: Text,
  registered_at: Instant,
  updated_at: absent(Instant),
  attributes: absent(NameAttributes),
  addresses: NameAddresses,
})
export type NameRecord = z.infer<typeof NameRecord>
/** With `apiVersion` 2, an unregistered name gives an empty array. */
export const FoundName = z.union([NameRecord, z.array(z.unknown()).check(z.maxLength(0))])
export const NameRecords = z.array(NameRecord).check(z.maxLength(100))

/** The exact name first, then free ones that start with it. */
export const Suggestions = z.object({
  suggestions: z.array(z.object({ name: Text, registered: z.boolean() })).check(z.maxLength(20)),
})
export type Suggestions = z.infer<typeof Suggestions>

const CoinType = z.int().check(z.nonnegative())

/** `message` is the signed text: the JSON of `NameMessage`, or of the corresponding message for a change. */
export const NameRequest = z.object({
  coin_type: CoinType,
  address: EvmAddress,
  message: z.string().check(z.maxLength(2_048)),
  signature: Hex.check(z.maxLength(8_192)),
})
export type NameRequest = z.infer<typeof NameRequest>

const UnixSeconds = z.int().check(z.nonnegative())

/** Signed within ten seconds of `timestamp` (unix seconds). The key order is part of the signed text. */
export const NameMessage = z.object({ name: Text, attributes: NameAttributes, timestamp: UnixSeconds })

/** The attributes replace the previous ones. With additional keys it would be another message, such as a registration. */
export const AttributesMessage = z.strictObject({ attributes: NameAttributes, timestamp: UnixSeconds })
/** The address of the name on the network of `coin_type`. */
export const AddressMessage = z.strictObject({ coin_type: CoinType, address: EvmAddress, timestamp: UnixSeconds })
