/** The smart account on the demo page: payments in one transaction, and a session in which the page pays alone until it is revoked. */
import { demoOn } from '../pages/demo.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { playSession } from '../pages/smart-account.ts'
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
  await signInByMail(await modalOn(page, world), mailboxOf(context, world, 'dora'))
  await expect(demo.address).toHaveText(/^0x/)
  await demo.button('Get 1 ETH').click()
  await expect(demo.said('You got 1 ETH.')).toBeVisible()

  await test.step('two payments in one transaction, which the account pays', async () => {
    await expect(page.getByText('npm start -- --sponsored')).toBeVisible()
    await demo.button('Send two payments').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Several steps at once')
    await expect(screen.text('Upgrade your account')).toBeVisible()
    await screen.approveInWindow('Approve')
    await expect(demo.said(/^Both payments are in block \d+\.$/)).toBeVisible()
  })
  await playSession(demo, world)
})
