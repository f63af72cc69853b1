/**
 * Two tabs of one site with the embedded wallet: signing out in one ends the session in the other, and transactions
 * sent from both are both sent.
 */

import { Hex } from '@airlock/protocol/scalars/values.ts'
import type { BrowserContext, Page } from '@playwright/test'
import * as z from 'zod'
import { connectedTab } from '../pages/connected.ts'
import type { Answer } from '../pages/dapp.ts'
import { signedUp } from '../pages/sign-up.ts'
import { walletScreenIn, walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

test('signing out in one tab disconnects the page in the other', async ({ parts, context, world }) => {
  const { dapp: here } = await signedUp(parts, 'tabs')

  const { dapp: there } = await connectedTab(context, world, world.embedded)
  expect(await there.address()).toBe(await here.address())

  await here.call((airlock) => airlock.disconnect())
  await here.expectStatus('disconnected')
  await there.expectStatus('disconnected')
})

test('transactions that are approved side by side in two tabs are both sent', async ({ parts }) => {
  const { context, page, world } = parts
  const { dapp: here, account } = await signedUp(parts, 'two-sends')
  await world.fund(account)

  const { tab: second, dapp: there } = await connectedTab(context, world, world.embedded)

  // Identical transactions: with the same nonce they would be one transaction, and the loss of the other would go unnoticed.
  const transaction = { from: account, to: '0x00000000000000000000000000000000000000c3', value: '0x1' }
  const asked = [here, there].map((dapp) => dapp.request('eth_sendTransaction', [transaction]))
  const windows = [await windowFor(context, page, world), await windowFor(context, second, world)]
  for (const window of windows) {
    await window.bringToFront()
    await walletScreenIn(window).approve('Approve')
  }
  for (const answer of await Promise.all(asked))
    await expect.poll(() => statusOf(world, answer), { message: JSON.stringify(answer) }).toBe('0x1')
  expect(await world.rpc(world.chains[0], 'eth_getTransactionCount', [account, 'latest'])).toBe('0x2')
  await here.expectClosed()
  await there.expectClosed()
})

/** Opens the window for the approval that a tab asks for. */
async function windowFor(context: BrowserContext, page: Page, world: World): Promise<Page> {
  await page.bringToFront()
  const screen = await walletScreenOn(page, world)
  const opening = context.waitForEvent('page')
  await screen.button('Approve in a separate window').click()
  const window = await opening
  await expect(walletScreenIn(window).title).toHaveText('Send ETH')
  return window
}

const Receipt = z.nullable(z.object({ status: Hex }))
/** Status of the transaction; `undefined` until it is in a block. */
async function statusOf(world: World, answer: Answer): Promise<string | undefined> {
  const hash = 'result' in answer ? answer.result : answer.message
  return Receipt.parse(await world.rpc(world.chains[0], 'eth_getTransactionReceipt', [hash]))?.status
}
