/** Adds a frame with its own document to the page. */
import type { Frame, Page } from '@playwright/test'
import { frameAt } from './ends.ts'

/** Adds a frame to the page and waits until it has loaded. */
export async function addFrame(page: Page, src: string, sandbox?: string): Promise<Frame> {
  const address = new URL(src)
  address.searchParams.set('stranger', crypto.randomUUID())
  const marked = address.href
  const loaded = frameAt(page, marked)
  await page.evaluate(
    ([url, tokens]) => {
      const frame = document.createElement('iframe')
      if (tokens !== undefined) frame.setAttribute('sandbox', tokens)
      frame.src = url
      document.body.append(frame)
    },
    [marked, sandbox] as const,
  )
  const frame = await loaded
  await frame.waitForLoadState()
  return frame
}
