/** What a developer is told when a service of the project refuses: in the alert bar and the console, once each. */
import { opened } from '../pages/connected.ts'
import { pairing } from '../pages/pairing.ts'
import { expect, test } from '../test.ts'
import type { RelayBehaviour } from '../world/relay/relay.ts'

const cases: readonly (readonly [RelayBehaviour, alert: string, advice: RegExp, words: string])[] = [
  [
    'refuses-origin',
    'Invalid App Configuration',
    /relay refuses the origin/,
    'The pairing service doesn’t accept it. Installed wallets still work.',
  ],
  [
    'unknown-project',
    'Invalid App Configuration',
    /does not know `pairing.projectId`/,
    'The pairing service doesn’t accept it. Installed wallets still work.',
  ],
  ['refuses-clock', 'Session Expired', /date and time/, 'Check the date and time of this device, then try again.'],
]

for (const [behaviour, alert, advice, words] of cases)
  test(`a relay that ${behaviour} is told as “${alert}”, once`, async ({ parts, page, world }) => {
    const warnings: string[] = []
    page.on('console', (said) => {
      if (said.type() === 'warning') warnings.push(said.text())
    })
    world.relay.behave(behaviour)
    const { modal } = await pairing(parts, { debug: true })
    await expect(modal.text(words)).toBeVisible()
    const bar = modal.frame.getByRole('alert').filter({ hasText: alert })
    await expect(bar).toBeVisible()
    await bar.getByRole('button', { name: 'Dismiss' }).click()
    await expect(bar).toHaveCount(0)
    const asked = page.waitForEvent('websocket')
    await modal.button('Try again').click()
    await asked
    await expect(modal.text(words)).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect(warnings.filter((text) => advice.test(text))).toHaveLength(1)
  })

test('a listing that refuses the origin is told once, and the user goes on', async ({ host, page, world }) => {
  const warnings: string[] = []
  page.on('console', (said) => {
    if (said.type() === 'warning') warnings.push(said.text())
  })
  const headers = { 'Access-Control-Allow-Origin': world.origins.modal }
  await page.route(`${world.origins.api}/getWallets?*`, (route) =>
    route.fulfill({ status: 403, headers, contentType: 'text/plain', body: 'Forbidden' }),
  )
  const { modal, dapp } = await opened({ host, page, world }, { ...world.listed, debug: true })
  const bar = modal.frame.getByRole('alert').filter({ hasText: 'Invalid App Configuration' })
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await modal.close.click()
  await dapp.expectClosed()
  const asked = page.waitForResponse((answer) => answer.url().includes('/getWallets') && answer.status() === 403)
  await host.connect()
  await asked
  await modal.expectView('Connect Wallet')
  await expect(bar).toHaveCount(0)
  expect(warnings.filter((text) => text.includes('wallet listing refuses'))).toHaveLength(1)
})
