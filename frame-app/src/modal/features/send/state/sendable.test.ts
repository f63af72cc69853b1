import { expect, test } from 'vitest'
import { network } from '../../../../../test/support/bare-context.ts'
import type { Token } from '../../assets/state/tokens.ts'
import { isSameAsset, sendables } from './sendable.ts'

const ethereum = network(1)
const solana = network(1, {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  currency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
})
const token = (address: string | undefined, more: Partial<Token> = {}): Token => ({
  address,
  name: 'USD Coin',
  symbol: 'USDC',
  icon: undefined,
  amount: '5',
  price: 1,
  value: 5,
  ...more,
})
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

test('the currency is first, also if no list names it', () => {
  expect(sendables(ethereum, [])).toMatchObject([{ address: undefined, name: 'Ether', symbol: 'ETH', amount: '' }])
  expect(sendables(ethereum, [token(`eip155:1:${usdc}`), token(undefined, { amount: '2' })])).toMatchObject([
    { address: undefined, amount: '2' },
    { address: usdc, symbol: 'USDC' },
  ])
})

test('the currency has the name of the network, whatever a list calls it [C157]', () => {
  expect(sendables(ethereum, [token(undefined)])).toMatchObject([{ address: undefined, name: 'Ether', symbol: 'ETH' }])
})

test('tokens of other networks, and what is no address, cannot be sent [C157]', () => {
  const unsendable = [
    `eip155:10:${usdc}`,
    `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${mint}`,
    'eip155:1:x',
    '0x12',
    mint,
  ]
  expect(
    sendables(
      ethereum,
      unsendable.map((address) => token(address)),
    ),
  ).toHaveLength(1)
})

test('SOL by its own name, mints with and without their network', () => {
  const sol = 'So11111111111111111111111111111111111111111'
  const listed = sendables(solana, [token(sol, { amount: '7' }), token(mint), token(`${solana.id}:${mint}`)])
  expect(listed.map(({ address, amount }) => [address, amount])).toEqual([
    [undefined, '7'],
    [mint, '5'],
    [mint, '5'],
  ])
})

test('an EVM address is the same in every spelling', () => {
  expect(isSameAsset(ethereum, usdc, usdc.toLowerCase())).toBe(true)
  expect(isSameAsset(solana, mint, mint.toLowerCase())).toBe(false)
  expect(isSameAsset(ethereum, undefined, undefined)).toBe(true)
  expect(isSameAsset(ethereum, undefined, usdc)).toBe(false)
})
