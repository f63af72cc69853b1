/** Signing in on a page that is open in several tabs, and in tabs that are closed while the wallet is asked. */
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { asked, createWithSignIn } from '../pages/sign-in.ts'
import { type HostPage, hostPage } from '../setup/pages.ts'
import { expect, test, withWallets } from '../test.ts'
import type { TestWallet } from '../wallets/wallet.ts'
import type { World } from '../world/world.ts'

type Parts = { readonly host: HostPage; readonly page: HostPage['page']; readonly world: World }

/** A further tab of the page. */
async function another({ page, world }: Parts) {
  const tab = await page.context().newPage()
  await hostPage(tab, world).open()
  return { tab, siwx: await createWithSignIn(tab, world), dapp: dappOn(tab) }
}

const signatures = (wallet: TestWallet | undefined) =>
  wallet?.calls.filter(({ method }) => method === 'personal_sign').length

test.describe('a wallet that agrees', () => {
  test.use(withWallets({ name: 'Fox' }))

  test('signing in or out in one tab does so in the other, with one signature', async ({
    parts,
    wallets: [fox],
    violations,
  }) => {
    const { world } = parts
    const there = await another(parts)
    const { siwx, dapp, modal } = await asked(parts)
    await there.dapp.expectStatus('connected')
    // The page requires it, so each tab asks.
    const question = await modalOn(there.tab, world)
    await question.expectView('Sign In')

    await modal.button('Sign').click()
    await dapp.expectClosed()
    await there.dapp.expectClosed()
    const session = await siwx.session()
    expect(session?.data.accountAddress).toBe(fox?.address)
    expect(await there.siwx.session()).toEqual(session)
    expect(await there.siwx.told()).toEqual([fox?.address])
    expect(there.siwx.verified).toEqual([])

    await test.step('signing out in the other tab ends both, without a question', async () => {
      await there.dapp.call((airlock) => airlock.signOut())
      await expect.poll(siwx.session).toBeUndefined()
      expect(await there.siwx.session()).toBeUndefined()
      for (const tab of [dapp, there.dapp]) {
        await tab.expectStatus('connected')
        expect((await tab.state()).open).toBe(false)
      }
    })

    await test.step('signing in in the other tab signs this one in', async () => {
      const signing = there.dapp.call((airlock) => airlock.signIn())
      await (await modalOn(there.tab, world)).button('Sign').click()
      const again = await signing
      await expect.poll(siwx.session).toEqual(again)
      expect((await dapp.state()).open).toBe(false)
    })

    await test.step('disconnecting here ends everything in both tabs', async () => {
      await dapp.call((airlock) => airlock.disconnect())
      await there.dapp.expectStatus('disconnected')
      await expect.poll(there.siwx.session).toBeUndefined()
      expect(await siwx.kept()).toEqual([])
    })
    expect(signatures(fox)).toBe(2)
    expect(violations.all()).toEqual([])
  })
})

test.describe('a wallet that asks', () => {
  test.use(withWallets({ name: 'Fox', behaviour: 'asks' }))

  test('a tab that is closed while it asks leaves the other one as it was', async ({ parts, wallets: [fox] }) => {
    const { page, world } = parts
    const there = await another(parts)
    fox?.approveNext()
    const { modal } = await asked(parts)
    const question = await modalOn(there.tab, world)
    await question.expectView('Sign In')
    await modal.button('Sign').click()
    await fox?.called('personal_sign')
    await page.close()
    fox?.approveNext()

    await expect(question.button('Sign')).toBeEnabled()
    expect(await there.siwx.session()).toBeUndefined()
    expect(await there.siwx.kept()).toEqual([])
    await there.dapp.expectStatus('connected')
    fox?.approveNext()
    await question.button('Sign').click()
    await there.dapp.expectClosed()
    expect((await there.siwx.session())?.data.accountAddress).toBe(fox?.address)
    expect(there.siwx.verified).toEqual([true])
    expect(signatures(fox)).toBe(2)
  })

  test('a visit that ends while it asks leaves the next one to ask again', async ({ parts, wallets: [fox] }) => {
    const { page, world } = parts
    fox?.approveNext()
    const { modal } = await asked(parts)
    await modal.button('Sign').click()
    await fox?.called('personal_sign')
    await page.close()
    fox?.approveNext()

    const next = await another(parts)
    const question = await modalOn(next.tab, world)
    await question.expectView('Sign In')
    expect(await next.siwx.session()).toBeUndefined()
    await next.dapp.expectStatus('connected')
    await question.close.click()
    await question.expectView('Sign In')
    fox?.approveNext()
    await question.button('Sign').click()
    await next.dapp.expectClosed()
    expect(next.siwx.verified).toEqual([true])
    expect(await next.siwx.kept()).toHaveLength(1)
  })

  test('a tab that is closed after the wallet has signed is signed in afterwards, or asks again', async ({
    parts,
    wallets: [fox],
  }) => {
    const { page, world } = parts
    fox?.approveNext()
    const { modal } = await asked(parts)
    await modal.button('Sign').click()
    await fox?.called('personal_sign')
    fox?.approveNext()
    await page.close()

    const next = await another(parts)
    await next.dapp.expectStatus('connected')
    const kept = await next.siwx.kept()
    if (kept.length === 0) await (await modalOn(next.tab, world)).expectView('Sign In')
    else await expect.poll(next.siwx.session).toEqual(kept[0])
  })
})
