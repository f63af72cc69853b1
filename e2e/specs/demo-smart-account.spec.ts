/** The smart account on the demo page: payments in one transaction, and a session in which the page pays alone until it is revoked. */
import { demoOn } from '../pages/demo.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'
import { deployDelegationFramework } from '../world/delegation-framework.ts'

test('a newcomer sends two payments at once, and lets the page pay until the session is revoked', async ({
  context,
  page,
  world,
}) => {
  test.setTimeout(120_000)
  await deployDelegationFramework(world.chains[0].nodeUrl)
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await signInByMail(modal, mailboxOf(context, world, 'dora'))
  await expect(demo.address).toHaveText(/^0x/)
  await demo.button('Get 1 ETH').click()
  await expect(demo.said('You got 1 ETH.')).toBeVisible()

  await test.step('two payments in one transaction', async () => {
    await demo.button('Send two payments').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Several steps at once')
    await expect(screen.text('Upgrade your account')).toBeVisible()
    await screen.approveInWindow('Approve')
    await expect(demo.said(/^Both payments are in block \d+\.$/)).toBeVisible()
  })

  await test.step('a session, in which nobody is asked', async () => {
    await demo.button('Start a session').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText(/^Let .* act for you$/)
    await screen.approveInWindow('Approve')
    await modal.expectView('Smart session')
    await modal.close.click()
    await expect(demo.said(/^For an hour/)).toBeVisible()
    await demo.button('Pay in the session').click()
    await expect(demo.said(/^The page paid 0\.001 ETH in block \d+\.$/)).toBeVisible()
  })

  await test.step('revoked in the profile, it pays no more', async () => {
    await demo.button('Open account').click()
    await modal.expectView('Account')
    await modal.button('Settings').click()
    await modal.button('Smart Sessions').click()
    await modal.expectView('Smart Sessions')
    await modal.button('Revoke').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Revoke a smart session')
    await screen.approveInWindow('Approve')
    await modal.expectView('Smart Sessions')
    await expect(modal.frame.getByText('Revoked', { exact: true })).toBeVisible({ timeout: 20_000 })
    await modal.close.click()
    await demo.button('Pay in the session').click()
    await expect(demo.said(/does not allow this payment|revert/)).toBeVisible()
  })
})
