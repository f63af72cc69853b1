/**
 * The approve gate against a page that really covers, moves and filters its frame, with real clicks (T2, C48). Also
 * contains the tricks that pass the gate although the user sees nothing: they are the reason why everything except
 * sign-ins is confirmed in a separate window.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Frame, Page } from '@playwright/test'
import { stillMs } from '../../frame-app/src/shared/approve/gate.ts'
import { frameOn } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import { swept } from '../setup/sweep.ts'
import { tabTo } from '../setup/tab-to.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

type Approval = Awaited<ReturnType<typeof openApproval>>

/** Opens the approval in a hostile page; resolves when Approve is armed. */
async function openApproval(page: Page, world: World, { armed = true } = {}) {
  const query = `csp=none&frameOrigin=${encodeURIComponent(world.origins.modal)}`
  await page.goto(`${world.origins.host}/hostile-host.html?${query}`)
  const frame = await frameOn(page, world.origins.modal)
  const approve = frame.getByRole('button', { name: 'Sign in' })
  await approve.waitFor()
  const approval = {
    frame,
    approve,
    /** Messages that the page has received from the frame. */
    told: () => page.evaluate(() => Reflect.get(window, 'told') as string[]),
    expectReason: (text: string | RegExp) => expect(frame.getByRole('status')).toHaveText(text),
    expectArmed: () => expect(approve).not.toHaveAttribute('aria-disabled'),
    expectDisarmed: () => expect(approve).toHaveAttribute('aria-disabled', 'true'),
    /** The middle of the button, in coordinates of the page. */
    async aim() {
      const box = await approve.boundingBox()
      if (!box) throw new Error('The button has no box')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    },
    /** Moves over the button like a user; after that the gate knows the pointer. */
    async hover() {
      const { x, y } = await approval.aim()
      await page.mouse.move(x - 60, y - 40)
      await page.mouse.move(x, y, { steps: 8 })
      await passed(frame, stillMs)
    },
    async press() {
      await page.mouse.down()
      await page.mouse.up()
      await handled(frame)
    },
    /** Presses until the button itself receives a press: the browser may aim at positions from before a jump. */
    async pressUntilFelt() {
      await approve.evaluate((button) => {
        button.addEventListener('pointerdown', () => Reflect.set(window, 'felt', true), { capture: true, once: true })
      })
      const felt = async () => {
        await approval.press()
        return frame.evaluate(() => Reflect.get(window, 'felt') === true)
      }
      await expect.poll(felt).toBe(true)
    },
  }
  if (armed) await approval.expectArmed()
  return approval
}

/**
 * Waits by the frame's own clock, a little longer than `ms`: the gate depends on time, and shows no change while the
 * pointer rests.
 */
const passed = (frame: Frame, ms: number) =>
  frame.evaluate((length) => new Promise((resolve) => setTimeout(resolve, length + 50)), ms)

/** The frame hears of nothing for so long. */
const keepBusy = (frame: Frame, ms: number) =>
  frame.evaluate((length) => {
    setTimeout(() => {
      const until = performance.now() + length
      while (performance.now() < until);
    })
  }, ms)

/** Waits until earlier events of the frame are handled and painted. */
const handled = (frame: Frame) =>
  frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

async function expectNothingApproved(approval: Approval) {
  await handled(approval.frame)
  expect(await approval.told()).toEqual([])
  await expect(approval.frame.getByText('Nothing decided')).toBeVisible()
}

test.describe('an honest page', () => {
  test('gets its approval from one click', { tag: '@gate' }, async ({ page, world }) => {
    const approval = await openApproval(page, world)
    await approval.expectReason('Check what is above, then decide.')
    await approval.hover()
    await approval.press()
    await expect(approval.frame.getByText('Approved')).toBeVisible()
    expect(await approval.told()).toEqual(['Approved'])
  })

  test('gets it in a modal dialog and a closed shadow root, where the SDK keeps its frame', async ({ page, world }) => {
    const query = `frame=gate-frame.html&frameOrigin=${encodeURIComponent(world.origins.modal)}`
    await page.goto(`${world.origins.host}/harness-host.html?${query}`)
    await press(page.getByRole('button', { name: 'Open' }))
    const frame = await frameOn(page, world.origins.modal)
    const approve = frame.getByRole('button', { name: 'Sign in' })
    await expect(approve).not.toHaveAttribute('aria-disabled')
    await approve.hover()
    await passed(frame, stillMs)
    await approve.click()
    await expect(frame.getByText('Approved')).toBeVisible()
  })

  test('gets it although the frame is too busy to follow the pointer', async ({ page, world }) => {
    const approval = await openApproval(page, world)
    const { x, y } = await approval.aim()
    await keepBusy(approval.frame, 3 * stillMs)
    // Each answer waits for the frame.
    const moving = [page.mouse.move(x - 60, y - 40), page.mouse.move(x, y)]
    await pause(1.5 * stillMs)
    await Promise.all([...moving, page.mouse.down(), page.mouse.up()])
    await handled(approval.frame)
    expect(await approval.told()).toEqual(['Approved'])
  })

  test('does not get it from a press that came at once and is heard late', async ({ page, world }) => {
    const approval = await openApproval(page, world)
    const { x, y } = await approval.aim()
    await keepBusy(approval.frame, 3 * stillMs)
    await Promise.all([page.mouse.move(x, y), page.mouse.down(), page.mouse.up()])
    await approval.expectReason(/press once more/)
    await expectNothingApproved(approval)
  })

  test('gets one approval from a double click', async ({ page, world }) => {
    const approval = await openApproval(page, world)
    await approval.hover()
    await approval.press()
    await approval.press()
    expect(await approval.told()).toEqual(['Approved'])
  })

  for (const key of ['Enter', 'Space'])
    test(`gets it from the keyboard: ${key}`, async ({ page, world }) => {
      const approval = await openApproval(page, world)
      await page.getByRole('button', { name: 'You have won' }).focus()
      await tabTo(page, approval.approve)
      await passed(approval.frame, stillMs)
      await page.keyboard.press(key)
      await expect(approval.frame.getByText('Approved')).toBeVisible()
      expect(await approval.told()).toEqual(['Approved'])
    })

  test('gets it from a finger at the second tap', async ({ browser, world }) => {
    const context = await browser.newContext({ hasTouch: true })
    const page = await context.newPage()
    // Not framed, because clicks of emulated taps do not reach a frame of another origin.
    await page.goto(`${world.origins.modal}/fixtures/gate-frame.html`)
    const approve = page.getByRole('button', { name: 'Sign in' })
    await expect(approve).not.toHaveAttribute('aria-disabled')
    await approve.tap()
    await expect(page.getByRole('status')).toHaveText(/press once more/)
    await expect(page.getByText('Nothing decided')).toBeVisible()
    await expect(approve).not.toHaveAttribute('aria-disabled')
    await approve.tap()
    await expect(page.getByText('Approved')).toBeVisible()
    await context.close()
  })
})

/** What a page can do to its frame. With each of these the button can still be clicked. */
const coverings: Readonly<Record<string, (frame: HTMLElement) => void>> = {
  'an overlay that lets clicks through': (frame) => {
    const overlay = document.createElement('div')
    overlay.style.cssText = `${frame.style.cssText}; background: white; pointer-events: none`
    document.body.append(overlay)
  },
  'an overlay far from the button': (frame) => {
    const overlay = document.createElement('div')
    overlay.style.cssText = `${frame.style.cssText}; block-size: 10px; background: white; pointer-events: none`
    document.body.append(overlay)
  },
  'a pop-over': (frame) => {
    const popover = document.createElement('div')
    popover.popover = 'manual'
    popover.style.cssText = `${frame.style.cssText}; margin: 0; pointer-events: none`
    document.body.append(popover)
    popover.showPopover()
  },
  'little opacity': (frame) => {
    frame.style.opacity = '0.01'
  },
  'hardly less than full opacity': (frame) => {
    frame.style.opacity = '0.99'
  },
  'a filter': (frame) => {
    frame.style.filter = 'contrast(0.02)'
  },
  'a smaller scale': (frame) => {
    frame.style.transform = 'scale(0.4)'
  },
  'a turn': (frame) => {
    frame.style.transform = 'rotate(2deg)'
  },
}

for (const [name, cover] of swept(Object.entries(coverings), { drawn: 3, kindOf: () => 'covering' }))
  test(`${name} disarms the button, and a click on it approves nothing [C48, T2]`, async ({ page, world }) => {
    const approval = await openApproval(page, world)
    await page.locator('#frame').evaluate(cover)
    await approval.expectDisarmed()
    await approval.expectReason(/^Something covers or changes this window/)
    await approval.hover()
    await approval.press()
    await expectNothingApproved(approval)
    await approval.expectDisarmed()
  })

test('part of the panel outside the window disarms the button [C48]', async ({ page, world }) => {
  const approval = await openApproval(page, world)
  await page.locator('#frame').evaluate((frame) => {
    frame.style.clipPath = 'inset(40px 0 0 0)'
  })
  await approval.expectReason(/^Not all of this is on the screen/)
  await approval.hover()
  await approval.press()
  await expectNothingApproved(approval)
})

test('a zoom below one half is refused by the gate although the browser calls it visible [C48]', async ({
  page,
  world,
}) => {
  const approval = await openApproval(page, world)
  await page.locator('#frame').evaluate((frame) => {
    frame.style.zoom = '0.45'
  })
  await approval.expectReason(/too small to read/)
  await approval.expectDisarmed()
  await approval.hover()
  await approval.press()
  await expectNothingApproved(approval)
})

test('a frame that was translucent arms the button again after half a second', async ({ page, world }) => {
  const approval = await openApproval(page, world)
  await page.locator('#frame').evaluate((frame) => {
    frame.style.opacity = '0.5'
  })
  await approval.expectDisarmed()
  await page.locator('#frame').evaluate((frame) => {
    frame.style.opacity = ''
  })
  await approval.expectReason(/ready in a moment/)
  await approval.hover()
  await approval.expectArmed()
  await approval.press()
  expect(await approval.told()).toEqual(['Approved'])
})

test.describe('a jump under the pointer', () => {
  /** Moves the frame so that the middle of the button is at a point of the page. */
  const jump = async (page: Page, approval: Approval, to: { x: number; y: number }) => {
    const from = await approval.aim()
    await page.locator('#frame').evaluate(
      (frame, [dx, dy]) => {
        const { left, top } = frame.getBoundingClientRect()
        frame.style.inset = `${top + dy}px auto auto ${left + dx}px`
      },
      [to.x - from.x, to.y - from.y] as const,
    )
  }

  for (const [name, start, waitMs] of [
    ['from elsewhere, just before the click', { x: 900, y: 400 }, 0],
    ['from elsewhere, a second before the click of a hand that rests', { x: 900, y: 400 }, 1000],
  ] as const)
    test(`${name}, approves nothing [C48]`, async ({ page, world }) => {
      const approval = await openApproval(page, world)
      await page.mouse.move(start.x - 30, start.y)
      await page.mouse.move(start.x, start.y, { steps: 4 })
      await jump(page, approval, start)
      await passed(approval.frame, waitMs)
      await approval.pressUntilFelt()
      await expectNothingApproved(approval)
      await approval.expectReason(/press once more/)
    })

  test('from harmless text to the button of the frame approves nothing [C48]', async ({ page, world }) => {
    const approval = await openApproval(page, world)
    const box = await approval.frame.getByRole('heading').boundingBox()
    if (!box) throw new Error('The heading has no box')
    const resting = { x: box.x + 40, y: box.y + 10 }
    await page.mouse.move(resting.x - 20, resting.y)
    await page.mouse.move(resting.x, resting.y, { steps: 4 })
    await passed(approval.frame, stillMs)
    await jump(page, approval, resting)
    await approval.pressUntilFelt()
    await expectNothingApproved(approval)
    await approval.expectReason(/press once more/)
  })

  test('back and forth under a drumming finger approves nothing [C48, T2]', async ({ page, world }) => {
    const approval = await openApproval(page, world)
    const drum = { x: 900, y: 400 }
    await page.mouse.move(drum.x, drum.y)
    await jump(page, approval, drum)
    await approval.frame.evaluate(() => {
      const beats: number[] = []
      addEventListener('pointerdown', () => beats.push(performance.now()), { capture: true })
      Object.assign(window, { beats })
    })
    // A busy machine causes pauses after which a press may count again, so only presses in quick succession are checked.
    let pauses = 0
    for (let quick = 0; quick < 8; ) {
      await approval.press()
      await passed(approval.frame, 150)
      const beats = await approval.frame.evaluate(() => Reflect.get(window, 'beats') as number[])
      const gaps = beats.slice(1).map((at, index) => at - (beats[index] ?? at))
      pauses = gaps.filter((gap) => gap >= stillMs).length
      quick = gaps.length - pauses
    }
    expect((await approval.told()).length).toBeLessThanOrEqual(pauses)
  })
})

test('a click that a script makes approves nothing [C48]', { tag: '@gate' }, async ({ page, world }) => {
  const approval = await openApproval(page, world)
  await approval.hover()
  await approval.approve.evaluate((button: HTMLButtonElement) => {
    const names = ['pointerdown', 'pointerup', 'click'] as const
    for (const name of names)
      button.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerType: 'mouse', detail: 1 }))
    button.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Enter' }))
    button.click()
  })
  await expectNothingApproved(approval)
})

test('a key that is already held down, and one that comes with the stolen focus, approve nothing [C48, T2]', async ({
  page,
  world,
}) => {
  const approval = await openApproval(page, world)
  await approval.approve.focus()
  await page.getByRole('button', { name: 'You have won' }).focus()
  await passed(approval.frame, stillMs)
  // The page gives the focus to the frame while the user types; the frame passes it to its last focused element.
  await page.locator('#frame').evaluate((frame) => frame.focus())
  await approval.approve.evaluate((button) => button.focus())
  await page.keyboard.press('Enter')
  await expectNothingApproved(approval)
  await page.keyboard.down('Enter')
  for (const _ of Array.from({ length: 12 })) {
    await passed(approval.frame, 100)
    await page.keyboard.down('Enter') // the system's key repeat
  }
  await page.keyboard.up('Enter')
  await expectNothingApproved(approval)
})

test.describe('a cover that the browser cannot see: why value is confirmed in a window of its own', () => {
  for (const [name, hide] of Object.entries({
    'a mask that shows nothing of the frame': (frame: HTMLElement) => {
      frame.style.maskImage = 'linear-gradient(transparent, transparent)'
    },
    'an outline painted over the frame': (frame: HTMLElement) => {
      frame.style.outline = '400px solid red'
      frame.style.outlineOffset = '-400px'
    },
  }))
    test(`${name} passes the gate today [C48]`, async ({ page, world }) => {
      const approval = await openApproval(page, world)
      await page.locator('#frame').evaluate(hide)
      await approval.hover()
      await approval.expectArmed()
      await approval.press()
      expect(await approval.told()).toEqual(['Approved'])
    })
})

test('a browser without version 2 of the observer: the gate says so and leads to a window of its own', async ({
  context,
  page,
  world,
}) => {
  await context.addInitScript(() => Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible'))
  const approval = await openApproval(page, world, { armed: false })
  await approval.expectReason(/^This browser can’t tell/)
  await approval.hover()
  await approval.press()
  await expectNothingApproved(approval)
  await approval.expectDisarmed()
  await press(approval.frame.getByRole('button', { name: 'Confirm in a separate window' }))
  expect(await approval.told()).toEqual(['Window wanted'])
})

test('no state moves anything, and the reason is read with the button', async ({ page, world }) => {
  const approval = await openApproval(page, world)
  const boxes = () =>
    approval.frame.evaluate(() =>
      [...document.querySelectorAll('section, button')].map((element) =>
        JSON.stringify(element.getBoundingClientRect()),
      ),
    )
  const before = await boxes()
  for (const style of ['opacity: 0.5', 'clip-path: inset(40px 0 0 0)']) {
    await page.locator('#frame').evaluate((frame, text) => {
      frame.style.cssText += `; ${text}`
    }, style)
    await approval.expectDisarmed()
    expect(await boxes()).toEqual(before)
    await expect(approval.approve).toHaveAccessibleDescription(/separate window/)
  }
})
