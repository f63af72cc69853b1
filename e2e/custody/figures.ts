/** The promised figures as rows: the measured value, and whether it is within its bound. */
export type Figure = {
  readonly name: string
  readonly measured: number | string
  readonly bound: string
  readonly holds: boolean
}

export const atMost = (name: string, measured: number, bound: number, unit = ''): Figure => ({
  name,
  measured: Math.round(measured * 10) / 10,
  bound: `≤ ${bound}${unit}`,
  holds: measured <= bound,
})
/** For a maximum promised for an idle machine; on any machine, more than twice of it is a failure. */
export const within = (name: string, measured: number, promised: number, unit: string): Figure => ({
  ...atMost(name, measured, promised * 2),
  bound: `≤ ${promised} ${unit}, fails above ${promised * 2}`,
})
/** The same for a promised minimum. */
export const reaching = (name: string, measured: number, promised: number, unit: string): Figure => ({
  ...atLeast(name, Math.round(measured), promised / 2),
  bound: `≥ ${promised} ${unit}, fails below ${promised / 2}`,
})
export const atLeast = (name: string, measured: number, bound: number): Figure => ({
  name,
  measured,
  bound: `≥ ${bound}`,
  holds: measured >= bound,
})
export const exactly = (name: string, measured: number | string, bound: number | string): Figure => ({
  name,
  measured,
  bound: String(bound),
  holds: measured === bound,
})
/** One row for a list of promises; names the broken ones. */
export function promises(name: string, outcomes: Readonly<Record<string, boolean>>): Figure {
  const entries = Object.entries(outcomes)
  const broken = entries.filter(([, isKept]) => !isKept).map(([promise]) => promise)
  const measured = broken.length === 0 ? `${entries.length} of ${entries.length}` : `broken: ${broken.join('; ')}`
  return { name, measured, bound: `all ${entries.length}`, holds: broken.length === 0 }
}

export function tableOf(figures: readonly Figure[]): string {
  const cells = figures.map(({ name, measured, bound, holds }) => [holds ? 'ok' : 'NO', name, String(measured), bound])
  const rows = [['', 'figure', 'measured', 'bound'], ...cells]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
