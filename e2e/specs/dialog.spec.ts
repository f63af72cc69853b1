/** Opening and closing: the page gets back its focus, its scroll position and its styles, and Escape goes one step back. */
import type { Frame, Page } from '@playwright/test'
import { connected, opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { serveStub, shows, stubIsLive } from '../pages/stub-frame.ts'
import { press } from '../setup/press.ts'
import { tabTo } from '../setup/tab-to.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

/** Focuses the dialog itself, which belongs to the page. The SDK may be about to return the focus to the frame. */
async function focusDialog(page: Page, frame: Frame): Promise<void> {
  const takeFocus = async () => {
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      window.focus()
    })
    return frame.evaluate(() => {
      if (document.hasFocus()) window.parent.focus()
      return document.hasFocus()
    })
  }
  await expect.poll(takeFocus).toBe(false)
  expect(await page.evaluate(() => document.hasFocus())).toBe(true)
}

test('focus goes to the title of the modal, and back to the button that opened it', async ({ parts, page }) => {
  const { dapp, modal } = await opened(parts)
  await expect(modal.title).toBeFocused()
  await page.keyboard.press('Escape')
  await dapp.expectClosed()
  await expect(page.getByRole('button', { name: 'Connect' })).toBeFocused()
})

test('the frame has the name of its view', async ({ parts, page }) => {
  const { modal } = await opened(parts)
  const named = (name: string) => expect(modal.frame.locator('html')).toHaveAttribute('aria-label', name)
  await named('Connect Wallet')
  await press(modal.frame.getByRole('button', { name: 'Get started' }))
  await named('What is a wallet?')
  await page.keyboard.press('Escape')
  await named('Connect Wallet')
})

test('a modal that comes to the focus with nothing focused in it gives it to its title', async ({ parts }) => {
  const { modal } = await opened(parts)
  await expect(modal.title).toBeFocused()
  await modal.frame.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.dispatchEvent(new Event('focus'))
  })
  await expect(modal.title).toBeFocused()
})

test('after connecting, focus is back where it was', async ({ parts, page }) => {
  await connected(parts, 'Rabbit')
  await expect(page.getByRole('button', { name: 'Connect' })).toBeFocused()
})

test('the keyboard alone connects', async ({ host, page, world, wallets: [rabbit] }) => {
  await host.create()
  const dapp = dappOn(page)
  await tabTo(page, page.getByRole('button', { name: 'Connect' }))
  await page.keyboard.press('Enter')
  const modal = await modalOn(page, world)
  await expect(modal.title).toBeFocused()
  await expect(modal.wallet('Rabbit')).toBeVisible()
  await tabTo(page, modal.wallet('Rabbit'))
  await page.keyboard.press('Enter')
  await dapp.expectStatus('connected')
  expect(await dapp.address()).toBe(rabbit?.address)
})

for (const [name, style] of Object.entries({
  'no style of its own': null,
  'styles of its own': 'color: red; overflow: auto scroll; scrollbar-gutter: auto !important;',
}))
  test(`a page with ${name} does not scroll while the modal is open, and is afterwards as it was`, async ({
    parts,
  }) => {
    const { host, page, world } = parts
    await host.open({ csp: 'none' })
    await page.evaluate((text) => {
      document.body.append(Object.assign(document.createElement('div'), { className: 'tall' }))
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.tall { block-size: 4000px }')
      document.adoptedStyleSheets = [sheet]
      if (text !== null) document.documentElement.setAttribute('style', text)
    }, style)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    const look = () => page.evaluate(() => [document.documentElement.getAttribute('style'), scrollY])
    const before = await look()
    // The button is out of view now, so the page calls `open()` itself.
    await host.create()
    const dapp = dappOn(page)
    const opening = dapp.open()
    const modal = await modalOn(page, world)
    await modal.expectView('Connect Wallet')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
    await modal.close.click()
    await opening
    expect(await look()).toEqual(before)
  })

test('Escape goes back first and closes at the root, wherever the focus is', async ({ parts, page }) => {
  const { dapp, modal } = await opened(parts)
  await modal.button('Help').click()
  await modal.expectView('What is a wallet?')
  await page.keyboard.press('Escape')
  await modal.expectView('Connect Wallet')
  await expect(modal.button('Help')).toBeFocused()

  await modal.button('Get started').click()
  await modal.expectView('What is a wallet?')
  // The page receives the key and passes it on to the frame.
  await focusDialog(page, modal.frame)
  await page.keyboard.press('Escape')
  await modal.expectView('Connect Wallet')
  await page.keyboard.press('Escape')
  await dapp.expectClosed()
})

test('a click beside the card closes, a click in it does not', async ({ parts, page }) => {
  const { dapp, modal } = await opened(parts)
  await modal.title.click()
  await modal.expectView('Connect Wallet')
  expect((await dapp.state()).open).toBe(true)
  await page.mouse.click(8, 8)
  await dapp.expectClosed()
})

test('the page behind cannot be clicked while the modal is open', async ({ parts, page }) => {
  const { dapp, modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  const link = await page.getByRole('link', { name: 'Elsewhere' }).boundingBox()
  await page.mouse.click((link?.x ?? 0) + 2, (link?.y ?? 0) + 2)
  await dapp.expectClosed()
  expect(new URL(page.url()).hash).toBe('')
})

test('the page can close the modal, and a frame that does not answer is removed', {
  tag: '@gate',
}, async ({ host, page, world }) => {
  const { dapp, modal } = await opened({ host, page, world })
  await modal.expectView('Connect Wallet')
  const opening = dapp.open()
  await dapp.call((airlock) => airlock.close())
  expect(await opening).toBe('host')

  const { CLOSE: _, ...deaf } = shows
  await host.open()
  await serveStub(page, world, { answers: deaf })
  await host.create()
  const second = dapp.open()
  await stubIsLive((await modalOn(page, world)).frame)
  await dapp.call((airlock) => airlock.close())
  expect(await second).toBe('error')
})

test.describe('a frame that never agrees to close', () => {
  const refuses = { ...shows, CLOSE: { closed: false } }

  test('is removed when the page closes the modal', async ({ host, page, world }) => {
    await serveStub(page, world, { answers: refuses })
    await host.create()
    const dapp = dappOn(page)
    const opening = dapp.open()
    await stubIsLive((await modalOn(page, world)).frame)
    await dapp.call((airlock) => airlock.close())
    expect(await opening).toBe('host')
    await expect.poll(() => page.frames().length).toBe(1)
  })

  test('may refuse Escape, but not to a user who insists', async ({ host, page, world }) => {
    await page.clock.install()
    await host.open()
    await serveStub(page, world, { answers: refuses })
    await host.create()
    const dapp = dappOn(page)
    const opening = dapp.open()
    const modal = await modalOn(page, world)
    await stubIsLive(modal.frame)
    const heard = () =>
      modal.frame.evaluate(() => (Reflect.get(window, 'heard') as string[]).filter((type) => type === 'CLOSE').length) // as: by the stub
    const press = async (count: number) => {
      await focusDialog(page, modal.frame)
      await page.keyboard.press('Escape')
      await expect.poll(heard).toBe(count)
      // Its refusal is with the page, which would take a clock that goes on before that for a frame that doesn't answer.
      await modal.frame.evaluate(() =>
        (Reflect.get(window, 'ask') as (type: string, payload: object) => unknown)('PING', {}),
      ) // as: by the stub
    }
    await press(1)
    await press(2)
    // After a pause, an Escape counts as a single step back again.
    await page.clock.runFor(3000)
    await press(3)
    await press(4)
    expect((await dapp.state()).open).toBe(true)
    await focusDialog(page, modal.frame)
    await page.keyboard.press('Escape')
    expect(await opening).toBe('user')
    await expect.poll(() => page.frames().length).toBe(1)
  })
})
