/** The picture of the README: the modal over the demo page, light and dark side by side. */
import type { Browser } from '@playwright/test'
import type { World } from '../world/world.ts'
import { openStage } from './stage.ts'
import { shows } from './states/state.ts'
import { settled } from './steady.ts'

const half = { width: 600, height: 640 } as const
const fixedWallets = ['Kestrel Wallet', 'Harbor', 'Osprey'].map((name) => ({ name }))

export async function drawReadmePicture(browser: Browser, world: World, path: string): Promise<void> {
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
