/** Connecting and signing in with one prompt, over the relay: with a third-party wallet, and a page that verifies. */
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn } from '../pages/pairing.ts'
import { openPhone } from '../pages/phone-page.ts'
import { createWithSignIn, type SignInPage } from '../pages/sign-in.ts'
import type { HostPage } from '../setup/pages.ts'
import { expect, test } from '../setup/phone.ts'
import { solana } from '../world/other-networks.ts'
import type { World } from '../world/world.ts'

type Parts = { readonly host: HostPage; readonly page: HostPage['page']; readonly world: World }

/** Opens the pairing view on a page that asks its users to sign in, and returns the code. */
async function offered({ host, page, world }: Parts, wishes: SignInPage = {}) {
  const siwx = await createWithSignIn(page, world, { oneClick: true, ...wishes })
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.wallet('WalletConnect').click()
  return { siwx, modal, dapp: dappOn(page), uri: await codeIn(modal) }
}

const asksBoth = /[?&]methods=wc_sessionAuthenticate(&|$)/

test.describe('a wallet that can do both at once', () => {
  test.use({ phoneOptions: { signIn: 'honest' } })

  test('is asked once: connected and signed in, and so after a reload', async ({ parts, phone, violations }) => {
    const { host, world } = parts
    const { siwx, dapp, uri } = await offered(parts)
    expect(uri).toMatch(asksBoth)
    await phone.pair(uri)
    await dapp.expectStatus('connected')
    await dapp.expectClosed()
    const session = await siwx.session()
    expect(session?.data).toMatchObject({ accountAddress: phone.address, chainId: 'eip155:31337' })
    expect(session?.cacao).toMatchObject({ h: { t: 'caip122' } })
    expect(session?.message).toContain(`${new URL(world.origins.host).host} wants you to sign in`)
    expect(siwx.verified).toEqual([true])
    expect(phone.calls).toEqual([])
    expect(phone.signedIn).toHaveLength(1)

    await test.step('the session serves requests', async () => {
      const answer = await dapp.request('personal_sign', ['0x68656c6c6f', phone.address])
      expect(answer).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    })
    await test.step('a reload asks nothing', async () => {
      await host.open()
      await siwx.create()
      await dapp.expectStatus('connected')
      await expect.poll(siwx.session).toEqual(session)
      expect(phone.calls).toHaveLength(1)
    })
    expect(violations.all()).toEqual([])
  })

  test('is not asked where the app has other networks too', async ({ parts, page, phone }) => {
    await page.evaluate((added) => {
      const config = Reflect.get(window, 'demoConfig') as { networks: unknown[] }
      config.networks = [...config.networks, added]
    }, solana)
    const { uri, modal } = await offered(parts)
    expect(uri).not.toMatch(asksBoth)
    await phone.pair(uri)
    await modal.expectView('Sign In')
  })

  test('is not asked for another site’s message', { tag: '@T5' }, async ({ parts, phone }) => {
    const { uri, modal } = await offered(parts, { domain: 'other.example' })
    expect(uri).not.toMatch(asksBoth)
    await phone.pair(uri)
    await modal.expectView('Sign In')
    await expect(modal.outcome).toHaveText('This message is for other.example')
  })

  test('is not connected if the page refuses what it has signed', async ({ parts, phone }) => {
    const { siwx, dapp, modal, uri } = await offered(parts)
    siwx.failing.add('setSessions')
    await phone.pair(uri)
    await expect(modal.button('Try again')).toBeVisible()
    await phone.ended()
    expect(phone.signedIn).toHaveLength(1)
    await dapp.expectStatus('disconnected')
    expect(await siwx.kept()).toEqual([])
  })
})

for (const signIn of ['replays', 'forges'] as const)
  test.describe(`a wallet that ${signIn}`, () => {
    test.use({ phoneOptions: { signIn } })

    test('is not connected, and keeps no session', { tag: '@T29' }, async ({ parts, host, phone }) => {
      const { siwx, dapp, modal, uri } = await offered(parts)
      await phone.pair(uri)
      await expect(modal.button('Try again')).toBeVisible()
      await phone.ended()
      expect(phone.signedIn).toHaveLength(1)
      await dapp.expectStatus('disconnected')
      expect(siwx.verified).toEqual([])
      expect(await siwx.kept()).toEqual([])
      await host.open()
      await siwx.create()
      await dapp.call((airlock) => airlock.prefetch())
      await expect.poll(async () => (await dapp.state()).ready).toBe(true)
      await dapp.expectStatus('disconnected')
    })
  })

test.describe('a wallet that declines', () => {
  test.use({ phoneOptions: { signIn: 'honest', behaviour: 'asks' } })

  test('gets a new code with a new message', async ({ parts, phone }) => {
    const { siwx, dapp, modal, uri } = await offered(parts)
    phone.decline()
    await phone.pair(uri)
    await expect(modal.text(/You declined/).first()).toBeAttached()
    const next = await codeIn(modal, uri)
    phone.approveNext()
    await phone.pair(next)
    await dapp.expectStatus('connected')
    expect(siwx.verified).toEqual([true])
  })
})

test('a wallet that only connects signs over the session', async ({ parts, phone }) => {
  const { siwx, dapp, modal, uri } = await offered(parts)
  await phone.pair(uri)
  await modal.expectView('Sign In')
  await modal.button('Sign').click()
  await dapp.expectClosed()
  expect((await siwx.session())?.data.accountAddress).toBe(phone.address)
  expect(phone.calls.map(({ method }) => method)).toEqual(['personal_sign'])
  expect(siwx.verified).toEqual([true])
})

test('the demo phone wallet shows one question with the message in it', async ({ parts, context, world }) => {
  const { siwx, dapp, uri } = await offered(parts)
  const owner = await openPhone(context, world)
  await owner.take(uri)
  await expect(owner.question.locator('pre')).toContainText('I accept the terms of the test page.')
  await owner.answer('Connect and sign in to Test host?')
  await expect(owner.said('Connected and signed in to Test host.')).toBeVisible()
  await dapp.expectStatus('connected')
  await expect.poll(async () => (await siwx.session())?.data.accountAddress).toBe(await owner.address())
  expect(siwx.verified).toEqual([true])
})
