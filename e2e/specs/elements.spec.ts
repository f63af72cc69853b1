/** The custom elements in markup, under the strict policy: names, parts, events and the embed. */
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { press } from '../setup/press.ts'
import { expect, test, withWallets } from '../test.ts'

test.use(withWallets({ name: 'Rabbit' }))

test('button, account and network follow a journey', { tag: '@gate' }, async ({
  parts,
  wallets: [rabbit],
  violations,
}) => {
  const { page, world } = parts
  await parts.host.open({ path: '/elements-host.html' })
  const [one] = world.chains
  const [button, account, network] = ['button', 'account', 'network'].map((kind) =>
    page.locator(`airlock-${kind}`).getByRole('button'),
  )
  if (!button || !account || !network) throw new Error('three elements')
  // An empty label is none: the button keeps its name.
  await expect(button).toHaveAccessibleName('Connect wallet')
  await expect(account).toBeHidden()
  await expect(network).toBeHidden()
  expect(page.frames()).toHaveLength(1)
  await press(button)
  const modal = await modalOn(page, world)
  await modal.wallet('Rabbit').click()
  const address = rabbit?.address ?? ''
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  await expect(account).toContainText(short)
  await expect(button).toContainText(short)
  await expect(button).toContainText(one.name)
  await expect(network).toHaveText(one.name)
  await dappOn(page).expectClosed()
  await press(network)
  await modal.expectView('Choose Network')
  await modal.close.click()
  await dappOn(page).expectClosed()
  expect(await page.evaluate(() => Reflect.get(window, 'told') as string[])).toEqual([
    'open',
    'connect',
    'close',
    'open',
    'close',
  ])

  // A page styles parts, and custom properties of all of them.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('airlock-button::part(label){color:rgb(1 2 3)} main{--airlock-width:200px}')
    document.adoptedStyleSheets.push(sheet)
  })
  await expect(button.getByText(short)).toHaveCSS('color', 'rgb(1, 2, 3)')
  expect((await button.boundingBox())?.width).toBe(200)
  expect(violations.all()).toEqual([])
})

test('an embed connects in the page, takes another view, and can be removed and added', async ({
  parts,
  violations,
}) => {
  const { host, page, world } = parts
  await host.open({ path: '/elements-host.html' })
  await page.evaluate(() => {
    const embed = document.createElement('airlock-embed')
    embed.setAttribute('view', '')
    embed.style.setProperty('--airlock-embed-width', '320px')
    document.querySelector('main')?.append(embed)
  })
  const modal = await modalOn(page, world)
  await modal.expectView('Connect Wallet')
  expect(await modal.frame.evaluate(() => [innerWidth, innerHeight])).toEqual([320, 560])
  await page.locator('airlock-embed').evaluate((embed) => embed.setAttribute('view', 'Networks'))
  await modal.expectView('Choose Network')
  await page.locator('airlock-embed').evaluate((embed) => embed.removeAttribute('view'))
  await modal.wallet('Rabbit').click()
  await modal.expectView('Account')

  await page.evaluate(() => {
    const embed = document.querySelector('airlock-embed')
    embed?.remove()
    Object.assign(window, { embed })
  })
  await dappOn(page).expectClosed()
  await dappOn(page).expectStatus('connected')
  await page.evaluate(() => {
    const embed: unknown = Reflect.get(window, 'embed')
    if (embed instanceof HTMLElement) document.querySelector('main')?.prepend(embed)
  })
  await expect(page.locator('airlock-embed > *')).toHaveCount(1)
  await (await modalOn(page, world)).expectView('Account')
  expect(violations.all()).toEqual([])
})
