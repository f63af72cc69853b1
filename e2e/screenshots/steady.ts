/** Waits until a document is stable: theme applied, images decoded, finite animations finished. */
import type { Frame } from '@playwright/test'

export async function settled(frame: Frame, scheme?: 'light' | 'dark'): Promise<void> {
  if (scheme) await frame.locator(`html[data-theme="${scheme}"]`).waitFor({ state: 'attached' })
  await frame.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // A cancelled animation has ended too.
    await Promise.allSettled(finite.map((animation) => animation.finished))
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
}

/** Sets the text size as a user does in the browser: `rem` follows it. */
export const setTextSize = (frame: Frame, percent: number): Promise<void> =>
  frame.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
    },
    `${(16 * percent) / 100}px`,
  )
