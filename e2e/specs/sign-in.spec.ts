/** Signing in with a message, with a wallet of the page: the page creates the message and verifies the signature. */
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { asked, askedInVain, createWithSignIn } from '../pages/sign-in.ts'
import { expect, test, withWallets } from '../test.ts'

test.describe('a wallet that agrees', () => {
  test.use(withWallets({ name: 'Fox' }))

  test('signs in: verified by the page, found again after a reload, ended by the page', { tag: '@gate' }, async ({
    parts,
    wallets: [fox],
    violations,
  }) => {
    const { host, page, world } = parts
    const { siwx, dapp, modal, site } = await asked(parts)
    await expect(modal.outcome).toHaveText(`Sign in to ${site}`)
    await expect(modal.frame.getByRole('blockquote')).toHaveText('I accept the terms of the test page.')
    await modal.text('The whole message').click()
    await expect(modal.frame.locator('pre')).toContainText(`${site} wants you to sign in with your Ethereum account:`)
    expect(await siwx.session()).toBeUndefined()
    await modal.button('Sign').click()
    await dapp.expectClosed()
    const session = await siwx.session()
    expect(session?.data).toMatchObject({ accountAddress: fox?.address, chainId: 'eip155:31337' })
    expect(siwx.verified).toEqual([true])
    expect(await siwx.kept()).toEqual([session])
    expect(await siwx.told()).toEqual([fox?.address])

    await test.step('a reload asks nothing', async () => {
      await host.open()
      await siwx.create()
      await expect.poll(siwx.session).toEqual(session)
      expect(await dapp.state()).toMatchObject({ open: false })
      expect(fox?.calls.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)
    })

    await test.step('signing out leaves the wallet connected', async () => {
      await dapp.call((airlock) => airlock.signOut())
      await expect.poll(siwx.session).toBeUndefined()
      expect(await siwx.told()).toEqual([fox?.address, null])
      expect(await siwx.kept()).toEqual([])
      await dapp.expectStatus('connected')
    })

    await test.step('the page asks to sign in again', async () => {
      const signing = dapp.call((airlock) => airlock.signIn())
      const again = await modalOn(page, world)
      await again.button('Sign').click()
      expect((await signing).data.accountAddress).toBe(fox?.address)
      await dapp.expectClosed()
      expect(siwx.verified).toEqual([true, true])
    })
    expect(violations.all()).toEqual([])
  })

  test('a required sign-in can be signed or cancelled, and nothing else', async ({ parts, page }) => {
    const { dapp, modal } = await asked(parts)
    await page.keyboard.press('Escape')
    await expect(modal.frame.getByText('Sign in or cancel to continue')).toBeAttached()
    await modal.close.click()
    await modal.expectView('Sign In')
    await expect(modal.back).toBeHidden()
    await dapp.expectStatus('connected')
    await modal.button('Cancel').click()
    await modal.expectView('Connect Wallet')
    await dapp.expectStatus('disconnected')
  })

  test('an optional sign-in may be cancelled: the user stays connected', async ({ host, page, world }) => {
    const { siwx, dapp, modal } = await asked({ host, page, world }, { required: false })
    await expect(modal.text('Canceling will disconnect you')).toBeHidden()
    await modal.button('Cancel').click()
    await dapp.expectClosed()
    await dapp.expectStatus('connected')
    expect(await siwx.session()).toBeUndefined()
    await host.connect()
    await modal.expectView('Account')

    await test.step('a reload does not ask again', async () => {
      await host.open()
      await siwx.create()
      await dapp.expectStatus('connected')
      await dapp.call((airlock) => airlock.ready)
      await host.connect()
      await (await modalOn(page, world)).expectView('Account')
    })
  })

  test('a page opens the view by either name; a signed-in user sees the account', async ({ parts }) => {
    const { siwx, dapp, modal } = await asked(parts, { required: false })
    await modal.button('Cancel').click()
    await dapp.expectClosed()
    const first = dapp.open({ view: 'ConnectingSiwe' })
    await modal.expectView('Sign In')
    await modal.close.click()
    expect(await first).toBe('user')
    const second = dapp.open({ view: 'SIWXSignMessage' })
    await modal.button('Sign').click()
    expect(await second).toBe('connected')
    expect(await siwx.session()).toBeDefined()
    const third = dapp.open({ view: 'ConnectingSiwe' })
    await modal.expectView('Account')
    await modal.close.click()
    await third
    await dapp.expectClosed()
    await dapp.call((airlock) => airlock.signOut())
    const fourth = dapp.open({ view: 'ConnectingSiwe' })
    await modal.button('Sign').click()
    expect(await fourth).toBe('connected')
    expect(siwx.verified).toEqual([true, true])
  })

  test('signIn() without a connected wallet fails with DISCONNECTED', async ({ host: _host, page, world }) => {
    await createWithSignIn(page, world)
    const dapp = dappOn(page)
    const asking = dapp.call((airlock) =>
      airlock.signIn().then(
        () => '',
        (error: unknown) => String(Reflect.get(Object(error), 'code')),
      ),
    )
    expect(await asking).toBe('DISCONNECTED')
    expect(await dapp.state()).toMatchObject({ open: false })
  })

  test('a wallet that leaves takes the question with it', async ({ host, page, world, wallets: [fox] }) => {
    const { dapp, modal } = await asked({ host, page, world })
    await fox?.emit('accountsChanged', [])
    await dapp.expectStatus('disconnected')
    await modal.expectView('Connect Wallet')
  })

  const stranger = `0x${'52'.repeat(20)}`
  for (const [what, wishes, title] of [
    ['for another site', { domain: 'other.example' }, 'This message is for other.example'],
    [
      'with the address of another site',
      { lines: { URI: 'https://other.example/' } },
      'This message is for https://other.example',
    ],
    ['for another network', { lines: { 'Chain ID': '1' } }, 'This is not a valid sign-in message'],
    ['for another account', { account: stranger }, 'This is not a valid sign-in message'],
    [
      'that has expired',
      { lines: { 'Expiration Time': '2020-01-01T00:00:00Z' } },
      'This is not a valid sign-in message',
    ],
    [
      'of the future',
      { lines: { 'Expiration Time': '2126-01-02T00:00:00Z\nNot Before: 2126-01-01T00:00:00Z' } },
      'This is not a valid sign-in message',
    ],
    ['that is no sign-in', { text: 'I give you all my tokens.' }, 'This is not a valid sign-in message'],
  ] as const)
    test(`a message ${what} is not signed`, { tag: '@T5' }, async ({ host, page, world, wallets: [fox] }) => {
      const { dapp, modal } = await asked({ host, page, world }, wishes)
      await expect(modal.outcome).toHaveText(title)
      await expect(modal.button(/^Sign/)).toBeHidden()
      await modal.button('Cancel').click()
      await dapp.expectStatus('disconnected')
      expect(fox?.calls.filter(({ method }) => method === 'personal_sign')).toEqual([])
    })

  for (const [what, change] of [
    ['of another account', { accountAddress: stranger }],
    ['for another network', { chainId: 'eip155:1' }],
    ['that has expired', { expirationTime: '2020-01-01T00:00:00Z' }],
    ['of the future', { notBefore: '2126-01-01T00:00:00Z' }],
  ] as const)
    test(`a page that answers with a session ${what} does not sign the user in`, async ({ parts, wallets: [fox] }) => {
      const { world } = parts
      const data = { accountAddress: fox?.address ?? '', chainId: world.chains[0].caip2, uri: world.origins.host }
      const sessions = [{ data: { ...data, ...change }, message: 'message', signature: '0x00' }]
      const { siwx, dapp } = await asked(parts, { sessions })
      expect(await siwx.session()).toBeUndefined()
      await dapp.expectStatus('connected')
    })

  test('a page that refuses the signature is given one of a new message', async ({ parts }) => {
    const { siwx, dapp, modal, site } = await asked(parts)
    siwx.failing.add('addSession')
    await modal.button('Sign').click()
    await expect(modal.outcome).toHaveText(`${site} didn’t accept the signature`)
    expect(await siwx.session()).toBeUndefined()
    siwx.failing.clear()
    await modal.button('Try again').click()
    await modal.button('Sign').click()
    await dapp.expectClosed()
    expect(await siwx.kept()).toHaveLength(1)
  })

  test('a page that cannot make a message is asked again', async ({ parts, page }) => {
    const { siwx, modal } = await askedInVain(parts, 'createMessage')
    await expect(modal.outcome).toHaveText('Sign-in failed')
    siwx.failing.clear()
    await modal.button('Try again').click()
    await modal.button('Sign').click()
    await dappOn(page).expectClosed()
    expect(siwx.verified).toEqual([true])
  })

  test('a page that cannot say who is signed in: the wallet is not connected', async ({ parts, page }) => {
    const { modal } = await askedInVain(parts, 'getSessions')
    await expect(modal.toasts).toContainText('A problem occurred while trying initialize authentication')
    await modal.expectView('Connect Wallet')
    await dappOn(page).expectStatus('disconnected')
  })

  test('another account has to sign; the first one is still signed in', async ({ parts, wallets: [fox] }) => {
    const { siwx, dapp, modal } = await asked(parts)
    await modal.button('Sign').click()
    await dapp.expectClosed()
    await fox?.emit('accountsChanged', [stranger])
    await modal.expectView('Sign In')
    await expect.poll(siwx.session).toBeUndefined()
    expect(await siwx.told()).toEqual([fox?.address, null])
    await modal.close.click()
    await modal.expectView('Sign In')
    await fox?.emit('accountsChanged', [fox.address])
    await dapp.expectClosed()
    expect((await siwx.session())?.data.accountAddress).toBe(fox?.address)
    expect(siwx.verified).toEqual([true])
  })

  test('another network needs a session of its own', async ({ host, page, world, wallets: [fox] }) => {
    const { siwx, dapp, modal } = await asked({ host, page, world })
    await modal.button('Sign').click()
    await dapp.expectClosed()
    const [, other] = world.chains
    await fox?.emit('chainChanged', `0x${other.chainId.toString(16)}`)
    await modal.expectView('Sign In')
    await expect.poll(siwx.session).toBeUndefined()
    await modal.button('Sign').click()
    await dapp.expectClosed()
    expect((await siwx.session())?.data.chainId).toBe(`eip155:${other.chainId}`)
    expect(await siwx.kept()).toHaveLength(2)
  })
})

test.describe('a wallet that does not let go', () => {
  test.use(withWallets({ name: 'Fox', clings: true }))

  test('is left all the same when the page cannot say who is signed in', async ({ parts, wallets: [fox] }) => {
    const { page } = parts
    const { modal } = await askedInVain(parts, 'getSessions')
    await fox?.called('wallet_revokePermissions')
    await modal.expectView('Connect Wallet')
    const dapp = dappOn(page)
    await dapp.expectStatus('disconnected')
    expect((await dapp.state()).open).toBe(true)
  })
})

test.describe('a wallet that asks', () => {
  test.use(withWallets({ name: 'Fox', behaviour: 'asks' }))

  test('is waited for, called slow, may decline, and is asked again', async ({ host, page, world, wallets: [fox] }) => {
    await page.clock.install()
    fox?.approveNext()
    const { siwx, dapp, modal } = await asked({ host, page, world })
    await modal.button('Sign').click()
    await expect(modal.outcome).toHaveText('Sign in Fox')
    await expect(modal.button('Signing...')).toHaveAttribute('aria-busy', 'true')
    await page.clock.fastForward(8000)
    await expect(modal.text('Open Fox and look for a waiting request')).toBeVisible()
    fox?.decline()
    await expect(modal.outcome).toHaveText('Signature declined')
    await dapp.expectStatus('connected')
    fox?.approveNext()
    await modal.button('Sign').click()
    await expect.poll(siwx.session).toBeDefined()
    expect(siwx.verified).toEqual([true])

    await test.step('the session ends in its time', async () => {
      await page.clock.fastForward(3_600_000)
      await modal.expectView('Sign In')
      await expect.poll(siwx.session).toBeUndefined()
      expect(await siwx.told()).toEqual([fox?.address, null])
    })
  })

  test('is ignored once the user has cancelled', async ({ host, page, world, wallets: [fox] }) => {
    fox?.approveNext()
    const { siwx, dapp, modal } = await asked({ host, page, world })
    await modal.button('Sign').click()
    await fox?.called('personal_sign')
    await modal.button('Cancel').click()
    await modal.expectView('Connect Wallet')
    await dapp.expectStatus('disconnected')
    fox?.approveNext()
    // This call is answered after the wallet's answer was handled.
    await dapp.call((airlock) => airlock.signOut())
    expect(siwx.verified).toEqual([])
    expect(await siwx.kept()).toEqual([])
    expect(await siwx.session()).toBeUndefined()
  })

  test('is ignored once the page has signed out', async ({ host, page, world, wallets: [fox] }) => {
    fox?.approveNext()
    const { siwx, dapp, modal } = await asked({ host, page, world })
    await modal.button('Sign').click()
    await fox?.called('personal_sign')
    await dapp.call((airlock) => airlock.signOut())
    await dapp.expectClosed()
    fox?.approveNext()
    await dapp.expectStatus('connected')
    // This call is answered after the wallet's answer was handled.
    await dapp.call((airlock) => airlock.signOut())
    expect(siwx.verified).toEqual([])
    expect(await siwx.session()).toBeUndefined()
  })
})

test.describe('a wallet that signs with another key', () => {
  test.use(withWallets({ name: 'Fox', forges: true }))

  test('does not sign the user in, who can only try again or leave', async ({ parts }) => {
    const { siwx, dapp, modal, site } = await asked(parts)
    await modal.button('Sign').click()
    await expect(modal.outcome).toHaveText(`${site} didn’t accept the signature`)
    expect(siwx.verified).toEqual([false])
    expect(await siwx.kept()).toEqual([])
    await modal.close.click()
    await expect(modal.outcome).toHaveText(`${site} didn’t accept the signature`)
    await modal.button('Cancel').click()
    await dapp.expectStatus('disconnected')
    expect(await siwx.session()).toBeUndefined()
  })
})
