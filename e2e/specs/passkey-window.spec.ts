/** The passkey that is offered after a sign-up: skipped, or created in a window if the page forbids passkeys in frames. */
import { addAuthenticator } from '../pages/authenticator.ts'
import { dappOn } from '../pages/dapp.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { walletScreenIn, walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'

test('after a sign-up the passkey is offered in the modal, and made in the wallet’s own window, which also removes the device [C71]', async ({
  parts,
}) => {
  const { context, host, page, world } = parts
  test.setTimeout(60_000)
  world.alterHeaders((url, headers) => {
    if (url.origin === world.origins.host) headers.set('Permissions-Policy', 'publickey-credentials-create=()')
  })
  await addAuthenticator(page)
  await host.open()
  await host.create(world.embedded)
  await host.connect()
  await signInByMail(await modalOn(page, world), mailboxOf(context, world, 'hedy'))
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText('Your wallet is ready')

  const opening = context.waitForEvent('page')
  await screen.button('Add a passkey').click()
  const popup = await opening
  await addAuthenticator(popup)
  const there = walletScreenIn(popup)
  await there.button('Add a passkey').click()
  await expect(there.title).toHaveText('Your passkey is set up')
  await expect(screen.title).toHaveText('Your passkey is set up')

  const closed = popup.waitForEvent('close')
  // The click closes the window, which may be gone before the click is reported.
  await Promise.allSettled([there.button('Done').click()])
  await closed
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  await dapp.expectClosed()

  await test.step('the same device is forgotten from such a window', async () => {
    await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
    await (await modalOn(page, world)).button('Devices').click()
    const pages = await walletScreenOn(page, world)
    await pages.button('Forget this device').click()
    await expect(pages.title).toHaveText('Forget this device?')
    const second = context.waitForEvent('page')
    await pages.button('Confirm in a separate window').click()
    const question = walletScreenIn(await second)
    const gone = (await second).waitForEvent('close')
    await expect(question.button('Forget this device')).not.toHaveAttribute('aria-disabled')
    await Promise.allSettled([question.button('Forget this device').click()])
    await gone
    await dapp.expectStatus('disconnected')
  })
})

test('closing the modal at the passkey offer signs the user in without a passkey, and logs no error', async ({
  parts,
}) => {
  const { context, host, page, world } = parts
  test.setTimeout(60_000)
  const red: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error') red.push(`${line.text()} ${line.location().url}`)
  })
  await addAuthenticator(page)
  await host.open()
  await host.create(world.embedded)
  const connected = dappOn(page).connect()
  const modal = await modalOn(page, world)
  await signInByMail(modal, mailboxOf(context, world, 'beulah'))
  await expect((await walletScreenOn(page, world)).title).toHaveText('Your wallet is ready')
  await modal.close.click()
  expect(await connected).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await dappOn(page).expectClosed()
  await dappOn(page).expectStatus('connected')
  expect(red).toEqual([])
})
