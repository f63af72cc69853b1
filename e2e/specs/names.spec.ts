/** An account name, from the field to the registry of the local world. */
import { connected } from '../pages/connected.ts'
import { connectedDemo } from '../pages/connected-demo.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test, withWallets } from '../test.ts'

test('is looked up, signed, registered, shown in the settings, and the only one of its account', {
  tag: '@gate',
}, async ({ page, world, violations }) => {
  const label = `visitor-${Date.now().toString(36)}`
  const { demo } = await connectedDemo(page, world)

  await demo.button('Open account').click()
  const modal = await modalOn(page, world)
  await modal.button('Settings').click()
  await modal.expectView('Settings')
  await modal.button('Choose account name').click()
  await modal.button('Choose name').click()
  await modal.expectView('Choose name')
  const field = modal.frame.getByRole('textbox', { name: 'Account name' })
  await expect(field).toBeFocused()
  await page.keyboard.type('vi!')
  await expect(modal.text('Can only contain letters, numbers and - characters')).toBeVisible()
  await field.fill(label.toUpperCase())
  await expect(modal.frame.getByRole('main').getByRole('status')).toHaveText(`${label}.reown.idAvailable`)
  await demo.confirm(() => page.keyboard.press('Enter'), 'Sign this message?')
  await expect(modal.outcome).toHaveText('Account name chosen successfully')

  await modal.button('Done').click()
  await modal.expectView('Account')
  await modal.button('Settings').click()
  await expect(modal.text(`${label}.reown.id`).last()).toBeVisible()
  await modal.close.click()

  await page.reload()
  await demo.button('Open account').click()
  const later = await modalOn(page, world)
  // The name stands above the address, on the local network as on any other.
  await expect(later.frame.getByTitle(`${label}.reown.id`)).toBeVisible()
  await later.button('Settings').click()
  await expect(later.text(`${label}.reown.id`).last()).toBeVisible()
  await expect(later.frame.getByRole('button', { name: 'Choose account name' })).toHaveCount(0)
  expect(violations.all()).toEqual([])
})

test.describe('on a site without a gateway', () => {
  test.use(withWallets({ name: 'Fox' }))

  test('names are not offered, and the view says so in one sentence', async ({ parts, page, world }) => {
    const { dapp } = await connected(parts, 'Fox')
    const closed = dapp.open({ view: 'RegisterAccountName' })
    const modal = await modalOn(page, world)
    await expect(modal.text('This site does not offer account names.')).toBeVisible()
    await modal.close.click()
    expect(await closed).toBe('user')
  })
})
