/**
 * `npm run recordings`, after the build: plays journeys on the demo page, with motion, and writes what is drawn: a picture of each 50 ms, and
 * sheets of them per step. `-- --out DIR --only send,swap --size phone`
 */
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { chromiumLaunchOptions } from '../setup/chromium.ts'
import { startWorld, type World } from '../world/world.ts'
import { journeys } from './journeys.ts'
import { record } from './recorder.ts'
import { writeRecording } from './sheets.ts'

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: resolve(import.meta.dirname, 'out') },
    only: { type: 'string', default: Object.keys(journeys).join() },
    size: { type: 'string', default: Object.keys(sizes).join() },
  },
})
const has = (list: string, name: string) => list.split(',').includes(name)

const browser = await chromium.launch(await chromiumLaunchOptions())
// As `npm start` shows it.
const world = await startWorld({ hasPast: true })
try {
  for (const [size, viewport] of Object.entries(sizes).filter(([name]) => has(values.size, name)))
    for (const [name, play] of Object.entries(journeys).filter(([name]) => has(values.only, name)))
      await recordJourney(browser, world, { play, viewport, out: resolve(values.out, `${name}-${size}`) })
} finally {
  await world.stop()
  await browser.close()
}

interface Wish {
  readonly play: (typeof journeys)[keyof typeof journeys]
  readonly viewport: (typeof sizes)[keyof typeof sizes]
  readonly out: string
}

async function recordJourney(from: Browser, on: World, { play, viewport, out }: Wish): Promise<void> {
  on.reset()
  const context = await from.newContext({ viewport, reducedMotion: 'no-preference' })
  context.setDefaultTimeout(20_000)
  try {
    const page = await context.newPage()
    const recorder = await record(page)
    try {
      await play({ context, page, world: on, recorder })
    } catch (error) {
      process.exitCode = 1
      console.error(`${out}: ${error instanceof Error ? error.message : String(error)}`)
    }
    const recording = await recorder.end()
    await rm(out, { recursive: true, force: true })
    // Pictures that are drawn beside the page would disturb it, so it is closed.
    await page.close()
    await writeRecording(await context.newPage(), recording, out)
    console.log(out)
  } finally {
    await context.close()
  }
}
