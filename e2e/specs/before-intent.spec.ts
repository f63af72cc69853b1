/** Before a user shows intent, the page makes no request of ours; then exactly the first view's files are loaded. */
import { relative, resolve } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { closure } from '../../scripts/size.ts'
import { opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { demoOn } from '../pages/demo.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

/** Records the requests of the page and its frames to the modal's origin. */
function watchRequests(page: Page, world: World): () => readonly string[] {
  const asked: string[] = []
  page.on('request', (request: Request) => {
    if (new URL(request.url()).origin === world.origins.modal) asked.push(request.url())
  })
  return () => [...asked]
}

test('creating an instance and using its provider asks nothing of the modal’s origin', { tag: '@gate' }, async ({
  parts,
}) => {
  const { host, page, world } = parts
  const asked = watchRequests(page, world)
  await host.open()
  await host.create()
  const dapp = dappOn(page)
  await dapp.record()
  expect(await dapp.request('eth_accounts')).toEqual({ result: [] })
  expect(await dapp.request('eth_chainId')).toEqual({ result: '0x7a69' })
  expect(await dapp.request('eth_blockNumber')).toMatchObject({ code: 4900 })
  await dapp.call((airlock) => {
    airlock.setTheme('dark')
    airlock.setLocale('en-XA')
    airlock.close()
    return airlock.disconnect()
  })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(asked()).toEqual([])
  expect(page.frames()).toHaveLength(1)
  expect(await page.evaluate(() => document.body.childElementCount)).toBe(1)
})

for (const [intent, show] of Object.entries({
  'moving the pointer over the button': (page: Page) => page.getByRole('button', { name: 'Connect' }).hover(),
  'giving focus to the button': (page: Page) => page.getByRole('button', { name: 'Connect' }).focus(),
}))
  test(`${intent} of the demo loads the frame and shows nothing`, async ({ page, world }) => {
    const asked = watchRequests(page, world)
    const demo = demoOn(page, world)
    await demo.open()
    await expect(demo.connect).toBeEnabled()
    expect(asked()).toEqual([])
    const loaded = page.waitForRequest(world.tour.frameUrl)
    await show(page)
    await loaded
    await expect(demo.connect).toBeVisible()
    await demo.connect.click()
    expect(asked().filter((url) => url === world.tour.frameUrl)).toHaveLength(1)
  })

for (const project of ['without a wallet of its own', 'with one'] as const)
  test(`the browser loads exactly the counted files before the first wallet can be clicked: a project ${project}`, {
    tag: project === 'with one' ? '@gate' : [],
  }, async ({ parts, context, host, world }) => {
    await context.addInitScript(() => {
      // Runs in every document, but only the modal has such a row.
      const watch = new MutationObserver(() => {
        const row = document.querySelector('[data-open] [role="list"][aria-label="Wallets"] button')
        const box = row?.getBoundingClientRect()
        if (!box || !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('button')) return
        performance.mark('clickable')
        watch.disconnect()
      })
      watch.observe(document, { childList: true, subtree: true, attributes: true })
    })
    await host.open()
    const { modal } = await opened(parts, project === 'with one' ? world.embedded : {})
    await expect(modal.wallet('Rabbit')).toBeVisible()
    await modal.wallet('Rabbit').hover()
    const loaded = await modal.frame.evaluate(() => {
      const until = performance.getEntriesByName('clickable')[0]?.startTime ?? 0
      const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= until)
      return { until, names: entries.map(({ name }) => name) }
    })
    expect(loaded.until).toBeGreaterThan(0)
    const dist = resolve(import.meta.dirname, '../../dist/frame')
    const counted = closure(resolve(dist, 'modal.html'))
      .map((file) => `/${relative(dist, file)}`)
      .filter((path) => path !== '/modal.html')
    expect(loaded.names.map((name) => new URL(name).pathname).sort()).toEqual(counted.sort())
  })
