/** What an account holds, from the gateway of the demo's project. */
import { connected } from '../pages/connected.ts'
import { connectedDemo } from '../pages/connected-demo.ts'
import { demoOn } from '../pages/demo.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test, withWallets } from '../test.ts'
import { demoToken } from '../world/faucet.ts'

test('the account view lists the currency and the tokens of its network, without a policy violation', {
  tag: '@gate',
}, async ({ page, world, violations }) => {
  const { demo } = await connectedDemo(page, world)
  await demo.button('Get 100 TST').click()
  await expect(demo.said('You got 100 TST.')).toBeVisible()

  await demo.button('Open account').click()
  const modal = await modalOn(page, world)
  await modal.expectView('Account')
  const tokens = modal.frame.getByRole('region', { name: 'Tokens' }).getByRole('listitem')
  await expect(tokens).toHaveText([
    /Ether.*\$3,000\.00.*\$30,000\.00.*10 ETH/,
    /Test Token.*\$0\.25.*\$25\.00.*100 TST/,
  ])
  await expect(modal.text('Total $30,025.00')).toBeAttached()
  expect(violations.all()).toEqual([])
})

test('when the gateway is down, the list says so and the rest of the view works', async ({ page, world }) => {
  const demo = demoOn(page, world)
  await page.route(`${world.origins.gateway}/**`, (route) => route.abort())
  await demo.open()
  await demo.connect.click()
  const connecting = await modalOn(page, world)
  await demo.confirm(() => connecting.wallet('Demo Wallet').click(), 'Connect to this site?')
  await demo.button('Open account').click()
  const modal = await modalOn(page, world)
  await expect(modal.text('The tokens could not be loaded.')).toBeVisible()
  await expect(modal.toasts).toContainText('Token Balance Unavailable')
  await expect(modal.text('10.000 Ether')).toBeAttached()
  await page.unroute(`${world.origins.gateway}/**`)
  await modal.button('Refresh').click()
  await expect(modal.frame.getByRole('region', { name: 'Tokens' }).getByRole('listitem')).toHaveText([/Ether/])
})

test.describe('a project without a gateway', () => {
  test.use(withWallets({ name: 'Fox' }))

  test('tokens that the page lists come from the project’s nodes, with their addresses', async ({
    parts,
    violations,
  }) => {
    const { page, world } = parts
    const nobody = `0x${'de'.repeat(20)}`
    const { dapp } = await connected(parts, 'Fox', {
      tokens: { [world.chains[0].caip2]: [{ address: nobody }, { address: demoToken.address }] },
    })
    const opening = dapp.open({ view: 'Account' })
    const modal = await modalOn(page, world)
    await modal.expectView('Account')
    const tokens = modal.frame.getByRole('region', { name: 'Tokens' }).getByRole('listitem')
    await expect(tokens).toHaveText([/Ether.*ETH/, new RegExp(`TST.*${demoToken.address.slice(-4)}.*0 TST`, 'i')])
    expect(violations.all()).toEqual([])
    await modal.close.click()
    expect(await opening).toBe('user')
  })
})
