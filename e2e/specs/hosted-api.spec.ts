/** The modal with a gateway that answers as the hosted API does: tokens, activity and names, and nothing that it should not load. */
import type { Page } from '@playwright/test'
import { connectedDemo } from '../pages/connected-demo.ts'
import { expect, test as suite, worldOf } from '../test.ts'
import type { World } from '../world/world.ts'

const test = suite.extend({
  world: worldOf({ gateway: 'hosted' }),
})

/** Sites that the modal's frame asked for something. */
function watchSites(page: Page, world: World): ReadonlySet<string> {
  const sites = new Set<string>()
  page.on('request', (request) => {
    const isOfModal = request.serviceWorker() === null && request.frame().url().startsWith(world.origins.modal)
    if (isOfModal && request.url().startsWith('http')) sites.add(new URL(request.url()).hostname)
  })
  return sites
}

test('the account view lists its tokens and activity, and loads none of its pictures', async ({
  page,
  world,
  violations,
}) => {
  const sites = watchSites(page, world)
  const { openAccount } = await connectedDemo(page, world)
  const modal = await openAccount()
  const tokens = modal.frame.getByRole('region', { name: 'Tokens' }).getByRole('listitem')
  await expect(tokens).toHaveText([/Ethereum.*1\.2 ETH/, /USD Coin.*25 USDC/, /Dust/, /Harbour Points.*12\.5 HRB/])
  await expect(modal.text('Total $3,687.40')).toBeAttached()
  await expect(tokens.locator('img')).toHaveCount(0)

  await modal.tab('Activity').click()
  const activity = modal.frame.getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('button', { name: /Swapped/ })).toContainText('USDC')
  await expect(activity.getByRole('button', { name: /Minted/ })).toContainText('Cool Cat #7')
  await expect(activity.getByRole('heading', { name: 'May 2025' })).toBeVisible()
  for (const dropped of [/free\.example/, /ELS/, /NWH/]) await expect(activity.getByText(dropped)).toHaveCount(0)

  await modal.tab('NFTs').click()
  await expect(modal.frame.getByRole('region', { name: 'NFTs' }).getByRole('listitem')).toHaveCount(0)
  await expect(modal.toasts).toHaveCount(0)
  expect([...sites].filter((site) => !site.endsWith('localhost'))).toEqual([])
  expect(violations.all()).toEqual([])
})

test('a failure of the hosted API is told, and the next answer is shown', async ({ page, world }) => {
  const { openAccount } = await connectedDemo(page, world)
  world.hostedApi.setDown('balance')
  try {
    const modal = await openAccount()
    await expect(modal.text('The tokens could not be loaded.')).toBeVisible()
    world.hostedApi.setDown()
    await modal.button('Refresh').click()
    await expect(modal.frame.getByRole('region', { name: 'Tokens' }).getByRole('listitem').first()).toHaveText(/ETH/)
  } finally {
    world.hostedApi.setDown()
  }
})

test('a name is registered there, and known after a reload', async ({ page, world, violations }) => {
  const label = `visitor-${Date.now().toString(36)}`
  const { demo, openAccount } = await connectedDemo(page, world)
  const modal = await openAccount()
  await modal.button('Settings').click()
  await modal.button('Choose account name').click()
  await modal.button('Choose name').click()
  await modal.frame.getByRole('textbox', { name: 'Account name' }).fill(label)
  await expect(modal.frame.getByRole('main').getByRole('status')).toHaveText(`${label}.reown.idAvailable`)
  await demo.confirm(() => page.keyboard.press('Enter'), 'Sign this message?')
  await expect(modal.outcome).toHaveText('Account name chosen successfully')
  await modal.button('Done').click()

  // The hosted API keeps what an account is called for a day, so the account view does not know it yet.
  await modal.close.click()
  await page.reload()
  const later = await openAccount()
  await later.button('Settings').click()
  await expect(later.text(`${label}.reown.id`).last()).toBeVisible()
  await expect(later.frame.getByRole('button', { name: 'Choose account name' })).toHaveCount(0)
  expect(violations.all()).toEqual([])
})

test('a name of ENS is shown, without its picture', async ({ page, world, violations }) => {
  const sites = watchSites(page, world)
  world.hostedApi.nameOnEns('everybody', 'alice.eth', 'https://euc.li/alice.eth')
  try {
    const { openAccount } = await connectedDemo(page, world)
    const modal = await openAccount()
    await expect(modal.text('alice.eth').first()).toBeVisible()
    expect([...sites].filter((site) => !site.endsWith('localhost'))).toEqual([])
    expect(violations.all()).toEqual([])
  } finally {
    world.hostedApi.forgetEns()
  }
})
