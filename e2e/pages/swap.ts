/** The views of a swap, as a user sees them. */
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

/** From the account: a quarter of the coins for dollars, up to the review. */
export async function reviewSwap(modal: Modal): Promise<void> {
  await modal.expectView('Account')
  await modal.button('Swap').click()
  await modal.expectView('Swap')
  await modal.button('Select token').first().click()
  await swapOn(modal).token('USD').click()
  await modal.expectView('Swap')
  await swapOn(modal).pays.fill('0.25')
  await modal.button('Review swap').click()
  await modal.expectView('Preview swap')
}
