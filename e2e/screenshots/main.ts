/**
 * `npm run screenshots`: every state of the gallery, in both themes and two widths, as PNG files. `-- --live` draws the states that only the
 * real modal shows, in three widths, and `-- --readme` the picture of the README.
 * `-- --out DIR --only PART-OF-NAME --variant rtl|large|forced|low`, and with `--live` also `pseudo|large-pseudo|yellow|brown`
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { chromiumLaunchOptions } from '../setup/chromium.ts'
import { startWorld, type World } from '../world/world.ts'
import { drawGallery } from './gallery.ts'
import { isVariantName, type Variant, variants, wear } from './looks.ts'
import { openStage, type Stage } from './stage.ts'
import { modalStates, pageStates, type State } from './states/index.ts'
import { shows } from './states/state.ts'
import { setTextSize, settled } from './steady.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: resolve(import.meta.dirname, 'out') },
    only: { type: 'string', default: '' },
    variant: { type: 'string', default: 'plain' },
    readme: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
  },
})
if (!isVariantName(values.variant)) throw new Error(`No variant is called ${values.variant}`)
const variant: Variant = variants[values.variant]
const states = [...modalStates, ...pageStates].filter(({ name }) => name.includes(values.only))
await mkdir(values.out, { recursive: true })

const readmePicture = resolve(import.meta.dirname, '../../docs/images/modal.png')
const half = { width: 600, height: 640 } as const
const fixedWallets = ['Kestrel Wallet', 'Harbor', 'Osprey'].map((name) => ({ name }))
const browser = await chromium.launch(await chromiumLaunchOptions())
try {
  if (values.live || values.readme) await drawWorld()
  else await drawGallery(browser, values.out, values.only, variant)
} finally {
  await browser.close()
}

async function drawWorld(): Promise<void> {
  const world = await startWorld()
  try {
    if (values.readme) await drawReadmePicture(browser, world, readmePicture)
    else for (const state of states) await draw(browser, world, state)
  } finally {
    await world.stop()
  }
}

/** The picture of the README: the modal over the demo page, light and dark side by side. */
async function drawReadmePicture(browser: Browser, world: World, path: string): Promise<void> {
  const halves: Buffer[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = { viewport: half, deviceScaleFactor: 1.5, colorScheme }
    const stage = await openStage(browser, world, { fixedWallets }, { context })
    await stage.page.goto(`${world.origins.app}/`)
    const modal = await stage.open()
    await shows(modal, 'Osprey')
    await settled(modal, colorScheme)
    halves.push(await stage.page.screenshot({ animations: 'disabled' }))
    await stage.context.close()
  }
  const page = await browser.newPage({ viewport: { ...half, width: half.width * 2 }, deviceScaleFactor: 1.5 })
  const images = halves.map(
    (png) => `<img width="${half.width}" src="data:image/png;base64,${png.toString('base64')}">`,
  )
  await page.setContent(`<body style="margin:0;display:flex">${images.join('')}`)
  await page.screenshot({ path })
  await page.close()
}

async function draw(from: Browser, on: World, state: State): Promise<void> {
  const { context = {}, options = {}, direction, looks } = variant
  const stage = await openStage(from, on, state, {
    context,
    extra: { ...options, ...(direction && { dir: direction }) },
  })
  try {
    await reach(stage, state)
    const document = state.where === 'page' ? stage.page.mainFrame() : await stage.frame()
    if (variant.textPercent !== undefined) await setTextSize(document, variant.textPercent)
    for (const look of looks) {
      await wear(stage.page, look)
      await state.resized?.(stage)
      if (state.where !== 'page') await settled(document, look.colorScheme)
      await stage.page.screenshot({
        path: resolve(values.out, `${state.name}.${look.name}.png`),
        animations: 'disabled',
      })
    }
    console.log(state.name)
  } catch (error) {
    process.exitCode = 1
    console.error(`${state.name}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await stage.context.close()
  }
}

/** States are found by their English texts; another language is set afterwards, as a host would change it. */
async function reach(stage: Stage, state: State): Promise<void> {
  await state.reach(stage)
  if (variant.locale === undefined || state.where === 'page') return
  await stage.page.evaluate((locale) => {
    // as: the instance set by `create`.
    const airlock = Reflect.get(window, 'airlock') as { setLocale(locale: string): void }
    airlock.setLocale(locale)
  }, variant.locale)
  await (await stage.frame()).locator(`html[lang="${variant.locale}"]`).waitFor({ state: 'attached' })
}
