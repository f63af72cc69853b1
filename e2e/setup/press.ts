/**
 * The browser sends input to the document that it last painted at that place. In the moment after the modal has come or gone that is
 * the other one, and the runner takes a click that its own document never saw for a success. A page behind another one paints nothing:
 * bring it to the front first.
 */
import { expect, type Frame, type Locator } from '@playwright/test'

/** A click on what the modal may have covered a moment ago: the pointer comes first, and the click when it has been felt. */
export async function press(target: Locator): Promise<void> {
  await felt(target)
  await target.click()
}

/** Every click on it is one of these: for what stands in a document that comes and goes. */
export function pressed(target: Locator): Locator {
  const click = target.click.bind(target)
  const feel: typeof click = async (options) => {
    await felt(target)
    await click(options)
  }
  return Object.assign(target, { click: feel })
}

/** Waits until input reaches an open modal. The pointer rests on the edge of its card, where nothing lights up. */
export const feelsInput = (modal: Frame): Promise<void> => felt(modal.getByRole('main'), { x: 60, y: 3 })

async function felt(target: Locator, position?: { readonly x: number; readonly y: number }): Promise<void> {
  const isFelt = async () => {
    await target.hover(position ? { position } : {})
    // Asked in the runner's own world, where its script is already: in the page's it would be loaded once more.
    return target.locator(':scope:hover').count()
  }
  await expect.poll(isFelt, { intervals: [20, 50, 100] }).toBe(1)
}
