/** Whether two sets of times differ, by a rank test (Mann and Whitney), since times have long tails. */

export type RankTest = {
  /** Probability that a value of the first set exceeds one of the second; 0.5 if they do not differ. */
  readonly effect: number
  /**
   * Probability of this difference or a larger one if the sets do not differ: two-sided, by the normal approximation
   * with ties, for sets of twenty or more.
   */
  readonly p: number
}

export function rankTest(first: readonly number[], second: readonly number[]): RankTest {
  const [n, m] = [first.length, second.length]
  const all = [...first.map((value) => ({ value, mine: 1 })), ...second.map((value) => ({ value, mine: 0 }))]
  all.sort((one, other) => one.value - other.value)
  let ranks = 0
  let ties = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1
    const rank = (from + 1 + to) / 2
    for (const { mine } of all.slice(from, to)) ranks += mine * rank
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const u = ranks - (n * (n + 1)) / 2
  const total = n + m
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  const z = deviation === 0 ? 0 : Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation
  return { effect: u / (n * m), p: complementOfError(z / Math.SQRT2) }
}

/** erfc for x ≥ 0, to seven digits (Abramowitz and Stegun 7.1.26). */
function complementOfError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const factors = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  return factors.reduceRight((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x)
}
