/** One user's emails in the demo's inbox, on its own page: they are opened and followed with real clicks. */
import { expect, type Locator, type Page } from '@playwright/test'
import { press } from '../setup/press.ts'

/** Opens the inbox from the demo page, in a tab of its own like a user; afterwards the demo page is in front again. */
export async function openInbox(demo: Page, address: string) {
  const opened = demo.context().waitForEvent('page')
  await press(demo.getByRole('link', { name: 'open the inbox in a tab of its own' }))
  const inbox = inboxOn(await opened, address)
  await expect(inbox.page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await demo.bringToFront()
  return inbox
}

export function inboxOn(page: Page, address: string) {
  const letters = page.getByRole('article').filter({ hasText: address })
  /** The newest email with this subject. */
  const letter = (subject: RegExp): Locator =>
    letters.filter({ has: page.getByRole('heading', { name: subject }) }).first()
  return {
    page,
    letters,
    letter,
    /** Follows the link of an email and presses one button of the linked page. */
    follow: async (subject: RegExp, button: string, outcome: string) => {
      const opened = page.context().waitForEvent('page')
      await letter(subject).getByRole('link').click()
      const asked = await opened
      await press(asked.getByRole('button', { name: button, exact: true }))
      await expect(asked.getByRole('heading', { level: 1 })).toHaveText(outcome)
      await asked.close()
    },
    /** Copies the code of the newest email with this subject. */
    copyCode: async (subject: RegExp) => {
      await page.bringToFront()
      const newest = letter(subject)
      await newest.getByRole('button', { name: 'Copy code' }).click()
      await expect(newest.getByText('Copied.')).toBeVisible()
    },
  }
}
