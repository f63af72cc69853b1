/** Theme and language follow the page while the modal is open. */
import type { Locator } from '@playwright/test'
import { opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { demoOn } from '../pages/demo.ts'
import { modalOn } from '../pages/modal.ts'
import { createWithSignIn } from '../pages/sign-in.ts'
import { expect, test, withWallets } from '../test.ts'

test.use({ colorScheme: 'light' })

test('the theme follows the page and the system', { tag: '@gate' }, async ({ parts, page }) => {
  const { dapp, modal } = await opened(parts)
  await expect(modal.root).toHaveAttribute('data-theme', 'light')
  await dapp.call((airlock) => airlock.setTheme('dark'))
  await expect(modal.root).toHaveAttribute('data-theme', 'dark')
  expect((await dapp.state()).theme).toBe('dark')
  await dapp.call((airlock) => airlock.setTheme('auto'))
  await expect(modal.root).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(modal.root).toHaveAttribute('data-theme', 'dark')
})

test('an accent reaches the modal, and what is no colour is refused before it does', async ({ parts }) => {
  const { dapp, modal } = await opened(parts)
  await dapp.call((airlock) => airlock.setTheme('light', { accent: '#0a7a4b' }))
  const accent = () => modal.root.evaluate((root) => getComputedStyle(root).getPropertyValue('--accent').trim())
  await expect.poll(accent).toBe('#0a7a4b')
  await expect(dapp.call((airlock) => airlock.setTheme('dark', { accent: 'url(https://a.example)' }))).rejects.toThrow(
    'Option `themeVariables.accent` is unknown or not valid',
  )
  expect((await dapp.state()).theme).toBe('light')
  expect(await accent()).toBe('#0a7a4b')
})

test('the language follows the page: texts, lang and direction', { tag: '@gate' }, async ({ parts }) => {
  const { dapp, modal } = await opened(parts, { locale: 'en' })
  await expect(modal.root).toHaveAttribute('lang', 'en-US')
  await modal.expectView('Connect Wallet')
  await dapp.call((airlock) => airlock.setLocale('en-XA'))
  await expect(modal.root).toHaveAttribute('lang', 'en-XA')
  await expect(modal.title).toHaveText(/^⟦Çöññéçţ Ŵåļļéţ|^⟦/)
  await expect(modal.frame.getByRole('main')).not.toContainText('Get started')
})

test.describe('a font of symbols', () => {
  test.use(withWallets({ name: 'Fox' }))

  test('does not apply to the origin, to what is signed, or to amounts [C63]', async ({ host, page, world }) => {
    await createWithSignIn(page, world, { options: { themeVariables: { fontFamily: 'Wingdings' } } })
    const dapp = dappOn(page)
    await host.connect()
    const modal = await modalOn(page, world)
    await modal.wallet('Fox').click()
    await modal.expectView('Sign In')
    const expectFont = async (text: Locator, font: RegExp) => {
      await expect(text.first()).toBeVisible()
      const fonts = await text.evaluateAll((found) => found.map((element) => getComputedStyle(element).fontFamily))
      for (const each of fonts) expect(each).toMatch(font)
    }
    const { frame } = modal
    await expectFont(modal.title, /^Wingdings$/)
    await expectFont(frame.getByText('requested by').locator('*'), /^system-ui/)
    await expectFont(modal.outcome, /^system-ui/)
    await expectFont(frame.getByRole('blockquote'), /^system-ui/)
    await expectFont(frame.locator('dl dd').filter({ hasNotText: '…' }), /^system-ui/)
    await expectFont(frame.locator('dl bdi'), /^ui-monospace/)
    await modal.text('The whole message').click()
    await expectFont(frame.locator('pre'), /^system-ui/)
    await modal.button('Sign').click()
    await dapp.expectClosed()
    await host.connect()
    await modal.expectView('Account')
    await expectFont(frame.locator('bdi').filter({ hasText: 'ETH' }), /^system-ui/)
  })
})

test('the texts of a page replace ours', async ({ parts }) => {
  const { modal } = await opened(parts, { messages: { 'connect.title': 'Come in' } })
  await modal.expectView('Come in')
})

test('the switches of the demo reach an open modal', async ({ page, world }) => {
  const demo = demoOn(page, world)
  await demo.open()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByLabel('Language of the modal').selectOption('en-XA')
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await expect(modal.root).toHaveAttribute('data-theme', 'dark')
  await expect(modal.title).toHaveText(/^⟦/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
