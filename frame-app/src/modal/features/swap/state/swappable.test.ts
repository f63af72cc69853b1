import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { network } from '../../../../../test/support/bare-context.ts'
import { addressOn, swappables } from './swappable.ts'

const here = network(1)
const coin = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const listed = (symbol: string, address: string) => ({
  name: `${symbol} coin`,
  symbol,
  address,
  decimals: 18,
  logoUri: '',
})
const held = (symbol: string, address: string | undefined) => ({
  address,
  name: symbol,
  symbol,
  icon: undefined,
  amount: '5',
  price: 1,
  value: 5,
})

test('own tokens come first, each once; the rest by symbol; a few are suggested', () => {
  const { own, others, suggested } = swappables(
    here,
    [
      listed('ZRX', `eip155:1:0x${'5'.repeat(40)}`),
      listed('DAI', `eip155:1:${dai}`),
      listed('USDC', `eip155:1:${coin}`),
    ],
    [held('USDC', `eip155:1:${coin.toLowerCase()}`)],
  )
  expect(own.map(({ symbol, amount }) => [symbol, amount])).toEqual([
    [here.currency.symbol, ''],
    ['USDC', '5'],
  ])
  expect(others.map(({ symbol }) => symbol)).toEqual(['DAI', 'ZRX'])
  expect(suggested.map(({ symbol }) => symbol)).toEqual(['ETH', 'DAI', 'USDC'])
})

test('a listed entry of the currency or of another network is ignored', () => {
  const { own, others } = swappables(
    here,
    [listed('SCAM', `eip155:1:${nativeToken}`), listed('DAI', `eip155:10:${dai}`), listed('BAD', 'eip155:1:nothing')],
    [held('FAKE', `eip155:56:${dai}`)],
  )
  expect(own.map(({ symbol }) => symbol)).toEqual([here.currency.symbol])
  expect(others).toEqual([])
})

test('any text is an address of this network or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom(coin, `eip155:1:${coin}`, `eip155:2:${coin}`)), (text) => {
      const address = addressOn(here, text)
      expect(address === undefined || address.toLowerCase() === coin.toLowerCase()).toBe(true)
    }),
  )
  expect(addressOn(here, coin.toLowerCase())).toBe(coin)
  expect(addressOn(here, `eip155:2:${coin}`)).toBeUndefined()
})
