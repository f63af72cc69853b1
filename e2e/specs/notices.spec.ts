/** Notices at the edge of the card: a warning about the page's domain, and one for its developer. */
import { opened } from '../pages/connected.ts'
import { switchToUnknown } from '../pages/developer.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

test('a page whose address hides other letters is named as the browser names it, with a warning', async ({ parts }) => {
  const { host, world } = parts
  await host.open({ host: 'xn--bcher-kva' })
  const { modal } = await opened(parts)
  await expect(modal.text(/requested by/)).toContainText(new URL(world.origins['xn--bcher-kva']).host)
  await expect(modal.text('This address uses international letters')).toBeVisible()

  await host.open()
  const plain = await opened(parts)
  await expect(plain.modal.text(/requested by/)).toBeVisible()
  await expect(plain.modal.text('This address uses international letters')).toHaveCount(0)
})

test('a mistake of the developer is shown on the card until dismissed, and only with debug', async ({ parts }) => {
  const { host, page } = parts
  const { modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  const warned = page.waitForEvent('console', (message) => message.text().includes('NETWORK_NOT_FOUND'))
  expect(await switchToUnknown(page)).toBe('Network not found')
  await warned
  await expect(modal.text('Network Not Found')).toBeVisible()
  await modal.button('Dismiss').click()
  await expect(modal.text('Network Not Found')).toHaveCount(0)

  await host.open()
  const quiet = await opened(parts, { debug: false })
  await quiet.modal.expectView('Connect Wallet')
  await switchToUnknown(page)
  // Answered after it, on the same port.
  await quiet.dapp.call(async (airlock) => void (await airlock.switchNetwork(airlock.networks.at(-1) ?? 'eip155:1')))
  await expect(quiet.modal.text('Network Not Found')).toHaveCount(0)
})
