/**
 * Decides which transactions become rows, in which order and groups (specification §4). A
 * sign follows the direction of each amount, and actions that move nothing, such as an approval, are shown too.
 */
import { nativeToken } from '@airlock/protocol/contracts/shapes/send.ts'
import type { Transaction, Transfer } from '@airlock/protocol/gateway/history.ts'
import { type Caip2, isCaip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { hasAddressForm } from '../../../../shared/chains/address-form.ts'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import type { ActivityEntry, Approval, EntryStatus, Movement, PastPayment } from './activity.ts'

export interface ReadFor {
  /** The account that the list belongs to. */
  readonly address: string
  readonly chainId: Caip2
}

const statuses: ReadonlySet<string> = new Set<EntryStatus>(['pending', 'confirmed', 'failed'])
const directions: ReadonlySet<string> = new Set(['in', 'out'])

export function readEntries(rows: readonly Transaction[], { address, chainId }: ReadFor): readonly ActivityEntry[] {
  return rows.flatMap((row): ActivityEntry[] => {
    const { metadata, transfers } = row
    if (metadata.chain !== chainId) return []
    if (transfers?.length ? transfers.every(isSpam) : !isSame(metadata.sentFrom, address)) return []
    const at = Date.parse(metadata.minedAt)
    if (!Number.isFinite(at)) return []
    return [
      {
        // On Solana the id is the block.
        key: `${row.id} ${metadata.hash}`,
        hash: metadata.hash,
        at,
        operation: toDisplayText(metadata.operationType.replaceAll('_', ' '), { max: 24, fallback: 'execute' }),
        status: statuses.has(metadata.status) ? (metadata.status as EntryStatus) : 'other', // as: one of the set
        from: toDisplayText(metadata.sentFrom, { max: 96 }),
        to: toDisplayText(metadata.sentTo, { max: 96 }),
        nonce: chainId.startsWith('eip155:') ? metadata.nonce : undefined,
        application: toDisplayText(metadata.application?.name ?? '', { max: 32 }) || undefined,
        movements: (transfers ?? []).filter((transfer) => !isSpam(transfer)).map(toMovement),
        approval: toApproval(metadata.approval),
        payment: isSame(metadata.sentFrom, address) ? toPayment(metadata.payment, chainId) : undefined,
      },
    ]
  })
}

const isSpam = ({ nft_info }: Transfer) => nft_info?.flags.is_spam === true
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const toApproval = (approval: Transaction['metadata']['approval']): Approval | undefined =>
  approval ? { ...approval, spender: toDisplayText(approval.spender, { max: 96 }) } : undefined

/** `undefined` for a payment that the form cannot be filled with. */
function toPayment(payment: Transaction['metadata']['payment'], chainId: Caip2): PastPayment | undefined {
  if (!payment || !/[1-9]/.test(payment.amount)) return undefined
  const { token, to, amount } = payment
  const namespace = namespaceOf(chainId)
  if (!hasAddressForm(namespace, to)) return undefined
  if (token === nativeToken) return { token: undefined, to, amount }
  const contract = isCaip10(token) ? parseCaip10(token) : undefined
  return contract?.chainId === chainId && hasAddressForm(namespace, contract.address)
    ? { token: contract.address, to, amount }
    : undefined
}

function toMovement({ fungible_info, nft_info, direction, quantity }: Transfer): Movement {
  const way = directions.has(direction) ? (direction as 'in' | 'out') : 'self' // as: one of the set
  if (nft_info)
    return {
      direction: way,
      kind: 'nft',
      amount: '',
      label: toDisplayText(nft_info.name ?? '', { max: 40 }),
      image: nft_info.content?.preview?.url || nft_info.content?.detail?.url || undefined,
    }
  return {
    direction: way,
    kind: 'token',
    amount: quantity.numeric,
    label: toDisplayText(fungible_info?.symbol || fungible_info?.name || '', { max: 12 }),
    image: fungible_info?.icon?.url || undefined,
  }
}

/** Adds a page to a list: each transaction once, in its latest version; newest first. */
export function joinEntries(known: readonly ActivityEntry[], page: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const all = new Map([...known, ...page].map((entry) => [entry.key, entry]))
  return [...all.values()].sort((one, other) => other.at - one.at)
}

export interface Month {
  /** A moment in this month, as Unix time in milliseconds. */
  readonly at: number
  readonly entries: readonly ActivityEntry[]
}

/** Groups by year and month of the user's own time zone. @param entries newest first */
export function groupByMonth(entries: readonly ActivityEntry[]): readonly Month[] {
  const months = new Map<string, { at: number; entries: ActivityEntry[] }>()
  for (const entry of entries) {
    const date = new Date(entry.at)
    const name = `${date.getFullYear()}-${date.getMonth()}`
    const month = months.get(name) ?? { at: entry.at, entries: [] }
    months.set(name, month)
    month.entries.push(entry)
  }
  return [...months.values()]
}

const places = 3
/** More digits than any real amount has; a longer number is an attack, and would fill the row. */
const maxDigits = 15

export interface ShownAmount {
  readonly text: string
  /** Set if the real amount is less, or more, than `text`. */
  readonly bound?: 'less' | 'more'
}

/** Three decimals, cut and not rounded (specification §5). @param numeric exact decimal text */
export function toShownAmount(numeric: string): ShownAmount {
  const [whole = '0', fraction = ''] = numeric.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  if (digits.length > maxDigits) return { text: `1${'0'.repeat(maxDigits)}`, bound: 'more' }
  const kept = fraction.slice(0, places).padEnd(places, '0')
  const isTiny = digits === '0' && /^0+$/.test(kept) && /[1-9]/.test(fraction)
  return isTiny ? { text: '0.001', bound: 'less' } : { text: `${digits}.${kept}` }
}

/**
 * The spender of an approval; otherwise the other side of a transaction that moved something in one direction. `undefined` if there is
 * none, or several.
 */
export function counterpartyOf({ from, to, movements, approval }: ActivityEntry): string | undefined {
  if (approval) return approval.spender || undefined
  const ways = new Set(movements.map(({ direction }) => direction))
  if (ways.size !== 1) return undefined
  return ways.has('in') ? from || undefined : ways.has('out') ? to || undefined : undefined
}
