/** A page without a bundler: one script tag with its hash, a policy that names the modal's origin twice, and nothing else. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createFramesApp } from '@airlock/service/frames/app.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import { type Listener, type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { Manifest } from '@airlock/service/release/manifest.ts'
import { getRequestListener } from '@hono/node-server'
import type { Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { modalIn } from '../pages/modal.ts'
import { frameOn } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import { expect, test, withWallets } from '../test.ts'
import type { World } from '../world/world.ts'

const distDir = resolve(import.meta.dirname, '../../dist/frame')

test.use(withWallets({ name: 'Rabbit' }))

const running: Listening[] = []
test.afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function serve(name: string, listener: Listener): Promise<string> {
  const server = await listenOnLoopback(listener, 0)
  running.push(server)
  return `http://${name}.localhost:${server.port}`
}

/** Address and hash, as an operator takes them from the signed manifest of the release. */
function released(): { readonly path: string; readonly integrity: string } {
  const text = readFileSync(resolve(distDir, 'manifest.json'), 'utf8')
  const [entry] = Object.entries(Manifest.parse(JSON.parse(text)).sdk ?? {})
  if (!entry) throw new Error('the release has no script for tags')
  return { path: `/${entry[0]}`, integrity: entry[1] }
}

/** Opens the page, and says where its modal is. */
async function openShop(
  page: Page,
  { config }: World,
  { head = '', more = '', integrity = released().integrity } = {},
): Promise<{ modalOrigin: string }> {
  let modalOrigin = ''
  const shop = await serve('shop', (_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy(modalOrigin) })
      .end(html(modalOrigin)),
  )
  const rpc = Object.fromEntries(config.networks.map((one) => [one.caipNetworkId, [...one.rpcUrls.default.http]]))
  const record = { projectId: 'shop', hostOrigins: [shop], rpc, pinnedHosts: [], development: true }
  const frames = createFramesApp({ distDir, projects: parseProjects([record]), reports: () => undefined })
  modalOrigin = await serve('frames', getRequestListener(frames.fetch))
  await page.goto(`${shop}/`)
  return { modalOrigin }

  function html(origin: string): string {
    return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Shop</title>
    ${head}
    <script type="application/json" id="networks">${JSON.stringify(config.networks)}</script>
    <script defer crossorigin src="${origin}${released().path}" integrity="${integrity}"
      data-project-id="shop" data-frame-url="${origin}/p/shop/" data-networks="#networks" ${more}></script>
  </head>
  <body><main><h1>Shop</h1><button type="button" data-airlock-open>Connect</button></main></body>
</html>`
  }
}

const policy = (modalOrigin: string): string =>
  [
    "default-src 'none'",
    `script-src ${modalOrigin}`,
    `frame-src ${modalOrigin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Shows the instance of the tag under the name that the rest of the suite uses. */
const hasInstance = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { instance } = Reflect.get(window, 'Airlock') as { instance: unknown } // as: what the tag says
    Object.assign(window, { airlock: instance })
    return instance !== undefined
  })

test('the tag opens the modal from a marked button, and connects an injected wallet', async ({
  page,
  world,
  wallets: [rabbit],
  violations,
}) => {
  const { modalOrigin } = await openShop(page, world)
  expect(page.frames()).toHaveLength(1)
  expect(await hasInstance(page)).toBe(true)
  await press(page.getByRole('button', { name: 'Connect' }))
  await modalIn(await frameOn(page, modalOrigin))
    .wallet('Rabbit')
    .click()
  await dappOn(page).expectStatus('connected')
  expect(await dappOn(page).address()).toBe(rabbit?.address)
  expect(await dappOn(page).request('eth_chainId')).toEqual({
    result: `0x${Number(world.config.networks[0]?.id).toString(16)}`,
  })
  expect(violations.all()).toEqual([])
})

test('a script that is not the signed one does not run', async ({ page, world }) => {
  const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'))
  await openShop(page, world, { integrity: `sha384-${'A'.repeat(64)}` })
  await refused
  expect(await page.evaluate(() => 'Airlock' in window)).toBe(false)
})

test('markup that takes the name of the tag chooses no modal', async ({ page, world }) => {
  const told = page.waitForEvent('console', (message) => message.type() === 'error')
  await openShop(page, world, { head: '<img name="currentScript" data-project-id="other">' })
  expect((await told).text()).toBe('[airlock] it has to be loaded by a script tag')
  expect(await page.evaluate(() => 'Airlock' in window)).toBe(false)
})

test('an attribute that the tag does not know is named in the console, and nothing is created', async ({
  page,
  world,
}) => {
  const told = page.waitForEvent('console', (message) => message.type() === 'error')
  await openShop(page, world, { more: 'data-theme="dark"' })
  expect((await told).text()).toBe('[airlock] unknown attribute data-theme')
  expect(await hasInstance(page)).toBe(false)
})
