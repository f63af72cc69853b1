/** The account by keys alone: tabs, a list of years of which few rows are rendered, receipts and NFTs, and always back to where one was. */
import type { Locator, Page } from '@playwright/test'
import { connectedDemo } from '../../pages/connected-demo.ts'
import type { Modal } from '../../pages/modal.ts'
import { tabTo } from '../../setup/tab-to.ts'
import { expect, test as suite, worldOf } from '../../test.ts'
import type { World } from '../../world/world.ts'
import { focused } from './focus.ts'

const test = suite.extend({
  world: worldOf({ hasPast: true }),
})
test.describe.configure({ timeout: 120_000 })

async function keyboardOn(page: Page, world: World) {
  const { openAccount } = await connectedDemo(page, world)
  const modal = await openAccount()
  return {
    modal,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    isFocused: (words: string | RegExp) => {
      const said = expect.poll(() => focused(modal.frame))
      return typeof words === 'string' ? said.toBe(words) : said.toMatch(words)
    },
  }
}

const rowsOf = ({ frame }: Modal) => frame.getByRole('article').getByRole('button')
/** Of the row with the focus; each row has its own. */
const focusKey = ({ frame }: Modal) =>
  frame.evaluate(() => document.activeElement?.getAttribute('data-focus-key') ?? '')
const inView = (row: Locator) => expect(row).toBeInViewport({ ratio: 0.9 })

test('the keyboard goes from the tabs through the list to a receipt, and back to the row that was left', async ({
  page,
  world,
}) => {
  const { modal, press, isFocused } = await keyboardOn(page, world)
  const active = modal.frame.locator(':focus')

  await test.step('arrows move between the tabs, and Enter chooses', async () => {
    await isFocused('h1 Account')
    await tabTo(page, modal.frame.getByRole('tab', { name: 'Tokens' }))
    await press('ArrowRight', 'ArrowRight')
    await isFocused('button Activity')
    await press('Enter')
    await tabTo(page, modal.frame.getByRole('button', { name: 'All activity' }))
    await press('Enter')
    await isFocused('h1 Activity')
  })

  await test.step('the list is one stop; arrows, page keys and ends reach rows that are not rendered', async () => {
    await rowsOf(modal).nth(5).waitFor({ state: 'attached' })
    await expect(modal.frame.locator('article button[tabindex="0"]')).toHaveCount(1)
    await tabTo(page, rowsOf(modal).first())
    const first = await focusKey(modal)
    await press('ArrowDown')
    await expect.poll(() => focusKey(modal)).not.toBe(first)
    await inView(active)
    const second = await focusKey(modal)
    for (let times = 0; times < 4; times += 1) {
      const before = await focusKey(modal)
      await press('PageDown')
      await expect.poll(() => focusKey(modal)).not.toBe(before)
      await inView(active)
    }
    const far = await focusKey(modal)
    await press('Home')
    await expect.poll(() => focusKey(modal)).toBe(first)
    await inView(active)
    await press('ArrowDown')
    await expect.poll(() => focusKey(modal)).toBe(second)
    await press('End')
    await expect.poll(() => focusKey(modal)).not.toBe(second)
    expect(await focusKey(modal)).not.toBe(far)
    await inView(active)
  })

  await test.step('the row keeps the focus while the list is scrolled away from it', async () => {
    const kept = await focusKey(modal)
    const box = await modal.frame.getByRole('feed').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 100, 400)
    await page.mouse.wheel(0, -20_000)
    await expect(rowsOf(modal).first()).toBeInViewport()
    await expect(active).not.toBeInViewport()
    expect(await focusKey(modal)).toBe(kept)
    await press('ArrowUp')
    await expect.poll(() => focusKey(modal)).not.toBe(kept)
    await inView(active)
  })

  await test.step('a receipt, and back', async () => {
    const left = await focusKey(modal)
    await press('Enter')
    await isFocused('h1 Transaction')
    await tabTo(page, modal.frame.getByRole('button', { name: 'Copy transaction hash' }))
    await press('Escape')
    await modal.expectView('Activity')
    await expect.poll(() => focusKey(modal)).toBe(left)
    await inView(active)
    await press('Escape')
    await isFocused('button All activity')
    await inView(active)
    await press('Escape')
    await expect.poll(() => focused(page.mainFrame())).toBe('button Open account')
  })
})

test('receiving, NFTs and settings give the focus back to what opened them', async ({ page, world }) => {
  const { modal, press, isFocused } = await keyboardOn(page, world)
  const visit = async (opener: Locator, title: string | RegExp) => {
    await tabTo(page, opener)
    const words = await focused(modal.frame)
    await press('Enter')
    await isFocused(title)
    await press('Escape')
    await isFocused(words)
    await inView(opener)
  }
  await visit(modal.frame.getByRole('button', { name: 'Receive' }), 'h1 Receive')
  await tabTo(page, modal.frame.getByRole('tab', { name: 'Tokens' }))
  await press('ArrowRight', 'Enter')
  const nfts = modal.frame.getByRole('region', { name: 'NFTs' })
  await tabTo(page, nfts.getByRole('button', { name: /^Show \d+ that look/ }))
  await press('Enter')
  const last = nfts.getByRole('listitem').getByRole('button').last()
  await last.waitFor()
  await visit(last, 'h1 NFT')
  // The actions are one stop, with arrows between them.
  await tabTo(page, modal.frame.getByRole('link', { name: 'Block Explorer' }))
  await press('ArrowDown')
  await isFocused('button Settings')
  await visit(modal.frame.getByRole('button', { name: 'Settings' }), 'h1 Settings')
})
