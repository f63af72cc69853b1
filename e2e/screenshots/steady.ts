/** Waits until a document is stable: theme applied, images decoded, finite animations finished. */
import type { Frame } from '@playwright/test'

export async function settled(frame: Frame, scheme?: 'light' | 'dark'): Promise<void> {
  if (scheme) await frame.locator(`html[data-theme="${scheme}"]`).waitFor({ state: 'attached' })
  await animationsEnd(frame)
  await frame.evaluate(() => Promise.allSettled([...document.images].map((image) => image.decode())))
}

/** Waits for the finite animations. One that is cancelled has ended too. */
export async function animationsEnd(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(finite.map((animation) => animation.finished.then(() => {})))
  })
}

/** Waits until nothing was added or changed for a moment: some texts and toasts of a view are in files that load later. */
export const quiet = (frame: Frame): Promise<void> =>
  frame.evaluate(
    (ms) =>
      new Promise((done) => {
        let timer = setTimeout(done, ms)
        new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, ms)
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      }),
    150,
  )

/** Sets the text size as a user does in the browser: `rem` follows it. */
export const setTextSize = (frame: Frame, percent: number): Promise<void> =>
  frame.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
    },
    `${(16 * percent) / 100}px`,
  )
