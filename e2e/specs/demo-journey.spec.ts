/** Everything that a user can do on the demo page, without any policy violation. */
import type { Frame } from '@playwright/test'
import { demoOn } from '../pages/demo.ts'
import { modalOn } from '../pages/modal.ts'
import { originOf } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import { expect, modalFrame, test } from '../test.ts'

// The setting of most users.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const plant = (document: Frame) =>
  document.evaluate(() => {
    new Image().src = 'https://planted.example/picture.png'
  })

test('a user connects, signs, sends, switches, reloads and disconnects without one policy violation', {
  tag: '@gate',
}, async ({ page, world, violations }) => {
  test.slow() // each answer of the wallet opens a window
  const demo = demoOn(page, world)
  const [one, two] = world.chains
  await demo.open()

  await test.step('connect', async () => {
    const counted = page.waitForRequest((request) => /^\/(e|batch)$/.test(new URL(request.url()).pathname))
    await demo.connect.click()
    const modal = await modalOn(page, world)
    await modal.expectView('Connect Wallet')
    await demo.confirm(() => modal.wallet('Demo Wallet').click(), 'Connect to this site?')
    await expect(demo.status).toHaveText('Connected with Demo Wallet')
    await expect(demo.said('Connected.')).toBeVisible()
    // The modal has closed, so its events leave at once.
    const told = (await counted).postData() ?? ''
    for (const name of ['INITIALIZE', 'MODAL_OPEN', 'CONNECT_SUCCESS', 'MODAL_CLOSE']) expect(told).toContain(name)
    expect(told).not.toMatch(/0x[\da-f]{40}/i)
  })
  const address = (await demo.address.textContent()) ?? ''

  await test.step('see address and balance in modal and page', async () => {
    const wei = await world.rpc(one, 'eth_getBalance', [address, 'latest'])
    expect(BigInt(String(wei))).toBe(10n ** 19n)
    await demo.button('Open account').click()
    const modal = await modalOn(page, world)
    await modal.expectView('Account')
    await expect(modal.text('10.000 Ether')).toBeAttached()
    await expect(modal.button(/Copy address/)).toHaveAttribute('title', address)
    await modal.close.click()
    await expect(demo.balance).toHaveText('10.000 ETH')
    await expect(demo.said('The account is open.')).toBeHidden()
  })

  await test.step('sign a message that the page verifies', async () => {
    await demo.confirm(() => demo.button('Sign message').click(), 'Sign this message?')
    await expect(demo.said('Signature verified.')).toBeVisible()
  })

  await test.step('send a transaction that the chain has', async () => {
    const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const before = BigInt(String(await world.rpc(one, 'eth_getBalance', [recipient, 'latest'])))
    await demo.confirm(() => demo.button('Send transaction').click(), 'Send this transaction?')
    await expect(demo.said(/^Mined in block \d+\.$/)).toBeVisible()
    const after = BigInt(String(await world.rpc(one, 'eth_getBalance', [recipient, 'latest'])))
    expect(after - before).toBe(10n ** 16n)
    expect(await world.rpc(one, 'eth_getTransactionCount', [address, 'latest'])).toBe('0x1')
  })

  await test.step('switch network', async () => {
    await demo.confirm(() => demo.button(`Switch to ${two.name}`).click(), 'Switch network?')
    await expect(demo.network).toHaveText(`${two.name} (${two.caip2})`)
  })

  await test.step('reload and stay connected, without being asked', async () => {
    let popups = 0
    page.on('popup', () => {
      popups += 1
    })
    await page.reload()
    await expect(demo.status).toHaveText('Connected with Demo Wallet')
    await expect(demo.address).toHaveText(address)
    await expect(demo.network).toHaveText(`${two.name} (${two.caip2})`)
    expect(popups).toBe(0)
  })

  await test.step('disconnect, reload and stay disconnected', async () => {
    await demo.disconnect.click()
    await expect(demo.said('Disconnected.')).toBeVisible()
    await expect(demo.status).toHaveText('Not connected')
    await page.reload()
    await expect(demo.connect).toBeVisible()
    await expect(demo.status).toHaveText('Not connected')
    expect(page.frames()).toHaveLength(1)
  })

  await test.step('nothing was violated, by two counts that both see a planted violation', async () => {
    await demo.connect.click()
    const modal = await modalOn(page, world)
    await expect(modal.wallet('Demo Wallet')).toBeVisible()
    await plant(page.mainFrame())
    await plant(await modalFrame(page, world))
    for (const origin of [world.origins.app, world.origins.modal]) {
      await violations.next(({ documentUrl }) => originOf(documentUrl) === origin)
      await world.nextViolation(({ documentUrl }) => originOf(documentUrl) === origin)
      expect(violations.of(origin).map(({ directive }) => directive)).toEqual(['img-src'])
    }
    expect(world.violations().map(({ directive }) => directive)).toEqual(['img-src', 'img-src'])
    expect(violations.all()).toHaveLength(2)
  })
})

test('each new browser gets a key of its own, as the page says', async ({ browser, world }) => {
  const addresses: (string | null)[] = []
  for (let count = 0; count < 2; count += 1) {
    const context = await browser.newContext()
    const demo = demoOn(await context.newPage(), world)
    await demo.open()
    await expect(demo.page.getByText('keeps a random key in this browser')).toBeVisible()
    await demo.connect.click()
    const modal = await modalOn(demo.page, world)
    await demo.confirm(() => modal.wallet('Demo Wallet').click(), 'Connect to this site?')
    await expect(demo.balance).toHaveText('10.000 ETH')
    addresses.push(await demo.address.textContent())
    await context.close()
  }
  expect(new Set(addresses).size).toBe(2)
})

test('a declined request is shown as declined, and can be made again', async ({ page, world }) => {
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await demo.confirm(() => modal.wallet('Demo Wallet').click(), 'Connect to this site?', 'Decline')
  await expect(modal.outcome).toHaveText('You declined in Demo Wallet')
  await demo.confirm(() => modal.button('Try again').click(), 'Connect to this site?')
  await expect(demo.status).toHaveText('Connected with Demo Wallet')
  await demo.confirm(() => demo.button('Sign message').click(), 'Sign this message?', 'Decline')
  await expect(demo.said('Declined in the wallet.')).toBeVisible()
})

test('on the page with sign-in a user signs in, and still is after a reload', async ({ page, world, violations }) => {
  test.slow() // as above
  const demo = demoOn(page, world)
  await page.goto(`${world.origins.app}/`)
  await press(page.getByRole('link', { name: 'Open it with sign-in' }))
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await demo.confirm(() => modal.wallet('Demo Wallet').click(), 'Connect to this site?')
  await modal.expectView('Sign In')
  await expect(modal.frame.getByRole('blockquote')).toHaveText('Sign in to the demo. This moves nothing.')
  await demo.confirm(() => modal.button('Sign').click(), 'Sign this message?')
  await expect(demo.status).toHaveText('Signed in with Demo Wallet')
  await page.reload()
  await expect(demo.status).toHaveText('Signed in with Demo Wallet')
  await demo.disconnect.click()
  await expect(demo.status).toHaveText('Not connected')
  expect(violations.all()).toEqual([])
})
