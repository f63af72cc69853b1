/** The modals of libraries, as a visitor uses them: to the wallet with this name. */
import type { Page } from '@playwright/test'
import { press } from '../setup/press.ts'
import type { Door } from './libraries.ts'

const choose = async (page: Page, wallet: string) => {
  await press(page.getByRole('button', { name: 'Connect Wallet' }))
  await press(page.getByRole('dialog').getByRole('button', { name: wallet }))
}

export const doors: Readonly<Record<Door, (page: Page, wallet: string) => Promise<void>>> = {
  rainbowkit: choose,
  connectkit: choose,
}
