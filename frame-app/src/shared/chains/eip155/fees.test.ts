import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeOf, priceFields, readGasPrice, readHistory, toQuantity, withTip } from './fees.ts'

const gwei = 10n ** 9n
const history = (base: bigint, ...tips: bigint[]) => ({
  oldestBlock: '0x1',
  baseFeePerGas: ['0x1', toQuantity(base)],
  gasUsedRatio: [0.5],
  reward: tips.map((tip) => [toQuantity(tip)]),
})

test('twice the base fee of the next block, and the middle tip', () => {
  const price = readHistory(history(10n * gwei, gwei, 500n * gwei, 2n * gwei))
  expect(price).toEqual({ kind: 'market', base: 10n * gwei, tip: 2n * gwei, most: 22n * gwei })
  if (!price) return
  expect(feeOf(price, 21_000n)).toEqual({ expected: 21_000n * 12n * gwei, most: 21_000n * 22n * gwei })
  expect(priceFields(price)).toEqual({ maxFeePerGas: '0x51f4d5c00', maxPriorityFeePerGas: '0x77359400' })
})

test('a network without base fee has one price', () => {
  expect(readHistory(history(0n, gwei))).toBeUndefined()
  const price = readGasPrice('0x3b9aca00')
  expect(price).toEqual({ kind: 'legacy', most: gwei })
  expect(price && feeOf(price, 2n, 5n)).toEqual({ expected: 2n * gwei + 5n, most: 2n * gwei + 5n })
  expect(price && priceFields(price)).toEqual({ gasPrice: '0x3b9aca00' })
})

test('the tip is zero if the node reports none', () => {
  expect(readHistory({ baseFeePerGas: ['0x7'] })).toEqual({ kind: 'market', base: 7n, tip: 0n, most: 14n })
  expect(readHistory({ baseFeePerGas: ['0x7'], reward: null })).toMatchObject({ tip: 0n })
})

test('the tip that the node suggests is used if no block has paid one', () => {
  const quiet = { kind: 'market', base: 7n, tip: 0n, most: 14n } as const
  expect(withTip(quiet, '0x3')).toEqual({ kind: 'market', base: 7n, tip: 3n, most: 17n })
  for (const none of [undefined, '0x0', 3, toQuantity(10n ** 16n)]) expect(withTip(quiet, none)).toEqual(quiet)
})

test('implausible answers of a node are rejected [C153]', () => {
  const absurd = toQuantity(10n ** 16n)
  for (const answer of [null, {}, { baseFeePerGas: [] }, { baseFeePerGas: ['7'] }, { baseFeePerGas: [absurd] }])
    expect(readHistory(answer)).toBeUndefined()
  for (const answer of [null, 7, '7', absurd]) expect(readGasPrice(answer)).toBeUndefined()
  fc.assert(fc.property(fc.jsonValue(), (answer) => void [readHistory(answer), readGasPrice(answer)]))
})

test('the maximum is never below the expected fee', () => {
  const fee = fc.bigInt({ min: 1n, max: 10n ** 14n })
  fc.assert(
    fc.property(fee, fee, fc.bigInt({ min: 21_000n, max: 10n ** 8n }), (base, tip, gas) => {
      const price = readHistory(history(base, tip))
      if (!price) return
      const { expected, most } = feeOf(price, gas)
      expect(most).toBeGreaterThanOrEqual(expected)
    }),
  )
})
