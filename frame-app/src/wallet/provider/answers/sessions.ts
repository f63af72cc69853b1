/** Answers about smart sessions that need no approval (ERC-7715). Loaded with the first such call. */
import { GrantedPermissions } from '@airlock/protocol/allowlist/sessions.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { SmartSession } from '@airlock/protocol/wallet-service/session-endpoints.ts'
import { type Client, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { evmChainId, toHexChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import type { CallService } from '../../approval/eip155/tools.ts'
import { hashOf, isSignedFor, readContext, type SignedDelegation } from '../../requests/smart-session/context.ts'
import { describeSession } from '../../requests/smart-session/grant.ts'
import { createSessionBook, readRevoked, sessionsOn } from '../../requests/smart-session/network.ts'
import { limitsOf, sessionTypes } from '../../requests/smart-session/request.ts'
import { delegationOf } from '../../signing/session.ts'
import type { CallsContext } from './calls.ts'

export interface SessionsContext extends Pick<CallsContext, 'account' | 'networks' | 'smartAccounts' | 'origin'> {
  /** Each listed node of a network by itself. */
  readonly nodesFor: (scope: Caip2) => readonly Client[]
  readonly service: CallService
  readonly now: () => number
}

const networksOf = ({ networks, smartAccounts }: Pick<SessionsContext, 'networks' | 'smartAccounts'>): Caip2[] =>
  networks.filter((network) => sessionsOn(smartAccounts, network))

export function supportedPermissions(context: Pick<SessionsContext, 'networks' | 'smartAccounts'>): Json {
  const chainIds = networksOf(context).map(toHexChainId)
  if (chainIds.length === 0) return {}
  return Object.fromEntries(sessionTypes.map((type) => [type, { chainIds: [...chainIds], ruleTypes: ['expiry'] }]))
}

/** `revoking`: the account has just sent it, and the chain does not say so yet. `unknown`: the chain does not answer. */
export type SessionStatus = 'active' | 'expired' | 'revoking' | 'revoked' | 'unknown'

/** Those of this page; `withEnded`: also those that are over, each with what the chain says of it. */
export async function grantedPermissions(params: unknown, context: SessionsContext): Promise<Json> {
  const [{ withEnded = false } = {}] = z.parse(GrantedPermissions, params) ?? []
  const found = await Promise.all(networksOf(context).map((network) => grantedOn(network, context)))
  const all = found.flat()
  if (withEnded) return all.map(({ session, status, createdAt }) => ({ ...session, status, createdAt }))
  if (all.some(({ status }) => status === 'unknown'))
    throw new AirlockError('NETWORK', { message: 'The network does not say which sessions are revoked.' })
  return all.filter(({ status }) => status === 'active').map(({ session }) => session)
}

async function grantedOn(network: Caip2, context: SessionsContext) {
  const { account, origin, service } = context
  const listed = await createSessionBook(service, network, account).list()
  const own = listed.filter(({ project }) => project.url === origin)
  const nodes = context.nodesFor(network)
  const read = await Promise.all(
    own.map(async (entry) => {
      const delegation = readContext(entry.context, checksum(account))
      const [permission] = entry.permissions
      // A service can lie; what the account has not signed is none of its sessions.
      if (!delegation || !permission || !isLimitedSo(delegation, permission, entry.expiry)) return []
      const isSigned = await isSignedFor(evmChainId(network), delegation).catch(() => undefined)
      if (isSigned === false) return []
      const session = describeSession({
        chainId: toHexChainId(network),
        from: checksum(account),
        to: delegation.delegate,
        permission,
        until: entry.expiry,
        context: entry.context,
      })
      const revoked = isSigned && (await readRevoked(nodes, delegation))
      return [{ session, status: statusOf(entry, revoked, context.now()), createdAt: entry.createdAt }]
    }),
  )
  return read.flat()
}

/** Whether these are the limits of the signed session. */
function isLimitedSo(session: SignedDelegation, { type, data }: Permission, until: number): boolean {
  const { delegator: signer, delegate: key, salt } = session
  const limits = limitsOf(type, data)
  if (!limits) return false
  const asked = {
    ...limits,
    kind: 'evmSession',
    signer,
    chainId: 1,
    key,
    salt: numberToHex(salt, { size: 32 }),
    until,
    upgrade: null,
  } as const
  const same = delegationOf(asked, until * 1000 - 1)
  return same !== undefined && hashOf(same) === hashOf(session)
}
type Permission = SmartSession['permissions'][number]

/** So long, a revocation is expected to reach the chain; then it can be sent again. In seconds. */
const revocationTakes = 600

function statusOf(entry: SmartSession, revoked: boolean | undefined, now: number): SessionStatus {
  if (revoked) return 'revoked'
  if (entry.expiry * 1000 <= now) return 'expired'
  if (revoked === undefined) return 'unknown'
  const isOnItsWay = entry.revokedAt !== null && Math.abs(now / 1000 - entry.revokedAt) < revocationTakes
  return isOnItsWay ? 'revoking' : 'active'
}
