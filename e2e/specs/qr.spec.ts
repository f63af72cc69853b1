/** The pairing code as a picture: cameras can read it, nothing moves while it is created, and it renews itself. */
import { codeIn, pairing } from '../pages/pairing.ts'
import { distortions, readCodes } from '../pages/qr.ts'
import { settled } from '../screenshots/steady.ts'
import { expect, test } from '../test.ts'

for (const colorScheme of ['light', 'dark'] as const)
  test(`two decoders read the code in every distortion, ${colorScheme}`, async ({ parts, context, page }) => {
    await page.emulateMedia({ colorScheme })
    const { modal } = await pairing(parts)
    const uri = await codeIn(modal)
    await settled(modal.frame, colorScheme)
    const read = await readCodes(context, modal.frame.locator('[data-pairing-uri]'))
    expect(read).toEqual(Object.fromEntries(Object.keys(distortions).map((name) => [name, [uri, uri]])))
  })

test('nothing moves when the code arrives', async ({ parts, world }) => {
  world.relay.behave('silent')
  const { modal } = await pairing(parts)
  await expect(modal.outcome).toHaveText('Creating a code')
  const boxes = () =>
    Promise.all(
      [modal.frame.getByRole('main'), modal.outcome, modal.button('Copy link')].map(async (part) => {
        // Only the vertical position is compared: texts are centred and differ in width.
        const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 }
        return { y, height }
      }),
    )
  await settled(modal.frame)
  const before = await boxes()
  world.relay.behave('normal')
  await codeIn(modal)
  await settled(modal.frame)
  expect(await boxes()).toEqual(before)
})

test('a code is renewed before it ends, and the line round it is full again', async ({ parts, page }) => {
  await page.clock.install()
  const { modal } = await pairing(parts)
  const first = await codeIn(modal)
  const left = async () =>
    Number((await modal.frame.locator('[pathLength]').last().getAttribute('stroke-dasharray'))?.split(' ')[0])
  expect(await left()).toBeGreaterThan(95)
  await page.clock.fastForward(100_000)
  await expect.poll(left).toBeLessThan(61)
  await page.clock.fastForward(120_000)
  expect(await codeIn(modal, first)).not.toBe('')
  await expect.poll(left).toBeGreaterThan(80)
})

test('the link is copied', async ({ parts, context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { modal } = await pairing(parts)
  const uri = await codeIn(modal)
  await modal.button('Copy link').click()
  await expect(modal.button('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
})

test('the link can be copied by hand if the page forbids copying', async ({ parts, host }) => {
  await host.open({ csp: 'no-permissions' })
  const { modal } = await pairing(parts)
  const uri = await codeIn(modal)
  await modal.button('Copy link').click()
  const field = modal.frame.getByRole('textbox', { name: 'Link' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(uri)
})
