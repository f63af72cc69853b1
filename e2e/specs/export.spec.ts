/**
 * Export of the wallet's secrets, with the real service and Key Worker: reached from the wallet's own pages, shown in its own window only.
 * The ticket itself: `service/test/wallet/exports.test.ts`, `frame-app/src/wallet/key-worker/export.test.ts`.
 */
import type { Frame, Locator } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import { stillMs } from '../../frame-app/src/shared/approve/gate.ts'
import { holdMs } from '../../frame-app/src/wallet/account-pages/view/use-hold.ts'
import { choose, holdForWords, openExport } from '../pages/export-window.ts'
import { frameOn } from '../setup/frames.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { hold } from '../setup/press.ts'
import { expect, test } from '../test.ts'

test('the words are shown in the wallet’s own window after three seconds of holding, hidden when it is left, and give the address elsewhere [C276]', {
  tag: '@gate',
}, async ({ parts, context, page, world }) => {
  test.setTimeout(120_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const opening = await openExport(parts, { name: 'ida', press: 'Export words or keys' })
  const { sent, mailbox, address, pages, window, there } = opening
  await choose(opening, 'Secret words')
  const secret = window.getByRole('status').first()
  const words = /^([a-z]+ ){11}[a-z]+$/
  await expect(there.button('Hold to show')).toBeVisible()
  expect(await secret.evaluate((element) => getComputedStyle(element).userSelect)).toBe('none')
  const shown = await holdForWords(window, 12)
  expect(mnemonicToAccount(shown).address).toBe(address)

  await test.step('copied, and removed from the clipboard when the view goes away', async () => {
    await there.button('Copy').click()
    await expect(window.getByText('Copied. It is removed')).toBeVisible()
    // The wallet's pages may not read the clipboard; the host's may.
    await page.bringToFront()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
    await window.bringToFront()
    await there.button('Something else').click()
    await expect(there.title).toHaveText('What do you want to export?')
    await page.bringToFront()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('')
    await window.bringToFront()
  })

  await test.step('hidden when the window is left', async () => {
    await there.button('Secret words').click()
    await hold(window, 'Hold to show', holdMs * 1.1)
    await expect(secret).toHaveText(words)
    await window.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(secret).not.toHaveText(words)
  })

  await test.step('the words are in no frame of the page and in no request, and go with the window', async () => {
    for (const frame of page.frames()) expect(await textOf(frame)).not.toContain(shown)
    expect(sent.filter((request) => request.includes(shown.split(' ').slice(0, 3).join(' ')))).toEqual([])
    const closed = window.waitForEvent('close')
    await window.close()
    await closed
    await expect(pages.title).toHaveText('Export your keys')
    const mails = () =>
      world.mail
        .letters(mailbox.address)
        .map(({ text }) => text)
        .join('\n')
    await expect.poll(mails).toContain('The secret words of your wallet were shown')
    expect(mails()).not.toContain(shown)
  })
})

const textOf = (frame: Frame) => frame.evaluate(() => document.documentElement.textContent ?? '')

test('a covered press does not open the window of an export, and the frame never shows the text [C276]', async ({
  page,
  world,
}) => {
  const query = new URLSearchParams({
    csp: 'none',
    frameOrigin: world.origins.modal,
    frame: 'security-gallery.html?state=export-ready',
  })
  await page.goto(`${world.origins.host}/hostile-host.html?${query}`)
  const frame = await frameOn(page, world.origins.modal)
  const open = frame.getByRole('button', { name: 'Open window' })
  await expect(open).not.toHaveAttribute('aria-disabled')
  expect(await textOf(frame)).not.toContain('abandon')
  await page.evaluate(() => {
    const overlay = document.createElement('div')
    const { style } = document.getElementById('frame') ?? overlay
    overlay.style.cssText = `${style.cssText}; background: white; pointer-events: none`
    document.body.append(overlay)
  })
  await expect(open).toHaveAttribute('aria-disabled', 'true')
  await open.hover({ force: true })
  const rested = await frame.evaluate((ms) => performance.now() + ms, stillMs * 1.2)
  await frame.waitForFunction((until) => performance.now() >= until, rested)
  await open.click({ force: true })
  expect(await frame.evaluate(() => Reflect.get(window, 'told') as string[])).toEqual([]) // as: set by the fixture
})

test('a choice in the window counts only after it could be read, and a script cannot hold the button [C276]', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await page.goto(`${world.origins.modal}/fixtures/security-gallery.html?state=export&window`)
  await freezeClock(page)
  await page.reload()
  const words = page.getByRole('button', { name: 'Secret words' })
  const told = () => page.evaluate(() => Reflect.get(window, 'told') as string[]) // as: set by the fixture
  /** The view is a late chunk, and React waits a moment before it shows one. */
  const appeared = (button: Locator) =>
    expect(async () => {
      await page.clock.runFor(20)
      expect(await button.isVisible()).toBe(true)
    }).toPass()
  await appeared(words)
  await expect(words).toHaveAttribute('aria-disabled', 'true')
  await words.click({ force: true })
  expect(await told()).toEqual([])
  await page.clock.runFor(800)
  await words.click()
  expect(await told()).toEqual(['take words'])

  await page.goto(`${world.origins.modal}/fixtures/security-gallery.html?state=export-ready&window`)
  const button = page.getByRole('button', { name: 'Hold to show' })
  await appeared(button)
  await button.evaluate((element) => element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })))
  await page.clock.runFor(holdMs * 2)
  await expect(button).toBeVisible()
  await expect(page.locator('html')).not.toContainText('abandon')
})
