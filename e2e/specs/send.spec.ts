/** Sending from the modal: to a name, reviewed, signed by the wallet, followed; balances on the chain agree. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { connected } from '../pages/connected.ts'
import { connectedDemo } from '../pages/connected-demo.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { named } from '../pages/names.ts'
import { openSend, sendOn } from '../pages/send.ts'
import { type HostPage, hostPage } from '../setup/pages.ts'
import { expect, test, withWallets } from '../test.ts'
import type { World } from '../world/world.ts'

const weiOf = async (world: World, address: string) =>
  BigInt(String(await world.rpc(world.chains[0], 'eth_getBalance', [address, 'latest'])))

test('a user sends coins to a name; the payment is pending, then done', { tag: '@gate' }, async ({
  page,
  world,
  violations,
}) => {
  const [one] = world.chains
  const friend = await named(world)
  const { demo, openAccount } = await connectedDemo(page, world)
  const modal = await openAccount()
  await modal.button('Send').click()
  await modal.expectView('Send')
  await expect(modal.button('Add Amount')).toBeVisible()
  await sendOn(modal).amount.fill('0,25')
  await expect(modal.button(/^\$750\.00\. Enter it in dollars/)).toBeVisible()
  await expect(modal.button('Add Address')).toBeVisible()
  await sendOn(modal).to.fill(friend.name)
  await expect(modal.text(`${friend.name} resolves to`)).toBeVisible()
  await modal.button('Preview Send').click()
  await modal.expectView('Review Send')
  await expect(sendOn(modal).fact('To')).toContainText(friend.name)
  await expect(sendOn(modal).fact('Arrives')).toContainText('0.25 ETH')
  const mine = (await demo.address.textContent()) ?? ''
  const before = await weiOf(world, mine)
  await world.rpc(one, 'evm_setAutomine', [false])
  try {
    await demo.confirm(() => modal.button('Send').click(), 'Send this transaction?')
    await modal.expectView('Account')
    await expect(modal.toasts).toContainText('Transaction started')
    const activity = modal.frame.getByRole('region', { name: 'Activity' })
    await expect(activity.getByRole('button', { name: /Pending/ })).toContainText('−0.250 ETH')
    await world.rpc(one, 'anvil_mine', [])
    await expect(activity.getByRole('button', { name: /Pending/ })).toHaveCount(0)
  } finally {
    await world.rpc(one, 'evm_setAutomine', [true])
  }
  const quarter = 25n * 10n ** 16n
  expect(await weiOf(world, friend.address)).toBe(quarter)
  expect(before - (await weiOf(world, mine))).toBeGreaterThan(quarter)
  expect(violations.all()).toEqual([])
})

test('everything is sent, and a token after its coins are back', async ({ page, world }) => {
  const { demo, openAccount } = await connectedDemo(page, world)
  const friend = privateKeyToAccount(generatePrivateKey()).address
  await demo.button('Get 100 TST').click()
  await expect(demo.said('You got 100 TST.')).toBeVisible()
  const modal = await openAccount()
  await modal.button('Send').click()
  await modal.button('ETH. Choose another token').click()
  await modal.expectView('Select Token')
  await modal.button(/Test Token/).click()
  await modal.expectView('Send')
  await modal.button('Max').click()
  await expect(sendOn(modal).amount).toHaveValue('100')
  await sendOn(modal).to.fill(friend)
  await modal.button('Preview Send').click()
  await modal.expectView('Review Send')
  await demo.confirm(() => modal.button('Send').click(), 'Send this transaction?')
  await modal.expectView('Account')
  await modal.button('Send').click()
  await modal.button('Max').click()
  await sendOn(modal).to.fill(friend)
  await modal.button('Preview Send').click()
  await modal.expectView('Review Send')
  await demo.confirm(() => modal.button('Send').click(), 'Send this transaction?')
  await modal.expectView('Account')
  await expect.poll(() => weiOf(world, friend)).toBeGreaterThan(99n * 10n ** 17n)
  const [one] = world.chains
  const { token } = JSON.parse((await page.locator('#demo-config').textContent()) ?? '') as {
    token: { address: string }
  }
  const data = `0x70a08231${friend.slice(2).toLowerCase().padStart(64, '0')}`
  expect(BigInt(String(await world.rpc(one, 'eth_call', [{ to: token.address, data }, 'latest'])))).toBe(100_000_000n)

  await world.rpc(one, 'anvil_setBalance', [(await demo.address.textContent()) ?? '', '0xa'])
  await modal.button('Send').click()
  await sendOn(modal).amount.fill('0.000000000000000005')
  await sendOn(modal).to.fill(friend)
  await expect(modal.button('Insufficient Gas Funds')).toBeVisible()
  await modal.button('Buy ETH').click()
  await modal.expectView('Buy')
  await expect(modal.frame.getByRole('combobox', { name: 'You get' })).toHaveValue(`ETH ${one.caip2}`)
  await modal.back.click()
  await modal.expectView('Send')
  await expect(sendOn(modal).amount).toHaveValue('0.000000000000000005')
})

test('declined: nothing is sent, the form is kept, and another try works', async ({ page, world }) => {
  const { demo, openAccount } = await connectedDemo(page, world)
  const friend = privateKeyToAccount(generatePrivateKey()).address
  const modal = await openAccount()
  await modal.button('Send').click()
  await sendOn(modal).amount.fill('1')
  await sendOn(modal).to.fill(friend)
  await modal.button('Preview Send').click()
  await modal.expectView('Review Send')
  await demo.confirm(() => modal.button('Send').click(), 'Send this transaction?', 'Decline')
  await expect(modal.text('You declined in Demo Wallet. Nothing was sent.')).toBeVisible()
  await modal.back.click()
  await expect(sendOn(modal).amount).toHaveValue('1')
  await expect(sendOn(modal).to).toHaveValue(friend)
  await modal.button('Preview Send').click()
  await demo.confirm(() => modal.button('Send').click(), 'Send this transaction?')
  await modal.expectView('Account')
  expect(await weiOf(world, friend)).toBe(10n ** 18n)
})

test.describe('a wallet whose question outlives the page', () => {
  test.use(withWallets({ name: 'Fox', behaviour: 'asks' }))

  test('two tabs and a reload: the wallet is not asked twice without a word', async ({ parts, wallets: [fox] }) => {
    const { context, host, page, world } = parts
    if (!fox) throw new Error('no wallet')
    const friend = privateKeyToAccount(generatePrivateKey()).address
    const reviewOn = async (one: HostPage) => {
      await one.connect()
      const modal = await modalOn(one.page, world)
      await modal.button('Send').click()
      await sendOn(modal).amount.fill('0.5')
      await sendOn(modal).to.fill(friend)
      await sendOn(modal).review()
      return modal
    }
    const asked = () => fox.calls.filter(({ method }) => method === 'eth_sendTransaction').length
    fox.approveNext()
    await connected(parts, 'Fox')
    const first = await reviewOn(host)
    await first.button('Send').click()
    await fox.called('eth_sendTransaction')

    const other = hostPage(await context.newPage(), world)
    await other.open()
    await other.create()
    await dappOn(other.page).expectStatus('connected')
    const second = await reviewOn(other)
    await second.button(/^Send/).click()
    await expect(second.text('Another tab of this site is waiting for Fox. Finish there first.')).toBeVisible()
    expect(asked()).toBe(1)
    await other.page.close()

    await host.open()
    await host.create()
    await dappOn(page).expectStatus('connected')
    const again = await reviewOn(host)
    await expect(again.text(/A payment to this recipient was begun before/)).toBeVisible()
    fox.decline() // the question of the page that is gone
    fox.approveNext()
    await again.button('Send again').click()
    await again.expectView('Account')
    await expect.poll(() => weiOf(world, friend)).toBe(5n * 10n ** 17n)
    expect(asked()).toBe(2)
  })
})

test.describe('a page fills a payment in', () => {
  test.use(withWallets({ name: 'Fox' }))

  test('the page learns the hash, or why there is none', async ({ parts, page, world }) => {
    const { dapp } = await connected(parts, 'Fox')
    const to = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const sent = openSend(page, { to, amount: '0.5' })
    const modal = await modalOn(page, world)
    await modal.expectView('Send')
    await expect(modal.text(/has filled this in\. Check the recipient and the amount\./)).toBeVisible()
    await expect(sendOn(modal).to).toHaveValue(to)
    await modal.button('Preview Send').click()
    await modal.expectView('Review Send')
    await modal.button('Send').click()
    const { hash } = (await sent) as { hash: string }
    await expect
      .poll(async () => world.rpc(world.chains[0], 'eth_getTransactionByHash', [hash]))
      .toMatchObject({ to: to.toLowerCase(), value: '0x6f05b59d3b20000' })
    await modal.close.click()
    await dapp.expectClosed()

    expect(await openSend(page, { to: 'x', token: `${world.chains[0].caip2}:x` })).toEqual({ code: 'BAD_SHAPE' })
    expect(await openSend(page, { chainId: 'eip155:1' })).toEqual({ code: 'CHAIN_NOT_SUPPORTED' })
    const closed = openSend(page, { to })
    const again = await modalOn(page, world)
    await again.expectView('Send')
    await again.close.click()
    expect(await closed).toEqual({ code: 'USER_CLOSED' })
  })

  test('on another network, to which the wallet switches first', async ({ parts, page, world }) => {
    await connected(parts, 'Fox')
    const [, two] = world.chains
    const to = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const sent = openSend(page, { to, amount: '0.5', chainId: two.caip2 })
    const modal = await modalOn(page, world)
    await modal.expectView('Send')
    await expect(modal.text('Fox is on another network.')).toBeVisible()
    await modal.button(`Switch to ${two.name}`).click()
    await modal.expectView('Send')
    await expect(sendOn(modal).to).toHaveValue(to)
    await sendOn(modal).review()
    await expect(sendOn(modal).fact('Network')).toContainText(two.name)
    await modal.button('Send').click()
    const { hash } = await sent
    await expect
      .poll(async () => world.rpc(two, 'eth_getTransactionByHash', [hash]))
      .toMatchObject({
        to: to.toLowerCase(),
      })
  })
})
