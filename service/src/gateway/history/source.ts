/** Interface of an account's history, chosen per network. */
import type { Transaction } from '@airlock/protocol/gateway/history.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

export type HistoryQuery = {
  readonly address: string
  /** `position` of the previous page's last entry. */
  readonly after: string | undefined
  readonly limit: number
  readonly signal: AbortSignal
}

export type HistoryEntry = {
  /** Unix milliseconds. */
  readonly at: number
  /** Position to continue from after this entry: letters, digits and dots. */
  readonly position: string
  /** Absent: the entry is hidden. */
  readonly transaction: Transaction | undefined
}

export type HistorySource = {
  readonly network: Caip2
  readonly isAddress: (text: string) => boolean
  /** Whether a `position` is well-formed: cursors come back from untrusted clients. */
  readonly isPosition: (text: string) => boolean
  /** Newest first. @throws {Error} when it cannot be read */
  readonly read: (
    query: HistoryQuery,
  ) => Promise<{ readonly entries: readonly HistoryEntry[]; readonly isLast: boolean }>
}

/** Encodes a place in an EVM chain as a position. */
export const evmPosition = {
  write: ({ height, txIndex }: { readonly height: number; readonly txIndex: number }): string => `${height}.${txIndex}`,
  isOne: (text: string): boolean => /^\d{1,15}\.\d{1,9}$/.test(text),
  read(text: string): { readonly height: number; readonly txIndex: number } {
    const [height, txIndex] = text.split('.').map(Number)
    return { height: height ?? 0, txIndex: txIndex ?? 0 }
  },
} as const
