/** Where the wallet's frame was, the pointer reaches what the modal shows next. */
import type { Hex } from 'viem'
import type { Dapp } from '../pages/dapp.ts'
import type { Modal } from '../pages/modal.ts'
import { signedUp } from '../pages/sign-up.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'

const closings: Readonly<Record<string, (dapp: Dapp, modal: Modal) => Promise<void>>> = {
  'was left': (_dapp, modal) => modal.close.click(),
  'was closed by the page': (dapp) => dapp.call((airlock) => airlock.close()),
}

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test.describe(`motion setting ‘${reducedMotion}’`, () => {
    test.use({ contextOptions: { reducedMotion } })

    for (const [ending, close] of Object.entries(closings))
      test(`the account can be pressed after an approval ${ending}, again and again`, async ({ parts }) => {
        const { page, world } = parts
        test.setTimeout(120_000)
        const { dapp, modal, account } = await signedUp(parts, 'pointer')
        const message: Hex = '0x68656c6c6f'
        for (const round of [1, 2, 3, 4, 5]) {
          const left = dapp.request('personal_sign', [message, account])
          const screen = await walletScreenOn(page, world)
          await expect(screen.button('Decline')).toBeVisible()
          await close(dapp, modal)
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
