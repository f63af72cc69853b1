/** The accessibility trees of all documents of a failed test: the runner's own snapshot stops at the closed shadow root. */
import type { BrowserContext, Frame } from '@playwright/test'

/** A document that does not answer within this time is omitted. */
const timeout = 2_000

export async function describeDocuments(context: BrowserContext): Promise<string> {
  const frames = context.pages().flatMap((page) => page.frames())
  return (await Promise.all(frames.map(describe))).join('\n')
}

async function describe(frame: Frame): Promise<string> {
  const seen = await frame
    .locator('body')
    .ariaSnapshot({ timeout })
    .catch((error: unknown) => String(error).split('\n', 1)[0] ?? '')
  return `${frame.url()}\n${seen.replaceAll(/^/gm, '  ')}`
}
