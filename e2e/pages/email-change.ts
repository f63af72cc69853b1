/** The email address of the embedded wallet in the modal's settings: the first one, and another one in its place. Both begin in the open settings. */
import { expect } from '@playwright/test'
import type { Mailbox } from './mailbox.ts'
import type { Modal } from './modal.ts'

const codeFieldOf = (modal: Modal) => modal.frame.getByRole('textbox', { name: 'Code from the email' })
const addressFieldOf = (modal: Modal) => modal.frame.getByRole('textbox', { name: 'Email' })

/** Ends at the account. */
export async function linkEmail(modal: Modal, mailbox: Mailbox): Promise<void> {
  await modal.button(/^Email login/).click()
  await modal.expectView('Edit Email')
  await addressFieldOf(modal).fill(mailbox.address)
  await modal.button('Save').click()
  await modal.expectView('Confirm New Email')
  await codeFieldOf(modal).pressSequentially(await mailbox.code())
  await modal.expectView('Account')
  await expect(modal.toasts).toContainText('Your email was changed')
}

/**
 * Ends at the account.
 *
 * @param isFirstLogin the wallet was made with the old address: it is shown, and its mailbox, for which the recovery service keeps a half of
 * the wallet, has to agree
 */
export async function changeEmail(
  modal: Modal,
  {
    before,
    after,
    isFirstLogin,
  }: { readonly before: Mailbox; readonly after: Mailbox; readonly isFirstLogin: boolean },
): Promise<void> {
  await modal.button(isFirstLogin ? /^Edit Email/ : /^Email login/).click()
  await modal.expectView('Edit Email')
  await expect(addressFieldOf(modal)).toHaveValue(isFirstLogin ? before.address : '')
  await expect(modal.button('Save')).toHaveAttribute('aria-disabled', 'true')
  await addressFieldOf(modal).fill(after.address)
  // Two emails of changes to one address have to be half a minute apart.
  await expect(async () => {
    await modal.button('Save').click()
    await expect(modal.title).toHaveText('Confirm Current Email', { timeout: 8000 })
  }).toPass({ timeout: 45_000 })
  await expect(modal.outcome).toContainText(isFirstLogin ? before.address : 'your current email address')
  await codeFieldOf(modal).pressSequentially(await before.code())
  await modal.expectView('Confirm New Email')
  if (isFirstLogin) await expect(modal.text('A second email to your current address')).toBeVisible()
  await codeFieldOf(modal).pressSequentially(await after.code())
  if (isFirstLogin) await before.confirmNewAddress(modal.frame.page())
  await modal.expectView('Account')
  await expect(modal.toasts).toContainText('Your email was changed')
}
