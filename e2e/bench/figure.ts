/** One line of the report: our cost, the cost that it is compared with, and the limit, if there is one. */
export interface Figure {
  readonly group: string
  readonly name: string
  readonly unit: 'ms' | 'kB' | 'requests' | 'requests/s' | 'messages' | 'frames' | 'files'
  readonly ours: number
  /** The same measurement without our code: a raw port, an empty frame, a bare page. */
  readonly floor: number
  /** Maximum of ours divided by the floor. */
  readonly bar?: number
  /** Maximum of ours, independent of the floor. */
  readonly limit?: number
  /** Maximum of ours minus the floor. */
  readonly added?: number
  /** Number of measurements. */
  readonly rounds: number
}

export interface Verdict extends Figure {
  readonly ratio: number
  readonly difference: number
  readonly verdict: 'ok' | 'OVER' | 'no bar'
}

export function judge(figure: Figure): Verdict {
  const ratio = figure.ours / figure.floor
  const difference = figure.ours - figure.floor
  const { bar = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY, added = Number.POSITIVE_INFINITY } = figure
  const isFree = figure.bar === undefined && figure.limit === undefined && figure.added === undefined
  // Zero divided by zero is NaN, which counts as within the bar.
  const isWithin = !(ratio > bar) && figure.ours <= limit && difference <= added
  return { ...figure, ratio, difference, verdict: isFree ? 'no bar' : isWithin ? 'ok' : 'OVER' }
}

const digits = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 3 : Math.abs(value) < 100 ? 1 : 0)

export function toTable(verdicts: readonly Verdict[]): string {
  const header = ['', 'ours', 'floor', 'more', 'ratio', 'bar', '']
  const rows = verdicts.map(({ group, name, unit, ours, floor, difference, ratio, bar, limit, added, verdict }) => [
    `${group}: ${name}`,
    `${digits(ours)} ${unit}`,
    `${digits(floor)} ${unit}`,
    `${digits(difference)} ${unit}`,
    Number.isFinite(ratio) ? `${ratio.toFixed(2)}x` : '–',
    limit !== undefined
      ? `${limit} ${unit}`
      : added !== undefined
        ? `+${added} ${unit}`
        : bar === undefined
          ? '–'
          : `${bar.toFixed(2)}x`,
    verdict === 'no bar' ? '' : verdict,
  ])
  const table = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
    )
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n')
}

/** Medians and percentiles, so that one slow round on a shared machine does not decide. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('Nothing was measured')
  return value
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
