/** The views of a swap, as a visitor sees them, and a page that asks for one. */
import type { Page } from '@playwright/test'
import type { Modal } from './modal.ts'

/** `open({ view: 'Swap', args })` of the page. */
export const openSwap = (page: Page, args: Readonly<Record<string, string>>): Promise<{ readonly hash?: string }> =>
  page.evaluate(
    (given) =>
      // as: set by the host's page object.
      (Reflect.get(window, 'airlock') as { open: (options: object) => Promise<{ hash?: string }> }).open({
        view: 'Swap',
        args: given,
      }),
    args,
  )

export const swapOn = ({ frame }: Modal) => ({
  pays: frame.getByRole('textbox', { name: 'You pay' }),
  receives: frame.getByRole('textbox', { name: 'You receive, about' }),
  /** A row of the list, by the name of the token. */
  token: (name: string) => frame.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}\\b`) }),
  /** One line of the review. */
  fact: (name: string) =>
    frame.locator('dl > div').filter({ has: frame.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) }),
})
