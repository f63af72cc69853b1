/** Transactions in the hosted API's format: two pages over two years, with every case that a list must handle. */

const cdn = 'https://cdn.example'
const peer = '0x2aae531a81461f029cd55cb46703211c9227ba05'
const hash = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

type Transfer = Readonly<Record<string, unknown>>
const fungible = (
  direction: 'in' | 'out' | 'self',
  [numeric, symbol]: readonly [numeric: string, symbol: string],
  worth?: { readonly value: number; readonly price: number },
): Transfer => ({
  fungible_info: { name: symbol, symbol, icon: { url: `${cdn}/${symbol.toLowerCase()}.png` } },
  nft_info: null,
  direction,
  quantity: { numeric },
  value: worth?.value ?? null,
  price: worth?.price ?? null,
})
const nft = (direction: 'in' | 'out', name: string | null, is_spam: boolean): Transfer => ({
  fungible_info: null,
  nft_info: {
    name,
    content: { preview: { url: `${cdn}/nft.png`, content_type: 'image/png' }, detail: null },
    flags: { is_spam },
  },
  direction,
  quantity: { numeric: '1' },
  value: null,
  price: null,
})

type Row = {
  readonly operationType: string
  readonly minedAt: string
  readonly transfers: readonly Transfer[] | null
  readonly status?: string
  readonly isOwn?: boolean
  readonly application?: { readonly name: string | null; readonly iconUrl: string | null }
  /** `asked`: the requested network. */
  readonly chain?: string | null
}

const firstPage: readonly Row[] = [
  {
    operationType: 'trade',
    minedAt: '2025-05-03T08:00:00Z',
    isOwn: true,
    application: { name: 'Uniswap', iconUrl: `${cdn}/uniswap.png` },
    transfers: [
      fungible('out', ['1.2', 'ETH'], { value: 3_662.4, price: 3_052 }),
      fungible('in', ['3048.112', 'USDC'], { value: 3_048.112, price: 1 }),
    ],
  },
  {
    operationType: 'receive',
    minedAt: '2025-05-01T18:22:11.518204Z',
    transfers: [fungible('in', ['1.2', 'ETH'], { value: 3_662.4, price: 3_052 })],
  },
  // All of it is spam.
  {
    operationType: 'receive',
    minedAt: '2025-04-30T10:00:00Z',
    transfers: [nft('in', 'Claim at free.example', true), nft('in', null, true)],
  },
  // From other networks, one of which the server does not know.
  {
    operationType: 'receive',
    minedAt: '2025-04-29T10:00:00Z',
    chain: 'eip155:59144',
    transfers: [fungible('in', ['9', 'ELS'])],
  },
  {
    operationType: 'receive',
    minedAt: '2025-04-28T10:00:00Z',
    chain: null,
    transfers: [fungible('in', ['8', 'NWH'])],
  },
  {
    operationType: 'execute',
    minedAt: '2025-04-20T10:00:00Z',
    isOwn: true,
    application: { name: null, iconUrl: null },
    transfers: [fungible('out', ['5', 'USDC']), fungible('in', ['0.001', 'ETH']), fungible('in', ['2', 'HRB'])],
  },
  { operationType: 'mint', minedAt: '2025-04-11T07:00:00Z', isOwn: true, transfers: [nft('in', 'Cool Cat #7', false)] },
]

const secondPage: readonly Row[] = [
  {
    operationType: 'send',
    minedAt: '2024-12-24T20:00:00Z',
    isOwn: true,
    status: 'failed',
    transfers: [fungible('out', ['9000', 'USDC'])],
  },
  { operationType: 'approve', minedAt: '2024-12-23T20:00:00Z', isOwn: true, transfers: null },
  { operationType: 'revoke_delegation', minedAt: '2024-11-02T09:00:00Z', isOwn: true, transfers: [] },
  { operationType: 'receive', minedAt: '2024-11-01T09:00:00Z', transfers: [fungible('in', ['42.5', 'USDC'])] },
]

const nextOf = 'eyJwYWdlIjoyLCJhZnRlciI6IjB4OGM1YmUxZTVlYmVjN2Q1YmQxNGY3MTQyN2QxZTg0ZjMifQ=='

type Page = { readonly data: readonly unknown[]; readonly next: string | null }

/** @returns `undefined` for an unknown cursor */
export function evmHistory(account: string, chainId: string, cursor: string | undefined): Page | undefined {
  if (cursor !== undefined && cursor !== nextOf) return undefined
  const [rows, start] = cursor === undefined ? [firstPage, 0] : [secondPage, firstPage.length]
  const data = rows.map((row, index) => toRow(row, start + index + 1, { account, chainId }))
  return { data, next: cursor === undefined ? nextOf : null }
}

const toRow = (
  { operationType, minedAt, transfers, status = 'confirmed', isOwn = false, application, chain }: Row,
  index: number,
  { account, chainId }: { readonly account: string; readonly chainId: string },
): unknown => ({
  id: hash(index).slice(2, 34),
  metadata: {
    operationType,
    hash: hash(index),
    minedAt,
    sentFrom: isOwn ? account : peer,
    sentTo: isOwn ? peer : account,
    status,
    nonce: 100 - index,
    application: application ?? null,
    chain: chain === undefined ? chainId : chain,
  },
  transfers,
})

/** Rows of one block share an id, and the cursor is the number of the next page. */
export function solanaHistory(account: string, chainId: string, cursor: string | undefined): Page | undefined {
  if (cursor !== undefined && cursor !== '2') return undefined
  const isFirst = cursor === undefined
  const data = [1, 2].map((index) => ({
    id: isFirst ? '328000001' : '327000001',
    metadata: {
      operationType: index === 1 ? 'send' : 'receive',
      hash: `${isFirst ? '5' : '4'}${'x'.repeat(86)}${index}`,
      minedAt: isFirst ? '2025-05-02T00:00:00Z' : '2025-03-02T00:00:00Z',
      sentFrom: account,
      sentTo: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      status: 'confirmed',
      nonce: 0,
      application: null,
      chain: chainId,
    },
    transfers: [fungible(index === 1 ? 'out' : 'in', [String(index), 'SOL'])],
  }))
  return { data, next: isFirst ? '2' : null }
}

const states = ['SUCCESS', 'IN_PROGRESS', 'FAILED'] as const

/**
 * Purchases, one more with each call. The last cursor is empty.
 * @param calls number of calls so far, from 1 on
 */
export const onrampHistory = (account: string, calls: number): Page => ({
  data: Array.from({ length: calls }, (_, index) => ({
    id: `purchase-${index}`,
    metadata: {
      operationType: 'buy',
      hash: hash(500 + index),
      minedAt: '2025-05-01T18:22:11Z',
      sentFrom: 'Coinbase',
      sentTo: account,
      status: `ONRAMP_TRANSACTION_STATUS_${states[index % states.length]}`,
      nonce: 1,
      application: null,
      chain: 'eip155:1',
    },
    transfers: [
      {
        fungible_info: { name: 'USDC', symbol: 'USDC', icon: null },
        nft_info: null,
        direction: 'in',
        quantity: { numeric: '25' },
        value: null,
        price: null,
      },
    ],
  })),
  next: '',
})
