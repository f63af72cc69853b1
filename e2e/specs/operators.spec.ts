/**
 * The operator's way: the packed service in an empty folder, `airlock init` and `airlock start`, and a page with the packed SDK
 * on which a user signs up by email.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { expect, type Page, test } from '@playwright/test'
import { modalIn } from '../pages/modal.ts'
import { frameOn } from '../setup/frames.ts'
import { type Installed, startInstalled } from '../setup/installed.ts'
import { press } from '../setup/press.ts'

const root = resolve(import.meta.dirname, '../..')
const sdk = resolve(root, 'host-sdk/dist')
const address = 'newcomer@mail.example'

let folder: string
let shop: Listening
let running: Installed | undefined

/** The page of an app: a button, and the account. */
const html = (frameUrl: string) => `<!doctype html>
<title>Shop</title>
<button id="connect">Connect</button>
<output id="account"></output>
<script type="module">
  import { createAirlock } from '/sdk/index.js'
  const network = {
    id: 1, caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: [] } },
  }
  const airlock = createAirlock({ projectId: 'shop', frameUrl: ${JSON.stringify(frameUrl)}, networks: [network] })
  document.querySelector('#connect').addEventListener('click', () => airlock.open())
  airlock.on('connect', ({ address }) => { document.querySelector('#account').textContent = address })
</script>
`

test.beforeAll(async () => {
  test.setTimeout(240_000)
  execFileSync('node', ['scripts/build.mjs', 'service'], {
    cwd: root,
    stdio: 'inherit',
  })
  folder = mkdtempSync(join(tmpdir(), 'airlock-operator-'))
  const tarballs = join(root, 'dist/service')
  const [tarball = ''] = readdirSync(tarballs)
  // From the cache wherever it can be: only native code is not in the tarball.
  execFileSync('npm', ['install', join(tarballs, tarball), '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
  })
})
test.afterAll(async () => {
  await running?.kill()
  await shop?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('init and start from the tarball alone sign a user up by email, who is still signed in after the service was killed', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  const port = await freePort()
  const modalOrigin = `http://modal.localhost:${port}`
  shop = await serveShop(`${modalOrigin}/p/shop/`)
  const host = `http://shop.localhost:${shop.port}`
  const options = ['--yes', '--port', String(port), '--project', 'shop', '--host', host]
  execFileSync(join(folder, 'node_modules/.bin/airlock'), ['init', ...options], { cwd: folder })
  running = await startInstalled(folder)

  await page.goto(host)
  await press(page.getByRole('button', { name: 'Connect' }))
  const modal = modalIn(await frameOn(page, modalOrigin))
  await modal.frame.getByRole('textbox', { name: 'Email' }).fill(address)
  await modal.button('Continue with email').click()
  await modal.expectView('Register Device')
  const words =
    (await modal
      .text(/pick the number \d\d/)
      .first()
      .textContent()) ?? ''
  const letter = await running.nextLetter(address)
  expect(letter.subject).toMatch(/^Approve a new device/)
  const approval = await context.newPage()
  await approval.goto(/https?:\/\/\S+/.exec(letter.text)?.[0] ?? '')
  await press(approval.getByRole('button', { name: /number (\d\d)/.exec(words)?.[1] ?? '', exact: true }))
  await expect(approval.getByRole('heading', { level: 1 })).toHaveText('This device is approved')
  await approval.close()
  await modal.expectView('Confirm Email')
  const code = (await running.nextLetter(address)).subject.slice(0, 6)
  await modal.frame.getByRole('textbox', { name: 'Code from the email' }).pressSequentially(code)
  await expect(account(page)).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  const signedUp = (await account(page).textContent()) ?? ''

  await running.kill()
  running = await startInstalled(folder)
  await page.reload()
  await expect(account(page)).toHaveText(signedUp)
  await expect.poll(() => running?.answered()).toContain('POST /v1/wallets/:walletId/share 200')
  expect(await running.stop()).toBe(0)
})

const account = (page: Page) => page.locator('#account')

async function freePort(): Promise<number> {
  const listening = await listenOnLoopback(() => {}, 0)
  await listening.close()
  return listening.port
}

const serveShop = (frameUrl: string): Promise<Listening> =>
  listenOnLoopback((request, response) => {
    const [, file] = /^\/sdk\/((?:parts\/)?[\w.-]+\.js)$/.exec(request.url ?? '') ?? []
    if (request.url === '/') response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html(frameUrl))
    else if (file !== undefined && extname(file) === '.js')
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(join(sdk, file)))
    else response.writeHead(404).end()
  }, 0)
