/** The demo page on one of its two sites, and the confirm window of its wallet. */
import { expect, type Page } from '@playwright/test'
import { press, pressed } from '../setup/press.ts'
import type { World } from '../world/world.ts'
import { type Modal, modalOn } from './modal.ts'

export type Demo = ReturnType<typeof demoOn>

export function demoOn(page: Page, world: World) {
  const button = (name: string | RegExp) => pressed(page.getByRole('button', { name, exact: typeof name === 'string' }))
  const value = (term: string) =>
    page.locator('dl', { hasText: 'Status' }).locator('div', { hasText: term }).locator('dd')
  return {
    page,
    open: () => page.goto(`${world.origins.app}/`),
    button,
    connect: button('Connect'),
    disconnect: button('Disconnect'),
    status: value('Status'),
    address: value('Address'),
    network: value('Network'),
    balance: value('Balance'),
    said: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
    openAccount: async (): Promise<Modal> => {
      await button('Open account').click()
      const modal = await modalOn(page, world)
      await modal.expectView('Account')
      return modal
    },
    /** Runs the action that makes the wallet ask, and answers in the wallet's own window. */
    confirm: async (act: () => Promise<void>, title: string, answer: 'Approve' | 'Decline' = 'Approve') => {
      const asked = page.waitForEvent('popup')
      await act()
      const popup = await asked
      await expect(popup.getByRole('heading', { name: title })).toBeVisible()
      const closed = popup.waitForEvent('close')
      await press(popup.getByRole('button', { name: answer, exact: true }))
      await closed
      // As the window system does for users. A page in the background paints nothing, and its clicks go to the previous document.
      await page.bringToFront()
    },
  }
}
