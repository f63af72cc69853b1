/** Registers a name: the checks of facts §8.2 in their order, and the registry's own after those they belong to. */
import { NameMessage, type NameRequest } from '@airlock/protocol/gateway/names.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { Lookup } from '../../crypto/lookup.ts'
import type { Names, RegisteredName, RegistrationOutcome } from '../../store/contract/names.ts'
import { type NodePool, NodesDownError } from '../nodes/pool.ts'
import { type GatewayRefusal, refusals } from '../refusal.ts'
import type { IsAllowed } from './allowed.ts'
import { chainIdOf, etherCoinType, isKnownChainId } from './coin-types.ts'
import { nameRefusals } from './refusals.ts'
import { readName, requireAttributes } from './rules.ts'
import { verifySignature } from './signature.ts'
import { fullSkeleton } from './suggestions.ts'

/** A message is valid for so long before and after its time. */
const windowMs = 10_000

export type Registry = {
  readonly names: Names
  readonly lookup: Lookup
  readonly pools: ReadonlyMap<Caip2, NodePool>
  readonly isAllowed: IsAllowed
  readonly zone: string
  readonly now: () => number
}

/**
 * @param count of names of the caller's network; rejects above its limit
 * @throws {GatewayRefusal} 400, 401, 422, 429, 503
 */
export async function register(
  registry: Registry,
  { coin_type: coinType, address, message, signature }: NameRequest,
  { signal, count }: { readonly signal: AbortSignal; readonly count: () => Promise<void> },
): Promise<RegisteredName> {
  const { names, zone, now } = registry
  const { name: wanted, attributes, timestamp } = readMessage(message)
  const { name, label } = readName(wanted, zone)
  if (!registry.isAllowed(label)) throw nameRefusals.notAllowed(name)
  const network = readNetwork(registry, coinType)
  const skeleton = fullSkeleton(label, zone)
  if (await names.find(name)) throw nameRefusals.taken(name)
  if ((await names.heldOf([skeleton])).size > 0) throw nameRefusals.similar(name)
  if (Math.abs(now() - timestamp * 1000) > windowMs) throw nameRefusals.badTime(timestamp)
  requireAttributes(attributes)
  await requireSignature(registry, network, { address, message, signature }, signal)
  await count()
  const owner = address.toLowerCase()
  const outcome = await names.register({
    name,
    skeleton,
    owner,
    coinTypes: [...new Set([etherCoinType, coinType])],
    attributes,
    // Of what was signed, not of the signature: the same key can make others for the same text.
    use: { hash: registry.lookup('proof', `${owner} ${message}`), expiresAt: timestamp * 1000 + 2 * windowMs },
    now: now(),
  })
  if (outcome !== 'registered') throw refuse[outcome](name)
  const made = await names.find(name)
  if (!made) throw new Error('A registered name is gone')
  return made
}

const refuse: Readonly<Record<Exclude<RegistrationOutcome, 'registered'>, (name: string) => GatewayRefusal>> = {
  used: nameRefusals.used,
  taken: nameRefusals.taken,
  similar: nameRefusals.similar,
  owner: nameRefusals.hasName,
}

/** @throws {GatewayRefusal} 422 */
function readMessage(text: string): z.output<typeof NameMessage> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw nameRefusals.badMessage('the message is not JSON')
  }
  const parsed = z.safeParse(NameMessage, json)
  if (parsed.success) return parsed.data
  throw nameRefusals.badMessage(`${String(parsed.error.issues[0]?.path[0] ?? 'the message')} is missing or not valid`)
}

/** @throws {GatewayRefusal} 400 */
function readNetwork({ pools }: Registry, coinType: number): Caip2 {
  const id = chainIdOf(coinType)
  if (id !== undefined && (isKnownChainId(id) || pools.has(`eip155:${id}`))) return `eip155:${id}`
  throw nameRefusals.badCoinType(coinType)
}

/** @throws {GatewayRefusal} 401, 503 */
async function requireSignature(
  { pools }: Registry,
  network: Caip2,
  signed: Parameters<typeof verifySignature>[0],
  signal: AbortSignal,
): Promise<void> {
  const verdict = await verifySignature(signed, pools.get(network), signal).catch((error: unknown) => {
    throw error instanceof NodesDownError ? refusals.nodesDown(network) : error
  })
  if (verdict === 'invalid') throw nameRefusals.badSignature()
  if (verdict === 'unknown') throw nameRefusals.unverified()
}
