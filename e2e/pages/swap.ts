/** The views of a swap, as a visitor sees them. */
import type { Modal } from './modal.ts'

export const swapOn = ({ frame }: Modal) => ({
  pays: frame.getByRole('textbox', { name: 'You pay' }),
  receives: frame.getByRole('textbox', { name: 'You receive, about' }),
  /** A row of the list, by the name of the token. */
  token: (name: string) => frame.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}\\b`) }),
  /** One line of the review. */
  fact: (name: string) =>
    frame.locator('dl > div').filter({ has: frame.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) }),
})
