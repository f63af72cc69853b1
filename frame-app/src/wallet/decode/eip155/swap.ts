/**
 * Reads a call of an EVM account to a known router of its network as a swap. Strict: the call must have exactly one meaning and no other
 * content. Any other call is left to `readTransaction`, which marks it as blind. Pure.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { readSwap, type SwapRead } from '../../../shared/swap/decode.ts'
import { swapNetworkOf } from '../../../shared/swap/networks.ts'
import {
  address,
  coins,
  type Fact,
  type Intent,
  line,
  moment,
  network,
  toIntent,
  tokens,
  type Warning,
} from '../intent.ts'
import { isSame, warnOfRecipient } from './known-calls.ts'
import type { TransactionToRead } from './transaction.ts'

/** @param record the routers of the project record come before those of the table */
export function readSwapIntent(
  transaction: TransactionToRead,
  record: Pick<ProjectRecord, 'swap'>,
): Intent | undefined {
  const { chainId, value, data } = transaction
  const known = swapNetworkOf(chainId, record)
  if (!known || transaction.to === null) return undefined
  const [from, router] = [checksum(transaction.from), checksum(transaction.to)]
  const read = readSwap({ to: router, data, value }, known)
  // An amount of zero means the whole balance of the router.
  if (typeof read === 'string' || read.amount === 0n) return undefined
  const around = [address('contract', router), network(chainId)]
  // Wrapping and unwrapping: one for one, and always to the caller.
  if (read.recipient === 'sender')
    return toIntent({
      kind: isNative(read.from) ? 'wrap' : 'unwrap',
      facts: [amountOf(read.from, read.amount), ...around],
    })
  const recipient = checksum(read.recipient)
  const isOther = !isSame(recipient, from)
  const until = read.deadline === undefined ? undefined : moment('until', read.deadline)
  return toIntent(
    {
      kind: 'swap',
      facts: [
        amountOf(read.from, read.amount),
        amountOf(read.to, read.minimum, 'least'),
        ...(isOther ? [address('to', recipient)] : []),
        ...(read.feeBps > 0 ? [line('swapFee', `${read.feeBps / 100}%`)] : []),
        ...(until ? [until] : []),
        ...around,
      ],
    },
    { warnings: warningsOf(read, recipient, isOther) },
  )
}

function warningsOf({ minimum, to }: SwapRead, recipient: string, isOther: boolean): Warning[] {
  const lost = warnOfRecipient(checksum(recipient), checksum(to))
  return [
    ...(isOther ? (['otherRecipient'] as const) : []),
    ...lost,
    ...(minimum === 0n ? (['lowMinimum'] as const) : []),
  ]
}

const isNative = (token: string): boolean => isSame(token, nativeToken)
const amountOf = (token: string, amount: bigint, label: 'amount' | 'least' = 'amount'): Fact =>
  isNative(token) ? coins(amount, label) : tokens(checksum(token), amount, label)
