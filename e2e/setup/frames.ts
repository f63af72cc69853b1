/** Finds frames that no selector reaches, because the SDK keeps its iframe in a closed shadow root. */
import type { Frame, Page } from '@playwright/test'

/** The frame on this origin; waits until it exists. */
export async function frameOn(page: Page, origin: string): Promise<Frame> {
  const isIt = (frame: Frame) => originOf(frame.url()) === origin
  return page.frames().find(isIt) ?? (await page.waitForEvent('framenavigated', { predicate: isIt }))
}

export const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)
