/** Prepares smart sessions and their revocation, and finishes those that were approved. Loaded with the first such request. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { bytesToHex, type Client, type Hex, size, slice } from 'viem'
import * as z from 'zod/mini'
import { evmChainId, toHexChainId } from '../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../shared/chains/eip155/checksum.ts'
import { toRaw } from '../approval/eip155/filled.ts'
import { isNoToken, readTokens, type TokenSource } from '../approval/eip155/tokens.ts'
import { withFindings } from '../approval/findings.ts'
import type { Call, Prepared, PreparerOptions } from '../approval/prepared.ts'
import { readAtomicStatus } from '../batches/delegation.ts'
import { fillBatch } from '../batches/fill.ts'
import type { EvmSession, SigningRequest } from '../signing/request.ts'
import { delegationManager, delegationOf } from '../signing/session.ts'
import { createSessionBook } from './book.ts'
import { contextOf, disableData, isSignedFor, readContext, signatureBytes } from './context.ts'
import { readSessionIntent } from './intent.ts'
import { hasContracts, readRevoked, sessionsOn } from './network.ts'
import { refuse } from './refusal.ts'
import { type AskedSession, readSession } from './request.ts'

/** The parts of the preparer that a session needs. */
export interface SessionParts {
  readonly options: PreparerOptions
  readonly clientFor: (call: Call, signal: AbortSignal) => Client
  readonly sourceOf: (call: Call, signal: AbortSignal) => TokenSource
  readonly nextNonce: (call: Call, client: Client, signal: AbortSignal) => Promise<number>
  readonly prepareTransaction: (call: Call, signal: AbortSignal) => Promise<Prepared>
}

/** What an approved request about a session still has to do. */
export type SessionWork =
  | { readonly type: 'grant'; readonly asked: AskedSession }
  | { readonly type: 'revoke'; readonly context: Hex }

export async function prepareGrant(call: Call, signal: AbortSignal, parts: SessionParts): Promise<Prepared> {
  const { options, clientFor, sourceOf, nextNonce } = parts
  const { account, smartAccounts, mayUpgrade, now, service } = options
  const implementation = sessionsOn(smartAccounts, call.scope)
  if (!implementation || !service) refuse('off')
  const asked = readSession(call.method, call.params, account, now())
  if (!mayUpgrade()) refuse('upgrade')
  const client = clientFor(call, signal)
  const [status, isThere] = await Promise.all([
    readAtomicStatus(client, checksum(account), implementation),
    hasContracts(client),
  ])
  if (status === 'unsupported' || !isThere) refuse('contracts')
  const source = sourceOf(call, signal)
  if (asked.tokens === null && asked.methods.length > 0)
    for (const target of asked.targets) if (!(await isNoToken(source, target))) refuse('tokens')
  const self = checksum(account)
  const filled =
    status === 'supported'
      ? undefined
      : await fillBatch(
          {
            calls: [{ to: self, value: '0x0', data: '0x' }],
            delegate: implementation.delegate,
            form: implementation.batches,
          },
          { account, scope: call.scope, client, nextNonce: () => nextNonce(call, client, signal) },
        )
  const { key, until, coins, tokens: amount, targets, methods } = asked
  const request: EvmSession = {
    kind: 'evmSession',
    signer: self,
    chainId: evmChainId(call.scope),
    key,
    salt: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
    until,
    coins,
    tokens: amount,
    targets: [...targets],
    methods: [...methods],
    upgrade: filled?.request ?? null,
  }
  if (!delegationOf(request, now())) refuse('limit')
  const tokens = await readTokens(source, amount === null ? [] : targets)
  const intent = readSessionIntent(call.scope, asked, filled && implementation)
  const warnings = [...(filled?.warnings ?? []), ...(tokens.isDisputed ? (['nodesDisagree'] as const) : [])]
  return {
    call,
    request,
    intent: withFindings(intent, { warnings }),
    raw: toRaw(request),
    tokens: tokens.words,
    session: { type: 'grant', asked },
    ...(filled && { fee: filled.fee }),
  }
}

/** `undefined` if the account has been upgraded or changed meanwhile, or has sent something else: the user looks again. */
export async function renewGrant(
  prepared: Prepared,
  request: EvmSession,
  signal: AbortSignal,
  { options, clientFor, nextNonce }: SessionParts,
): Promise<Prepared | undefined> {
  const { call } = prepared
  const { upgrade } = request
  const implementation = sessionsOn(options.smartAccounts, call.scope)
  if (!implementation) return undefined
  const client = clientFor(call, signal)
  const status = await readAtomicStatus(client, checksum(options.account), implementation)
  if (status !== (upgrade ? 'ready' : 'supported')) return undefined
  if (upgrade && (await nextNonce(call, client, signal)) !== upgrade.nonce) return undefined
  return prepared
}

const RevokeParams = z.tuple([z.strictObject({ permissionContext: HexText })])

/** A session does not name its network, but its signature is for one alone: elsewhere, a revocation would end nothing. */
export async function networkOfRevocation(
  params: unknown,
  { account, networks }: { readonly account: string; readonly networks: readonly Caip2[] },
): Promise<Caip2> {
  const [{ permissionContext }] = z.parse(RevokeParams, params)
  const delegation = readContext(permissionContext, checksum(account))
  if (delegation)
    for (const network of networks) {
      if (await isSignedFor(evmChainId(network), delegation)) return network
    }
  return refuse('over')
}

export async function prepareRevocation(call: Call, signal: AbortSignal, parts: SessionParts): Promise<Prepared> {
  const { options, sourceOf, prepareTransaction } = parts
  const [{ permissionContext: context }] = z.parse(RevokeParams, call.params)
  const delegation = readContext(context, checksum(options.account))
  if (!delegation || !(await isSignedFor(evmChainId(call.scope), delegation))) refuse('over')
  if (await readRevoked(sourceOf(call, signal).nodes, delegation)) refuse('revoked')
  const params = [{ to: delegationManager, data: disableData(delegation) }]
  const prepared = await prepareTransaction({ ...call, params }, signal)
  return { ...prepared, call: { ...call, params }, session: { type: 'revoke', context } }
}

interface ToFinish {
  readonly options: PreparerOptions
  readonly call: Call
  /** Sends a signed transaction. */
  readonly send: (signed: Hex) => Promise<unknown>
}

/**
 * Recorded first, so that no session is missing in the list; then the account is upgraded; then the page gets the session.
 *
 * @param signed the signature, and the transaction of the upgrade, if any
 */
export async function finishGrant(
  request: SigningRequest,
  asked: AskedSession,
  signed: Hex,
  { options, call, send }: ToFinish,
): Promise<Json> {
  const delegation = request.kind === 'evmSession' ? delegationOf(request, options.now()) : undefined
  if (request.kind !== 'evmSession' || !delegation) refuse('limit')
  const context = contextOf({ ...delegation, signature: slice(signed, 0, signatureBytes) })
  const { until: expiry, permission } = asked
  await bookOf(options, call.scope).add({
    expiry,
    permissions: [{ ...permission, data: { ...permission.data } }],
    policies: [],
    context,
    url: options.origin,
  })
  if (size(signed) > signatureBytes) await send(slice(signed, signatureBytes))
  return answerTo(call.scope, request, asked, context)
}

export async function finishRevocation(context: Hex, signed: Hex, { options, call, send }: ToFinish): Promise<Json> {
  await send(signed)
  // The chain decides; without the mark, the list says that it waits for the chain a little later.
  await markRevoked(options, call.scope, context).catch(() => {})
  return {}
}

async function markRevoked(options: PreparerOptions, scope: Caip2, context: Hex): Promise<void> {
  const book = bookOf(options, scope)
  const entry = (await book.list()).find((each) => each.context.toLowerCase() === context.toLowerCase())
  if (entry) await book.revoked(entry.pci)
}

const bookOf = ({ service, account }: PreparerOptions, scope: Caip2) =>
  service ? createSessionBook(service, scope, account) : refuse('off')

/** In the form of the method that asked. */
function answerTo(scope: Caip2, { signer }: EvmSession, asked: AskedSession, context: Hex): Json {
  const { key, until, isOldForm } = asked
  const permission = { type: asked.permission.type, data: { ...asked.permission.data } }
  const chainId = toHexChainId(scope)
  if (isOldForm)
    return {
      chainId,
      address: signer,
      expiry: until,
      grantedPermissions: [permission],
      permissionsContext: context,
      signerData: { submitToAddress: delegationManager },
    }
  return [describeSession({ chainId, from: signer, to: key, permission, until, context })]
}

/** One granted permission, in the form of ERC-7715. */
export const describeSession = ({
  until,
  permission,
  ...rest
}: {
  readonly chainId: string
  readonly from: string
  readonly to: string
  readonly permission: { readonly type: string; readonly data: Readonly<Record<string, Json>> }
  readonly until: number
  readonly context: string
}) => ({
  ...rest,
  permission: { type: permission.type, isAdjustmentAllowed: false, data: { ...permission.data } },
  rules: [{ type: 'expiry', data: { timestamp: until } }],
  dependencies: [],
  delegationManager,
})
