/** Time differences in six units: sec, min, hr, d, mo, yr. Their texts are in the catalogue. */

export type TimeUnit = 'sec' | 'min' | 'hr' | 'd' | 'mo' | 'yr'

export interface RelativeTime {
  tense: 'past' | 'future'
  unit: TimeUnit
  count: number
}

const secondsIn = { sec: 1, min: 60, hr: 3600, d: 86_400, mo: 2_592_000, yr: 31_536_000 } as const
const largestFirst = ['yr', 'mo', 'd', 'hr', 'min', 'sec'] as const satisfies readonly TimeUnit[]

/** Rounds down: "1 hr" means at least one hour. */
export function toRelativeTime(at: number, now: number): RelativeTime {
  const seconds = Math.floor(Math.abs(now - at) / 1000)
  const unit = largestFirst.find((name) => seconds >= secondsIn[name]) ?? 'sec'
  return { tense: at > now ? 'future' : 'past', unit, count: Math.floor(seconds / secondsIn[unit]) }
}
