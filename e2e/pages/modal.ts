/** The modal as a user sees it: by title, wallet and text. */
import { expect, type Frame, type Page } from '@playwright/test'
import { modalFrame } from '../setup/pages.ts'
import { pressed } from '../setup/press.ts'
import type { World } from '../world/world.ts'

export type Modal = Awaited<ReturnType<typeof modalOn>>

/** Waits until the modal document is there. A replaced frame needs a new page object. */
export async function modalOn(page: Page, world: World) {
  return modalIn(await modalFrame(page, world))
}

export function modalIn(frame: Frame) {
  const wallets = frame.getByRole('list', { name: 'Wallets' })
  const button = (name: string | RegExp) =>
    pressed(frame.getByRole('button', { name, exact: typeof name === 'string' }))
  return {
    frame,
    root: frame.locator('html'),
    title: frame.getByRole('heading', { level: 1 }),
    /** The outcome text in the middle of the view. */
    outcome: frame.getByRole('heading', { level: 2 }),
    button,
    text: (text: string | RegExp) => frame.getByText(text),
    close: button('Close'),
    back: button('Back'),
    tab: (name: string) => pressed(frame.getByRole('tab', { name })),
    wallets: wallets.getByRole('button'),
    wallet: (name: string) => pressed(wallets.getByRole('button', { name: new RegExp(`^${name}( |$)`) })),
    network: (name: string) =>
      pressed(frame.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}( |$)`) })),
    /** The ring around the wallet's icon; it has no accessible name. */
    ring: frame.locator('[data-state]').last(),
    toasts: frame.getByRole('region', { name: 'Notifications' }),
    expectView: async (title: string) => {
      await expect(frame.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    },
  }
}
