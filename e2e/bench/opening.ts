/** From the click to the first row that is painted and clickable: the product compared with an empty React frame. */
import { type Figure, median, percentile } from './figure.ts'
import { firstPaint, timeFromClick, watchPaint } from './paint-clock.ts'
import type { Session } from './session.ts'
import { type Subject, withSubject } from './subject.ts'

const rounds = 21

/** Nothing is loaded or cached. */
const cold = (session: Session, subject: Subject): Promise<number> =>
  withSubject(session, subject, async ({ page, click, frame }) => {
    const coming = frame()
    await click()
    const loaded = await coming
    return timeFromClick(page, loaded, firstPaint(loaded))
  })

/** The frame is loaded and ready, but has never been shown. */
const warm = (session: Session, subject: Subject): Promise<number> =>
  withSubject(session, subject, async ({ page, click, prefetch }) => {
    const frame = await prefetch()
    const { painted } = await watchPaint(frame)
    await click()
    return timeFromClick(page, frame, painted())
  })

export async function measureOpening(session: Session): Promise<Figure[]> {
  const times: Record<'cold' | 'warm', Record<Subject, number[]>> = {
    cold: { product: [], empty: [] },
    warm: { product: [], empty: [] },
  }
  for (let round = 0; round < rounds; round++) {
    for (const subject of ['product', 'empty'] as const) {
      times.cold[subject].push(await cold(session, subject))
      times.warm[subject].push(await warm(session, subject))
    }
  }
  const figure = (name: string, start: 'cold' | 'warm', subject: Subject, bar?: number): Figure[] => {
    const common = { group: 'open', unit: 'ms', rounds } as const
    const [ours, floor] = [times[start][subject], times[start].empty]
    return [
      {
        ...common,
        name: `${name}, p50`,
        ours: median(ours),
        floor: median(floor),
        ...(bar === undefined ? {} : { bar }),
      },
      { ...common, name: `${name}, p90`, ours: percentile(ours, 0.9), floor: percentile(floor, 0.9) },
    ]
  }
  return [...figure('warm', 'warm', 'product', 1.5), ...figure('cold', 'cold', 'product', 2)]
}
