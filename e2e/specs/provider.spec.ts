/** The EIP-1193 provider of the dapp: which calls open the modal, which never do, and the codes of errors. */
import { verifyMessage } from 'viem'
import { connected, opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

const text = 'hello'
const hex = `0x${Buffer.from(text).toString('hex')}`
const stranger = '0x00000000000000000000000000000000000000AA'

test('eth_requestAccounts opens the modal, eth_accounts never does', async ({ parts, wallets: [rabbit] }) => {
  const { host, page, world } = parts
  await host.create()
  const dapp = dappOn(page)
  expect(await dapp.request('eth_accounts')).toEqual({ result: [] })
  expect(page.frames()).toHaveLength(1)
  const asking = dapp.request('eth_requestAccounts')
  const modal = await modalOn(page, world)
  await modal.wallet('Rabbit').click()
  expect(await asking).toEqual({ result: [rabbit?.address] })
  expect(await dapp.request('eth_accounts')).toEqual({ result: [rabbit?.address] })
  await dapp.expectClosed()
})

test('personal_sign reaches the wallet without the modal, and the signature verifies', async ({
  parts,
  wallets: [rabbit],
}) => {
  const { dapp } = await connected(parts, 'Rabbit')
  const address = rabbit?.address ?? '0x'
  const answer = await dapp.request('personal_sign', [hex, address])
  expect(answer).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
  const signature = ('result' in answer ? String(answer.result) : '0x') as `0x${string}`
  expect(await verifyMessage({ address, message: text, signature })).toBe(true)
  expect((await dapp.state()).open).toBe(false)
})

test('accountsChanged and chainChanged are told once each', async ({ parts, world, wallets: [rabbit] }) => {
  const { dapp } = await connected(parts, 'Rabbit')
  await dapp.record()
  await rabbit?.emit('accountsChanged', [stranger.toLowerCase()])
  await expect.poll(dapp.address).toBe(stranger)
  await rabbit?.emit('chainChanged', '0x7a6a')
  await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe(world.chains[1].caip2)
  await dapp.call((airlock) => airlock.disconnect())
  await dapp.expectStatus('disconnected')
  const told = (await dapp.told()).filter(({ name }) => name.startsWith('provider'))
  expect(told).toEqual([
    { name: 'provider accountsChanged', payload: [stranger] },
    { name: 'provider chainChanged', payload: '0x7a6a' },
    { name: 'provider accountsChanged', payload: [] },
    { name: 'provider disconnect', payload: { code: 4900 } },
  ])
})

test('a wallet that withdraws its accounts is disconnected', async ({ parts, wallets: [rabbit] }) => {
  const { dapp } = await connected(parts, 'Rabbit')
  await dapp.record()
  await rabbit?.emit('accountsChanged', [])
  await dapp.expectStatus('disconnected')
  expect((await dapp.told()).map(({ name }) => name)).toEqual([
    'provider accountsChanged',
    'provider disconnect',
    'disconnect',
  ])
})

test('errors carry the numbers of the standard', async ({ host, page, world }) => {
  await host.create()
  const dapp = dappOn(page)
  expect(await dapp.request('personal_sign', [hex, stranger])).toMatchObject({ code: 4100 })
  // Whatever it is: only the frames have a list.
  expect(await dapp.request('eth_sign', [stranger, hex])).toMatchObject({ code: 4100 })
  expect(await dapp.request('eth_blockNumber')).toMatchObject({ code: 4900 })
  expect(await dapp.request('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toMatchObject({ code: 4902 })
  const asking = dapp.request('eth_requestAccounts')
  const modal = await modalOn(page, world)
  await modal.close.click()
  expect(await asking).toMatchObject({ code: 4001 })
  // There is a session now, so the nodes of the project answer reads.
  expect(await dapp.request('eth_blockNumber')).toEqual({ result: expect.stringMatching(/^0x/) })
  expect(await dapp.request('personal_sign', [hex, stranger])).toMatchObject({ code: 4100 })
})

test('a wallet’s own error keeps its number', async ({ parts }) => {
  const { dapp } = await connected(parts, 'Rabbit')
  expect(await dapp.request('personal_sign', [hex, stranger])).toMatchObject({ code: 4100 })
  expect(await dapp.request('personal_sign', ['not hex'])).toMatchObject({ code: -32602 })
  expect(await dapp.request('eth_nothing')).toMatchObject({ code: -32601 })
})

test('a method that is not allowed is refused at once, and an open modal says so', { tag: ['@C36', '@gate'] }, async ({
  parts,
}) => {
  const { dapp, modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  expect(await dapp.request('eth_sign', [stranger, hex])).toMatchObject({
    code: 4200,
    message: 'Requested RPC call is not allowed',
  })
  await expect(modal.toasts).toContainText('Action not allowed')
})
