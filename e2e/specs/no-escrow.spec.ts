/**
 * The embedded wallet of a deployment that keeps no recovery secrets: the warning at sign-up. Who can open the wallet,
 * and what happens on another site, is tested in `e2e/accounts`.
 */
import { dappOn } from '../pages/dapp.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test as suite, worldOf } from '../test.ts'

const test = suite.extend({
  world: worldOf({ recovery: 'person' }),
})

test('the sign-up warns that only this browser opens the wallet [custody]', async ({ context, host, page, world }) => {
  test.setTimeout(90_000)
  const mailbox = mailboxOf(context, world, 'grace')
  await host.create(world.embedded)
  await host.connect()
  await signInByMail(await modalOn(page, world), mailbox)
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText('Only this browser opens your wallet')
  await screen.button('Continue without a passkey').click()
  await dappOn(page).expectStatus('connected')
  await dappOn(page).expectClosed()
})
