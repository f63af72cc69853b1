/** Settings of users and hosts: text size, width, language, motion, colours. Nothing may be cut, lost, moved or unreadable. */
import { type Look, wear } from '../../screenshots/looks.ts'
import { openStage, type Stage, type StageOptions } from '../../screenshots/stage.ts'
import { modalStates } from '../../screenshots/states/index.ts'
import { setTextSize, settled } from '../../screenshots/steady.ts'
import { press } from '../../setup/press.ts'
import { expect, test } from '../../test.ts'
import { bareControls, boxesOf, clipped, smallTargets, textContrast } from './measure.ts'

const stateOf = (name: string) => {
  const state = modalStates.find((candidate) => candidate.name === name)
  if (!state) throw new Error(`No state is called ${name}`)
  return state
}

/** The fullest state of each layout; the gallery checks every state (`../gallery.spec.ts`). */
const fullest = ['connect-many', 'connecting-failed', 'account-stale', 'networks-many', 'email-code-wrong'] as const

const narrow: Look = { name: 'narrow', viewport: { width: 320, height: 640 }, colorScheme: 'light' }
const low: Look = { name: 'low', viewport: { width: 320, height: 256 }, colorScheme: 'light' }

for (const name of fullest)
  test(`nothing is cut, no target is small: ${name}`, async ({ browser, world }) => {
    const stage = await openStage(browser, world, stateOf(name))
    await stateOf(name).reach(stage)
    const modal = await stage.frame()
    await wear(stage.page, narrow)
    await settled(modal)
    expect.soft(await smallTargets(modal), `small targets of ${name}`).toEqual([])
    expect.soft(await clipped(modal), `${name} at 320 px`).toEqual([])
    await setTextSize(modal, 200)
    await settled(modal)
    expect.soft(await clipped(modal), `${name} with 200 % text`).toEqual([])
    await speak(stage, 'en-XA')
    expect.soft(await clipped(modal), `${name} with 200 % text in the pseudo-locale`).toEqual([])
    await wear(stage.page, low)
    await closeIsReachable(stage)
    await stage.context.close()
  })

const speak = async ({ page, frame }: Stage, locale: string) => {
  await page.evaluate((wanted) => {
    // as: the instance set by `create`.
    const airlock = Reflect.get(window, 'airlock') as { setLocale(locale: string): void }
    airlock.setLocale(wanted)
  }, locale)
  await (await frame()).locator(`html[lang="${locale}"]`).waitFor({ state: 'attached' })
}

/** The close button is in the viewport without scrolling and is not covered. */
async function closeIsReachable({ page, frame }: Stage): Promise<void> {
  const close = (await frame()).locator('header button').last()
  const box = await close.boundingBox()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  if (!box) throw new Error('There is no close button')
  expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true)
  await close.click({ trial: true })
}

test('the close button works at 320×256, and the last line can be scrolled to', async ({ browser, world }) => {
  const state = stateOf('connect-many')
  const stage = await openStage(browser, world, state, { context: { viewport: low.viewport } })
  await state.reach(stage)
  const modal = await stage.frame()
  const last = modal.getByRole('button', { name: 'Get started' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await press(modal.getByRole('button', { name: 'Close' }))
  await expect(stage.page.getByRole('button', { name: 'Connect' })).toBeFocused()
  await stage.context.close()
})

test('the rows stand where their skeletons stood', async ({ browser, world }) => {
  const boxes = await Promise.all(
    ['connect-skeleton', 'connect-wallets'].map(async (name) => {
      const stage = await openStage(browser, world, stateOf(name))
      await stateOf(name).reach(stage)
      const modal = await stage.frame()
      await settled(modal)
      const found = await boxesOf(modal, 'main, [data-shape="row"] > :first-child, [data-shown] ul [data-size="32"]')
      await stage.context.close()
      return found
    }),
  )
  expect(boxes[0]).toHaveLength(5)
  expect(boxes[0]).toEqual(boxes[1])
})

test('nothing moves when the balance arrives, fails or grows old', async ({ browser, world }) => {
  const boxes: (readonly string[])[] = []
  for (const name of ['account-loading', 'account-ready', 'account-failed', 'account-stale']) {
    const stage = await openStage(browser, world, stateOf(name))
    await stateOf(name).reach(stage)
    const modal = await stage.frame()
    await settled(modal)
    boxes.push(await boxesOf(modal, 'main, [data-shown] ul button, [data-shown] ul a'))
    await stage.context.close()
  }
  for (const found of boxes) expect(found).toEqual(boxes[0])
})

const lasting = (stage: Stage) =>
  stage.frame().then((modal) =>
    modal.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => animation.effect?.getComputedTiming())
        .filter((timing) => Number(timing?.duration) > 80 || timing?.iterations === Number.POSITIVE_INFINITY)
        .map((timing) => `${String(timing?.duration)} ms × ${timing?.iterations}`),
    ),
  )

test('nothing moves with less motion, also while a wallet is waited for', async ({ browser, world }) => {
  const context: StageOptions = { reducedMotion: 'reduce' }
  const state = stateOf('connecting-waiting')
  const stage = await openStage(browser, world, state, { context })
  await state.reach(stage)
  expect(await lasting(stage)).toEqual([])
  await stage.page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => lasting(stage)).toEqual(['1200 ms × Infinity'])
  await stage.context.close()
})

test('a dark modal is dark from its first paint, on a light system', async ({ browser, world }) => {
  const stage = await openStage(browser, world, stateOf('connect-one-wallet'), {
    context: { colorScheme: 'light' },
    extra: { themeMode: 'dark' },
  })
  await stage.context.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { paintedByTest: seen })
    const look = () => {
      const card = document.querySelector('main')
      if (card) seen.push(getComputedStyle(card).backgroundColor)
      if (seen.length < 20) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await stateOf('connect-one-wallet').reach(stage)
  const modal = await stage.frame()
  // as: set above.
  const painted = () => modal.evaluate(() => Reflect.get(window, 'paintedByTest') as string[])
  await expect.poll(async () => (await painted()).length).toBeGreaterThanOrEqual(20)
  expect(new Set(await painted())).toEqual(new Set(['rgb(18, 19, 19)']))
  await stage.context.close()
})

test('every control has a border and readable words with forced colours', async ({ browser, world }) => {
  for (const name of ['connect-legal-checkbox-off', 'connecting-declined', 'account-testnet']) {
    const stage = await openStage(browser, world, stateOf(name), { context: { forcedColors: 'active' } })
    await stateOf(name).reach(stage)
    const modal = await stage.frame()
    expect(await bareControls(modal), name).toEqual([])
    const plated = await modal.evaluate(() => {
      const surface = getComputedStyle(document.querySelector('main') ?? document.body).backgroundColor
      return [...document.querySelectorAll<HTMLElement>('main button')]
        .map((control) => ({ name: control.innerText, style: getComputedStyle(control) }))
        .filter(({ style }) => style.backgroundColor !== surface && !style.backgroundColor.endsWith(', 0)'))
        .filter(({ style }) => style.forcedColorAdjust !== 'none')
        .map(({ name }) => name)
    })
    expect(plated, `words of filled controls that stand on a plate of the page’s colour, ${name}`).toEqual([])
    await stage.context.close()
  }
})

for (const accent of ['#ffe600', '#ffffff', '#3a1f0b', '#808080'])
  test(`a host's accent ${accent} stays readable`, async ({ browser, world }) => {
    const state = stateOf('connect-none')
    const stage = await openStage(browser, world, state, { extra: { themeVariables: { accent } } })
    await state.reach(stage)
    const modal = await stage.frame()
    for (const colorScheme of ['light', 'dark'] as const) {
      await stage.page.emulateMedia({ colorScheme })
      await settled(modal, colorScheme)
      expect(await textContrast(modal, '[data-variant="primary"]')).toBeGreaterThanOrEqual(4.5)
      expect(await textContrast(modal, '[data-focus-key="learn"]')).toBeGreaterThanOrEqual(4.5)
    }
    await stage.context.close()
  })
