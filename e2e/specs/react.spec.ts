/** The React entry in React 19 and 18, in StrictMode: provider, hooks, button and embed, rendered in the browser and by a server. */
import type { Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { press } from '../setup/press.ts'
import { expect, test, withWallets } from '../test.ts'

test.use(withWallets({ name: 'Rabbit' }))

/** What React and the browser complain about. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isOfBrowser =
      /Permissions-Policy header/.test(message.text()) || message.location().url.endsWith('/favicon.ico')
    if (!isOfBrowser && ['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}

async function shown(page: Page): Promise<Record<string, unknown>> {
  const text = await page.locator('output').textContent()
  return JSON.parse(text ?? '{}') as Record<string, unknown> // as: written by our own page
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const inBox = (page: Page, selector = '.box') => page.locator(`${selector} > *`).count()

for (const major of ['19', '18'] as const)
  test.describe(`React ${major}`, () => {
    if (major === '18') {
      // One build for all of them.
      test.describe.configure({ mode: 'default', timeout: 180_000 })
      let script = ''
      test.beforeAll(async () => {
        script = await (await import('../react-18/build.ts')).buildWithReact18() // with a bundler, which the gate does not need
      })
      test.beforeEach(({ page }) => page.route(/\/react-host-[\w-]+\.js$/, (route) => route.fulfill({ path: script })))
    }

    test('hooks and button follow a journey, and the instance is the same after a hot reload', {
      tag: major === '19' ? '@gate' : [],
    }, async ({ host, page, world, wallets: [rabbit], violations }) => {
      const complaints = complaintsOf(page)
      await host.open({ path: '/react-host.html' })
      expect(await page.evaluate(() => String(Reflect.get(window, 'reactVersion')))).toMatch(new RegExp(`^${major}\\.`))
      const [one, two] = world.chains
      await expect.poll(() => shown(page)).toMatchObject({ isSame: true, isOpen: false, status: 'disconnected' })
      expect(page.frames()).toHaveLength(1) // nothing is loaded yet
      const size = await button(page, 'Log in').boundingBox()
      await press(button(page, 'Log in'))
      const modal = await modalOn(page, world)
      await modal.wallet('Rabbit').click()
      const address = rabbit?.address ?? ''
      await expect
        .poll(() => shown(page))
        .toMatchObject({ isOpen: false, status: 'connected', address, network: one.name })
      const connected = button(page, new RegExp(`^${address.slice(0, 6)}…${address.slice(-4)}`))
      expect(await connected.boundingBox()).toEqual(size)
      await press(button(page, 'Sign'))
      await expect.poll(() => shown(page)).toMatchObject({ signed: 'string' })
      await press(button(page, 'Switch'))
      await expect.poll(() => shown(page)).toMatchObject({ network: two.name })
      await press(button(page, 'Theme'))
      await expect.poll(() => shown(page)).toMatchObject({ theme: 'dark' })
      expect(await page.evaluate(() => Reflect.get(window, 'told') as string[])).toEqual(['connected'])
      expect(complaints).toEqual([])
      expect(violations.all()).toEqual([])
    })

    test('an embed connects, changes its view, and leaves the page with its component', async ({ parts }) => {
      const { host, page, world } = parts
      const complaints = complaintsOf(page)
      await host.open({ path: '/react-host.html' })
      await press(button(page, 'Box'))
      const modal = await modalOn(page, world)
      await modal.expectView('Connect Wallet')
      expect(await modal.frame.evaluate(() => [innerWidth, innerHeight])).toEqual([360, 560])
      await modal.frame.evaluate(() => Reflect.set(window, 'kept', true))
      await press(button(page, 'View'))
      await modal.expectView('Choose Network')
      await press(button(page, 'View'))
      await modal.expectView('Connect Wallet')
      await modal.wallet('Rabbit').click()
      await modal.expectView('Account')
      await press(button(page, 'Box'))
      await dappOn(page).expectClosed()
      await press(button(page, 'Networks'))
      await modal.expectView('Choose Network')
      await modal.close.click()
      await dappOn(page).expectClosed()
      await press(button(page, 'Box'))
      await modal.expectView('Account')
      expect(await inBox(page)).toBe(1)
      // Neither StrictMode nor any of these steps has loaded the frame again.
      expect(await modal.frame.evaluate(() => Reflect.get(window, 'kept') === true)).toBe(true)
      expect(complaints).toEqual([])
    })

    test('the markup of a server becomes live without a mismatch, and keeps its size', async ({ parts }) => {
      const { host, page, world } = parts
      const complaints = complaintsOf(page)
      // The page writes the markup as HTML, which its strict policy forbids.
      await host.open({ path: '/react-host.html#server', csp: 'none' })
      const modal = await modalOn(page, world)
      await modal.wallet('Rabbit').click()
      await expect.poll(() => shown(page)).toMatchObject({ status: 'connected' })
      expect(await page.evaluate(() => Number(Reflect.get(window, 'servedHeight')))).toBeGreaterThanOrEqual(560)
      expect(await page.locator('.served').evaluate((box) => box.clientHeight)).toBe(560)
      expect(await inBox(page, '.served')).toBe(1)

      await page.reload()
      await (await modalOn(page, world)).expectView('Account')
      await expect.poll(() => shown(page)).toMatchObject({ status: 'connected' })
      expect(await page.evaluate(() => Reflect.get(window, 'recovered') as string[])).toEqual([])
      expect(complaints).toEqual([])
    })
  })
