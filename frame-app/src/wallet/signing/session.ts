/**
 * The data signed for a smart session: a delegation (ERC-7710) to the page's key, with a caveat for each limit. Computed from the session
 * on both sides of the Worker. The contracts are those of the delegation framework 1.3.0, at the same addresses on every network; neither a
 * page nor a project record can name others.
 */
import type { Hex } from 'viem'
import { isEntryPoint } from './implementations.ts'
import type { EvmSession } from './request.ts'

/** Executes delegations and stores which ones are revoked. A signature of its typed data is a right to act for the account. */
export const delegationManager = '0xdb9b1e94b5b69df7e401ddbede43491141047db3'

/** The contracts that check a call against one limit each. */
export const enforcers = {
  until: '0x1046bb45c8d673d4ea75321280db34899413c069',
  coins: '0xf71af580b9c3078fbc2bbf16fbb8eed82b330320',
  targets: '0x7f20f61b1f09b08d970938f6fa563634d65c4eeb',
  methods: '0x2c21fd0cb9dc8445cb3fb0dc5e7bb0aca01842b5',
  data: '0x99f2e9bf15ce5ec84685604836f71ab835dbbded',
  token: '0xf100b0819427117ecf76ed94b358b1a5b5c6d2fc',
} as const

/** Maximum length of a session in seconds. */
export const longestSession = 30 * 24 * 60 * 60

/** Means "any account" in the delegation framework. */
const anyone = 0xa11n

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Contracts that act for the account, or for any account: a session that could call them could remove its own limits. */
export const isOutOfReach = (target: string, account: string): boolean =>
  isSame(target, account) || isSame(target, delegationManager) || isEntryPoint(target)

const root: Hex = `0x${'ff'.repeat(32)}`
/** 32 bytes. */
const word = (value: string | number): string => BigInt(value).toString(16).padStart(64, '0')
const joined = (all: readonly string[]): Hex => `0x${all.map((one) => one.slice(2).toLowerCase()).join('')}`

export interface Caveat {
  readonly enforcer: Hex
  readonly terms: Hex
}

/** @returns `undefined` for a session that lacks a limit or could remove its limits: it is not signed */
export function delegationOf(session: EvmSession, now: number) {
  const { signer, key, salt, until, coins, tokens, targets, methods } = session
  const left = until - now / 1000
  if (left <= 0 || left > longestSession || BigInt(key) === anyone) return undefined
  if (targets.some((target) => isOutOfReach(target, signer))) return undefined
  const caveats: Caveat[] = [
    { enforcer: enforcers.until, terms: `0x${word(until)}` },
    { enforcer: enforcers.coins, terms: `0x${word(coins)}` },
    { enforcer: enforcers.targets, terms: joined(targets) },
    methods.length > 0
      ? { enforcer: enforcers.methods, terms: joined(methods) }
      : { enforcer: enforcers.data, terms: '0x' },
  ]
  if (tokens) caveats.push({ enforcer: enforcers.token, terms: `${joined(targets.slice(0, 1))}${word(tokens)}` })
  return { delegate: key, delegator: signer, authority: root, caveats, salt: BigInt(salt) }
}

export type Delegation = NonNullable<ReturnType<typeof delegationOf>>

const field = (type: string, name: string) => ({ type, name })
const types = {
  Delegation: [
    field('address', 'delegate'),
    field('address', 'delegator'),
    field('bytes32', 'authority'),
    field('Caveat[]', 'caveats'),
    field('uint256', 'salt'),
  ],
  Caveat: [field('address', 'enforcer'), field('bytes', 'terms')],
}

/** EIP-712. */
export const typedDelegation = (chainId: number, message: Delegation) => ({
  domain: { name: 'DelegationManager', version: '1', chainId, verifyingContract: delegationManager } as const,
  types,
  primaryType: 'Delegation' as const,
  message,
})
