/**
 * The wallet's own window: a request can be approved only after it was visible long enough to be read, and declined
 * until it is signed.
 */
import { staleAfterMs } from '../../frame-app/src/wallet/approval/approvals.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

test('a refreshed approval must be visible again before it counts: the press that refreshed it approves nothing', {
  tag: '@gate',
}, async ({ page, world }) => {
  await page.clock.install()
  await page.goto(`${world.origins.modal}/fixtures/approval-in-window.html`)
  const approve = page.getByRole('button', { name: 'Sign', exact: true })
  await approve.waitFor()
  // From here on the clock moves only when the test moves it.
  await freezeClock(page)
  await expect(approve).not.toHaveAttribute('aria-disabled')
  await page.clock.runFor(staleAfterMs)
  await press(page.getByRole('button', { name: 'Look again' }))
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await approve.click({ force: true })
  const signed = () => page.evaluate(() => (Reflect.get(window, 'signed') as () => number)())
  expect(await signed()).toBe(0)
  await page.clock.runFor(700)
  await expect(approve).not.toHaveAttribute('aria-disabled')
  await approve.click()
  await expect.poll(signed).toBe(1)
})

test('an approval that waits after the press can still be declined', async ({ page, world }) => {
  await page.goto(`${world.origins.modal}/fixtures/approval-in-window.html?locked`)
  const approve = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(approve).not.toHaveAttribute('aria-disabled')
  await approve.click()
  await expect(page.getByRole('button', { name: 'Signing…' })).toHaveAttribute('aria-busy', 'true')
  await press(page.getByRole('button', { name: 'Decline' }))
  expect(await page.evaluate(() => (Reflect.get(window, 'ended') as () => Promise<unknown>)())).toBe('USER_REJECTED')
})

test('an approval in the frame can be declined while it is checked, but not while it is being signed', async ({
  page,
  world,
}) => {
  const open = async (state: string) => {
    await page.goto(`${world.origins.modal}/fixtures/approval-gallery.html?state=${state}`)
    await expect(page.getByRole('button', { name: 'Signing…' })).toHaveAttribute('aria-busy', 'true')
    return page.getByRole('button', { name: 'Decline' })
  }
  await (await open('checking')).click()
  expect(await page.evaluate(() => String(Reflect.get(window, 'told')))).toBe('decline')
  await expect(await open('signing')).toHaveAttribute('aria-disabled', 'true')
})
