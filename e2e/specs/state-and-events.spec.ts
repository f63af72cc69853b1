/** What the page can observe: ordered events, and immutable snapshots. */
import { connected } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

test('events come once each, in the order in which things happen', { tag: '@gate' }, async ({ host, page, world }) => {
  await host.create()
  const dapp = dappOn(page)
  await dapp.record()
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  await dapp.call((airlock) => airlock.switchNetwork('eip155:31338'))
  await dapp.call((airlock) => airlock.disconnect())
  const told = await dapp.told()
  const names = told.map(({ name }) => name)
  expect(names.filter((name) => !name.startsWith('provider'))).toEqual([
    'network',
    'open',
    'connect',
    'close',
    'network',
    'disconnect',
  ])
  expect(names.filter((name) => name.startsWith('provider'))).toEqual([
    'provider connect',
    'provider accountsChanged',
    'provider chainChanged',
    'provider accountsChanged',
    'provider disconnect',
  ])
  expect(told.find(({ name }) => name === 'open')?.payload).toEqual({ view: 'Connect' })
  expect(told.find(({ name }) => name === 'close')?.payload).toEqual({ reason: 'connected' })
})

test('a snapshot is frozen, stable, and shares what did not change', async ({ parts }) => {
  const { dapp } = await connected(parts, 'Rabbit')
  const facts = await dapp.call((airlock) => {
    const before = airlock.getState()
    const isStable = before === airlock.getState()
    let changes = 0
    const stop = airlock.subscribe(() => {
      changes += 1
    })
    airlock.setTheme('dark')
    airlock.setTheme('dark')
    stop()
    airlock.setTheme('light')
    const after = airlock.getState()
    const { accounts, network } = before
    return {
      isStable,
      changes,
      isFrozen: Object.isFrozen(before) && Object.isFrozen(after),
      isNew: before !== after,
      sharesAccounts: accounts === after.accounts && accounts.eip155 === after.accounts.eip155,
      sharesNetwork: network === after.network,
      oldTheme: before.theme,
    }
  })
  expect(facts).toEqual({
    isStable: true,
    changes: 1,
    isFrozen: true,
    isNew: true,
    sharesAccounts: true,
    sharesNetwork: true,
    oldTheme: 'light',
  })
})

test('ready waits for intent, and resolves when the frame is there', async ({ host, page, world }) => {
  await host.create()
  const dapp = dappOn(page)
  const isReady = dapp.call((airlock) => airlock.ready.then(() => 'ready'))
  expect((await dapp.state()).ready).toBe(false)
  expect(page.frames()).toHaveLength(1)
  await dapp.call((airlock) => airlock.prefetch())
  expect(await isReady).toBe('ready')
  expect(await dapp.state()).toMatchObject({ ready: true, open: false })
  await host.connect()
  await (await modalOn(page, world)).expectView('Connect Wallet')
})

test('a listener that throws does not disturb the others', async ({ host, page, world }) => {
  const errors = page.waitForEvent('pageerror')
  await host.create()
  const dapp = dappOn(page)
  await dapp.call((airlock) => {
    airlock.on('open', () => {
      throw new Error('not yours')
    })
  })
  await dapp.record()
  await host.connect()
  await (await modalOn(page, world)).expectView('Connect Wallet')
  expect((await errors).message).toBe('not yours')
  expect((await dapp.told()).map(({ name }) => name)).toContain('open')
})
