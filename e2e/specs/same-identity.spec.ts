/** Two wallets that claim one identity: neither is preferred, and neither is mistaken for the other. */
import { connected, opened } from '../pages/connected.ts'
import { expect, test, withWallets } from '../test.ts'
import { withDuplicateRdns } from '../wallets/wallet.ts'

test.describe('wallets with one identity and different names', () => {
  test.use(withWallets(...withDuplicateRdns({ name: 'True' }, 'False')))

  test('both rows warn and each connects to its own wallet', { tag: '@T14' }, async ({ parts, wallets }) => {
    const { dapp, modal } = await opened(parts)
    for (const name of ['True', 'False'])
      await expect(modal.wallet(name)).toContainText('Another wallet here uses the same identity. Choose carefully.')
    await modal.wallet('False').click()
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(wallets[1]?.address)
    expect(wallets[0]?.calls.map(({ method }) => method)).not.toContain('eth_requestAccounts')
  })

  test('a reload finds the one that was connected, by its name', async ({ parts, host, wallets }) => {
    const { dapp } = await connected(parts, 'False')
    await host.open()
    await host.create()
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(wallets[1]?.address)
  })

  test('disconnecting tells the one that was connected, and its row is the recent one', async ({ parts, wallets }) => {
    const { host } = parts
    const { dapp, modal } = await connected(parts, 'False')
    await dapp.call((airlock) => airlock.disconnect())
    const told = wallets.map(({ calls }) => calls.some(({ method }) => method === 'wallet_revokePermissions'))
    expect(told).toEqual([false, true])
    await host.connect()
    await expect(modal.wallets.filter({ hasText: 'Recent' })).toHaveText(/^False/)
    await modal.wallet('False').click()
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(wallets[1]?.address)
  })
})

test.describe('wallets with one identity and one name', () => {
  test.use(withWallets(...withDuplicateRdns({ name: 'Twin' }, 'Twin')))

  test('a reload connects neither and warns the developer', async ({ parts, host, page }) => {
    const { dapp, modal } = await opened(parts)
    await modal.wallets.nth(1).click()
    await dapp.expectStatus('connected')
    await dapp.expectClosed()
    const warned = page.waitForEvent('console', (message) => message.text().includes('RESTORE_FAILED'))
    await host.open()
    await host.create()
    await warned
    await dapp.expectStatus('disconnected')
  })
})
