/** Allowances of tokens. */

/** Far above every supply: 10^18 whole tokens have 10^36 units; 2^128 is 3.4 * 10^38. Supplies above 2^96 (7.9 * 10^28) are common. */
const mostUnits = 2n ** 128n - 1n
/** Means "unlimited" for tokens with 96-bit amounts. */
const most96 = 2n ** 96n - 1n

/** @param amount in the smallest unit */
export const isUnlimited = (amount: bigint): boolean => amount >= mostUnits || amount === most96
