/** Pairing through the relay with a third-party wallet kit: connecting, using and ending a session, from either side. */
import { verifyMessage, verifyTypedData } from 'viem'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn, paired, pairing, pairsAfterRefusal } from '../pages/pairing.ts'
import { expect, test } from '../setup/phone.ts'
import { message, typedNote } from '../wallets/samples.ts'

test('a phone that takes the code is connected, and the page has its account', async ({ parts, phone, violations }) => {
  const { world } = parts
  const { dapp } = await paired(parts, phone)
  expect(await dapp.account()).toMatchObject({
    status: 'connected',
    address: phone.address,
    wallet: { name: 'Pocket' },
  })
  expect(await phone.proposed()).toMatchObject({
    // The page's origin as reported by the browser.
    url: world.origins.host,
    namespaces: { eip155: { chains: world.chains.map(({ caip2 }) => caip2) } },
  })
  expect(violations.all()).toEqual([])
  expect(world.violations()).toEqual([])
})

test('the provider works over the session', { tag: '@gate' }, async ({ parts, world, phone, violations }) => {
  const { dapp } = await paired(parts, phone)
  const address = phone.address
  const signed = await dapp.request('personal_sign', [message.hex, address])
  const signature = ('result' in signed ? signed.result : '0x') as `0x${string}`
  expect(await verifyMessage({ address, message: message.text, signature })).toBe(true)

  const typedAnswer = await dapp.request('eth_signTypedData_v4', [address, typedNote.json])
  const typedSignature = ('result' in typedAnswer ? typedAnswer.result : '0x') as `0x${string}`
  expect(await verifyTypedData({ address, ...typedNote.data, signature: typedSignature })).toBe(true)

  const to = '0x00000000000000000000000000000000000000aa'
  const sent = await dapp.request('eth_sendTransaction', [{ from: address, to, value: '0x1' }])
  expect(sent).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  const hash = 'result' in sent ? sent.result : undefined
  await expect
    .poll(async () => world.rpc(world.chains[0], 'eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1', to })
  // The nodes of the project answer reads.
  expect(await dapp.request('eth_blockNumber')).toEqual({ result: expect.stringMatching(/^0x/) })
  expect([violations.all(), world.violations()]).toEqual([[], []])
})

test.describe('a phone that asks', () => {
  test.use({ phoneOptions: { behaviour: 'asks' } })

  test('a code that was declined is followed by one that works', async ({ parts, phone }) => {
    const { dapp, modal } = await pairing(parts)
    await pairsAfterRefusal({ dapp, modal }, phone)
  })

  test('a declined request is 4001, and the next one is asked again', async ({ parts, phone }) => {
    phone.approveNext()
    const { dapp } = await paired(parts, phone)
    phone.decline()
    expect(await dapp.request('personal_sign', [message.hex, phone.address])).toMatchObject({ code: 4001 })
    phone.approveNext()
    expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual({
      result: expect.stringMatching(/^0x/),
    })
  })

  test('a request outlives a relay that dies and comes back', async ({ parts, world, phone }) => {
    phone.approveNext()
    const { dapp } = await paired(parts, phone)
    const asking = dapp.request('personal_sign', [message.hex, phone.address])
    await phone.called('personal_sign')
    world.relay.behave('down')
    world.relay.behave('normal')
    // Waits for the new connection: a message sent on a dying socket is sent again only after 20 s.
    await expect.poll(() => world.relay.connections()).toBe(2)
    phone.approveNext()
    expect(await asking).toEqual({ result: expect.stringMatching(/^0x/) })
  })
})

test('changes of network and account in the wallet reach the page', async ({ parts, world, phone }) => {
  const { dapp } = await paired(parts, phone)
  const [, two] = world.chains
  await phone.switchTo(two.chainId)
  await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe(two.caip2)
  const other = '0x00000000000000000000000000000000000000AA'
  await phone.changeAccounts([other], two.chainId)
  await expect.poll(dapp.address).toBe(other)
})

test('switching to an approved network asks the wallet nothing', async ({ parts, world, phone }) => {
  const { dapp } = await paired(parts, phone)
  const [, two] = world.chains
  expect(await dapp.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toEqual({ result: null })
  expect((await dapp.state()).network?.caipNetworkId).toBe(two.caip2)
  expect(phone.calls).toEqual([])
})

test.describe('a phone on one network', () => {
  test.use({ phoneOptions: { chainIds: [31337] } })

  test('another network is asked for, and the session grows by it', async ({ parts, world, phone }) => {
    const { dapp } = await paired(parts, phone)
    const [, two] = world.chains
    expect(await dapp.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toEqual({ result: null })
    expect(phone.calls.map(({ method }) => method)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
    expect((await dapp.state()).network?.caipNetworkId).toBe(two.caip2)
    expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual({
      result: expect.stringMatching(/^0x/),
    })
  })
})

test('a page that is loaded again finds its session, and the phone is still there', { tag: '@gate' }, async ({
  parts,
  phone,
}) => {
  const { host, page, world } = parts
  await paired(parts, phone)
  await host.open()
  await host.create(world.paired)
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  expect(await dapp.address()).toBe(phone.address)
  await phone.ping()
  expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual({
    result: expect.stringMatching(/^0x/),
  })
  expect((await phone.proposed()).url).toBe(world.origins.host)
})

test('the page ends the session, and the phone hears of it', async ({ parts, world, phone }) => {
  const { dapp } = await paired(parts, phone)
  await dapp.call((airlock) => airlock.disconnect())
  await dapp.expectStatus('disconnected')
  await phone.ended()
  // The relay is not needed any more; only the phone may still be connected.
  await expect.poll(() => world.relay.connections()).toBeLessThanOrEqual(1)
})

test('the phone ends the session, and the page hears of it', async ({ parts, phone }) => {
  const { dapp } = await paired(parts, phone)
  await dapp.record()
  await phone.disconnect()
  await dapp.expectStatus('disconnected')
  expect((await dapp.told()).map(({ name }) => name)).toContain('provider disconnect')
})

test('a session that loses its network goes on with the one that is left', async ({ parts, world, phone }) => {
  const { dapp } = await paired(parts, phone)
  const [, two] = world.chains
  await phone.update([two.chainId])
  await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe(two.caip2)
  expect(await dapp.address()).toBe(phone.address)
})

test('a code that the relay still owes when the modal closes is taken back when it comes', async ({ parts, world }) => {
  world.relay.behave('silent')
  const { dapp, modal } = await pairing(parts)
  await expect.poll(() => world.relay.calls().length).toBeGreaterThan(0)
  await modal.close.click()
  await dapp.expectClosed()
  world.relay.behave('normal')
  await expect.poll(() => world.relay.connections()).toBe(0)
})

test('closing the modal takes the code back and leaves the relay', async ({ parts, world }) => {
  const { dapp, modal } = await pairing(parts)
  await codeIn(modal)
  await modal.close.click()
  await dapp.expectClosed()
  await expect.poll(() => world.relay.connections()).toBe(0)
})

test('nothing connects to the relay before the row is chosen', async ({ host, page, world }) => {
  await host.create(world.paired)
  await host.connect()
  await expect((await modalOn(page, world)).wallet('WalletConnect')).toBeVisible()
  expect(world.relay.calls()).toEqual([])
  expect(world.relay.connections()).toBe(0)
})

test('a relay that refuses the origin is named at once', async ({ parts, world }) => {
  world.relay.behave('refuses-origin')
  const { modal } = await pairing(parts)
  await expect(modal.outcome).toHaveText('This site isn’t set up for phones yet')
  world.relay.behave('normal')
  await modal.button('Try again').click()
  await codeIn(modal)
})
