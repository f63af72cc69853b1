/** What stands in the wallet's own window can be approved only once it has been there long enough to be read. */
import { staleAfterMs } from '../../frame-app/src/wallet/approval/approvals.ts'
import { expect, test } from '../test.ts'

test('what was prepared anew has to be seen anew: the press that asked for it approves nothing', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await page.goto(`${world.origins.modal}/fixtures/approval-in-window.html`)
  const approve = page.getByRole('button', { name: 'Sign', exact: true })
  await approve.waitFor()
  // From now on time passes only when told.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000))
  await expect(approve).not.toHaveAttribute('aria-disabled')
  await page.clock.runFor(staleAfterMs)
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await approve.click({ force: true })
  const signed = () => page.evaluate(() => (Reflect.get(window, 'signed') as () => number)())
  expect(await signed()).toBe(0)
  await page.clock.runFor(700)
  await expect(approve).not.toHaveAttribute('aria-disabled')
  await approve.click()
  await expect.poll(signed).toBe(1)
})
