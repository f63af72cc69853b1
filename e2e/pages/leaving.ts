/**
 * Navigations away from a page, as the browser reports them: navigations that its own document requested, and windows that
 * it opens.
 */
import type { Page } from '@playwright/test'

export type Leaving = { readonly how: 'in place' | 'new window'; readonly url: string }

/** Frames of other origins have their own session and do not appear here. */
export async function watchLeaving(page: Page): Promise<readonly Leaving[]> {
  const left: Leaving[] = []
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  const { frameTree } = await browser.send('Page.getFrameTree')
  browser.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
    if (frameId === frameTree.frame.id && disposition === 'currentTab') left.push({ how: 'in place', url })
  })
  browser.on('Page.windowOpen', ({ url }) => left.push({ how: 'new window', url }))
  return left
}
