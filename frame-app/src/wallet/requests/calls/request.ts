/** Reads the params of `wallet_sendCalls`. What cannot be carried out exactly as asked is refused before the user sees it. */
import { SendCalls } from '@airlock/protocol/allowlist/calls.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { type CallsVersion, callsVersions, refuse } from '../../approval/eip155/sent-batches.ts'
import { readSponsor, type Services, type Sponsor } from '../../approval/eip155/sponsor.ts'
import { checkedAddress } from '../../decode/eip155/transaction.ts'
import { type EvmCall, mostCalls } from '../../signing/request.ts'

export interface CallsRequest {
  readonly version: CallsVersion
  /** Chosen by the page. */
  readonly id: string | undefined
  readonly calls: readonly EvmCall[]
  /** `undefined`: the account pays. */
  readonly sponsor: Sponsor | undefined
}

const Optional = z.object({ optional: z.literal(true) })

/** The network of the request: the one that it names, or the active one. */
export function networkOfCalls(params: unknown, active: Caip2): Caip2 {
  const { data } = SendCalls.safeParse(params)
  const named = data?.[0].chainId
  return named === undefined ? active : `eip155:${BigInt(named)}`
}

/**
 * @param services who can pay on this network
 * @throws {AirlockError} BAD_SHAPE, UNAUTHORIZED, and the refusals of EIP-5792
 */
export function readCalls(
  params: unknown,
  { account, scope, services }: { account: string; scope: Caip2; services: Services | undefined },
): CallsRequest {
  const parsed = SendCalls.safeParse(params)
  if (!parsed.success) throw invalid('invalid params')
  const [given] = parsed.data
  if (given.from !== undefined && given.from.toLowerCase() !== account.toLowerCase())
    throw new AirlockError('UNAUTHORIZED', { message: 'wallet_sendCalls: from is not the account' })
  if (networkOfCalls(params, scope) !== scope) throw invalid('chainId is not the network')
  const version = callsVersions.find((one) => one === (given.version ?? '1.0'))
  if (!version) throw invalid(`version has to be ${callsVersions.join(' or ')}`)
  if (given.id === '') throw invalid('id is empty')
  const { paymasterService, ...others } = given.capabilities ?? {}
  const wanted = services && readSponsor(paymasterService, services)
  refuseUnknown(wanted ? others : given.capabilities)
  for (const call of given.calls) refuseUnknown(call.capabilities)
  if (given.calls.length > mostCalls) refuse('tooMany', `at most ${mostCalls}`)
  const calls = given.calls.map(({ to, value = '0x0', data = '0x' }, place) => {
    if (to === undefined) throw invalid(`calls[${place}] has no recipient, and a batch cannot deploy a contract`)
    if (!checkedAddress(to)) throw invalid(`calls[${place}].to has a wrong checksum`)
    if (data.length % 2 !== 0) throw invalid(`calls[${place}].data is half a byte short`)
    return { to: checksum(to), value, data }
  })
  return { version, id: given.id, calls, sponsor: wanted ?? (services && { ...services, context: {} }) }
}

function refuseUnknown(capabilities: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, wanted] of Object.entries(capabilities))
    if (!Optional.safeParse(wanted).success) refuse('capability', name.slice(0, 64))
}

const invalid = (what: string) => new AirlockError('BAD_SHAPE', { message: `wallet_sendCalls: ${what}` })
