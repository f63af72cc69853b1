/**
 * Reads typed data that transfers tokens or allows a transfer: ERC-2612, the older DAI form, Permit2, EIP-3009. A table by primary type;
 * the field names must fit too, because anyone can give a type any name.
 */

import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { TypedData } from '../../signing/request.ts'
import { type Action, address, facts, item, line, moment, orUnlimited, tokens, type Warning } from '../intent.ts'
import { isSame, permit2Address, warnOfRecipient } from './known-calls.ts'

export interface ReadPermit {
  readonly action: Action
  readonly parts?: readonly Action[]
  readonly warnings: readonly Warning[]
}

interface PermitContext {
  /** The verifying contract of the domain. */
  readonly contract: Address
  readonly account: string
  /** Unix time in milliseconds. */
  readonly now: number
}

// Values have been checked before (`typed-data.ts`); these schemas only have to distinguish the field names.
const At = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)) as z.ZodMiniType<Address, Address> // as: the form that `checksum` gives
const Whole = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text: string) => BigInt(text)),
)

const Detail = z.strictObject({ token: At, amount: Whole, expiration: Whole, nonce: Whole })
const Permitted = z.strictObject({ token: At, amount: Whole })

function entry<T>(shape: z.ZodMiniType<T, unknown>, read: (message: T, context: PermitContext) => ReadPermit) {
  return (message: unknown, context: PermitContext): ReadPermit | undefined => {
    const parsed = z.safeParse(shape, message)
    return parsed.success ? read(parsed.data, context) : undefined
  }
}

const permits: Readonly<Record<string, readonly ReturnType<typeof entry>[]>> = {
  Permit: [
    entry(
      z.strictObject({ owner: At, spender: At, value: Whole, nonce: Whole, deadline: Whole }),
      ({ owner, spender, value, deadline }, context) =>
        allowance(
          [{ token: context.contract, amount: value, expiration: undefined }],
          { spender, deadline },
          ownerWarnings(owner, context),
          context,
        ),
    ),
    // DAI: all or nothing; an expiry of 0 means that it does not expire.
    entry(
      z.strictObject({ holder: At, spender: At, nonce: Whole, expiry: Whole, allowed: z.boolean() }),
      ({ holder, spender, expiry, allowed }, context) =>
        allowance(
          [{ token: context.contract, amount: allowed ? 2n ** 256n - 1n : 0n, expiration: undefined }],
          { spender, deadline: expiry === 0n ? undefined : expiry },
          ownerWarnings(holder, context),
          context,
        ),
    ),
    // ERC-4494: one item.
    entry(
      z.strictObject({ spender: At, tokenId: Whole, nonce: Whole, deadline: Whole }),
      ({ spender, tokenId, deadline }, context) => ({
        action: {
          kind: 'allowItem',
          facts: facts(item(context.contract, tokenId), address('operator', spender), moment('until', deadline)),
        },
        warnings: endWarnings(deadline, context),
      }),
    ),
  ],
  PermitSingle: [
    entry(
      z.strictObject({ details: Detail, spender: At, sigDeadline: Whole }),
      ({ details, spender, sigDeadline }, context) =>
        allowance([details], { spender, deadline: sigDeadline }, permit2Warnings(context), context),
    ),
  ],
  PermitBatch: [
    entry(
      z.strictObject({
        details: z.array(Detail).check(z.minLength(1), z.maxLength(50)),
        spender: At,
        sigDeadline: Whole,
      }),
      ({ details, spender, sigDeadline }, context) =>
        allowance(details, { spender, deadline: sigDeadline }, permit2Warnings(context), context),
    ),
  ],
  PermitTransferFrom: [
    entry(
      z.strictObject({ permitted: Permitted, spender: At, nonce: Whole, deadline: Whole }),
      ({ permitted, spender, deadline }, context) => spending([permitted], { spender, deadline }, context),
    ),
  ],
  PermitBatchTransferFrom: [
    entry(
      z.strictObject({
        permitted: z.array(Permitted).check(z.minLength(1), z.maxLength(50)),
        spender: At,
        nonce: Whole,
        deadline: Whole,
      }),
      ({ permitted, spender, deadline }, context) => spending(permitted, { spender, deadline }, context),
    ),
  ],
  TransferWithAuthorization: [authorization()],
  ReceiveWithAuthorization: [authorization()],
}

/** `undefined` for other typed data. */
export function readPermit({ primaryType, message }: TypedData, context: PermitContext): ReadPermit | undefined {
  const readers = Object.hasOwn(permits, primaryType) ? permits[primaryType] : undefined
  for (const read of readers ?? []) {
    const found = read(message, context)
    if (found) return found
  }
  return undefined
}

/** EIP-3009 */
function authorization() {
  const Bytes32 = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
  return entry(
    z.strictObject({ from: At, to: At, value: Whole, validAfter: Whole, validBefore: Whole, nonce: Bytes32 }),
    ({ from, to, value, validAfter, validBefore }, context) => ({
      action: {
        kind: 'signTransfer',
        facts: facts(
          tokens(context.contract, value),
          address('to', to),
          validAfter === 0n ? undefined : moment('validFrom', validAfter),
          moment('until', validBefore),
        ),
      },
      warnings: [
        ...ownerWarnings(from, context),
        ...endWarnings(validBefore, context),
        ...warnOfRecipient(to, context.contract),
      ],
    }),
  )
}

interface Allowed {
  readonly token: Address
  readonly amount: bigint
  /** Unix time in seconds at which the allowance itself expires. */
  readonly expiration: bigint | undefined
}

function allowance(
  allowed: readonly Allowed[],
  { spender, deadline }: { spender: Address; deadline: bigint | undefined },
  more: readonly Warning[],
  context: PermitContext,
): ReadPermit {
  const actions = allowed.map(({ token, amount, expiration }): Action => {
    if (amount === 0n) return { kind: 'revoke', facts: [address('token', token), address('spender', spender)] }
    const end = expiration === undefined ? undefined : moment('until', expiration)
    return { kind: 'signAllowance', facts: facts(tokens(token, orUnlimited(amount)), address('spender', spender), end) }
  })
  const unlimited: Warning[] = allowed.some(({ amount }) => orUnlimited(amount) === 'unlimited') ? ['unlimited'] : []
  return together(actions, [...unlimited, ...more, ...endWarnings(deadline, context)])
}

function spending(
  permitted: readonly z.infer<typeof Permitted>[],
  { spender, deadline }: { spender: Address; deadline: bigint },
  context: PermitContext,
): ReadPermit {
  const actions = permitted.map(
    ({ token, amount }): Action => ({
      kind: 'signTransfer',
      facts: facts(tokens(token, orUnlimited(amount)), address('spender', spender), moment('until', deadline)),
    }),
  )
  const unlimited: Warning[] = permitted.some(({ amount }) => orUnlimited(amount) === 'unlimited') ? ['unlimited'] : []
  return together(actions, [...unlimited, ...permit2Warnings(context), ...endWarnings(deadline, context)])
}

const together = (actions: readonly Action[], warnings: readonly Warning[]): ReadPermit => {
  const [first] = actions
  return actions.length === 1 && first
    ? { action: first, warnings }
    : { action: { kind: 'batch', facts: [line('purpose', 'Permit2')] }, parts: actions, warnings }
}

const ownerWarnings = (owner: string, { account }: PermitContext): Warning[] =>
  isSame(owner, account) ? [] : ['otherOwner']
const permit2Warnings = ({ contract }: PermitContext): Warning[] =>
  isSame(contract, permit2Address) ? [] : ['unknownPermit2']

/** An expiry more than a year away is treated as unlimited. */
const longMs = 366 * 24 * 3600 * 1000

function endWarnings(seconds: bigint | undefined, { now }: PermitContext): Warning[] {
  if (seconds === undefined || seconds * 1000n > BigInt(now + longMs)) return ['noEnd']
  return seconds * 1000n <= BigInt(now) ? ['expired'] : []
}
