/** NFTs of an account. The hosted API has no such endpoint; a 404 means that the gateway provides no NFTs. */
import * as z from 'zod/mini'
import { Caip2 } from '../scalars/caip.ts'
import { absent, ImageUrl, LongText, Text } from './text.ts'

export const Collectible = z.object({
  chainId: Caip2,
  /** Contract, or mint on Solana. */
  contract: Text,
  /** Decimal. Empty on Solana. */
  tokenId: z.string().check(z.regex(/^\d{0,78}$/)),
  standard: z.enum(['erc721', 'erc1155', 'solana']),
  /** Number of items held: 1, or more for ERC-1155. */
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  /** Absent: unreadable metadata. */
  name: absent(Text),
  collection: absent(Text),
  description: absent(LongText),
  /** Empty: no picture. */
  imageUrl: absent(ImageUrl),
  isSpam: z.boolean(),
})
export type Collectible = z.infer<typeof Collectible>

export const Collectibles = z.object({
  nfts: z.array(Collectible).check(z.maxLength(1_000)),
  /** Cursor of the next page. Absent or empty: this was the last one. */
  next: absent(z.string().check(z.maxLength(2_048))),
})
export type Collectibles = z.infer<typeof Collectibles>
