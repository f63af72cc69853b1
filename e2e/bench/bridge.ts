/** Round trips over a validated channel compared with a raw port, between the same two documents. */
import type { Page } from '@playwright/test'
import type { BridgeBench, Rounds } from '../fixtures/bench-bridge.ts'
import type { PayloadName } from '../fixtures/bench-load.ts'
import { type Figure, median, percentile } from './figure.ts'
import { type Session, withContext } from './session.ts'

/** Applies to single calls. */
const bar = 1.3
/** Number of documents whose measurements are combined: each has its own ports, heap and compiled code. */
const documents = 3

type Measure = { readonly name: string; readonly payload: PayloadName; readonly rounds: number; readonly calls: number }

const measures: readonly Measure[] = [
  { name: 'small', payload: 'small', rounds: 1500, calls: 1 },
  { name: '100 kB text', payload: 'text', rounds: 200, calls: 1 },
  { name: '100 kB list', payload: 'list', rounds: 150, calls: 1 },
  { name: '1,000 in flight', payload: 'small', rounds: 12, calls: 1000 },
]
const warmUp = { small: 500, text: 30, list: 60 } as const satisfies Readonly<Record<PayloadName, number>>

export async function measureBridge(session: Session): Promise<Figure[]> {
  const found = measures.map(() => ({ raw: [] as number[], channel: [] as number[] }))
  for (let document = 0; document < documents; document++)
    await withContext(session, async (context) => {
      const page = await context.newPage()
      // An isolated page has a finer clock.
      await page.goto(`${session.world.origins.host}/bench-bridge.html?csp=isolated`)
      for (const [payload, rounds] of Object.entries(warmUp))
        await run(page, { name: payload, payload: payload as PayloadName, rounds, calls: 1 }) // as: the keys above
      for (const [index, measure] of measures.entries()) {
        const { raw, channel } = await run(page, measure)
        found[index]?.raw.push(...raw)
        found[index]?.channel.push(...channel)
      }
    })
  return measures.flatMap((measure, index) => toFigures(measure, found[index] ?? { raw: [], channel: [] }))
}

const run = (page: Page, measure: Measure): Promise<Rounds> =>
  page.evaluate(async ({ payload, rounds, calls }) => {
    const bench = await (Reflect.get(window, 'bridgeBench') as Promise<BridgeBench>) // as: set by our own page
    if (!bench.isFineClock) throw new Error('The clock is too coarse for round trips')
    return calls === 1 ? bench.roundTrips(payload, rounds) : bench.atOnce(payload, calls, rounds)
  }, measure)

function toFigures({ name, calls }: Measure, { raw, channel }: Rounds): Figure[] {
  const common = { group: 'bridge', unit: 'ms', rounds: raw.length } as const
  if (calls > 1)
    return [{ ...common, name: `${name}, until the last answer`, ours: median(channel), floor: median(raw) }]
  return [
    { ...common, name: `${name}, p50`, ours: median(channel), floor: median(raw), bar },
    { ...common, name: `${name}, p95`, ours: percentile(channel, 0.95), floor: percentile(raw, 0.95) },
  ]
}
