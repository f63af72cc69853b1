/** Shapes that several contracts share: hex, addresses, texts, icons, links. Lengths come from `limits`. */
import * as z from 'zod/mini'
import type { Json } from '../json.ts'
import { limits } from '../limits.ts'
import { patterned } from './typed.ts'

export const Hex = patterned<`0x${string}`>(/^0x[0-9a-fA-F]*$/)
/** A number in Ethereum's format: no leading zero, at most 256 bits. */
export const Quantity = patterned<`0x${string}`>(/^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/)
/** 1 to 2^53 - 1, as hex: EIP-2294 allows more, which JavaScript cannot count. */
export const EvmChainIdHex = patterned<`0x${string}`>(/^0x([1-9a-fA-F][0-9a-fA-F]{0,12}|1[0-9a-fA-F]{13})$/)
export const EvmAddress = patterned<`0x${string}`>(/^0x[0-9a-fA-F]{40}$/)
export const Hash32 = patterned<`0x${string}`>(/^0x[0-9a-fA-F]{64}$/)
/** Anchored at both ends, unlike the commonly used pattern. */
export const SolanaAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
/** SS58 of a 32-byte account id. Its checksum and network are checked where the account is used. */
export const PolkadotAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{45,50}$/))
export const PolkadotKeyType = z.enum(['sr25519', 'ed25519', 'ecdsa'])
/** 64 bytes, or 65 bytes for ECDSA keys; for an extrinsic, one more byte in front names the kind of key. */
export const PolkadotSignature = patterned<`0x${string}`>(/^0x([0-9a-fA-F]{128}|[0-9a-fA-F]{130}|[0-9a-fA-F]{132})$/)
export const Base58 = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{1,65536}$/))

/** JSON of any form; the pre-walk has already proven that it is JSON. */
export const AnyJson = z.unknown() as unknown as z.ZodMiniType<Json, Json> // proven by `walk`, which runs first
export const JsonArray = z.array(AnyJson)

/** Opens what the embedded wallet's own window keeps for this site, and nothing anywhere else. */
export const KeptKey = z.string().check(z.regex(/^[\w-]{43}$/))

export const text = (max: number) => z.string().check(z.maxLength(max))
export const Name = text(limits.name)
export const Id = z.string().check(z.regex(/^[\w.:@/-]{1,128}$/))
/** The reversed domain name that a wallet claims. Lower case only, so that two claims of one name compare equal. */
export const Rdns = z.string().check(z.regex(/^[a-z0-9.-]{1,128}$/))
export const Email = z.string().check(z.maxLength(254), z.regex(/^[^\s@<>"]{1,64}@[^\s@<>"]{1,189}\.[^\s@<>"]{1,63}$/))

/** Absolute URL with any scheme; the host decides which schemes may be opened (`host-sdk/src/links`). */
export const Link = z.string().check(z.maxLength(limits.url), z.regex(/^[a-zA-Z][a-zA-Z0-9+.-]*:\S+$/))
export const HttpUrl = z.string().check(z.maxLength(limits.url), z.regex(/^https?:\/\/\S+$/))

/** An image that needs no request: rendered by `<img>` in the frame only, where SVG scripts do not run. */
export const Icon = z.string().check(z.maxLength(limits.icon), z.regex(/^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/))

/** Unix time in milliseconds. */
export const Timestamp = z.int().check(z.nonnegative())
export const Count = z.int().check(z.nonnegative())
export const Empty = z.strictObject({})
