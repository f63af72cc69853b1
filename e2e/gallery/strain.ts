/** Rows as a gateway sends them, read as the modal reads them: lists without end, and foreign texts at their worst. */

import { readCollectibles } from '../../frame-app/src/modal/features/assets/state/collectibles.ts'
import { readTokens } from '../../frame-app/src/modal/features/assets/state/token-rules.ts'
import { readEntries } from '../../frame-app/src/modal/features/ledger/state/activity-rules.ts'
import { address, ethereum } from './samples.ts'

export const other = `0x${'5a'.repeat(20)}`
const now = Date.now()
const chainId = ethereum.id

/** Too long, no place to break, another direction, marks that pile up, a link, markup, nothing that can be seen. */
const hostileTexts = [
  'M'.repeat(200),
  `\u202e${'evil '.repeat(12)}\u202c`,
  'عملة رقمية موثوقة جدا للدفع السريع',
  `Z${'\u0334\u0341\u0353'.repeat(40)}algo`,
  'https://claim-your-airdrop.example/now',
  '👩‍👩‍👧‍👦'.repeat(10),
  '<b onclick=steal()>Ether</b>',
  '\u200b',
] as const

const tiny = '0.000000000000000001'
const huge = '9'.repeat(60)

const balanceOf = (nth: number, name: string, numeric: string, price: number) => ({
  name,
  symbol: name,
  chainId,
  address: `${chainId}:0x${(nth + 1).toString(16).padStart(40, '0')}`,
  price,
  value: price > 0 ? price * Number(numeric) : undefined,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})
export const hostileTokens = readTokens(
  hostileTexts.map((text, nth) => balanceOf(nth, text, nth % 2 ? huge : tiny, nth % 3 ? 0 : 9e14)),
)
export const manyTokens = readTokens(
  Array.from({ length: 1000 }, (_, nth) => balanceOf(nth, `Token ${nth}`, String(1000 - nth), 1.25)),
)

type Row = Parameters<typeof readEntries>[0][number]

const rowOf = (nth: number, operationType: string, transfers: Row['transfers'], sentTo: string = other): Row => ({
  id: String(nth),
  metadata: {
    operationType,
    hash: `0x${nth.toString(16).padStart(64, '0')}`,
    minedAt: new Date(now - (nth + 1) * 3_600_000).toISOString(),
    sentFrom: address,
    sentTo,
    status: nth % 9 === 5 ? 'failed' : 'confirmed',
    nonce: nth,
    chain: chainId,
  },
  transfers,
})
const read = (rows: readonly Row[]) => readEntries(rows, { address, chainId })

export const hostileEntries = read(
  hostileTexts.map((text, nth) => {
    const quantity = { numeric: nth % 2 ? huge : tiny }
    const row = rowOf(
      nth,
      text,
      [
        { fungible_info: { symbol: text }, direction: nth % 2 ? 'in' : 'out', quantity },
        { nft_info: { name: text, flags: { is_spam: false } }, direction: 'in', quantity },
        { fungible_info: { symbol: text }, direction: 'self', quantity },
      ],
      text,
    )
    return { ...row, metadata: { ...row.metadata, application: { name: text } } }
  }),
)
export const manyEntries = read(
  Array.from({ length: 10_000 }, (_, nth) => {
    const [operation, direction] = nth % 2 ? (['receive', 'in'] as const) : (['send', 'out'] as const)
    return rowOf(nth, operation, [{ fungible_info: { symbol: 'USDC' }, direction, quantity: { numeric: '5' } }])
  }),
)

export const hostileNfts = readCollectibles(
  hostileTexts.map((text, nth) => ({
    chainId,
    contract: other,
    tokenId: String(nth).padStart(78, '9'),
    standard: 'erc1155' as const,
    amount: '9'.repeat(78),
    name: text,
    collection: text,
    description: text.repeat(8),
    imageUrl: '',
    isSpam: nth === 4,
  })),
)
