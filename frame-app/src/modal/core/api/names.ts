/**
 * The registry of names behind the gateway. The first suggestion tells whether a name is free, because the other
 * call's answers differ between versions.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { NameRequest } from '@airlock/protocol/gateway/names.ts'
import { callGateway, type GatewayService } from './gateway-call.ts'
import { isLabel, readSuffix } from './name-rules.ts'

export interface Availability {
  /** With the suffix. */
  readonly name: string
  readonly suffix: string
  readonly isTaken: boolean
  /** Free names, without the suffix. */
  readonly alternatives: readonly string[]
}

const mostAlternatives = 4

/**
 * @param label in lower case, without the suffix
 * @throws AirlockError NETWORK (also if the answer is about another name), ABORTED
 */
export async function fetchAvailability(
  service: GatewayService,
  label: string,
  signal: AbortSignal,
): Promise<Availability> {
  const { suggestions } = await callGateway(endpoints.suggestions, service, { param: label, signal })
  const [exact, ...others] = suggestions
  const suffix = exact && readSuffix(exact.name, label)
  if (!exact || suffix === undefined)
    throw new AirlockError('NETWORK', { message: 'The registry answered about another name.' })
  const alternatives = others.flatMap(({ name, registered }) => {
    const other = name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
    return !registered && other !== label && isLabel(other) ? [other] : []
  })
  return {
    name: exact.name,
    suffix,
    isTaken: exact.registered,
    alternatives: [...new Set(alternatives)].slice(0, mostAlternatives),
  }
}

/** Names of an address, the first of which is the oldest. @throws AirlockError NETWORK, ABORTED. */
export async function fetchNames(
  service: GatewayService,
  address: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // With version 2, an account without a name is an empty list instead of an error.
  const records = await callGateway(endpoints.namesOf, service, { param: address, query: { apiVersion: '2' }, signal })
  return records.map(({ name }) => name).filter((name) => /^[a-z0-9.-]{1,255}$/.test(name))
}

/** @throws AirlockError NETWORK, ABORTED. */
export async function postName(service: GatewayService, request: NameRequest, signal: AbortSignal): Promise<void> {
  await callGateway(endpoints.registerName, service, { json: request, signal })
}
