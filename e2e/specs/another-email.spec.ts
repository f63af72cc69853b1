/** "Send another email", on a second site that waits until the mailbox lets it open the wallet. By real clicks, with the real pause. */
import { dappOn } from '../pages/dapp.ts'
import { recoveryNumber, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { signedUp } from '../pages/sign-up.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { hostPage } from '../setup/pages.ts'
import { expect, test } from '../test.ts'

test('a second site that waits for its email has another one sent, with another number, and opens the wallet', async ({
  parts,
  violations,
}) => {
  const { context, world } = parts
  test.setTimeout(180_000)
  const { mailbox, account: address } = await signedUp(parts, 'resent')

  const second = await context.newPage()
  const elsewhere = hostPage(second, world)
  await elsewhere.open({ host: 'pinned' })
  await elsewhere.create(world.embedded)
  await elsewhere.connect()
  await signInByMail(await modalOn(second, world), mailbox)
  const wallet = await walletScreenOn(second, world)
  const first = await recoveryNumber(second, world)
  const letters = () => mailbox.count()
  const before = letters()

  await test.step('another email is not sent before the pause is over', async () => {
    const early = wallet.frame.getByRole('button', { name: /^Send another email in \d+s$/ })
    await expect(early).toHaveAttribute('aria-disabled', 'true')
    await early.click({ force: true })
    expect(letters()).toBe(before)
  })

  await test.step('another email is sent once, and the screen shows the new number', async () => {
    const again = wallet.button('Send another email')
    await expect(again).not.toHaveAttribute('aria-disabled', { timeout: 45_000 })
    await again.click()
    await expect.poll(() => recoveryNumber(second, world)).not.toBe(first)
    await expect.poll(letters).toBe(before + 1)
    await expect(wallet.frame.getByRole('button', { name: /^Send another email in \d+s$/ })).toBeVisible()
  })

  await test.step('the number opens the wallet from the new email', async () => {
    await mailbox.passOverRecovery()
    await mailbox.confirmRecovery(second)
    await dappOn(second).expectStatus('connected')
    expect(await dappOn(second).address()).toBe(address)
  })
  expect(violations.all()).toEqual([])
})
