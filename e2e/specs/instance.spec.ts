/** One instance per page: created once, found again, and removed without a trace. */
import type { Page } from '@playwright/test'
import { opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { skeletonOn } from '../pages/skeleton.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Quiet', behaviour: 'hanging' }] })

/** Listeners of the page's scripts on window and document; only the DevTools protocol can list them. */
async function listeners(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const scripts = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => scripts.set(scriptId, url))
  await session.send('Debugger.enable')
  const types: string[] = []
  for (const expression of ['window', 'document']) {
    const { result } = await session.send('Runtime.evaluate', { expression })
    const found = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
    const own = found.listeners.filter(({ scriptId }) => scripts.get(scriptId)?.includes('/assets/'))
    types.push(...own.map(({ type }) => `${expression} ${type}`))
  }
  await session.detach()
  return types
}

test('destroy leaves no frame, no element and no listener, and rejects what waits', { tag: ['@C25', '@gate'] }, async ({
  parts,
  wallets: [quiet],
}) => {
  const { page } = parts
  const body = await page.locator('body').innerHTML()
  expect(await listeners(page)).toEqual([])
  const { dapp, modal } = await opened(parts)
  await modal.wallet('Quiet').click()
  await quiet?.called('eth_requestAccounts')
  expect(await listeners(page)).toContain('window message')
  const opening = dapp.open()
  const connecting = dapp.connect()
  await dapp.call((airlock) => {
    airlock.destroy()
    airlock.destroy()
  })
  expect(await opening).toBe('DESTROYED')
  expect(await connecting).toBe('DESTROYED 4900')
  await expect.poll(() => page.frames().length).toBe(1)
  expect(await listeners(page)).toEqual([])
  expect(await page.locator('body').innerHTML()).toBe(body)
  expect(await dapp.open()).toBe('DESTROYED')
  // The page is usable: nothing of the dialog covers it.
  await press(page.getByRole('link', { name: 'Elsewhere' }))
  expect(new URL(page.url()).hash).toBe('#elsewhere')
})

test('after destroy the page can have another one', async ({ parts }) => {
  const { dapp } = await opened(parts)
  await dapp.call((airlock) => airlock.destroy())
  const { modal } = await opened(parts, { themeMode: 'dark' })
  await modal.expectView('Connect Wallet')
  await expect(modal.root).toHaveAttribute('data-theme', 'dark')
})

test('equal options give the instance that exists, other options are refused', { tag: '@C54' }, async ({
  host,
  page,
}) => {
  await host.create({ themeMode: 'dark' })
  await page.evaluate(() => Reflect.set(window, 'first', Reflect.get(window, 'airlock')))
  await host.create({ themeMode: 'dark' })
  expect(await page.evaluate(() => Reflect.get(window, 'first') === Reflect.get(window, 'airlock'))).toBe(true)
  await expect(host.create({ themeMode: 'light' })).rejects.toThrow('with other options')
})

test('a page that spoils its networks after they were checked gets an error, and can repair them', async ({
  parts,
}) => {
  const { host, page, world } = parts
  await host.create()
  const setDecimals = (decimals: bigint | number) =>
    page.evaluate((value) => {
      const { networks } = Reflect.get(window, 'demoConfig') as { networks: { nativeCurrency: object }[] } // as: set by our own page
      Reflect.set(networks[0]?.nativeCurrency ?? {}, 'decimals', value)
    }, decimals)
  await setDecimals(1n)
  const dapp = dappOn(page)
  expect(await dapp.open()).toBe('INVALID_OPTIONS')
  await setDecimals(18)
  await skeletonOn(page).press('Try again')
  await (await modalOn(page, world)).expectView('Connect Wallet')
})

test('a bad option is refused by name', async ({ host }) => {
  await expect(host.create({ themeMode: 'pink' })).rejects.toThrow('themeMode')
  await expect(host.create({ networks: [] })).rejects.toThrow('networks')
  await expect(host.create({ siwx: {}, siweConfig: {} })).rejects.toThrow(
    'Cannot set both `siweConfig` and `siwx` options',
  )
})
