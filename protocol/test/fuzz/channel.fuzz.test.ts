/**
 * Property: a handler runs exactly when an independent oracle accepts the message, every refusal has the reason that the
 * oracle names, and nothing is thrown or left behind. `npm run fuzz` sends 100,000 messages, `-- --long` a million; `AIRLOCK_SEED`
 * repeats a run.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRandom } from '../../../scripts/protocol-docs/random.ts'
import { noRefusal, refusals } from '../../../scripts/protocol-docs/refusals.ts'
import { runs } from '../../../scripts/testing/gate-size.ts'
import { type ErrorCode, errorTable } from '../../src/errors.ts'
import { ends } from '../support/ends.ts'
import { fuzzSession, type Tally } from './session.ts'

const wanted = Number(process.env.AIRLOCK_FUZZ ?? runs(25_000))
const seed = Number(process.env.AIRLOCK_SEED ?? Math.floor(Math.random() * 2 ** 32))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // as: what the flag gives
/** Bytes that are still held after a collection. */
const held = () => {
  collect()
  return process.memoryUsage().heapUsed
}
/** Compiled code and the runner's own records grow a little; what a channel forgot to let go would grow with the messages. */
const mayGrow = 4 * 1024 * 1024

const escaped: unknown[] = []
const note = (error: unknown) => escaped.push(error)
beforeEach(() => {
  vi.useFakeTimers()
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
})
afterEach(() => {
  vi.useRealTimers()
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
})

test('every code of the error table is a refusal of a channel, or a reason says why it never is one', () => {
  const explained = [...Object.keys(refusals), ...noRefusal.flatMap(([, codes]) => codes)]
  expect(explained.sort()).toEqual(Object.keys(errorTable).sort())
})

test(`${wanted} random messages: channel and oracle agree (AIRLOCK_SEED=${seed})`, {
  timeout: 60_000 + wanted * 2,
}, async () => {
  const random = createRandom(seed)
  const tally: Tally = { messages: 0, valid: 0, handled: 0, reasons: new Map(), closes: new Map() }
  let warm: number | undefined
  for (let count = 0; tally.messages < wanted; count++) {
    if (warm === undefined && tally.messages > wanted / 2) warm = held()
    const end = ends[count % ends.length]
    if (!end) throw new RangeError('no ends')
    const isPatient = random.chance(0.5)
    const isBurst = !isPatient && random.chance(0.3)
    const plan = {
      end,
      isPatient,
      isBurst,
      messages: isBurst ? 600 : 400,
      hostile: isPatient ? 0.6 : random.pick([0.002, 0.05, 0.5]),
    }
    await fuzzSession(plan, random, tally)
  }
  const grown = held() - (warm ?? 0)
  const share = tally.valid / tally.messages
  process.stdout.write(
    `seed ${seed}: ${tally.messages} messages, ${(share * 100).toFixed(1)} % valid, ${tally.handled} handlers, ${Math.round(grown / 1024)} kB more held at the end than half way\n refusals ${show(tally.reasons)}\n closes ${show(tally.closes)}\n`,
  )
  expect(share).toBeGreaterThan(0.05)
  expect(grown).toBeLessThan(mayGrow)
  expect(Reflect.get({}, 'a')).toBeUndefined()
  expect(escaped).toEqual([])
  const seen = new Set<string>(tally.reasons.keys())
  // It takes a burst to the end, about one in ten thousand messages: too few come by chance in a short run.
  if (wanted < 100_000) seen.add('FLOOD')
  // One in a few thousand.
  if (wanted < 25_000) for (const rare of ['TOO_LARGE', 'UNKNOWN_TYPE']) seen.add(rare)
  expect([...seen].sort()).toEqual(Object.keys(refusals).sort())
})

const show = (counts: ReadonlyMap<ErrorCode, number>) =>
  [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ')
