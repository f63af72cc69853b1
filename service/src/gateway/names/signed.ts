/** Shared by registrations and changes of names: a signed message, valid for a short time and only once. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { Lookup } from '../../crypto/lookup.ts'
import { jsonIn } from '../../json.ts'
import type { Names, Registration } from '../../store/contract/names.ts'
import { type NodePool, NodesDownError } from '../nodes/pool.ts'
import { refusals } from '../refusal.ts'
import { chainIdOf, isKnownChainId } from './coin-types.ts'
import { nameRefusals } from './refusals.ts'
import { type SignedMessage, verifySignature } from './signature.ts'

/** A message is valid this long after its timestamp: a wallet on a phone, or one behind a second device, takes minutes to sign. */
const lifetimeMs = 10 * 60_000
/** The clock of the signer may be this far ahead. */
const aheadMs = 10_000

export type Signing = {
  readonly names: Names
  readonly lookup: Lookup
  readonly pools: ReadonlyMap<Caip2, NodePool>
  readonly now: () => number
}

/** @throws {GatewayRefusal} 422 */
export function readMessage<Message extends z.ZodMiniType>(schema: Message, text: string): z.output<Message> {
  const json = jsonIn(text)
  if (json === undefined) throw nameRefusals.badMessage('the message is not JSON')
  const parsed = z.safeParse(schema, json)
  if (parsed.success) return parsed.data
  throw nameRefusals.badMessage(`${String(parsed.error.issues[0]?.path[0] ?? 'the message')} is missing or not valid`)
}

/** @param timestamp unix seconds @throws {GatewayRefusal} 400 */
export function requireTime({ now }: Pick<Signing, 'now'>, timestamp: number): void {
  const age = now() - timestamp * 1000
  if (age > lifetimeMs || age < -aheadMs) throw nameRefusals.badTime(timestamp)
}

/** @throws {GatewayRefusal} 400 */
export function readNetwork({ pools }: Pick<Signing, 'pools'>, coinType: number): Caip2 {
  const id = chainIdOf(coinType)
  if (id !== undefined && (isKnownChainId(id) || pools.has(`eip155:${id}`))) return `eip155:${id}`
  throw nameRefusals.badCoinType(coinType)
}

/**
 * @param network whose contracts may sign; `undefined`: only a key
 * @throws {GatewayRefusal} 401, 503
 */
export async function requireSignature(
  { pools }: Pick<Signing, 'pools'>,
  network: Caip2 | undefined,
  signed: SignedMessage,
  signal: AbortSignal,
): Promise<'key' | 'contract'> {
  const pool = network && pools.get(network)
  const verdict = await verifySignature(signed, pool, signal).catch((error: unknown) => {
    throw error instanceof NodesDownError ? refusals.nodesDown(network ?? '') : error
  })
  if (verdict === 'invalid') throw nameRefusals.badSignature()
  if (verdict === 'unknown') throw nameRefusals.unverified()
  return verdict
}

/** Hash of the message, not of the signature: one key can make several signatures for the same text. */
export const useOf = (
  { lookup }: Pick<Signing, 'lookup'>,
  { owner, message, timestamp }: { readonly owner: string; readonly message: string; readonly timestamp: number },
): Registration['use'] => ({
  hash: lookup('proof', `${owner} ${message}`),
  expiresAt: timestamp * 1000 + 2 * lifetimeMs,
})
