/** The wallets that the listing adds to the connect view: which ones, how many, in which order, and how often it is queried. */
import { opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { serveListing } from '../pages/listing.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { settled } from '../screenshots/steady.ts'
import { expect, test, withWallets } from '../test.ts'

const named = (...names: readonly string[]) =>
  names.map((name) => ({
    id: name.toLowerCase(),
    name,
    mobile_link: `${name.toLowerCase()}://`,
    rdns: `example.${name.toLowerCase()}`,
  }))
const wallets = named('Avocet', 'Bunting', 'Curlew', 'Dunlin', 'Egret', 'Fulmar', 'Rabbit')

/** Expects these rows in the connect view, by name and in order. */
const expectRows = (modal: Modal, names: readonly string[]) =>
  expect
    .poll(() =>
      modal.frame
        .getByRole('list', { name: 'Wallets', exact: true })
        .locator('[data-label]')
        .evaluateAll((found) => found.map((row) => row.getAttribute('data-label'))),
    )
    .toEqual(names)

test('featured wallets stand in the developer’s order, four of them, and then nothing is recommended', async ({
  parts,
}) => {
  const { page, world } = parts
  await serveListing(page, world, wallets)
  const featuredWalletIds = ['egret', 'bunting', 'avocet', 'fulmar', 'dunlin']
  const { modal } = await opened(parts, { ...world.showcase, featuredWalletIds })
  await expect(modal.wallet('Egret')).toBeVisible()
  await expectRows(modal, ['WalletConnect', 'Egret', 'Bunting', 'Avocet', 'Fulmar'])
  await modal.wallet('Bunting').click()
  await modal.expectView('Bunting')
})

test('two are recommended where there is nothing else to choose from', async ({ parts, page, world }) => {
  await serveListing(page, world, wallets)
  const { modal } = await opened(parts, world.showcase)
  await expectRows(modal, ['WalletConnect', 'Avocet', 'Bunting'])
})

test.describe('installed wallets', () => {
  test.use(withWallets({ name: 'Rabbit' }))

  test('the recommended wallets fill the list up, and none is shown twice', async ({ parts, page, world }) => {
    const rabbit = { id: 'rabbit', name: 'Rabbit Wallet', mobile_link: 'rabbit://' }
    await serveListing(page, world, [rabbit, ...wallets])
    const { modal } = await opened(parts, world.showcase)
    await expectRows(modal, ['WalletConnect', 'Rabbit', 'Avocet'])
  })

  test('one that the developer excludes by its listing id is hidden where it is installed', async ({ parts }) => {
    const { page, world } = parts
    const rabbit = { id: 'f'.repeat(64), name: 'Rabbit', mobile_link: 'rabbit://' }
    await serveListing(page, world, [rabbit, ...wallets.filter(({ name }) => name !== 'Rabbit')])
    const { modal } = await opened(parts, { ...world.showcase, excludeWalletIds: [rabbit.id] })
    await expectRows(modal, ['WalletConnect', 'Avocet', 'Bunting'])
  })
})

test.describe('two installed wallets', () => {
  test.use(withWallets({ name: 'Rabbit' }, { name: 'Fox' }))

  test('nothing is recommended', async ({ parts, page, world }) => {
    await serveListing(page, world, wallets)
    const { modal } = await opened(parts, world.showcase)
    await expect(modal.button(/^All Wallets/)).toBeVisible()
    await expectRows(modal, ['WalletConnect', 'Rabbit', 'Fox'])
  })
})

test('the order of kinds is the developer’s', async ({ parts, page, world }) => {
  await serveListing(page, world, wallets)
  const { modal } = await opened(parts, {
    ...world.showcase,
    featuredWalletIds: ['curlew'],
    customWallets: [{ id: 'own', name: 'Own', homepage: 'https://own.example/' }],
    features: { connectorTypeOrder: ['custom', 'featured', 'walletConnect'] },
  })
  await expectRows(modal, ['Own', 'Curlew', 'WalletConnect'])
})

test('no relay: only featured wallets are shown, and lead to where they can be installed', async ({ parts }) => {
  const { page, world } = parts
  await serveListing(page, world, wallets)
  const { modal } = await opened(parts, { ...world.listed, featuredWalletIds: ['curlew'] })
  await expectRows(modal, ['Curlew'])
  await modal.wallet('Curlew').click()
  await modal.expectView('Get Curlew')
})

test('an opening asks for each list once; drawing again, waiting and opening again ask for nothing', async ({
  parts,
}) => {
  const { host, page, world } = parts
  await page.clock.install()
  const asked = await serveListing(page, world, wallets)
  const { modal } = await opened(parts, {
    ...world.showcase,
    featuredWalletIds: ['egret', 'avocet'],
    excludeWalletIds: ['fulmar'],
  })
  await expect(modal.wallet('Egret')).toBeVisible()
  await expect(modal.button(/^All Wallets/)).toBeVisible()
  const questions = () =>
    asked.map((query) => [query.get('entries'), query.get('include'), query.get('exclude')].join(' | ')).sort()
  const once = ['1 | fulmar | ', '2 | egret,avocet | ', '4 |  | fulmar,egret,avocet']
  expect(questions()).toEqual(once)
  // Causes many renders.
  await page.evaluate(() => {
    // as: the instance created by the host page.
    const airlock = Reflect.get(window, 'airlock') as { setTheme(mode: string): void; setLocale(tag: string): void }
    for (let turn = 0; turn < 40; turn++) {
      airlock.setTheme(turn % 2 ? 'dark' : 'light')
      airlock.setLocale(turn % 2 ? 'en-XA' : 'en-US')
    }
    airlock.setLocale('en-US')
  })
  await page.clock.fastForward(10 * 60_000)
  await expect(modal.wallet('Egret')).toBeVisible()
  await modal.close.click()
  await dappOn(page).expectClosed()
  await host.connect()
  await expect((await modalOn(page, world)).wallet('Egret')).toBeVisible()
  expect(questions()).toEqual(once)
})

test('a late answer of the listing moves no row that is already shown', async ({ parts, page, world }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await serveListing(page, world, wallets)
  await page.route(`${world.origins.api}/getWallets?*`, async (route) => {
    await held
    await route.fallback()
  })
  const { modal } = await opened(parts, {
    ...world.showcase,
    featuredWalletIds: ['egret', 'avocet'],
    customWallets: [{ id: 'own', name: 'Own', homepage: 'https://own.example/' }],
  })
  const list = modal.frame.getByRole('list', { name: 'Wallets', exact: true })
  // The card grows at its end, where "All wallets" appears, so positions are measured relative to the list.
  const place = async () => {
    await settled(modal.frame)
    const [own, all] = await Promise.all([modal.wallet('Own').boundingBox(), list.boundingBox()])
    return own && all && Math.round(own.y - all.y)
  }
  await expectRows(modal, ['WalletConnect', 'Own'])
  const before = await place()
  expect(before).toBeGreaterThan(0)
  answer()
  await expectRows(modal, ['WalletConnect', 'Egret', 'Avocet', 'Own'])
  expect(await place()).toBe(before)
})

test('a listing that does not answer leaves the rows that are there', async ({ parts, page, world }) => {
  await page.route(`${world.origins.api}/getWallets?*`, (route) => route.abort())
  const { modal } = await opened(parts, { ...world.showcase, featuredWalletIds: ['egret'] })
  await expectRows(modal, ['WalletConnect'])
  await expect(modal.button('WalletConnect QR code')).toBeVisible()
  await expect(modal.frame.getByRole('list', { name: 'Wallets', exact: true }).getByRole('listitem')).toHaveCount(1)
})
