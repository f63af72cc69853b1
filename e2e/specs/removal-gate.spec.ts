/**
 * Clicks that remove something from the embedded wallet: a page that covers its frame cannot make them count, and
 * neither does a click that was meant for what the wallet's own window showed before. The gate itself:
 * `approve-gate.spec.ts`.
 */
import { stillMs } from '../../frame-app/src/shared/approve/gate.ts'
import { frameOn } from '../setup/frames.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

/** The confirmation screens of the wallet's pages, and the button that confirms each. */
const removals: Readonly<Record<string, string>> = {
  'devices-ask-this': 'Forget this device',
  'devices-ask': 'Remove',
  'recovery-ask-mail': 'Remove',
  'recovery-ask-passkey': 'Remove',
  'logins-ask': 'Remove',
  'logins-found': 'Add this login',
}

/** A press that adds a login passes the same gate. */
const isAddition = (state: string): boolean => state === 'logins-found'

for (const [state, label] of Object.entries(removals))
  test(`a covered press removes nothing, a press in plain view does: ${state} [C71${isAddition(state) ? ', C324' : ''}]`, async ({
    page,
    world,
  }) => {
    const frameUrl = `security-gallery.html?state=${state}`
    const query = new URLSearchParams({ csp: 'none', frameOrigin: world.origins.modal, frame: frameUrl })
    await page.goto(`${world.origins.host}/hostile-host.html?${query}`)
    const frame = await frameOn(page, world.origins.modal)
    const confirm = frame.getByRole('button', { name: label })
    const told = () => frame.evaluate(() => Reflect.get(window, 'told') as string[]) // as: set by the fixture
    /** Moves over the button like a user, rests there for as long as the gate requires, and presses. */
    const press = async () => {
      const box = await confirm.boundingBox()
      if (!box) throw new Error('The button has no box')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x - 60, y - 30)
      await page.mouse.move(x, y, { steps: 8 })
      const rested = await frame.evaluate((ms) => performance.now() + ms, stillMs * 1.2)
      await frame.waitForFunction((until) => performance.now() >= until, rested)
      await frame.evaluate(() => {
        delete document.documentElement.dataset.clicked
        addEventListener('click', () => (document.documentElement.dataset.clicked = ''), { once: true })
      })
      await page.mouse.down()
      await page.mouse.up()
      await frame.waitForSelector('[data-clicked]', { state: 'attached' })
    }

    await expect(confirm).not.toHaveAttribute('aria-disabled')
    await page.evaluate(() => {
      const overlay = document.createElement('div')
      overlay.id = 'overlay'
      const { style } = document.getElementById('frame') ?? overlay
      overlay.style.cssText = `${style.cssText}; background: white; pointer-events: none`
      document.body.append(overlay)
    })
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await press()
    expect(await told()).toEqual([])

    await page.evaluate(() => document.getElementById('overlay')?.remove())
    await expect(confirm).not.toHaveAttribute('aria-disabled')
    await press()
    expect(await told()).toEqual(['confirm'])
  })

test('a removal in the wallet’s own window is confirmed only after it could be read [C71]', async ({ page, world }) => {
  await page.clock.install()
  await page.goto(`${world.origins.modal}/fixtures/security-gallery.html?state=devices-ask-this&window`)
  // From here on the clock moves only when the test moves it. The reload restarts the gate's time.
  await freezeClock(page)
  await page.reload()
  const confirm = page.getByRole('button', { name: 'Forget this device' })
  // React shows code that has loaded late on a timer of up to 300 ms. The steps are shorter than what is left of the gate's time below.
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return confirm.isVisible()
    })
    .toBe(true)
  const told = () => page.evaluate(() => Reflect.get(window, 'told') as string[]) // as: set by the fixture
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await confirm.click({ force: true })
  await page.clock.runFor(600)
  await confirm.click({ force: true })
  expect(await told()).toEqual([])
  await page.clock.runFor(100)
  await expect(confirm).not.toHaveAttribute('aria-disabled')
  await confirm.click()
  expect(await told()).toEqual(['confirm'])
})

test('a device that is the only way into its wallet has no button that forgets it [C71]', async ({ page, world }) => {
  await page.goto(`${world.origins.modal}/fixtures/security-gallery.html?state=devices-ask-alone`)
  await expect(page.getByRole('heading', { name: 'This device can’t be forgotten' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveText(['Add a passkey', 'Keep it'])
  await press(page.getByRole('button', { name: 'Add a passkey' }))
  expect(await page.evaluate(() => Reflect.get(window, 'told') as string[])).toEqual(['show recovery']) // as: set by the fixture
})
