/** NFTs of accounts, by account and network. */
import type { Collectible as Wire } from '@airlock/protocol/gateway/collectibles.ts'
import { atom } from 'jotai'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { accountAtoms } from '../../../session/state/account-atoms.ts'

export interface Collectible {
  /** Unique in a list. */
  readonly key: string
  readonly contract: string
  readonly tokenId: string
  readonly standard: Wire['standard']
  /** Units held, if more than one. */
  readonly amount: string | undefined
  /** Safe to show. */
  readonly name: string
  readonly collection: string
  readonly description: string
  /** As the gateway wrote it. */
  readonly image: string | undefined
  readonly isSpam: boolean
}

export type Collectibles =
  | { status: 'loading' }
  | {
      status: 'ready' | 'stale'
      items: readonly Collectible[]
      /** Cursor of the next page; `undefined` after the last one. */
      next: string | undefined
      more: 'idle' | 'loading' | 'failed'
      asOf: number
    }
  | { status: 'failed' | 'unsupported' }

export const {
  allAtom: collectiblesAtom,
  setAtom: setCollectiblesAtom,
  activeAtom: activeCollectiblesAtom,
} = accountAtoms<Collectibles>()

export const isSpamShownAtom = atom(false)

export function readCollectibles(rows: readonly Wire[]): readonly Collectible[] {
  return rows.map(({ contract, tokenId, standard, amount, name, collection, description, imageUrl, isSpam }) => ({
    key: `${contract.toLowerCase()} ${tokenId}`,
    contract,
    tokenId,
    standard,
    amount: /^0*1$/.test(amount) ? undefined : amount.replace(/^0+(?=\d)/, ''),
    name: toDisplayText(name ?? '', { max: 60, fallback: tokenId === '' ? '?' : `#${shortId(tokenId)}` }),
    collection: toDisplayText(collection ?? '', { max: 40 }),
    description: toDisplayText(description ?? '', { max: 600 }),
    image: imageUrl || undefined,
    isSpam,
  }))
}

/** Some ids are hashes, which are too long to show. */
const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id)

/** Each NFT once, in the order of the pages. */
export const joinCollectibles = (
  known: readonly Collectible[],
  page: readonly Collectible[],
): readonly Collectible[] => [...new Map([...known, ...page].map((one) => [one.key, one])).values()]
