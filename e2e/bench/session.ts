/** One browser and one world for all measurements, and a new context with an empty cache for each of them. */
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { chromiumLaunchOptions } from '../setup/chromium.ts'
import { startWorld, type World } from '../world/world.ts'

/** Time limit for one context; the longest measurement without its own limit takes a third of it. */
const usualLimitMs = 60_000

/** The TypeScript runner wraps functions in this helper to keep their names, including functions sent to pages as text. */
export const keepNames = 'globalThis.__name = (named) => named'

export interface Session {
  readonly browser: Browser
  readonly world: World
}

export async function withSession<T>(run: (session: Session) => Promise<T>): Promise<T> {
  const world = await startWorld()
  try {
    const browser = await chromium.launch(await chromiumLaunchOptions({ hasSpareRenderer: true }))
    try {
      return await run({ browser, world })
    } finally {
      await browser.close()
    }
  } finally {
    await world.stop()
  }
}

export async function withContext<T>(
  { browser }: Session,
  run: (context: BrowserContext) => Promise<T>,
  limitMs = usualLimitMs,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  // A promise of a page may never settle; closing the context rejects everything that waits for it.
  const limit = setTimeout(() => void context.close(), limitMs)
  await context.addInitScript({ content: keepNames })
  try {
    return await run(context)
  } finally {
    clearTimeout(limit)
    await context.close()
  }
}
