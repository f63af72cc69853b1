/** The embedded wallet's screen in its frame, as a user sees it. */
import { expect, type Frame, type Page } from '@playwright/test'
import { stillMs } from '../../frame-app/src/shared/approve/gate.ts'
import { frameOn } from '../setup/frames.ts'
import { pressed } from '../setup/press.ts'
import type { World } from '../world/world.ts'
import type { Modal } from './modal.ts'

export type WalletScreen = ReturnType<typeof walletScreenIn>

export async function walletScreenOn(page: Page, world: World) {
  return walletScreenIn(await frameOn(page, world.origins.wallet))
}

/** What the wallet asks has this title. Approves it in the wallet's own window, and waits for the view that the modal shows then. */
export async function approveTitled(
  { modal, page, world }: { readonly modal: Modal; readonly page: Page; readonly world: World },
  title: string | RegExp,
  view = 'Account',
): Promise<void> {
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText(title)
  await screen.approveInWindow('Approve')
  await modal.expectView(view)
}

export function walletScreenIn(frame: Frame | Page) {
  const button = (name: string) => pressed(frame.getByRole('button', { name, exact: true }))
  const page = 'page' in frame ? frame.page() : frame
  return {
    frame,
    root: frame.locator('html'),
    title: frame.getByRole('heading', { level: 1 }),
    button,
    text: (text: string | RegExp) => frame.getByText(text),
    /** When the button is enabled, rests the pointer on it for as long as the gate requires, then presses. */
    approve: async (name: string) => {
      await expect(button(name)).not.toHaveAttribute('aria-disabled')
      await button(name).hover()
      const rested = await frame.evaluate((ms) => performance.now() + ms, stillMs * 1.2)
      await frame.waitForFunction((until) => performance.now() >= until, rested)
      await button(name).click()
    },
    /**
     * Continues in the wallet's own window, ticks the checkbox that a blind request needs, approves, and waits until
     * the window has closed.
     */
    approveInWindow: async (name: string, { isBlind = false } = {}) => {
      const opening = page.context().waitForEvent('page')
      await button('Approve in a separate window').click()
      const window = await opening
      if (isBlind) await window.getByRole('checkbox').check()
      // The window closes with the press, which can end the runner's click with an error. Whether it counted, the wallet's answer shows.
      await walletScreenIn(window)
        .approve(name)
        .catch((error: unknown) => {
          if (!window.isClosed()) throw error
        })
      await expect.poll(() => window.isClosed()).toBe(true)
    },
  }
}
