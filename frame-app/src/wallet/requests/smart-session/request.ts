/**
 * Reads what a page asks for with `wallet_grantPermissions` (the older draft of ERC-7715) or `wallet_requestExecutionPermissions` (the
 * current one). Both become the same session. What no contract would enforce is refused before the user sees it.
 */
import { eip155 } from '@airlock/protocol/allowlist/eip155.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { AnyJson, EvmAddress, EvmChainIdHex, Hex, Quantity, text } from '@airlock/protocol/scalars/values.ts'
import { type Address, type Hex as HexText, keccak256, slice, stringToHex } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import * as z from 'zod/mini'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { checkedAddress } from '../../decode/eip155/transaction.ts'
import { type EvmSession, mostTargets } from '../../signing/request.ts'
import { isOutOfReach, longestSession } from '../../signing/session.ts'

export interface AskedSession extends Pick<EvmSession, 'key' | 'until' | 'coins' | 'tokens' | 'targets' | 'methods'> {
  /** The functions as the page names them, in the order of `methods`. */
  readonly functions: readonly string[]
  /** As the page gave it. */
  readonly permission: { readonly type: string; readonly data: Readonly<Record<string, Json>> }
  readonly isOldForm: boolean
}

export const sessionTypes = ['native-token-transfer', 'erc20-token-transfer', 'contract-call'] as const
export type SessionType = (typeof sessionTypes)[number]

const Data = z.record(text(64), AnyJson)
const Kind = z.enum(sessionTypes)
const ticker = z.optional(text(32))
const list = <T extends z.ZodMiniType>(of: T) => z.array(of).check(z.minLength(1), z.maxLength(mostTargets))

const Payments = z.strictObject({ allowance: Quantity, recipients: list(EvmAddress), ticker })
const Transfers = z.strictObject({ address: EvmAddress, allowance: Quantity, ticker })
const Calls = z.strictObject({
  address: EvmAddress,
  /** Such as `mint(address,uint256)`, or a selector. */
  calls: list(text(256)),
  /** Coins, for all calls together. */
  allowance: z.optional(Quantity),
})

const Rule = z.object({ type: z.literal('expiry'), data: z.object({ timestamp: z.int() }) })
const Current = z.strictObject({
  chainId: EvmChainIdHex,
  from: z.optional(EvmAddress),
  to: EvmAddress,
  permission: z.strictObject({ type: text(64), isAdjustmentAllowed: z.optional(z.boolean()), data: Data }),
  rules: z.optional(z.nullable(z.array(AnyJson).check(z.maxLength(16)))),
})
const Policies = z.optional(z.array(AnyJson).check(z.maxLength(16)))
const Older = z.strictObject({
  chainId: EvmChainIdHex,
  address: z.optional(EvmAddress),
  expiry: z.int(),
  signer: z.object({ type: text(32), data: Data }),
  permissions: z
    .array(z.strictObject({ type: text(64), data: Data, policies: Policies, required: z.optional(z.boolean()) }))
    .check(z.minLength(1), z.maxLength(16)),
  policies: Policies,
})

export const grantMethods = Object.keys(eip155).filter((method) => eip155[method]?.session === 'grant')
const isOld = (method: string): boolean => method === 'wallet_grantPermissions'

/** The network of the request. */
export function networkOfSession(params: unknown, active: Caip2): Caip2 {
  const { data } = z.safeParse(z.array(z.object({ chainId: EvmChainIdHex })), params)
  const named = data?.[0]?.chainId
  return named === undefined ? active : `eip155:${BigInt(named)}`
}

/** @throws {AirlockError} BAD_SHAPE, UNAUTHORIZED, NOT_AVAILABLE with the reason */
export function readSession(method: string, params: unknown, account: string, now: number): AskedSession {
  const asked = isOld(method) ? readOlder(method, params) : readCurrent(method, params)
  const { from, key, until, type, data } = asked
  if (from !== undefined && from.toLowerCase() !== account.toLowerCase())
    throw new AirlockError('UNAUTHORIZED', { message: `${method}: not the account of this wallet` })
  if (until * 1000 <= now || until > now / 1000 + longestSession) refuse('end')
  const kind = Kind.safeParse(type).data
  if (!kind) refuse('type')
  const limits = readLimits(kind, data)
  if (limits.targets.some((target) => isOutOfReach(target, account))) refuse('reach')
  if (limits.tokens === null && limits.methods.some((selector) => tokenMethods.has(selector))) refuse('tokens')
  const to = written(key)
  // Whoever has this address in a delegation is everybody.
  if (isOutOfReach(to, account) || BigInt(to) === 0xa11n) refuse('key')
  return { ...limits, key: to, until, permission: { type: kind, data }, isOldForm: isOld(method) }
}

interface Asked {
  readonly from: string | undefined
  readonly key: string
  readonly until: number
  readonly type: string
  readonly data: Readonly<Record<string, Json>>
}

function readCurrent(method: string, params: unknown): Asked {
  const parsed = z.safeParse(z.array(Current), params)
  const [first, ...others] = parsed.success ? parsed.data : []
  if (!first) throw invalid(method)
  if (others.length > 0) refuse('one')
  const [rule, ...more] = first.rules ?? []
  if (rule === undefined) refuse('end')
  const end = z.safeParse(Rule, rule)
  if (!end.success || more.length > 0) refuse('rule')
  const { type, data } = first.permission
  return { from: first.from, key: first.to, until: end.data.data.timestamp, type, data }
}

function readOlder(method: string, params: unknown): Asked {
  const parsed = z.safeParse(z.tuple([Older]), params)
  if (!parsed.success) throw invalid(method)
  const [{ address, expiry, signer, permissions, policies = [] }] = parsed.data
  const [permission, ...others] = permissions
  if (!permission || others.length > 0) refuse('one')
  if ([...policies, ...(permission.policies ?? [])].length > 0) refuse('rule')
  const { type, data } = permission
  return { from: address, key: keyOf(signer), until: expiry, type, data }
}

const OfAddress = z.object({ address: EvmAddress })
const OfId = z.object({ id: EvmAddress })
const OfKey = z.object({ type: z.literal('secp256k1'), publicKey: Hex.check(z.regex(/^0x04[0-9a-fA-F]{128}$/)) })

function keyOf({ type, data }: z.infer<typeof Older>['signer']): string {
  const address = OfAddress.safeParse(data).data?.address ?? OfId.safeParse(data).data?.id
  if (type === 'account' && address) return address
  const key = type === 'key' ? OfKey.safeParse(data).data : undefined
  return key ? publicKeyToAddress(key.publicKey) : refuse('key')
}

/**
 * Functions that move, allow or destroy tokens, which no limit of coins holds back: of ERC-20, ERC-721, ERC-1155, ERC-777, ERC-1363 and
 * Permit2, and of tokens from before them. Tokens are for sessions with `tokens` alone.
 */
const tokenMethods: ReadonlySet<string> = new Set(
  [
    'transfer(address,uint256)',
    'approve(address,uint256)',
    'transferFrom(address,address,uint256)',
    'increaseAllowance(address,uint256)',
    'increaseApproval(address,uint256)',
    'push(address,uint256)',
    'pull(address,uint256)',
    'move(address,address,uint256)',
    'burn(uint256)',
    'burnFrom(address,uint256)',
    'setApprovalForAll(address,bool)',
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'send(address,uint256,bytes)',
    'authorizeOperator(address)',
    'operatorSend(address,address,uint256,bytes,bytes)',
    'transferAndCall(address,uint256)',
    'transferAndCall(address,uint256,bytes)',
    'transferFromAndCall(address,address,uint256)',
    'transferFromAndCall(address,address,uint256,bytes)',
    'approveAndCall(address,uint256)',
    'approveAndCall(address,uint256,bytes)',
    'approve(address,address,uint160,uint48)',
    'transferFrom(address,address,uint160,address)',
  ].map(hashedName),
)

type Limits = Pick<AskedSession, 'coins' | 'tokens' | 'targets' | 'methods' | 'functions'>

function readLimits(type: SessionType, data: unknown): Limits {
  if (type === 'native-token-transfer') {
    const { allowance, recipients } = expected(Payments, data)
    return { coins: allowance, tokens: null, targets: recipients.map(written), methods: [], functions: [] }
  }
  if (type === 'erc20-token-transfer') {
    const { address, allowance } = expected(Transfers, data)
    const functions = ['transfer(address,uint256)']
    const methods = functions.map(hashedName)
    return { coins: '0x0', tokens: allowance, targets: [written(address)], methods, functions }
  }
  const { address, calls, allowance = '0x0' } = expected(Calls, data)
  return {
    coins: allowance,
    tokens: null,
    targets: [written(address)],
    methods: calls.map(selectorOf),
    functions: calls,
  }
}

/** Of a permission that was granted; `undefined` if it has none that would be. */
export function limitsOf(type: string, data: unknown): Limits | undefined {
  const kind = Kind.safeParse(type).data
  try {
    return kind && readLimits(kind, data)
  } catch {
    return undefined
  }
}

function expected<T extends z.ZodMiniType>(form: T, data: unknown): z.output<T> {
  const parsed = z.safeParse(form, data)
  return parsed.success ? parsed.data : refuse('limit')
}

/** The exact text that contracts hash: no spaces, no names. */
const signature = /^[A-Za-z_$][\w$]*\([\w,()[\]]*\)$/
const Selector = Hex.check(z.length(10))

function selectorOf(given: string): HexText {
  const selector = Selector.safeParse(given).data
  if (selector) return selector.toLowerCase() as HexText // as: lower case of hex is hex
  if (!signature.test(given)) refuse('limit')
  return hashedName(given)
}

function hashedName(of: string): HexText {
  return slice(keccak256(stringToHex(of)), 0, 4)
}

const written = (given: string): Address => {
  if (!checkedAddress(given)) throw new AirlockError('BAD_SHAPE', { message: `${given} has a wrong checksum` })
  return checksum(given)
}

const invalid = (method: string) => new AirlockError('BAD_SHAPE', { message: `${method}: invalid params` })

const refusals = {
  off: 'This project has no smart sessions on this network',
  contracts: 'The contracts that hold smart sessions to their limits are not on this network',
  upgrade: 'The user does not want their account to become a smart account',
  one: 'One permission is granted at a time',
  key: 'A session is for an address, or for an uncompressed secp256k1 key, of the page',
  end: `A session needs an end that is at most ${longestSession / 86_400} days away`,
  type: 'Only native-token-transfer, erc20-token-transfer and contract-call can be held to their limits by contracts',
  rule: 'No contract enforces this rule or policy; only an expiry is taken',
  limit:
    'The permission lacks its limit, or its list of recipients, contracts or functions, or has something that no contract enforces',
  reach: 'A session reaches neither the account itself nor the contracts that act for it',
  tokens:
    'Tokens are moved with erc20-token-transfer only, because nothing else limits how many. Each node that is asked must say that another contract is no token',
  over: 'This is not a session of the account',
  revoked: 'This session is revoked already',
} as const

export type SessionRefusal = keyof typeof refusals

export function refuse(why: SessionRefusal): never {
  throw new AirlockError('NOT_AVAILABLE', { message: `${refusals[why]}.` })
}
