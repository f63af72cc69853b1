/**
 * Change of the email address, with the real service and mailboxes: two codes and a press in the old mailbox. The rules of the service:
 * `service/test/wallet/email-change.test.ts`; on new devices: `e2e/accounts/email-change.full.test.ts`.
 */
import { changeEmail } from '../pages/email-change.ts'
import { mailboxOf } from '../pages/mailbox.ts'
import { signedUp } from '../pages/sign-up.ts'
import { expect, test } from '../test.ts'

test('the address is changed with the codes of both mailboxes; the page learns the new one, and the old mailbox undoes it', async ({
  parts,
}) => {
  const { context, world } = parts
  test.setTimeout(120_000)
  const { dapp, modal, mailbox: before } = await signedUp(parts, 'before')
  const after = mailboxOf(context, world, 'after')
  await dapp.call((airlock) => void airlock.open({ view: 'Profile' }))

  await changeEmail(modal, { before, after, isFirstLogin: true })
  const user = () => dapp.call((airlock) => airlock.getState().accounts.eip155?.user?.email)
  await expect.poll(user).toBe(after.address)

  await before.undoChange()
})
