/** Two tabs of one site with the embedded wallet: what a visitor ends in one is over in the other, without a reload. */
import { dappOn } from '../pages/dapp.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { hostPage } from '../setup/pages.ts'
import { expect, test } from '../test.ts'

test('signing out in one tab disconnects the page in the other', async ({ context, host, page, world }) => {
  await host.open()
  await host.create(world.embedded)
  await host.connect()
  const [here, mailbox] = [dappOn(page), mailboxOf(context, world, 'tabs')]
  await signInByMail(await modalOn(page, world), mailbox)
  await here.expectStatus('connected')

  const second = await context.newPage()
  const otherHost = hostPage(second, world)
  await otherHost.open()
  await otherHost.create(world.embedded)
  const there = dappOn(second)
  await there.expectStatus('connected')
  expect(await there.address()).toBe(await here.address())

  await here.call((airlock) => airlock.disconnect())
  await here.expectStatus('disconnected')
  await there.expectStatus('disconnected')
})
