/** Where the wallet's frame was, the pointer reaches what the modal shows next. */
import type { Hex } from 'viem'
import { dappOn } from '../pages/dapp.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test.describe(`with the setting of motion ‘${reducedMotion}’`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test('the account can be pressed after an approval was left, again and again', async ({
      context,
      host,
      page,
      world,
    }) => {
      test.setTimeout(120_000)
      await host.open()
      await host.create(world.embedded)
      await host.connect()
      const dapp = dappOn(page)
      const modal = await modalOn(page, world)
      await signInByMail(modal, mailboxOf(context, world, 'pointer'))
      await dapp.expectStatus('connected')
      await dapp.expectClosed()
      const account = (await dapp.address()) ?? ''
      const message: Hex = '0x68656c6c6f'
      for (const round of [1, 2, 3, 4, 5]) {
        const left = dapp.request('personal_sign', [message, account])
        const screen = await walletScreenOn(page, world)
        await expect(screen.button('Decline')).toBeVisible()
        await modal.close.click()
        expect(await left, `round ${round}`).toMatchObject({ message: 'Request was aborted' })
        await dapp.expectClosed()
        await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
        await modal.tab('Activity').click()
        await modal.tab('Tokens').click()
        await modal.close.click()
        await dapp.expectClosed()
      }
    })
  })
