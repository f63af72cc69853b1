/**
 * A higher fee always gets a warning, whatever the balance, and needs its own approval. In units of 18 decimals. 0.1 ether is many times
 * the fee of an expensive call in a busy hour. Networks whose coin is worth less have higher limits.
 */
const mostFee = 10n ** 17n
const mostFees: Readonly<Record<number, bigint>> = {
  100: 10n ** 19n,
  137: 10n ** 20n,
  43114: 3n * 10n ** 18n,
}

export const mostFeeOn = (chainId: number): bigint => mostFees[chainId] ?? mostFee
