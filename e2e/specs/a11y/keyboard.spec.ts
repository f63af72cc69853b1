/** The whole journey with the keyboard alone, and where the focus is at each step. */
import type { Page } from '@playwright/test'
import { announceFixedWallet } from '../../screenshots/fixed-wallet.ts'
import { openStage } from '../../screenshots/stage.ts'
import { tabTo } from '../../setup/tab-to.ts'
import { expect, modalFrame, test } from '../../test.ts'
import { focused } from './focus.ts'

const keys = async (page: Page, ...pressed: readonly string[]) => {
  for (const key of pressed) await page.keyboard.press(key)
}

test('the keyboard connects, switches the network and returns to the page, without a mouse', { tag: '@gate' }, async ({
  context,
  page,
  world,
}) => {
  for (const name of ['Harbor', 'Osprey', 'Quarry']) await announceFixedWallet(context, { name })
  await page.goto(`${world.origins.app}/`)
  const host = page.mainFrame()
  await tabTo(page, page.getByRole('button', { name: 'Connect', exact: true }))
  await keys(page, 'Enter')
  const modal = await modalFrame(page, world)
  const isFocused = (words: string) => expect.poll(() => focused(modal)).toBe(words)
  await isFocused('h1 Connect Wallet')
  await modal.getByRole('button', { name: 'Quarry' }).waitFor()
  await modal.getByRole('button', { name: 'All Wallets' }).waitFor()

  await test.step('the list is one stop; arrows, ends and letters move inside', async () => {
    await keys(page, 'Tab')
    await isFocused('button Close')
    await keys(page, 'Tab')
    const first = await focused(modal)
    await keys(page, 'End')
    const last = await focused(modal)
    expect(last).not.toBe(first)
    await keys(page, 'ArrowDown')
    await isFocused(last)
    await keys(page, 'Home')
    await isFocused(first)
    await keys(page, 'ArrowDown')
    expect(await focused(modal)).not.toBe(first)
    await keys(page, 'ArrowUp')
    await isFocused(first)
    await keys(page, 'q')
    await isFocused('button Quarry Installed')
    await keys(page, 'Tab')
    await expect.poll(() => focused(modal)).toMatch(/^button All Wallets/)
    await keys(page, 'Shift+Tab')
    await isFocused('button Quarry Installed')
    // Past the email field and the three social logins.
    await keys(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    await isFocused('button Get started')
  })

  await test.step('Escape goes back to the row that was left, then closes, and the opener has the focus', async () => {
    await keys(page, 'Enter')
    await isFocused('h1 What is a wallet?')
    await keys(page, 'Escape')
    await isFocused('button Get started')
    await keys(page, 'Escape')
    await expect.poll(() => focused(host)).toBe('button Connect')
  })

  await test.step('the wallet asks in its own window, which is answered by keyboard too', async () => {
    await keys(page, 'Enter')
    await isFocused('h1 Connect Wallet')
    await keys(page, 'Tab', 'Tab', 'End')
    await isFocused('button Demo Wallet Installed')
    const opened = page.waitForEvent('popup')
    await keys(page, 'Enter')
    await isFocused('h1 Demo Wallet')
    await approve(await opened)
    await expect.poll(() => focused(host)).toBe('button Open account')
  })

  await test.step('chip, list, switch: back lands on the account with its chip', async () => {
    await keys(page, 'Enter')
    await isFocused('h1 Account')
    await keys(page, 'Shift+Tab')
    await isFocused('button Network: Local One. Choose another')
    await keys(page, 'Enter')
    await isFocused('h1 Choose Network')
    await keys(page, 'Escape')
    await isFocused('button Network: Local One. Choose another')
    await keys(page, 'Enter')
    await isFocused('h1 Choose Network')
    await modal.getByRole('button', { name: /Local Two/ }).waitFor()
    await keys(page, 'Tab', 'Tab', 'Tab', 'Tab')
    await isFocused('button Local Two Test network')
    const opened = page.waitForEvent('popup')
    await keys(page, 'Enter')
    await isFocused('h1 Local Two')
    await approve(await opened)
    await isFocused('button Network: Local Two (Test network). Choose another')
    await keys(page, 'Escape')
    await expect.poll(() => focused(host)).toBe('button Open account')
  })
})

/** Approves in the confirm window, which focuses its question and not an answer. */
async function approve(confirm: Page): Promise<void> {
  await confirm.getByRole('button', { name: 'Approve' }).waitFor()
  await tabTo(confirm, confirm.getByRole('button', { name: 'Approve', exact: true }))
  const closed = confirm.waitForEvent('close')
  await keys(confirm, 'Enter')
  await closed
}

test('the order is back, title, close, content, foot; and it comes round', async ({ browser, world }) => {
  const stage = await openStage(browser, world, {
    fixedWallets: [{ name: 'Harbor' }, { name: 'Osprey' }],
    options: {
      metadata: { name: 'App', icons: [], termsUrl: 'https://app.example/terms', privacyUrl: 'https://app.example/p' },
    },
  })
  await stage.create()
  const modal = await stage.open()
  await modal.getByRole('button', { name: 'Osprey' }).waitFor()
  const order = [
    'button Help',
    'button Close',
    'button Harbor Installed',
    'button Get started',
    'a Terms of Service (opens in a new tab)',
    'a Privacy Policy (opens in a new tab)',
  ]
  await modal.getByRole('button', { name: 'Help' }).focus()
  for (const words of order) {
    await expect.poll(() => focused(modal)).toBe(words)
    await keys(stage.page, 'Tab')
  }
  // After the last element, the browser's own controls may come first; the page behind is inert and never gets the focus.
  await expect(async () => {
    if ((await focused(modal)) !== 'button Help') await keys(stage.page, 'Tab')
    expect(await stage.page.evaluate(() => document.activeElement?.id)).not.toBe('connect')
    expect(await focused(modal)).toBe('button Help')
  }).toPass()
  await stage.context.close()
})

test('a search takes the focus where it is the one obvious field', async ({ browser, world }) => {
  const stage = await openStage(browser, world, {
    wallets: [{ name: 'Kestrel Wallet' }],
    options: ({ config: { networks } }) => ({
      networks: [
        ...networks,
        ...Array.from({ length: 7 }, (_, index) => ({
          ...networks[0],
          id: 6000 + index,
          caipNetworkId: `eip155:${6000 + index}`,
          name: `Place ${index}`,
        })),
      ],
    }),
  })
  await stage.create()
  await stage.connect('Kestrel Wallet')
  const modal = await stage.open()
  await expect.poll(() => focused(modal)).toBe('h1 Account')
  await keys(stage.page, 'Shift+Tab', 'Enter')
  await expect(modal.getByRole('searchbox', { name: 'Search network' })).toBeFocused()
  await stage.page.keyboard.type('place 3')
  await expect(modal.getByRole('listitem')).toHaveCount(1)
  await keys(stage.page, 'Tab', 'Tab')
  await expect(modal.getByRole('button', { name: 'Place 3' })).toBeFocused()
  await stage.context.close()
})

test('a button that goes away leaves the focus on the title', async ({ browser, world }) => {
  const stage = await openStage(browser, world, { wallets: [{ name: 'Kestrel Wallet', behaviour: 'asks' }] })
  await stage.create()
  const modal = await stage.open()
  await modal.getByRole('button', { name: 'Kestrel Wallet' }).press('Enter')
  await stage.wallet().called('eth_requestAccounts')
  stage.wallet().decline()
  await modal.getByRole('button', { name: 'Try again' }).press('Enter')
  await modal.getByText('Continue in Kestrel Wallet').waitFor()
  await expect.poll(() => focused(modal)).toBe('h1 Kestrel Wallet')
  await stage.context.close()
})
