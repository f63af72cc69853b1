/** The views of a payment, as a user sees them, and a page that asks for one. */
import { expect, type Page } from '@playwright/test'
import type { Modal } from './modal.ts'

export type SendOutcome = { readonly hash?: string; readonly code?: string }

/** `open({ view: 'Send', args })` of the page. */
export const openSend = (page: Page, args: Readonly<Record<string, string>>): Promise<SendOutcome> =>
  page.evaluate(
    (given) =>
      // as: set by the host's page object.
      (Reflect.get(window, 'airlock') as { open: (options: object) => Promise<{ hash?: string }> })
        .open({ view: 'Send', args: given })
        .then(
          ({ hash }) => (hash === undefined ? {} : { hash }),
          (error: { code: string }) => ({ code: error.code }),
        ),
    args,
  )

export function sendOn(modal: Modal) {
  const field = (name: string | RegExp) => modal.frame.getByRole('textbox', { name })
  return {
    amount: field(/^Amount in/),
    to: field('To'),
    /** One line of the review. */
    fact: (name: string) =>
      modal.frame
        .locator('dl > div')
        .filter({ has: modal.frame.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) }),
    /** From a filled form to the wallet. */
    async review() {
      await modal.button('Preview Send').click()
      await modal.expectView('Review Send')
      await expect(modal.button(/^Send( again)?$/)).toBeVisible()
    },
  }
}
