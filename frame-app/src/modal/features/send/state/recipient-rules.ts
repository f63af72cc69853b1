/**
 * What the user must know about a recipient before sending. An attacker can write an address that begins and ends like a known one into an
 * account's history, so only recipients that the account itself has signed for are "known".
 */
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { addressKey, hasAddressForm } from '../../../../shared/chains/address-form.ts'

/** `blocked`: sending is refused, because everything sent there is lost. */
export type Finding =
  | { readonly kind: 'checksum' | 'burn' | 'token'; readonly blocked: true }
  | { readonly kind: 'own' | 'elsewhere' | 'contract' | 'offCurve' | 'first'; readonly blocked: false }
  /** An address that the user knows begins and ends like this one. */
  | { readonly kind: 'lookAlike'; readonly blocked: false; readonly known: string }

export interface Recipient {
  readonly namespace: Namespace
  /** In the form of the namespace. */
  readonly address: string
  /** The sending account. */
  readonly own: string
  /** Contract or mint of what is sent; `undefined`: the network's own currency. */
  readonly token: string | undefined
  /** Recipients of the user's own transactions. */
  readonly known: readonly string[]
  readonly isContract?: boolean
  /** Of a name that has no address for this network. */
  readonly isElsewhere?: boolean
  /** Solana: no key has this address, so a program must own it. */
  readonly isOffCurve?: boolean
  /** Passes EIP-55. Also true for an address that a name resolves to. */
  readonly hasChecksum: boolean
}

/** The most serious first. */
export function inspectRecipient(recipient: Recipient): readonly Finding[] {
  const { namespace, address, own, token, known, hasChecksum } = recipient
  const key = addressKey(namespace, address)
  const isSame = (other: string) => addressKey(namespace, other) === key
  if (!hasChecksum) return [{ kind: 'checksum', blocked: true }]
  if (isBurn(namespace, key)) return [{ kind: 'burn', blocked: true }]
  if (token !== undefined && isSame(token)) return [{ kind: 'token', blocked: true }]
  const isOwn = isSame(own)
  const alike = [own, ...known].find((other) => looksLike(namespace, other, address))
  const isKnown = known.some(isSame)
  return [
    ...(alike === undefined ? [] : [{ kind: 'lookAlike', blocked: false, known: alike } as const]),
    ...(isOwn ? [{ kind: 'own', blocked: false } as const] : []),
    ...(recipient.isElsewhere && !isOwn ? [{ kind: 'elsewhere', blocked: false } as const] : []),
    ...(recipient.isContract ? [{ kind: 'contract', blocked: false } as const] : []),
    ...(recipient.isOffCurve ? [{ kind: 'offCurve', blocked: false } as const] : []),
    ...(isKnown || isOwn || alike !== undefined ? [] : [{ kind: 'first', blocked: false } as const]),
  ]
}

/** Everything sent to these is lost. Precompiled contracts of EVM networks have the lowest numbers. */
const burns: Readonly<Partial<Record<Namespace, RegExp>>> = {
  eip155: /^0x(0{36}[0-9a-f]{4}|0{36}dead|dead0{36}|dead0{32}dead|e{40}|f{40})$/,
  solana: new RegExp(
    `^(${[
      '1{32}',
      '1nc1nerator1{32}',
      'So1{41}2?',
      'So1{40}2',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      'BPFLoader[\\w]*1{10,}',
      '(Vote|Stake|Config|ComputeBudget|Sysvar\\w{1,20}?)1{10,}',
    ].join('|')})$`,
  ),
}

/** @param key of `addressKey` */
const isBurn = (namespace: Namespace, key: string): boolean => burns[namespace]?.test(key) ?? false

/** Characters that users compare and that the modal shows of a shortened address (`truncateAddress`), besides `0x`. */
const compared = [
  { start: 4, end: 4 },
  { start: 2, end: 6 },
] as const
/** At most so many characters differ in a typing error that a checksum has not caught. */
const mostDifferent = 4

/** Whether two different addresses may be confused: alike at both ends, or different in only a few places. */
export function looksLike(namespace: Namespace, one: string, other: string): boolean {
  if (!hasAddressForm(namespace, one) || !hasAddressForm(namespace, other)) return false
  if (addressKey(namespace, one) === addressKey(namespace, other)) return false
  const [left, right] = [one, other].map((address) => address.replace(/^0x/, '').toLowerCase())
  if (left === undefined || right === undefined) return false
  const isAlike = compared.some(
    ({ start, end }) => left.slice(0, start) === right.slice(0, start) && left.slice(-end) === right.slice(-end),
  )
  if (isAlike) return true
  if (left.length !== right.length) return false
  const different = Array.from(left).filter((character, place) => character !== right[place]).length
  return different <= mostDifferent
}
