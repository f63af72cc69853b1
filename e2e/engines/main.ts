/**
 * `npm run engines`, after the build: plays the journeys in WebKitGTK, Firefox and Chromium, and prints a table of them.
 * `-- --engine webkit,firefox --journey sign,send --times 5 --pictures DIR`; `--install` installs engines that are missing; `--short` plays
 * the journeys of the gate.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installPackages } from '../../scripts/testing/browser.mjs'
import { startWorld } from '../setup/start-world.ts'
import ensureWorldBundle from '../setup/world-bundle.ts'
import type { World } from '../world/world.ts'
import { type Browser, startBrowser } from './browser.ts'
import { type EngineName, engineNames, engines, startDisplay } from './engines.ts'
import { type Journey, journeys, short } from './journeys.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    journey: { type: 'string' },
    times: { type: 'string', default: '1' },
    pictures: { type: 'string' },
    install: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
})

/** The ones that are named, each of which must exist. */
function chosen<Name extends string>(list: string, names: readonly Name[]): readonly Name[] {
  const wanted = list.split(',')
  const unknown = wanted.find((name) => !names.some((known) => known === name))
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${names.join(', ')}`)
  return names.filter((name) => wanted.includes(name))
}

const results = resolve(import.meta.dirname, '../../test-results')
const pictures = resolve(values.pictures ?? resolve(results, 'engines'))
mkdirSync(pictures, { recursive: true })

interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly ms: number
}
type Cell = Outcome | { readonly reason: string }

interface Run {
  readonly world: World
  readonly display: string
  readonly times: number
}

async function play(name: string, journey: Journey, engine: EngineName, { world, display, times }: Run): Promise<Cell> {
  const reason = journey.notIn?.[engine]
  if (reason !== undefined) return { reason }
  const begun = performance.now()
  let failed = 0
  for (let time = 1; time <= times; time += 1) {
    world.reset()
    const failure = await playOnce(journey, engine, { world, display, picture: `${name}-${engine}-${time}` })
    if (failure === undefined) continue
    failed += 1
    console.log(`${name} in ${engine}: ${failure}`)
  }
  return { passed: times - failed, failed, ms: (performance.now() - begun) / times }
}

interface Place {
  readonly world: World
  readonly display: string
  readonly picture: string
}

/** @returns what went wrong; then, or on request, there is a picture of the end */
async function playOnce(journey: Journey, engine: EngineName, { world, display, picture }: Place) {
  let browser: Browser | undefined
  let failure: string | undefined
  try {
    browser = await startBrowser(engine, display, journey.options ?? {})
    const show = async (view: string) => {
      if (values.pictures !== undefined) await browser?.picture(resolve(pictures, `${picture}-${view}.png`))
    }
    await journey.play({ browser, page: await browser.firstPage(), world, show })
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error)
  }
  if (failure !== undefined || values.pictures !== undefined)
    await browser?.picture(resolve(pictures, `${picture}.png`))
  await browser?.end()
  return failure
}

function write(cell: Cell | undefined): string {
  if (!cell || 'reason' in cell) return '–'
  const { passed, failed, ms } = cell
  const result = failed === 0 ? 'yes' : passed === 0 ? 'NO' : `NO, ${passed} of ${passed + failed}`
  return `${result}, ${(ms / 1000).toFixed(1)} s`
}

function printTable(
  names: readonly (keyof typeof journeys)[],
  cells: ReadonlyMap<EngineName, ReadonlyMap<string, Cell>>,
) {
  const used = [...cells.keys()]
  const rows = [
    ['journey', ...used],
    ...names.map((name) => [name, ...used.map((engine) => write(cells.get(engine)?.get(name)))]),
  ]
  const widths = ['', ...used].map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log()
  for (const row of rows)
    console.log(
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  console.log()
  for (const name of names) console.log(`${name}: ${journeys[name].title}`)
  for (const [engine, of] of cells)
    for (const [name, cell] of of) if ('reason' in cell) console.log(`– ${name} in ${engine}: ${cell.reason}`)
}

/** Whether the engine is there, perhaps now; otherwise says what to do. */
function isReady(name: EngineName): boolean {
  const { isInstalled, packages } = engines[name]
  if (!isInstalled() && values.install) installPackages(...packages)
  if (isInstalled()) return true
  console.log(`${name} is left out, because it is not installed: apt-get install ${packages.join(' ')}`)
  return false
}

const all = Object.keys(journeys) as (keyof typeof journeys)[] // as: its own keys
const isPlayed = (engine: EngineName, name: string) => !values.short || short[engine]?.includes(name) === true
const names = chosen(values.journey ?? all.join(), all).filter((name) => engineNames.some((one) => isPlayed(one, name)))
const wanted = chosen(values.engine ?? engineNames.join(), engineNames).filter((engine) =>
  names.some((name) => isPlayed(engine, name)),
)
const used = wanted.filter(isReady)
const cells = new Map<EngineName, Map<string, Cell>>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
if (used.length > 0) {
  await ensureWorldBundle()
  const world = await startWorld()
  const display = await startDisplay()
  const run = { world, display: display.name, times: Number(values.times) }
  try {
    for (const engine of used) {
      const row = new Map<string, Cell>()
      cells.set(engine, row)
      for (const name of names.filter((one) => isPlayed(engine, one))) {
        const cell = await play(name, journeys[name], engine, run)
        row.set(name, cell)
        console.log(`${engine} ${name}: ${write(cell)}`)
      }
    }
  } finally {
    await display.end()
    await world.stop()
  }
}
printTable(names, cells)
const played = [...cells.values()].flatMap((row) => [...row.values()]).filter((cell) => 'ms' in cell)
// An engine that was asked for by its name must be there.
const missing = values.engine === undefined ? 0 : wanted.length - used.length
const failed = played.filter((cell) => cell.failed > 0).length + missing
const totals = { passed: played.length + missing - failed, failed }
mkdirSync(results, { recursive: true })
writeFileSync(resolve(results, 'engines.json'), JSON.stringify(totals))
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
