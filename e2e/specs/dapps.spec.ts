/** Pages that none of us wrote, as they are in the registry. The table of buttons is `e2e/libraries/dapps/rows.ts`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { getPublicKeyFromAddress, signatureBytes, address as toAddress, verifySignature } from '@solana/kit'
import { builtDapps } from '../libraries/dapps/prepare.ts'
import {
  type DappWallet,
  dappName,
  dappWallets,
  type Row,
  rows,
  type SolanaShown,
  solanaDappName,
  solanaRows,
} from '../libraries/dapps/rows.ts'
import { titleOf } from '../libraries/libraries.ts'
import { visitors } from '../libraries/solana/visitors.ts'
import { dappOn } from '../pages/dapp.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { walletScreenIn } from '../pages/wallet-screen.ts'
import { frameOn } from '../setup/frames.ts'
import type { HostName } from '../setup/pages.ts'
import { expect, test } from '../test.ts'
import { installWallet } from '../wallets/install.ts'
import type { World } from '../world/world.ts'

interface Scene {
  readonly page: Page
  readonly context: BrowserContext
  readonly world: World
}

test.beforeEach(async ({ context }) => {
  // Some forty approvals one after the other, beside the tests of two other workers.
  test.setTimeout(400_000)
  test.skip(!existsSync(join(builtDapps, 'inputs')), 'The pages are not installed: npm run libraries')
  // Their styles and services are elsewhere; nothing of that is asked.
  const isElsewhere = ({ hostname }: URL) => hostname !== 'localhost' && !/\.localhost$|^127\./.test(hostname)
  await context.route(isElsewhere, (route) => route.abort())
})

const open = async (
  { page, context, world }: Scene,
  path: string,
  options: object,
  { isOffered = false, host = 'pinned' }: { isOffered?: boolean; host?: HostName } = {},
) => {
  await context.addInitScript((given) => void Object.assign(window, { dapp: given }), { options, isOffered })
  await page.goto(new URL(`/libraries/dapps/${path}/index.html?csp=none`, world.origins[host]).href)
}

/** Signs up, or connects through the dapp; the dapp then has our provider. */
const beginWith: Readonly<Record<DappWallet, (scene: Scene) => Promise<string>>> = {
  async injected({ page, context, world }) {
    const wallet = await installWallet(context, world, { name: 'Rabbit' })
    await open({ page, context, world }, 'test-dapp', { ...world.config }, { isOffered: true })
    await page.locator('#providers button', { hasText: 'Use Airlock' }).click()
    await page.locator('#connectButton').click()
    await (await modalOn(page, world)).wallet('Rabbit').click()
    return wallet.address
  },
  async embedded({ page, context, world }) {
    await open({ page, context, world }, 'test-dapp', { ...world.embedded, networks: world.config.networks })
    const dapp = dappOn(page)
    const opening = dapp.open()
    await signInByMail(await modalOn(page, world), mailboxOf(context, world, 'dapp'))
    await dapp.expectStatus('connected')
    await opening
    const address = (await dapp.address()) ?? ''
    await world.fund(address)
    await page.locator('#providers button', { hasText: 'Use Harbour Wallet' }).click()
    return address
  },
}

for (const wallet of dappWallets)
  test(titleOf({ name: dappName }, wallet), async ({ page, context, world }) => {
    const address = await beginWith[wallet]({ page, context, world })
    const dapp = dappOn(page)
    await dapp.expectClosed()
    await expect(page.locator('#accounts')).toHaveText(address, { ignoreCase: true })
    const printed: string[] = []
    page.on('console', (message) => printed.push(message.text()))

    /** Presses the button; with the embedded wallet, approves what is asked, if anything is. */
    const answerOf = async ({ button, field, isTold }: Row): Promise<string> => {
      printed.length = 0
      if (field !== 'console') await page.locator(field).evaluate((element) => element.replaceChildren())
      await expect(page.locator(`#${button}`)).toBeEnabled()
      await page.locator(`#${button}`).click()
      const read = async () => (field === 'console' ? printed.join('\n') : await page.locator(field).innerText())
      const isAnswered = async () => !/^$|ing$|initiated$/.test(await read())
      if (wallet === 'embedded') {
        await expect.poll(async () => (await isAnswered()) || (await dapp.state()).open).toBe(true)
        if (!(await isAnswered())) await approve({ page, context, world })
      }
      await expect.poll(isAnswered).toBe(true)
      if (wallet === 'embedded' && isTold)
        await expect((await modalOn(page, world)).toasts).toContainText('Action not allowed')
      await dapp.expectClosed()
      return read()
    }
    const failures: string[] = []
    for (const row of rows)
      await test
        .step(row.button, async () => {
          const answer = await answerOf(row)
          const expected = wallet === 'embedded' ? (row.embedded ?? row.shows) : row.shows
          if (expected === 'account') expect(answer.toLowerCase()).toBe(address.toLowerCase())
          else if (expected === 'receipt')
            await expect
              .poll(() => world.rpc(world.chains[0], 'eth_getTransactionReceipt', [/0x[0-9a-f]{64}/.exec(answer)?.[0]]))
              .toMatchObject({ from: address.toLowerCase(), status: '0x1' })
          else expect(answer).toMatch(expected)
        })
        .catch((error: unknown) => failures.push(`${row.button}: ${String(error)}`))
    expect(failures).toEqual([])
  })

/** Reads the wallet's screen as a user does: ticks what must be ticked, and presses the button that agrees. */
async function approve({ page, world }: Scene): Promise<void> {
  const { frame, ...screen } = walletScreenIn(await frameOn(page, world.origins.wallet))
  const agree = frame.getByRole('button', { name: /^(?:Sign|Approve)$/ })
  await expect(agree).toBeVisible()
  for (const box of await frame.getByRole('checkbox').all()) await box.check()
  await screen.approve(await agree.innerText())
}

for (const wallet of ['paired', 'embedded'] as const)
  test(titleOf({ name: solanaDappName }, wallet), async ({ page, context, world }) => {
    const visitor = await visitors[wallet]({ page, context, world })
    const isOffered = wallet === 'paired'
    const [node] = world.solana.endpoints
    await context.addInitScript((url) => {
      if (top !== self) return
      localStorage.setItem('rpc_http_endpoint', url)
      // It shows the ends of a hash only, and copies the whole.
      navigator.clipboard.writeText = async (text) => void Object.assign(window, { copied: text })
    }, node?.url ?? '')
    const networks = [...world.config.networks, world.solana.network]
    const scene = { page, context, world }
    await open(scene, 'test-dapp-solana', { ...visitor.options, networks }, { isOffered, host: visitor.host })
    const dapp = dappOn(page)
    const at = (id: string) => page.locator(`[data-testid="testpage.${id}"]`)
    const choose = async (name: string) => {
      await at('header.connect').getByRole('button').click()
      await page.locator('.wallet-adapter-modal-list').getByRole('button', { name }).click()
    }
    if (isOffered) await choose('Airlock')
    else await page.evaluate(() => void (Reflect.get(window, 'airlock') as { open: () => Promise<unknown> }).open()) // as: set by our script
    await visitor.choose(await modalOn(page, world))
    const addressOf = async () => (await dapp.state()).accounts.solana?.address ?? ''
    await expect.poll(addressOf).not.toBe('')
    await dapp.expectClosed()
    if (!isOffered) await choose('Harbour Wallet')
    await expect(at('header.connectionstatus')).toHaveText('Connected')
    const address = await addressOf()
    await world.solana.fund(address)
    const checks: Readonly<Record<SolanaShown, (field: Locator) => Promise<unknown>>> = {
      async message(field) {
        const key = await getPublicKeyFromAddress(toAddress(address))
        const text = new TextEncoder().encode(await at('signmessage.message').inputValue())
        expect(await verifySignature(key, signatureBytes(Buffer.from(await field.innerText(), 'base64')), text)).toBe(
          true,
        )
      },
      signature: (field) => expect(field).toHaveText(/^(?!A+==$)[\w+/]{86}==$/),
      none: (field) => expect(field).toHaveText(/^A+==$/),
      async hash(field) {
        await field.getByText('📋').click()
        await expect(field).toContainText('Copied!')
        const hash = await page.evaluate(() => String(Reflect.get(window, 'copied')))
        const [start = '', end = ''] = (await field.locator('.content').innerText()).split('...')
        expect(hash.startsWith(start) && hash.endsWith(end)).toBe(true)
        await expect
          .poll(() => world.solana.rpc('getSignatureStatuses', [[hash]]))
          .toMatchObject({ value: [{ err: null }] })
      },
    }
    const failures: string[] = []
    for (const { group, button, field, shows } of solanaRows)
      await test
        .step(`${group}.${button}`, async () => {
          await at(`${group}.${button}`).click()
          await (isOffered ? visitor.approve('transaction') : approve(scene))
          await expect(at(`${group}.${field}`)).toBeVisible()
          await dapp.expectClosed()
          await checks[shows](at(`${group}.${field}`))
        })
        .catch((error: unknown) => failures.push(`${group}.${button}: ${String(error)}`))
    await visitor.stop()
    expect(failures).toEqual([])
  })

test('the template of create-wagmi connects, stays connected, and disconnects', async ({ page, context, world }) => {
  const wallet = await installWallet(context, world, { name: 'Rabbit' })
  await open({ page, context, world }, 'create-wagmi', { ...world.config })
  const button = (name: string) => page.locator('button', { hasText: name })
  const account = page.locator('div', { hasText: /^status: / }).last()
  await button('Airlock').click()
  await (await modalOn(page, world)).wallet('Rabbit').click()
  await expect(account).toContainText(wallet.address)
  await page.reload()
  await expect(account).toContainText(wallet.address)
  await button('Disconnect').click()
  await expect(account).toContainText('status: disconnected')
  await page.reload()
  await expect(account).toContainText('status: disconnected')
})
