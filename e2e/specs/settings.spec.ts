/** The user's choices: applied at once, kept for the site, and never against the page's own design. */
import { connected } from '../pages/connected.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test, withWallets } from '../test.ts'

test.use(withWallets({ name: 'Fox' }))

test('apply at once, survive a reload, and can be given back to the page', async ({ host, page, world }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const options = { locale: 'en-XA', themeMode: 'auto' }
  const { dapp } = await connected({ host, page, world }, 'Fox')
  const settings = async () => {
    await page.reload()
    await host.create(options)
    await dapp.expectStatus('connected')
    const closed = dapp.open({ view: 'Profile' })
    return { modal: await modalOn(page, world), closed }
  }
  const { modal, closed: firstClosed } = await settings()
  // The pseudo-locale marks every text.
  await expect(modal.title).toHaveText(/^⟦/)
  const selects = modal.frame.getByRole('combobox')
  await selects.nth(3).selectOption({ value: 'en-US' })
  await modal.expectView('Settings')
  const field = (name: string) => modal.frame.getByRole('combobox', { name, exact: true })
  const root = modal.root
  await expect(root).toHaveAttribute('data-theme', 'light')
  await field('Colours').selectOption('Dark')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  // A frame on another scheme than its document is painted opaque; what the page draws itself stays as the page has it.
  const drawn = await modal.frame.frameElement()
  await expect.poll(() => drawn.evaluate((frame) => getComputedStyle(frame as Element).colorScheme)).toBe('dark')
  expect((await dapp.state()).theme).toBe('light')
  await field('Text size').selectOption('Very large')
  await expect(root).toHaveCSS('--font-scale', '1.3')
  await field('Motion').selectOption('Off')
  await expect(root).toHaveAttribute('data-motion', 'off')

  await modal.close.click()
  await firstClosed
  const { modal: later, closed } = await settings()
  await later.expectView('Settings')
  await expect(later.root).toHaveAttribute('data-theme', 'dark')
  await expect(later.root).toHaveAttribute('data-motion', 'off')
  await expect(later.root).toHaveCSS('--font-scale', '1.3')
  await later.frame.getByRole('combobox', { name: 'Colours' }).selectOption('Like this site')
  await expect(later.root).toHaveAttribute('data-theme', 'light')
  await later.close.click()
  expect(await closed).toBe('user')
})

test('do not reach the colours of a page that fixes them', async ({ parts, page, world }) => {
  const { dapp } = await connected(parts, 'Fox', { themeMode: 'dark' })
  const closed = dapp.open({ view: 'Profile' })
  const modal = await modalOn(page, world)
  const colours = modal.frame.getByRole('combobox', { name: 'Colours' })
  await expect(colours).toHaveAccessibleDescription('This site has set its colours.')
  await expect(colours.getByRole('option')).toHaveText(['Like this site'])
  await expect(modal.root).toHaveAttribute('data-theme', 'dark')
  await modal.close.click()
  await closed
})

test('the privacy panel and the sessions name what there is, and a session can be ended', async ({ parts }) => {
  const { page, world } = parts
  const { dapp } = await connected(parts, 'Fox')
  const closed = dapp.open({ view: 'Account' })
  const modal = await modalOn(page, world)
  await modal.button('Settings').click()
  const privacy = modal.frame.getByRole('region', { name: 'Privacy' })
  await expect(privacy).toContainText(`${new URL(world.origins.host).host} can see:`)
  const seen = privacy.getByRole('list', { name: /can see:/ })
  await expect(seen.getByRole('listitem')).toHaveText([
    'your addresses',
    'the networks you are on',
    'which wallet you use',
    'your balance',
    'the transactions that you send through it',
    'what you press in this window, but not what you type',
  ])
  const kept = privacy.getByRole('list', { name: /^Kept in this browser/ })
  await expect(kept.getByRole('listitem')).toContainText(['the wallets that you used last'])
  await modal.button('Diagnostics').click()
  await modal.expectView('Help')
  await modal.back.click()
  await expect(modal.button('Diagnostics')).toBeFocused()
  await modal.button('Disconnect Fox').click()
  await dapp.expectStatus('disconnected')
  await expect(modal.outcome).toHaveText('No wallet connected')
  await modal.close.click()
  await closed
})
