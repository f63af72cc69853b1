import { describe, expect, test } from 'vitest'
import type { SolanaInstruction } from '../../../shared/chains/solana/instructions.ts'
import { leastFee, warnOfFee } from './fees.ts'

const transfer = { kind: 'transfer', from: 'me', to: 'you', lamports: 1n } as const
const price = (microLamports: bigint): SolanaInstruction => ({ kind: 'unitPrice', microLamports })
const limit = (units: number): SolanaInstruction => ({ kind: 'unitLimit', units })
const least = (...instructions: SolanaInstruction[]) => leastFee({ signers: ['me', 'you'], instructions })
const sol = 10n ** 9n

describe('a fee [C82]', () => {
  test('is at least what the transaction offers, whatever a node says', () => {
    expect(least(transfer)).toBe(10_000n)
    expect(least(limit(200_000), price(5n), transfer)).toBe(10_001n)
    expect(least(limit(1_000_000), price(sol), transfer)).toBe(10_000n + sol)
    // Units above the limit of a transaction cost nothing.
    expect(least(limit(4_000_000_000), price(1_000_000n))).toBe(10_000n + 1_400_000n)
  })

  test('is that of the units that its instructions get, if it sets no limit', () => {
    expect(least(price(1_000_000n), transfer)).toBe(10_000n + 6000n)
    expect(least(price(1_000_000n), { kind: 'memo', text: '' })).toBe(10_000n + 203_000n)
  })

  test.each([
    ['as usual', 5000n, sol],
    ['of a twentieth of a coin', sol / 20n, sol],
    ['of half of the balance', 5000n, 10_000n],
    ['for an account whose balance is not known', 5000n, undefined],
  ])('%s is no danger', (_, fee, balance) => expect(warnOfFee(fee, balance)).toEqual([]))

  test.each([
    ['above a twentieth of a coin, however much there is', sol / 20n + 1n, 1000n * sol],
    ['above it, whatever there is', sol / 20n + 1n, undefined],
    ['that can take most of the balance', 5001n, 10_000n],
  ])('%s is a danger', (_, fee, balance) => expect(warnOfFee(fee, balance)).toEqual(['highFee']))
})
