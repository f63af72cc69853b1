/** An account name, from the field to the registry of the local world, with a wallet of the page. */
import { connected } from '../pages/connected.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test, withWallets } from '../test.ts'

test.use(withWallets({ name: 'Fox', behaviour: 'honest' }))

test('is looked up, signed, registered, shown in the settings, and taken for everyone else', { tag: '@gate' }, async ({
  host,
  page,
  world,
  wallets: [fox],
  violations,
}) => {
  const label = `visitor-${Date.now().toString(36)}`
  const { dapp } = await connected({ host, page, world }, 'Fox')
  const opening = dapp.open({ view: 'Profile' })
  const modal = await modalOn(page, world)
  await modal.expectView('Settings')
  await modal.button('Choose account name').click()
  await modal.expectView('Account name')
  await modal.button('Choose name').click()
  await modal.expectView('Choose name')
  const field = modal.frame.getByRole('textbox', { name: 'Account name' })
  await expect(field).toBeFocused()
  await page.keyboard.type('vi!')
  await expect(modal.text('Can only contain letters, numbers and - characters')).toBeVisible()
  await field.fill(label.toUpperCase())
  await expect(modal.frame.getByRole('status').filter({ hasText: 'Available' })).toHaveText(
    `${label}.reown.idAvailable`,
  )
  await page.keyboard.press('Enter')
  await modal.expectView('Account name')
  await expect(modal.outcome).toHaveText('Account name chosen successfully')
  const asked = await fox?.called('personal_sign')
  expect(asked?.params).toEqual([expect.stringMatching(/^0x7b226e616d65223a22/), await dapp.address()])

  const found = await page.request.get(`${world.origins.gateway}/v1/profile/account/${label}.reown.id`)
  expect(await found.json()).toMatchObject({
    name: `${label}.reown.id`,
    addresses: { 60: { address: await dapp.address() } },
  })
  await modal.button('Done').click()
  await modal.expectView('Account')
  await modal.button('Settings').click()
  await expect(modal.text(`${label}.reown.id`)).toBeVisible()
  await modal.close.click()
  await opening

  // It is the account's only one, and known again after a reload.
  await page.reload()
  await host.create()
  await dapp.expectStatus('connected')
  const again = dapp.open({ view: 'RegisterAccountName' })
  const later = await modalOn(page, world)
  await expect(later.outcome).toHaveText('You already own a name')
  await later.close.click()
  await again
  expect(violations.all()).toEqual([])
})
