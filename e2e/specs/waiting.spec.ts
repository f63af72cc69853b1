/** A wallet that does not answer: what the user sees meanwhile, and how every promise ends when they leave. */
import { choosingOnClock, opened } from '../pages/connected.ts'
import type { Dapp } from '../pages/dapp.ts'
import { expect, test, withWallets } from '../test.ts'

test.use({ walletOptions: [{ name: 'Quiet', behaviour: 'hanging' }] })

test('after eight seconds the modal says where to look, and offers to open the wallet again', async ({
  parts,
  wallets: [quiet],
}) => {
  const { dapp, modal, clock } = await choosingOnClock(parts, 'Quiet')
  const patience = modal.text('Accept connection request in the wallet')
  await expect(patience).toBeVisible()
  await clock.fastForward(7000)
  await expect(patience).toBeVisible()
  await clock.fastForward(1000)
  await expect(modal.text('Don’t see it? Look for the extension icon, or open it again.')).toBeVisible()
  await expect(modal.ring).toHaveAttribute('data-state', 'waiting')
  await modal.button('Open again').click()
  await expect(patience).toBeVisible()
  await expect(modal.button('Open again')).toHaveCount(0)
  await expect.poll(() => quiet?.calls.filter(({ method }) => method === 'eth_requestAccounts').length).toBe(2)
  // The first window can be approved as well as the second.
  quiet?.approveNext()
  await dapp.expectStatus('connected')
})

test.describe('a wallet whose window stays open', () => {
  test.use(withWallets({ name: 'Locked', behaviour: 'locked' }))

  test('is not mistaken for a busy one: after opening again the modal goes on waiting for it', async ({
    parts,
    wallets: [locked],
  }) => {
    const { dapp, modal, clock } = await choosingOnClock(parts, 'Locked')
    await locked?.called('eth_requestAccounts')
    await clock.fastForward(8000)
    await modal.button('Open again').click()
    await expect.poll(() => locked?.calls.filter(({ method }) => method === 'eth_requestAccounts').length).toBe(2)
    await clock.fastForward(8000)
    await expect(modal.text('Don’t see it? Look for the extension icon, or open it again.')).toBeVisible()
    locked?.unlock()
    await dapp.expectStatus('connected')
  })
})

const calls: readonly { title: string; start: (dapp: Dapp) => Promise<unknown>; end: unknown }[] = [
  { title: 'open() tells why it closed', start: (dapp) => dapp.open(), end: 'user' },
  { title: 'connect() rejects with USER_CLOSED', start: (dapp) => dapp.connect(), end: 'USER_CLOSED 4001' },
  {
    title: 'eth_requestAccounts rejects with 4001',
    start: (dapp) => dapp.request('eth_requestAccounts'),
    end: expect.objectContaining({ code: 4001 }),
  },
]
for (const { title, start, end } of calls)
  test(`when the user leaves a silent wallet, ${title}`, async ({ parts, wallets: [locked] }) => {
    const { dapp, modal } = await opened(parts)
    const waiting = start(dapp)
    await modal.wallet('Quiet').click()
    await locked?.called('eth_requestAccounts')
    await modal.close.click()
    expect(await waiting).toEqual(end)
    await dapp.expectClosed()
    expect(await dapp.address()).toBeUndefined()
  })

test('an answer that comes after the user left connects nothing', async ({ parts, host, wallets: [locked] }) => {
  const { dapp, modal } = await opened(parts)
  await modal.wallet('Quiet').click()
  await locked?.called('eth_requestAccounts')
  await modal.close.click()
  await dapp.expectClosed()
  locked?.approveNext()
  // The wallet's answer takes the same way as the answer to this call, so it has arrived by then.
  await host.connect()
  await expect(modal.wallet('Quiet')).toBeVisible()
  expect(await dapp.address()).toBeUndefined()
})
