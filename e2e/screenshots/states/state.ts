/** A state of a view, and how to reach it. The pictures and the accessibility checks use the same list. */

import type { Frame } from '@playwright/test'
import { press } from '../../setup/press.ts'
import type { Setting, Stage } from '../stage.ts'

export type State = Setting & {
  /** Name of the picture and of the check. */
  readonly name: string
  /** Drives the real modal to the state; resolves when it is reached. */
  readonly reach: (stage: Stage) => Promise<void>
  /** Restores the state if resizing the window ends it. */
  readonly resized?: (stage: Stage) => Promise<void>
  /** Where it is rendered. Default: the modal's frame. */
  readonly where?: 'page'
}

/** Opens the modal, presses the button or link of each name in turn, and waits for the text that identifies the state. */
export const goTo =
  (path: readonly (string | RegExp)[], proof: string | RegExp) =>
  async (stage: Stage): Promise<void> => {
    await stage.create()
    const modal = await stage.open()
    for (const name of path) await pressButton(modal, name)
    await shows(modal, proof)
  }

export const pressButton = (modal: Frame, name: string | RegExp): Promise<void> =>
  press(modal.locator('[data-shown]').getByRole('button', { name }))

export const shows = (modal: Frame, text: string | RegExp): Promise<void> =>
  modal.locator('[data-shown]').getByText(text).first().waitFor()
