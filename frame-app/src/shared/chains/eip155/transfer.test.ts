import fc from 'fast-check'
import { type Address, decodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { buildTransfer, hasUsdtForm, isMoved, maxUnits } from './transfer.ts'

const from = `0x${'11'.repeat(20)}` as const
const to = `0x${'22'.repeat(20)}` as const
const token = `0x${'33'.repeat(20)}` as const
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

test('the currency moves by value alone', () => {
  expect(buildTransfer({ from, to, token: undefined, units: 255n })).toEqual({ from, to, value: '0xff', data: '0x' })
})

test('a token moves by its contract, to the last unit', () => {
  const units = fc.bigInt({ min: 1n, max: maxUnits })
  fc.assert(
    fc.property(units, fc.constantFrom<Address>(token, usdt), (amount, contract) => {
      const call = buildTransfer({ from, to, token: contract, units: amount })
      expect(call).toMatchObject({ from, to: contract, value: '0x0' })
      const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call.data })
      expect([functionName, args]).toEqual(['transfer', [to, amount]])
    }),
  )
})

test('an amount of zero, or beyond 256 bits, is refused', () => {
  for (const units of [0n, -1n, maxUnits + 1n])
    expect(() => buildTransfer({ from, to, token, units })).toThrow(RangeError)
})

test('USDT is recognised in every spelling, and its empty answer is not a failure', () => {
  for (const one of [usdt, usdt.toLowerCase(), '0x919C1c267BC06a7039e03fcc2eF738525769109c'])
    expect(hasUsdtForm(one)).toBe(true)
  expect(hasUsdtForm(token)).toBe(false)
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as const
  expect([isMoved(usdt, '0x'), isMoved(usdt, word(0)), isMoved(token, '0x'), isMoved(token, word(1))]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([isMoved(token, word(0)), isMoved(token, word(2)), isMoved(token, '0x1')]).toEqual([false, false, false])
})
