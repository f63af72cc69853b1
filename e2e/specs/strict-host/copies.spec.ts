/** Several copies of the SDK on a page: one frame for each project, or a clear refusal (C54). */
import type { Airlock } from '@airlock/host-sdk'
import { dappOn } from '../../pages/dapp.ts'
import { modalIn, modalOn } from '../../pages/modal.ts'
import { press } from '../../setup/press.ts'
import { expect, test, withWallets } from '../../test.ts'
import { secondProjectId } from '../../world/frames.ts'

test.use(withWallets({ name: 'Rabbit' }, { name: 'Fox' }))

test('two widgets of a page share one instance and one frame', { tag: '@C54' }, async ({
  parts,
  wallets: [rabbit],
}) => {
  const { host, page, world } = parts
  await page.evaluate(() => {
    const second = document.createElement('button')
    second.textContent = 'Second'
    // as: set by our own test page.
    const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: unknown) => Airlock }
    second.addEventListener('click', () => void createAirlock(Reflect.get(window, 'demoConfig')).open())
    document.querySelector('main')?.append(second)
  })
  await host.create()
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.close.click()
  await dappOn(page).expectClosed()
  await press(page.getByRole('button', { name: 'Second' }))
  await modal.wallet('Rabbit').click()
  await dappOn(page).expectStatus('connected')
  expect(await dappOn(page).address()).toBe(rabbit?.address)
  expect(page.frames()).toHaveLength(2)
})

test('a second copy of the SDK is refused while the first one has the project, and told why', { tag: '@C54' }, async ({
  parts,
}) => {
  const { host, page, world } = parts
  await host.create()
  const createWithCopy = () =>
    page.evaluate(async () => {
      const path = '/sdk/airlock.js'
      const copy = (await import(path)) as { createAirlock: (options: unknown) => Airlock } // as: the exports of the SDK's own file
      try {
        Reflect.set(window, 'second', copy.createAirlock(Reflect.get(window, 'demoConfig')))
        return 'created'
      } catch (error) {
        return `${String(Reflect.get(Object(error), 'code'))}: ${String(Reflect.get(Object(error), 'message'))}`
      }
    })
  expect(await createWithCopy()).toMatch(/^INVALID_OPTIONS: .*from another copy of the SDK; destroy it first$/)

  await dappOn(page).call((airlock) => airlock.destroy())
  expect(await createWithCopy()).toBe('created')
  await expect(host.create()).rejects.toThrow('another copy of the SDK')
  await page.evaluate(() => void (Reflect.get(window, 'second') as Airlock).open())
  await (await modalOn(page, world)).expectView('Connect Wallet')
  expect(page.frames()).toHaveLength(2)
})

test('two projects on a page have a frame and a connection each', { tag: '@C54' }, async ({ parts, wallets }) => {
  const { host, page, world } = parts
  await host.create()
  await host.connect()
  await (await modalOn(page, world)).wallet('Rabbit').click()
  const first = dappOn(page)
  await first.expectStatus('connected')
  await first.expectClosed()

  const frameUrl = world.config.frameUrl.replace(`/${world.config.projectId}/`, `/${secondProjectId}/`)
  const attached = page.waitForEvent('framenavigated', (frame) => frame.url() === frameUrl)
  await page.evaluate(() => Reflect.set(window, 'first', Reflect.get(window, 'airlock')))
  await host.create({ projectId: secondProjectId, frameUrl })
  await host.connect()
  await modalIn(await attached)
    .wallet('Fox')
    .click()
  const second = dappOn(page)
  await second.expectStatus('connected')
  expect(await second.address()).toBe(wallets[1]?.address)

  const addresses = () =>
    page.evaluate(() =>
      ['first', 'airlock'].map((name) => (Reflect.get(window, name) as Airlock).getState().accounts.eip155?.address),
    )
  expect(await addresses()).toEqual(wallets.map(({ address }) => address))
  await second.call((airlock) => airlock.disconnect())
  expect(await addresses()).toEqual([wallets[0]?.address, undefined])
})

test('StrictMode mounts twice, and leaves one instance, one frame and one element', { tag: '@C54' }, async ({
  parts,
  wallets: [rabbit],
  violations,
}) => {
  const { host, page, world } = parts
  await host.open({ path: '/strict-mode.html' })
  await page.waitForFunction(() => Reflect.has(window, 'airlock'))
  expect(await page.evaluate(() => Reflect.get(window, 'told') as unknown)).toEqual(['mounted', 'unmounted', 'mounted'])
  await host.connect()
  await (await modalOn(page, world)).wallet('Rabbit').click()
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  expect(await dapp.address()).toBe(rabbit?.address)
  expect(page.frames()).toHaveLength(2)
  expect(await page.evaluate(() => document.body.childElementCount)).toBe(2)
  expect(violations.all()).toEqual([])
})
