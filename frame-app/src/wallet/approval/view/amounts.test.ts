/** Amounts on an approval show the token's full address and its symbol. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { groupAddress } from '../../../shared/format/address.ts'
import type { Asset, Prepared } from '../prepared.ts'
import { AssetAmount } from './Amounts.tsx'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

const prepared = (scope: Prepared['call']['scope']): Prepared => ({
  call: { scope, method: '', params: [] },
  request: { kind: 'evmMessage', signer: token, message: '0x' },
  intent: { kind: 'call', facts: [], parts: [], warnings: [], blind: true },
  raw: '',
  tokens: new Map([
    [token.toLowerCase(), { symbol: 'USDC', decimals: 6 }],
    [mint.toLowerCase(), { symbol: 'USDC', decimals: 6 }],
  ]),
})
const drawn = (
  asset: Asset,
  { scope = 'eip155:1', signed = true }: { scope?: Prepared['call']['scope']; signed?: boolean } = {},
) => renderToStaticMarkup(createElement(AssetAmount, { asset, amount: 5_000_000n, prepared: prepared(scope), signed }))
const text = (html: string) => html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')

describe('a change', () => {
  test.each([
    ['a token', { type: 'tokens', token } as const, /\+5.*USDC/],
    ['a token without a name', { type: 'tokens', token: `0x${'11'.repeat(20)}` } as const, /units/],
    ['an item', { type: 'item', collection: token, id: 42n } as const, /#42/],
  ])('%s stands beside its address', (_, asset, words) => {
    const html = drawn(asset)
    const address = asset.type === 'item' ? asset.collection : asset.token
    expect(text(html)).toMatch(words)
    expect(text(html)).toContain(`|${groupAddress(address).join('|')}|`)
  })

  test('a token on Solana stands beside its mint, also if the name is in our own table', () => {
    const html = drawn({ type: 'tokens', token: mint }, { scope: solana })
    expect(text(html)).toMatch(/USDC/)
    expect(text(html)).toContain(`|${groupAddress(mint).join('|')}|`)
  })

  test('coins have no address', () => expect(text(drawn({ type: 'coins' }))).not.toContain('0x'))
})

test('a fact of a token has its whole address once', () => {
  expect(text(drawn({ type: 'tokens', token }, { signed: false }))).not.toContain('0x')
})
