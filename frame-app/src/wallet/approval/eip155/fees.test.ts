import { describe, expect, test } from 'vitest'
import { warnOfFee } from './fees.ts'

const gwei = 10n ** 9n
const ether = 10n ** 18n
const usual = { chainId: 1, base: 20n * gwei, tip: 2n * gwei, most: ether / 100n, balance: ether / 10n }

describe('a fee [C82]', () => {
  test.each([
    ['as usual', {}],
    ['in a hurry', { tip: 200n * gwei }],
    ['on a network with hardly any base fee', { base: 7n, tip: 2n * gwei }],
    ['on Polygon', { chainId: 137, base: 1n, tip: 500n * gwei }],
    ['of half of the balance', { most: ether / 20n }],
    ['of a tenth of a coin', { most: ether / 10n, balance: ether }],
    ['of more coins that are worth little', { chainId: 137, most: ether, balance: 10n * ether }],
    ['for an account whose balance is not known', { balance: undefined }],
  ])('%s is no danger', (_, given) => expect(warnOfFee({ ...usual, ...given })).toEqual([]))

  test.each([
    ['with a tip above ten times the base fee', { tip: 200n * gwei + 1n }],
    ['with a tip far above the usual, without a base fee', { base: 0n, tip: 21n * gwei }],
    ['that can take most of the balance', { most: ether / 20n + 1n }],
    ['above a tenth of a coin, however much there is', { most: ether / 10n + 1n, balance: 1000n * ether }],
    [
      'that a node makes up',
      { base: 1000n * gwei, tip: 10_000n * gwei, most: 21_000n * 12_000n * gwei, balance: 1000n * ether },
    ],
    ['above it, whatever there is', { most: ether / 10n + 1n, balance: undefined }],
    ['of an account that has nothing', { balance: 0n }],
  ])('%s is a danger', (_, given) => expect(warnOfFee({ ...usual, ...given })).toEqual(['highFee']))
})
