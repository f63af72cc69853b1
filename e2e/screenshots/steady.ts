/** When a document stands still: theme applied, images decoded, no animation running that ends. */
import type { Frame } from '@playwright/test'

export async function settled(frame: Frame, scheme?: 'light' | 'dark'): Promise<void> {
  if (scheme) await frame.locator(`html[data-theme="${scheme}"]`).waitFor({ state: 'attached' })
  await frame.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // One that is cancelled has ended too.
    await Promise.allSettled(finite.map((animation) => animation.finished))
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
}

/** As a person sets it in the browser: `rem` follows. */
export const setTextSize = (frame: Frame, percent: number): Promise<void> =>
  frame.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
    },
    `${(16 * percent) / 100}px`,
  )
