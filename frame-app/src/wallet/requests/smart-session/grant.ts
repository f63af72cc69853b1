/** Grants a smart session of a page: the account signs what its key may do. Loaded with the first such request. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { bytesToHex, type Hex, size, slice } from 'viem'
import { evmChainId, toHexChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { fillBatch, noncesOf } from '../../approval/eip155/batch.ts'
import { readAtomicStatus } from '../../approval/eip155/delegation.ts'
import { isNoToken, readTokens } from '../../approval/eip155/tokens.ts'
import { type EvmTools, readSigned, toRaw } from '../../approval/eip155/tools.ts'
import type { AskedKind, Call, ReadyRequest, RequestKind } from '../../approval/prepared.ts'
import { withWarnings } from '../../approval/warnings.ts'
import type { EvmSession } from '../../signing/request.ts'
import { delegationManager, delegationOf } from '../../signing/session.ts'
import { contextOf, signatureBytes } from './context.ts'
import { readSessionIntent } from './intent.ts'
import { bookOf, hasContracts, sessionsOn } from './network.ts'
import { type AskedSession, grantMethods, readSession, refuse } from './request.ts'

export function createGrants(tools: EvmTools): AskedKind<EvmSession, AskedSession> {
  const { options, clientFor, nextNonce, laneOf } = tools
  const kind: AskedKind<EvmSession, AskedSession> = {
    methods: grantMethods,
    prepare: (call, signal) => prepareGrant(call, signal, { tools, kind }),
    lane: (ready) => (ready.request.upgrade ? laneOf(ready) : undefined),
    /** `undefined` if the account has been upgraded or changed meanwhile, or has sent something else: the user looks again. */
    async renew(ready, signal) {
      const { call, request } = ready
      const { upgrade } = request
      const implementation = sessionsOn(options.smartAccounts, call.scope)
      if (!implementation) return undefined
      const client = clientFor(call, signal)
      const status = await readAtomicStatus(client, checksum(options.account), implementation)
      if (status !== (upgrade ? 'ready' : 'supported')) return undefined
      if (upgrade && (await nextNonce(call, client, signal)) !== upgrade.nonce) return undefined
      return ready
    },
    sends: ({ request }) => request.upgrade !== null,
    finish: (ready, signed) => finishGrant(ready, readSigned(signed), tools),
  }
  return kind
}

async function prepareGrant(
  call: Call,
  signal: AbortSignal,
  { tools, kind }: { readonly tools: EvmTools; readonly kind: RequestKind<EvmSession, AskedSession> },
): Promise<ReadyRequest<EvmSession, AskedSession>> {
  const { options, clientFor, sourceOf, nextNonce } = tools
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
    kind,
    call,
    request,
    intent: withWarnings(intent, { warnings }),
    raw: toRaw(request),
    tokens: tokens.words,
    work: asked,
    ...(filled && { fee: filled.fee }),
  }
}

/**
 * Recorded first, so that no session is missing in the list; then the account is upgraded; then the page gets the session.
 *
 * @param signed the signature, and the transaction of the upgrade, if any
 */
async function finishGrant(
  { call, request, work: asked }: ReadyRequest<EvmSession, AskedSession>,
  signed: Hex,
  { options, transmit }: EvmTools,
): Promise<Json> {
  const delegation = delegationOf(request, options.now())
  if (!delegation) refuse('limit')
  const context = contextOf({ ...delegation, signature: slice(signed, 0, signatureBytes) })
  const { until: expiry, permission } = asked
  await bookOf(options, call.scope).add({
    expiry,
    permissions: [{ ...permission, data: { ...permission.data } }],
    policies: [],
    context,
    url: options.origin,
  })
  if (size(signed) > signatureBytes) {
    if (!request.upgrade) throw new AirlockError('INTERNAL')
    await transmit({ call, signed: slice(signed, signatureBytes), nonces: noncesOf(request.upgrade) })
  }
  return answerTo(call.scope, request, asked, context)
}

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
