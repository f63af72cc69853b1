/** The demo page with its demo wallet connected. */
import { expect, type Page } from '@playwright/test'
import type { World } from '../world/world.ts'
import { demoOn } from './demo.ts'
import { modalOn } from './modal.ts'

export async function connectedDemo(page: Page, world: World) {
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  const connecting = await modalOn(page, world)
  await demo.confirm(() => connecting.wallet('Demo Wallet').click(), 'Connect to this site?')
  await expect(demo.said('Connected.')).toBeVisible()
  return {
    demo,
    async openAccount() {
      await demo.button('Open account').click()
      const modal = await modalOn(page, world)
      await modal.expectView('Account')
      return modal
    },
  }
}
