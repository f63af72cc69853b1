/** Registers a name: the checks of the hosted registry in their order, each followed by the registry's related own checks. */
import { NameMessage, type NameRequest } from '@airlock/protocol/gateway/names.ts'
import type { RegisteredName, RegistrationOutcome } from '../../store/contract/names.ts'
import type { GatewayRefusal } from '../refusal.ts'
import type { IsAllowed } from './allowed.ts'
import { etherCoinType } from './coin-types.ts'
import { nameRefusals } from './refusals.ts'
import { readName, requireAttributes } from './rules.ts'
import { readMessage, readNetwork, requireSignature, requireTime, type Signing, useOf } from './signed.ts'
import { fullSkeleton } from './suggestions.ts'

export type Registry = Signing & {
  readonly isAllowed: IsAllowed
  readonly zone: string
  readonly oldZones: readonly string[]
}

/**
 * @param count counts a name for the caller's network; rejects above its limit
 * @throws {GatewayRefusal} 400, 401, 422, 429, 503
 */
export async function register(
  registry: Registry,
  { coin_type: coinType, address, message, signature }: NameRequest,
  { signal, count }: { readonly signal: AbortSignal; readonly count: () => Promise<void> },
): Promise<RegisteredName> {
  const { names, zone, now } = registry
  const { name: wanted, attributes, timestamp } = readMessage(NameMessage, message)
  const { name, label } = readName(wanted, zone)
  if (!registry.isAllowed(label)) throw nameRefusals.notAllowed(name)
  const network = readNetwork(registry, coinType)
  const skeleton = fullSkeleton(label, zone)
  if (await names.find(name)) throw nameRefusals.taken(name)
  if ((await names.heldOf([skeleton])).size > 0) throw nameRefusals.similar(name)
  requireTime(registry, timestamp)
  requireAttributes(attributes)
  const signer = await requireSignature(registry, network, { address, message, signature }, signal)
  await count()
  const owner = address.toLowerCase()
  const outcome = await names.register({
    name,
    skeleton,
    owner,
    // A contract has its address on its own network only: what is paid there on Ethereum may be lost.
    coinTypes: signer === 'contract' ? [coinType] : [...new Set([etherCoinType, coinType])],
    attributes,
    use: useOf(registry, { owner, message, timestamp }),
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
