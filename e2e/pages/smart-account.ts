/** The section "Smart account" of the demo page: a session, in which the page pays alone until it is revoked. Needs coins for the fees. */
import { expect, test } from '@playwright/test'
import type { World } from '../world/world.ts'
import type { Demo } from './demo.ts'
import { modalOn } from './modal.ts'
import { approveTitled, walletScreenOn } from './wallet-screen.ts'

export async function playSession(demo: Demo, world: World): Promise<void> {
  const { page } = demo
  await test.step('a session pays without a question to the user', async () => {
    await demo.button('Start a session').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText(/^Let .* act for you$/)
    await screen.approveInWindow('Approve')
    const modal = await modalOn(page, world)
    await modal.expectView('Smart session')
    await modal.close.click()
    await expect(demo.said(/^For an hour/)).toBeVisible()
    await demo.button('Pay in the session').click()
    await expect(demo.said(/^The page paid 0\.001 ETH in block \d+\.$/)).toBeVisible()
  })

  await test.step('revoked in the profile, it pays no more', async () => {
    const modal = await demo.openAccount()
    await modal.button('Settings').click()
    await modal.button('Smart Sessions').click()
    await modal.expectView('Smart Sessions')
    await modal.button('Revoke').click()
    await approveTitled({ modal, page, world }, 'Revoke a smart session', 'Smart Sessions')
    await expect(modal.frame.getByText('Revoked', { exact: true })).toBeVisible({ timeout: 20_000 })
    await modal.close.click()
    await demo.button('Pay in the session').click()
    await expect(demo.said(/does not allow this payment|revert/)).toBeVisible()
  })
}
