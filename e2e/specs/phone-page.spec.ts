/** The demo phone wallet in a second tab: what a user of the demo can do with a wallet on another device, on both sides. */
import { verifyMessage, verifyTypedData } from 'viem'
import { demoOn } from '../pages/demo.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn, pairing } from '../pages/pairing.ts'
import { openPhone, type PhonePage, phoneOn } from '../pages/phone-page.ts'
import { originOf } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import { test as base, expect } from '../test.ts'
import { message, typedNote } from '../wallets/samples.ts'

const test = base.extend<{ phone: PhonePage }>({
  phone: async ({ context, page, world, violations: _violations }, use) => {
    const phone = await openPhone(context, world)
    // A click in a background tab may miss its frame.
    await page.bringToFront()
    await use(phone)
  },
})

/** Connects our page and this wallet by a pasted link. */
async function connected({ host, page, world }: Parameters<typeof pairing>[0], phone: PhonePage) {
  const { dapp, modal } = await pairing({ host, page, world })
  await phone.take(await codeIn(modal))
  await phone.answer('Connect to Test host?')
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  return dapp
}

test('the proposal says who asks and for what, and the answer reaches the page', async ({
  parts,
  phone,
  violations,
}) => {
  const { world } = parts
  const { dapp, modal } = await pairing(parts)
  const first = await codeIn(modal)
  await phone.take(first)
  await expect(phone.question).toContainText(world.origins.host)
  await expect(phone.question).toContainText('Local One, Local Two')
  await phone.answer('Connect to Test host?', 'Decline')
  await expect(modal.outcome).toHaveText('The wallet declined')

  await phone.take(await codeIn(modal, first))
  await phone.answer('Connect to Test host?')
  await dapp.expectStatus('connected')
  expect(await dapp.account()).toMatchObject({ address: await phone.address(), wallet: { name: 'Demo Phone' } })
  await expect(phone.apps).toContainText(world.origins.host)
  expect(violations.all()).toEqual([])
  expect(world.violations()).toEqual([])
})

test('the phone signs, signs data, sends and switches, each after a question', async ({ parts, world, phone }) => {
  const dapp = await connected(parts, phone)
  const address = await phone.address()

  const signing = dapp.request('personal_sign', [message.hex, address])
  await expect(phone.question).toContainText(message.text)
  await phone.answer('Sign this message?')
  const signed = await signing
  const signature = ('result' in signed ? signed.result : '0x') as `0x${string}`
  expect(await verifyMessage({ address, message: message.text, signature })).toBe(true)

  const declining = dapp.request('personal_sign', [message.hex, address])
  await phone.answer('Sign this message?', 'Decline')
  expect(await declining).toMatchObject({ code: 4001 })

  const typing = dapp.request('eth_signTypedData_v4', [address, typedNote.json])
  await phone.answer('Sign this data?')
  const typed = await typing
  const typedSignature = ('result' in typed ? typed.result : '0x') as `0x${string}`
  expect(await verifyTypedData({ address, ...typedNote.data, signature: typedSignature })).toBe(true)

  const to = '0x00000000000000000000000000000000000000aa'
  const sending = dapp.request('eth_sendTransaction', [{ from: address, to, value: '0x1' }])
  await expect(phone.question).toContainText('0.000000000000000001 ETH')
  await phone.answer('Send this transaction?')
  const sent = await sending
  const hash = 'result' in sent ? sent.result : undefined
  await expect
    .poll(async () => world.rpc(world.chains[0], 'eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1', to })

  // A method that it does not support is refused at once.
  expect(await dapp.request('eth_signTypedData_v4', [address, '{}'])).toMatchObject({ code: -32602 })
  await expect(phone.question).toBeHidden()
})

test('changes in the wallet reach the page; both sides survive a reload', async ({ host, page, world, phone }) => {
  const dapp = await connected({ host, page, world }, phone)
  const [one, two] = world.chains
  await phone.button('Switch to Local Two').click()
  await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe(two.caip2)
  await phone.button('Use account 2').click()
  await expect.poll(dapp.address).toBe(await phone.address(2))
  await phone.button('Ping').click()
  await expect(phone.said('The app is there.')).toBeVisible()

  await test.step('the phone is loaded again while the page waits for it', async () => {
    const signing = dapp.request('personal_sign', [message.hex, await phone.address(2)])
    await expect(phone.question).toBeVisible()
    await phone.page.reload()
    await phone.answer('Sign this message?')
    expect(await signing).toEqual({ result: expect.stringMatching(/^0x/) })
  })

  await test.step('the page is loaded again', async () => {
    await host.open()
    await host.create(world.paired)
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(await phone.address(2))
    await phone.button('Ping').click()
    await expect(phone.said('The app is there.')).toBeVisible()
    await phone.button('Switch to Local One').click()
    await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe(one.caip2)
  })
})

test('either side ends the session, and the other hears of it', async ({ parts, host, page, phone }) => {
  const dapp = await connected(parts, phone)
  await phone.button('Disconnect').click()
  await dapp.expectStatus('disconnected')
  await expect(phone.apps).toContainText('None yet.')

  await page.bringToFront()
  await host.open()
  const again = await connected(parts, phone)
  await again.call((airlock) => airlock.disconnect())
  await expect(phone.said('An app has disconnected.')).toBeVisible()
  await expect(phone.apps).toContainText('None yet.')
})

test('a screenshot of the page with the modal does as well as the link', async ({ parts, page, phone }) => {
  const { dapp, modal } = await pairing(parts)
  await codeIn(modal)
  const buffer = await page.screenshot({ animations: 'disabled' })
  await phone.page.bringToFront()
  await phone.picture.setInputFiles({ name: 'screenshot.png', mimeType: 'image/png', buffer })
  await phone.answer('Connect to Test host?')
  await dapp.expectStatus('connected')
})

test('a text that is no link, an expired link or a file that is no picture is refused in words', async ({ phone }) => {
  await phone.take('https://wallet.example/')
  await expect(phone.said('Failed: this is no connection link.')).toBeVisible()
  await phone.take(`wc:${'a'.repeat(64)}@2?expiryTimestamp=1700000000&relay-protocol=irn&symKey=${'b'.repeat(64)}`)
  await expect(phone.said('Failed: this link has expired.')).toBeVisible()
  const picture = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  await phone.picture.setInputFiles(picture)
  await expect(phone.said('Failed: this file is no picture.')).toBeVisible()
})

test('a newcomer pairs the demo page with it, without one violation', async ({ context, page, world, violations }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.origins.modal })
  const demo = demoOn(page, world)
  await demo.open()
  const opened = context.waitForEvent('page')
  await press(page.getByRole('link', { name: 'the demo phone wallet' }))
  const phone = phoneOn(await opened)
  await page.bringToFront()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await modal.wallet('WalletConnect').click()
  await codeIn(modal)
  await modal.button('Copy link').click()
  await phone.page.bringToFront()
  await phone.link.focus()
  await phone.page.keyboard.press('ControlOrMeta+V')
  await phone.button('Connect').click()
  await phone.answer('Connect to Airlock demo?')
  await expect(demo.status).toHaveText('Connected with Demo Phone')
  await page.bringToFront()
  await demo.button('Sign message').click()
  await phone.answer('Sign this message?')
  await expect(demo.said('Signature verified.')).toBeVisible()
  expect(violations.all().filter(({ documentUrl }) => originOf(documentUrl) !== undefined)).toEqual([])
})

test('a user of the demo page signs and sends on Solana with it', async ({ page, world, phone, violations }) => {
  const demo = demoOn(page, world)
  await demo.open()
  await expect(demo.button('Sign on Solana')).toBeHidden()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await modal.wallet('WalletConnect').click()
  await phone.take(await codeIn(modal))
  await expect(phone.question).toContainText('Local One, Local Two, Local Solana')
  await phone.answer('Connect to Airlock demo?')
  await expect(demo.status).toHaveText('Connected with Demo Phone')

  await page.bringToFront()
  await demo.button('Sign on Solana').click()
  await expect(phone.question).toContainText('Signing this proves that I hold this address.')
  await phone.answer('Sign this message?')
  await expect(demo.said('Signature verified.')).toBeVisible()

  await page.bringToFront()
  await demo.button('Send on Solana').click()
  const receiver = 'So1anaDemoReceiver1111111111111111111111111'
  await expect(phone.question).toContainText(`0.01 SOL to ${receiver}`)
  await phone.answer('Send this transaction?', 'Decline')
  await expect(demo.said('Declined in the wallet.')).toBeVisible()
  expect(await world.solana.rpc('getBalance', [receiver])).toMatchObject({ value: 0 })

  await page.bringToFront()
  await demo.button('Send on Solana').click()
  await phone.answer('Send this transaction?')
  await expect(demo.said(/^Confirmed in slot \d+\.$/)).toBeVisible()
  expect(await world.solana.rpc('getBalance', [receiver])).toMatchObject({ value: 10_000_000 })
  expect(violations.all().filter(({ documentUrl }) => originOf(documentUrl) !== undefined)).toEqual([])
})
