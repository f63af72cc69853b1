/** Receiving: the code, the address in words and on the clipboard, and a request for an amount. */
import type { Page } from '@playwright/test'
import { connected } from '../pages/connected.ts'
import type { Dapp } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { distortions, readCodes } from '../pages/qr.ts'
import { settled } from '../screenshots/steady.ts'
import { expect, test, withWallets } from '../test.ts'
import type { World } from '../world/world.ts'

test.use(withWallets({ name: 'Fox' }))

type Parts = { readonly dapp: Dapp; readonly page: Page; readonly world: World; readonly colorScheme: 'light' | 'dark' }

/** Opens the view, and waits until the code is drawn. */
async function receiving({ dapp, page, world, colorScheme }: Parts) {
  const opening = dapp.open({ view: 'Receive' })
  const modal = await modalOn(page, world)
  await modal.expectView('Receive')
  await settled(modal.frame, colorScheme)
  return { code: modal.frame.getByRole('img', { name: /^QR code of your address/ }), modal, opening }
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`two decoders read the address in every distortion, ${colorScheme}`, async ({ parts, context, page, world }) => {
    await page.emulateMedia({ colorScheme })
    const { dapp } = await connected(parts, 'Fox')
    const { code, modal, opening } = await receiving({ dapp, page, world, colorScheme })
    const address = await dapp.address()
    expect(await readCodes(context, code)).toEqual(
      Object.fromEntries(Object.keys(distortions).map((name) => [name, [address, address]])),
    )
    await modal.close.click()
    await opening
  })

test('the code is the address, which can be copied, and another code asks for an amount', { tag: '@gate' }, async ({
  parts,
  wallets: [fox],
}) => {
  const { context, page, world } = parts
  const colorScheme = 'light'
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.emulateMedia({ colorScheme })
  const { dapp } = await connected(parts, 'Fox')
  const { code, modal, opening } = await receiving({ dapp, page, world, colorScheme })
  const network = modal.frame.getByRole('combobox', { name: 'Network' })
  await expect(network).toHaveValue(world.chains[0].caip2)
  const address = await dapp.address()
  expect(address?.toLowerCase()).toBe(fox?.address.toLowerCase())
  const plain = { 'as it is': distortions['as it is'] }
  expect(await readCodes(context, code, plain)).toEqual({ 'as it is': [address, address] })

  await modal.button('Copy address').click()
  await expect(modal.button('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  // The other network is chosen here, not in the wallet.
  await network.selectOption({ label: world.chains[1].name })
  await expect(modal.text(`Only send assets on ${world.chains[1].name}`)).toBeVisible()
  expect((await dapp.state()).network?.caipNetworkId).toBe(world.chains[0].caip2)
  await modal.text('Ask for an amount').click()
  await modal.frame.getByRole('textbox', { name: 'Amount in ETH' }).fill('1,000000000000000001')
  const asking = modal.frame.getByRole('img', { name: /^QR code that asks for 1\.000000000000000001 ETH/ })
  await expect(asking).toBeVisible()
  await settled(modal.frame, colorScheme)
  const id = world.chains[1].caip2.split(':')[1]
  const [[link] = []] = Object.values(await readCodes(context, asking, plain))
  expect(link).toBe(`ethereum:${address}@${id}?value=1000000000000000001`)

  await modal.button(/Only receive assets on these networks/).click()
  await modal.expectView('Compatible Networks')
  await expect(modal.frame.getByRole('list', { name: 'Compatible Networks' }).getByRole('listitem')).toHaveText([
    new RegExp(world.chains[0].name),
    new RegExp(world.chains[1].name),
  ])
  await modal.close.click()
  expect(await opening).toBe('user')
})

interface Sharing {
  readonly outcome: 'done' | 'refused'
  readonly can: boolean
}

/** Browsers without Web Share, such as Chromium on Linux, get one that notes what it is given. */
const installShare = ({ outcome, can }: Sharing) => {
  const shared: unknown[] = []
  Object.defineProperties(Navigator.prototype, {
    canShare: { configurable: true, value: () => can },
    share: {
      configurable: true,
      value(data: unknown) {
        shared.push(data)
        return outcome === 'done' ? Promise.resolve() : Promise.reject(new DOMException('Denied', 'NotAllowedError'))
      },
    },
  })
  Reflect.set(window, 'shared', shared)
}

for (const [name, given] of Object.entries<Sharing>({
  'is passed to another app where the browser can': { outcome: 'done', can: true },
  'is shown to be copied by hand where sharing fails': { outcome: 'refused', can: true },
  'can only be copied where the frame may not share': { outcome: 'done', can: false },
}))
  test(`the address ${name}`, async ({ parts, context, page, world }) => {
    await context.addInitScript(installShare, given)
    const { dapp } = await connected(parts, 'Fox')
    const opening = dapp.open({ view: 'Receive' })
    const modal = await modalOn(page, world)
    await modal.expectView('Receive')
    await expect(modal.button('Copy address')).toBeVisible()
    await expect(modal.button('Share')).toHaveCount(given.can ? 1 : 0)
    if (given.can) await modal.button('Share').click()
    const address = await dapp.address()
    const shared = () => modal.frame.locator('body').evaluate(() => Reflect.get(window, 'shared') as unknown)
    await expect.poll(shared).toEqual(given.can ? [{ text: address }] : [])
    const byHand = modal.frame.getByRole('textbox', { name: 'Copy address' })
    if (given.outcome === 'refused') await expect(byHand).toHaveValue(address ?? '')
    else await expect(byHand).toHaveCount(0)
    await modal.close.click()
    expect(await opening).toBe('user')
  })

test('a page that asks for it before anything is connected gets Connect', async ({ host, page, world }) => {
  await host.create()
  for (const view of ['Receive', 'Profile', 'RegisterAccountName'] as const) {
    const opening = page.evaluate(
      (name) =>
        (Reflect.get(window, 'airlock') as { open: (given: object) => Promise<{ reason: string }> }).open({
          view: name,
        }),
      view,
    )
    const modal = await modalOn(page, world)
    await modal.expectView('Connect Wallet')
    await modal.close.click()
    expect(await opening).toMatchObject({ reason: 'user' })
  }
})
