/** Where fields and main actions are drawn, frame by frame, while a user types and the world answers: nothing moves. */
import type { Frame, Page } from '@playwright/test'
import { connectedDemo } from '../pages/connected-demo.ts'
import { demoOn } from '../pages/demo.ts'
import { type Modal, modalIn, modalOn } from '../pages/modal.ts'
import { named } from '../pages/names.ts'
import { sendOn } from '../pages/send.ts'
import { skeletonOn } from '../pages/skeleton.ts'
import { serveStub } from '../pages/stub-frame.ts'
import { swapOn } from '../pages/swap.ts'
import { animationsEnd } from '../screenshots/steady.ts'
import { expect, modalFrame, test, withWallets } from '../test.ts'
import type { World } from '../world/world.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
] as const
const most = 2

/** Records the top of the card, of each field and of the main action in every drawn frame, once the view has come to rest. */
async function record(frame: Frame) {
  await expect(frame.locator('[data-leaving]')).toHaveCount(0)
  await animationsEnd(frame)
  await frame.evaluate(() => {
    const tops: Record<string, number[]> = {}
    Reflect.set(window, 'tops', tops)
    const look = () => {
      if (Reflect.get(window, 'tops') !== tops) return
      for (const part of document.querySelectorAll<HTMLElement>('main, main input, main [type="submit"]')) {
        const name = part instanceof HTMLInputElement ? (part.labels?.[0]?.textContent ?? 'input') : part.localName
        const key = name.replace(/ in .*/, '') // the unit of an amount
        tops[key] = [...(tops[key] ?? []), part.getBoundingClientRect().top]
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return {
    /** By how far each part has moved. */
    end: () =>
      frame.evaluate(() => {
        const tops = Reflect.get(window, 'tops') as Record<string, number[]> // as: set above
        Reflect.set(window, 'tops', undefined)
        return Object.entries(tops).map(([name, seen]) => ({
          name,
          frames: seen.length,
          by: Math.max(...seen) - Math.min(...seen),
        }))
      }),
  }
}
type Moves = Awaited<ReturnType<Awaited<ReturnType<typeof record>>['end']>>

function expectStill(moves: Moves, names: readonly string[]): void {
  expect(moves.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]))
  for (const { frames } of moves) expect(frames).toBeGreaterThan(2)
  expect(moves.filter(({ by }) => by > most)).toEqual([])
}

/** Names and tops of the lines of the quote. */
const linesOf = (frame: Frame) =>
  frame.evaluate(() =>
    [...document.querySelectorAll('main [data-shown] :is(dt:not(details *), summary)')].map(
      (line) => `${line.textContent}: ${Math.round(line.getBoundingClientRect().top)}`,
    ),
  )

/** No node of the first chain answers the page until this is released. */
async function holdNodes(page: Page, world: World): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const urls = new Set(world.chains[0].endpoints.map(({ url }) => url))
  await page.route(
    ({ href }) => urls.has(href),
    async (route) => {
      await released
      await route.continue()
    },
  )
  return release
}

async function openOn(page: Page, modal: Modal, view: 'Send' | 'Swap'): Promise<void> {
  await modal.button(view).click()
  await modal.expectView(view)
  await page.mouse.move(0, 0)
}

/** From the account: coins for dollars, quoted. */
async function openQuoted(page: Page, world: World) {
  const { openAccount } = await connectedDemo(page, world)
  const modal = await openAccount()
  await openOn(page, modal, 'Swap')
  const swap = swapOn(modal)
  await modal.button('Select token').first().click()
  await swap.token('USD').click()
  await modal.expectView('Swap')
  await expect(modal.button('Review swap')).toBeVisible()
  return { modal, swap }
}

for (const size of sizes)
  test.describe(`a window ${size.width} px wide`, () => {
    test.use({ viewport: size })

    test('a payment is typed, a name is looked up, and mistakes are shown', async ({ page, world }) => {
      const friend = await named(world)
      const { openAccount } = await connectedDemo(page, world)
      const modal = await openAccount()
      await openOn(page, modal, 'Send')
      const { amount, to } = sendOn(modal)
      await expect(modal.button('Add Amount')).toBeVisible()
      const recording = await record(modal.frame)
      await amount.pressSequentially('0,25')
      await expect(modal.button('Add Address')).toBeVisible()
      await to.pressSequentially('nobody')
      await expect(modal.text(/This is not an address/)).toBeVisible()
      await to.fill(friend.name)
      await expect(modal.text(`${friend.name} resolves to`)).toBeVisible()
      await modal.button('Max').click()
      await expect(modal.text(/^Everything except/)).toBeVisible()
      await amount.fill('0.1234567890123456789')
      await expect(modal.text(/at most 18 decimals/)).toBeVisible()
      expectStill(await recording.end(), ['main', 'Amount', 'To', 'button'])
    })

    test('a swap is quoted, and quoted again with each key', async ({ page, world }) => {
      const { modal, swap } = await openQuoted(page, world)
      const recording = await record(modal.frame)
      await swap.pays.fill('')
      await expect(modal.button('Enter amount')).toBeVisible()
      await swap.pays.pressSequentially('0.25', { delay: 100 })
      await expect(modal.button('Review swap')).toBeVisible()
      await modal.button('Max').click()
      await expect(modal.text(/^Everything except/)).toBeVisible()
      await swap.pays.fill('999999')
      await expect(modal.button('Insufficient balance')).toBeVisible()
      expectStill(await recording.end(), ['main', 'You pay', 'You receive, about', 'button'])
    })

    test('another token is chosen while the node is slow: the other side and all lines stay', async ({
      page,
      world,
    }) => {
      const { modal, swap } = await openQuoted(page, world)
      const lines = await linesOf(modal.frame)
      const release = await holdNodes(page, world)
      const quoted = page.waitForResponse(/\/quotes\b/)
      await modal.button(/Choose another token to receive/).click()
      await swap.token('Test Token').click()
      await modal.expectView('Swap')
      await quoted
      await expect(modal.frame.locator('[data-leaving]')).toHaveCount(0)
      expect(await linesOf(modal.frame)).toEqual(lines)
      await expect(modal.text(/^Balance .* ETH$/)).toBeVisible()
      release()
      await expect(modal.button('Review swap')).toBeVisible()
    })

    test('a review that is being made has its actions in their place', async ({ page, world }) => {
      const { openAccount } = await connectedDemo(page, world)
      const modal = await openAccount()
      await openOn(page, modal, 'Send')
      const { amount, to } = sendOn(modal)
      await amount.fill('0.01')
      await to.fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
      await expect(modal.button('Preview Send')).toBeVisible()
      const release = await holdNodes(page, world)
      await modal.button('Preview Send').click()
      await modal.expectView('Review Send')
      await expect(modal.frame.locator('[data-leaving]')).toHaveCount(0)
      const [send, cancel] = [modal.button('Send'), modal.button('Cancel')]
      await expect(send).toBeDisabled()
      const [sendAt, cancelAt] = [await send.boundingBox(), await cancel.boundingBox()]
      release()
      await expect(send).toBeEnabled()
      expect([await send.boundingBox(), await cancel.boundingBox()]).toEqual([sendAt, cancelAt])
    })
  })

test.describe('Connect', () => {
  test.use(withWallets({ name: 'Rabbit' }))

  test('asks for an email: the arrow comes with a valid address, and a mistake pushes nothing away', async ({
    parts,
  }) => {
    const { host, page, world } = parts
    await host.create(world.embedded)
    await host.connect()
    const modal = await modalOn(page, world)
    const email = modal.frame.getByRole('textbox', { name: 'Email' })
    const arrow = modal.frame.getByRole('button', { name: 'Continue with email' })
    const foot = modal.frame.getByRole('button', { name: 'Get started' })
    // The view is drawn before the opening, which draws it anew.
    await expect(modal.frame.locator('[data-open]')).toBeAttached()
    await email.fill('nina')
    await expect(arrow).toHaveCount(0)
    const before = await foot.boundingBox()
    await email.press('Enter')
    await expect(modal.text('Invalid email. Try again.')).toBeVisible()
    expect(await foot.boundingBox()).toEqual(before)
    await email.fill('nina@mail.example')
    await expect(arrow).toBeVisible()
    expect(await foot.boundingBox()).toEqual(before)
  })
})

test.describe('before the modal is there', () => {
  test('its card has the place and the close button of the modal', async ({ host, page, world }) => {
    await page.setViewportSize(sizes[0])
    const restore = await serveStub(page, world, { greets: false })
    await host.create()
    await host.connect()
    const skeleton = skeletonOn(page)
    await skeleton.expectText('Loading…')
    const waiting = await skeleton.box('Close')
    await restore()
    await host.open()
    await host.create()
    await host.connect()
    const close = modalIn(await modalFrame(page, world)).frame.getByRole('button', { name: 'Close' })
    await expect(close).toBeVisible()
    const shown = await close.boundingBox()
    for (const part of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs((shown?.[part] ?? 0) - waiting[part]), part).toBeLessThanOrEqual(most)
  })

  test('its card is all that is seen: no frame behind it, and no second scrim', async ({ host, page, world }) => {
    const restore = await serveStub(page, world, { greets: false })
    await host.create()
    await host.connect()
    await skeletonOn(page).expectText('Loading…')
    const covered = await page.screenshot({ animations: 'disabled' })
    const { frame } = await modalOn(page, world)
    await frame.evaluate(() => {
      document.body.style.background = 'red'
    })
    await frame.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect((await page.screenshot({ animations: 'disabled' })).equals(covered)).toBe(true)
    await restore()
  })
})

interface SeenPart {
  readonly height: number
  readonly offsetTop: number
  readonly scale: number
}

/** What a browser with such a keyboard says: the layout stays, and only this part of it is seen. */
const seeOf = (page: Page, part: SeenPart) =>
  page.evaluate((given) => {
    for (const [name, value] of Object.entries(given))
      Object.defineProperty(visualViewport, name, { value, configurable: true })
    visualViewport?.dispatchEvent(new Event('resize'))
  }, part)

test('a phone’s keyboard covers no action: the modal ends above it', async ({ page, world }) => {
  await page.setViewportSize(sizes[1])
  const { openAccount } = await connectedDemo(page, world)
  const modal = await openAccount()
  await openOn(page, modal, 'Send')
  const bottoms = async () => {
    const [action, amount] = [modal.button(/^Add /), sendOn(modal).amount]
    return Promise.all([action, amount].map((part) => part.evaluate((one) => one.getBoundingClientRect().bottom)))
  }
  const innerHeightIs = (height: number) => expect.poll(() => modal.frame.evaluate(() => innerHeight)).toBe(height)
  const see = (part: SeenPart) => seeOf(page, part)
  const { height } = sizes[1]
  await innerHeightIs(height)
  await see({ height: 380, offsetTop: 60, scale: 1 })
  await innerHeightIs(380)
  await expect.poll(async () => Math.max(...(await bottoms()))).toBeLessThanOrEqual(380)
  // In the page, the frame begins where the part begins that is seen.
  expect(await modal.frame.locator('main').boundingBox()).toMatchObject({ x: 0 })
  expect((await modal.frame.locator('html').boundingBox())?.y).toBe(60)
  await see({ height: height / 2, offsetTop: 0, scale: 2 })
  await innerHeightIs(height)
  await see({ height: 380, offsetTop: 60, scale: 1 })
  await innerHeightIs(380)
  await modal.close.click()
  await openAccount()
  await innerHeightIs(height)
})

test.describe('a phone that lies on its side', () => {
  test.use({ viewport: { width: 640, height: 360 }, isMobile: true, hasTouch: true })

  test('its keyboard leaves a strip: the field in use is in it, and the action can be scrolled to', async ({
    page,
    world,
  }) => {
    const { openAccount } = await connectedDemo(page, world)
    const modal = await openAccount()
    await openOn(page, modal, 'Send')
    const { to } = sendOn(modal)
    const card = await modal.frame.locator('main').boundingBox()
    expect(Math.round((card?.x ?? 0) + (card?.width ?? 0) / 2)).toBe(320)
    await to.tap()
    await seeOf(page, { height: 150, offsetTop: 0, scale: 1 })
    await expect.poll(() => modal.frame.evaluate(() => innerHeight)).toBe(150)
    await expect(to).toBeInViewport({ ratio: 1 })
    await expect(to).toBeFocused()
    const action = modal.button(/^Add /)
    await action.scrollIntoViewIfNeeded()
    await expect(action).toBeInViewport({ ratio: 1 })
    await expect(modal.close).toBeAttached()
  })
})

test('the wallet’s own window has no host: its field and its main action stay above a keyboard', async ({
  page,
  world,
}) => {
  await page.setViewportSize(sizes[1])
  await page.goto(`${world.origins.modal}/fixtures/security-gallery.html?state=rotation-end&window`)
  const field = page.getByRole('textbox')
  const action = page.getByRole('button', { name: 'End the old account' })
  await field.fill('end')
  await seeOf(page, { height: 300, offsetTop: 40, scale: 1 })
  const edgesOf = (part: typeof field) =>
    part.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return { top, bottom }
    })
  for (const part of [field, action]) {
    await expect.poll(async () => (await edgesOf(part)).top).toBeGreaterThanOrEqual(40)
    await expect.poll(async () => (await edgesOf(part)).bottom).toBeLessThanOrEqual(340)
  }
  // The user zooms in, or the keyboard goes: the window is whole again.
  await seeOf(page, { height: 320, offsetTop: 0, scale: 2 })
  await expect(page.locator('main')).not.toHaveAttribute('data-typing')
  await seeOf(page, { height: 640, offsetTop: 0, scale: 1 })
  await expect(page.locator('main')).not.toHaveAttribute('data-typing')
})

test('Connect waits for the listing of wallets: what it brings has its place', async ({ page, world }) => {
  const demo = demoOn(page, world)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/getWallets?*', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/getWallets?*')
  await demo.open()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await modal.expectView('Connect Wallet')
  await asked
  await page.mouse.move(0, 0)
  // The rows that wait are in line with those that are there.
  const lefts = await modal.frame.evaluate(() =>
    [...document.querySelectorAll('main [data-shape="row"] > :first-child, main li button > :first-child')].map(
      (start) => start.getBoundingClientRect().left,
    ),
  )
  expect(lefts.length).toBeGreaterThan(2)
  expect(new Set(lefts).size).toBe(1)
  const recording = await record(modal.frame)
  release()
  await expect(modal.button(/^All Wallets/)).toBeVisible()
  expectStill(await recording.end(), ['main', 'Email'])
})
