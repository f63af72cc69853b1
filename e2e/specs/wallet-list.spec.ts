/** The list of wallets: installed, recent and listed ones, and searching among many. */
import { connected, opened } from '../pages/connected.ts'
import { expect, test, withWallets } from '../test.ts'

test.describe('three wallets', () => {
  test.use(withWallets({ name: 'Rabbit' }, { name: 'Fox' }, { name: 'Owl' }))

  test('connect one after the other, and the last two are remembered over a reload', { tag: '@gate' }, async ({
    parts,
    wallets,
  }) => {
    const { host } = parts
    const { dapp, modal } = await connected(parts, 'Rabbit')
    for (const [index, name] of ['Fox', 'Owl'].entries()) {
      await dapp.call((airlock) => airlock.disconnect())
      await host.connect()
      await modal.wallet(name).click()
      await dapp.expectStatus('connected')
      await dapp.expectClosed()
      expect(await dapp.address()).toBe(wallets[index + 1]?.address)
    }
    await dapp.call((airlock) => airlock.disconnect())
    await host.open()
    const again = await opened(parts)
    await expect(again.modal.wallets).toHaveText([/Owl.*Recent/, /Fox.*Recent/, /Rabbit.*Installed/])
  })

  test('the page can ask for another one while one is connected', async ({ parts, wallets }) => {
    const { dapp } = await connected(parts, 'Rabbit')
    expect(await dapp.connect('example.fox')).toBe(wallets[1]?.address)
    await dapp.expectClosed()
    expect(await dapp.account()).toMatchObject({ address: wallets[1]?.address, wallet: { name: 'Fox' } })
  })
})

const listed = (names: readonly string[]) =>
  names.map((name) => ({ id: name.toLowerCase(), name, rdns: `example.${name.toLowerCase()}` }))

test('a listed wallet that is not here says where to get it, and is found after it was installed', async ({
  parts,
  page,
}) => {
  const customWallets = [{ ...listed(['Later'])[0], homepage: 'https://later.example/' }]
  const { dapp, modal } = await opened(parts, { customWallets })
  await modal.wallet('Later').click()
  await expect(modal.outcome).toHaveText('Later isn’t installed')
  await expect(modal.frame.getByRole('link', { name: 'Website' })).toHaveAttribute('href', 'https://later.example/')
  await modal.button('I’ve installed it').click()
  await expect(modal.frame.getByText('Later still isn’t visible here').first()).toBeVisible()

  // Imitates an extension that was installed after the page loaded: it answers when asked.
  await page.evaluate(() => {
    const answers: Readonly<Record<string, unknown>> = {
      eth_requestAccounts: ['0x00000000000000000000000000000000000000aa'],
      eth_chainId: '0x7a69',
    }
    const provider = {
      request: ({ method }: { method: string }) => Promise.resolve(answers[method] ?? null),
      on: () => undefined,
      removeListener: () => undefined,
    }
    const info = { uuid: crypto.randomUUID(), name: 'Later', rdns: 'example.later', icon: 'data:image/png,' }
    window.addEventListener('eip6963:requestProvider', () => {
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    })
  })
  await modal.button('I’ve installed it').click()
  await dapp.expectStatus('connected')
  expect(await dapp.account()).toMatchObject({ wallet: { name: 'Later', rdns: 'example.later' } })
})

const many = ['Ant', 'Bee', 'Cat', 'Dog', 'Eel', 'Fly', 'Gnu', 'Hen', 'Ibis']

test('a listed wallet that hides marks in its name is called by what can be read, in every place', async ({
  parts,
}) => {
  const { modal } = await opened(parts, { customWallets: [{ id: 'trick', name: '\u202eReal\u200b\nWallet' }] })
  await modal.wallet('Real Wallet').click()
  await modal.expectView('Real Wallet')
  await expect(modal.title).toHaveText(/^Real Wallet$/)
  await expect(modal.outcome).toHaveText(/^Real Wallet isn’t installed$/)
})

test('a short list needs no search', async ({ parts }) => {
  const { modal } = await opened(parts, { customWallets: listed(many.slice(1)) })
  await expect(modal.wallets).toHaveCount(8)
  await expect(modal.frame.getByRole('searchbox')).toHaveCount(0)
})

test('a long list can be searched', async ({ parts }) => {
  const { modal } = await opened(parts, { customWallets: listed(many) })
  const search = modal.frame.getByRole('searchbox', { name: 'Search' })
  // Typed by script inside the frame: the runner's keys go to the browser's focus, which is late on a busy machine.
  const type = (text: string) =>
    search.evaluate((input: HTMLInputElement, value) => {
      input.select()
      document.execCommand('insertText', false, value)
    }, text)
  await type('b')
  await expect(modal.wallets).toHaveText([/Bee$/, /Ibis$/])
  await type('zebra')
  await expect(modal.text('No wallet called “zebra”')).toBeVisible()
  await modal.button('Clear').click()
  await expect(modal.wallets).toHaveCount(9)
  await expect(search).toBeFocused()
})

test('a browser without a wallet says so and shows what a wallet is', async ({ parts }) => {
  const { modal } = await opened(parts)
  await expect(modal.outcome).toHaveText('No wallet in this browser yet')
  await modal.button('Get a wallet').click()
  await modal.expectView('Get a wallet')
  await modal.back.click()
  await modal.button('Help').click()
  await modal.expectView('What is a wallet?')
})
