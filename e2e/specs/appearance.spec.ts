/** Theme and language follow the page while the modal is open. */
import { opened } from '../pages/connected.ts'
import { demoOn } from '../pages/demo.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test } from '../test.ts'

test.use({ colorScheme: 'light' })

test('the theme follows the page and the system', { tag: '@gate' }, async ({ host, page, world }) => {
  const { dapp, modal } = await opened({ host, page, world })
  await expect(modal.root).toHaveAttribute('data-theme', 'light')
  await dapp.call((airlock) => airlock.setTheme('dark'))
  await expect(modal.root).toHaveAttribute('data-theme', 'dark')
  expect((await dapp.state()).theme).toBe('dark')
  await dapp.call((airlock) => airlock.setTheme('auto'))
  await expect(modal.root).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(modal.root).toHaveAttribute('data-theme', 'dark')
})

test('an accent reaches the modal, and what is no colour is refused before it does', async ({ host, page, world }) => {
  const { dapp, modal } = await opened({ host, page, world })
  await dapp.call((airlock) => airlock.setTheme('light', { accent: '#0a7a4b' }))
  const accent = () => modal.root.evaluate((root) => getComputedStyle(root).getPropertyValue('--accent').trim())
  await expect.poll(accent).toBe('#0a7a4b')
  await expect(dapp.call((airlock) => airlock.setTheme('dark', { accent: 'url(https://a.example)' }))).rejects.toThrow(
    'Option `themeVariables.accent` is not valid',
  )
  expect((await dapp.state()).theme).toBe('light')
  expect(await accent()).toBe('#0a7a4b')
})

test('the language follows the page: texts, lang and direction', { tag: '@gate' }, async ({ host, page, world }) => {
  const { dapp, modal } = await opened({ host, page, world }, { locale: 'en' })
  await expect(modal.root).toHaveAttribute('lang', 'en-US')
  await modal.expectView('Connect Wallet')
  await dapp.call((airlock) => airlock.setLocale('en-XA'))
  await expect(modal.root).toHaveAttribute('lang', 'en-XA')
  await expect(modal.title).toHaveText(/^⟦Çöññéçţ Ŵåļļéţ|^⟦/)
  await expect(modal.frame.getByRole('main')).not.toContainText('Get started')
})

test('the words of a page replace ours', async ({ host, page, world }) => {
  const { modal } = await opened({ host, page, world }, { messages: { 'connect.title': 'Come in' } })
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
