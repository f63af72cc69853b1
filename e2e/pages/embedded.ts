/** A page with a box for an embed, under the strict policy: sizes are set by script, which every policy allows. */
import type { Airlock, EmbedOptions } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'

export interface BoxSize {
  readonly width?: number
  readonly height?: number
}

/** Adds a box to the page, between two buttons. */
export const addBox = (page: Page, id = 'box', { width = 360, height = 600 }: BoxSize = {}): Promise<void> =>
  page.evaluate(
    ([id, width, height]) => {
      const button = (text: string) =>
        Object.assign(document.createElement('button'), { type: 'button', textContent: text })
      const box = document.createElement('div')
      box.id = id
      Object.assign(box.style, { width: `${width}px`, height: `${height}px` })
      const part = document.createElement('section')
      part.append(button(`Before ${id}`), box, button(`After ${id}`))
      document.querySelector('main')?.append(part)
    },
    [id, width, height] as const,
  )

/** Shows the embed of `window.airlock` in the box; the undo is kept for `endEmbed`. */
export const embedIn = (page: Page, id = 'box', options: Omit<EmbedOptions, 'signal'> = {}): Promise<void> =>
  page.evaluate(
    ([id, options]) => {
      // as: set by our own test page.
      const airlock = Reflect.get(window, 'airlock') as Airlock
      const box = document.getElementById(id)
      if (box) Reflect.set(window, `undo ${id}`, airlock.embed(box, options))
    },
    [id, options] as const,
  )

export const endEmbed = (page: Page, id = 'box'): Promise<void> =>
  page.evaluate((id) => (Reflect.get(window, `undo ${id}`) as () => void)(), id) // as: set above

/** Whether the only frame of the SDK is inside the box; its shadow root is closed, so its host element tells. */
export const holdsFrame = (page: Page, id = 'box'): Promise<boolean> =>
  page.evaluate((id) => (document.getElementById(id)?.childElementCount ?? 0) > 0, id)
