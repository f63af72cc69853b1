/**
 * axe over real states of each view, in both themes: no violation, and enough passed rules to prove that it ran. The gallery runs it over
 * every state (`../gallery.spec.ts`).
 */
import type { Frame, Page } from '@playwright/test'
import { codeIn, pairing } from '../../pages/pairing.ts'
import { openPhone } from '../../pages/phone-page.ts'
import { openStage, type Stage } from '../../screenshots/stage.ts'
import { modalStates, pageStates, type State } from '../../screenshots/states/index.ts'
import { settled } from '../../screenshots/steady.ts'
import { press } from '../../setup/press.ts'
import { firstWord, swept } from '../../setup/sweep.ts'
import { expect, modalFrame, test } from '../../test.ts'
import { audit } from './audit.ts'

const schemes = ['light', 'dark'] as const
/** The number of rules that pass on the emptiest state; an audit of nothing passes none. */
const fewestRules = { modal: 18, demo: 18, approve: 18, security: 14 } as const
const statesPerTest = 5
const stateMs = 24_000

test.describe.configure({ timeout: statesPerTest * stateMs })

/** The steps of a sign-in are separate views. */
const viewOf = (state: State) => /^email-(device|code|open|account)/.exec(state.name)?.[0] ?? firstWord(state)
const states = swept(modalStates, { isWhole: false, drawn: 2, kindOf: viewOf })
const groups = Array.from({ length: Math.ceil(states.length / statesPerTest) }, (_, index) =>
  states.slice(index * statesPerTest, (index + 1) * statesPerTest),
)

for (const group of groups)
  test(`no violation: ${group.map(({ name }) => name).join(', ')}`, async ({ browser, world }) => {
    for (const state of group)
      await test.step(state.name, async () => {
        const stage = await openStage(browser, world, state)
        await state.reach(stage)
        await checkModal(stage, state)
        await stage.context.close()
      })
  })

async function checkModal(stage: Stage, { name }: State): Promise<void> {
  const modal = await stage.frame()
  await checkThemes(stage.page, modal, { name, fewest: fewestRules.modal, drawn: (scheme) => settled(modal, scheme) })
}

/** Runs all rules in the first theme, then only the rules that another theme can affect. */
async function checkThemes(
  page: Page,
  frame: Frame,
  { name, fewest, drawn }: { name: string; fewest: number; drawn?: (scheme: 'light' | 'dark') => Promise<void> },
): Promise<void> {
  for (const colorScheme of schemes) {
    const isRecoloured = colorScheme !== schemes[0]
    await page.emulateMedia({ colorScheme })
    await drawn?.(colorScheme)
    const { violations, passed } = await audit(frame, { isRecoloured })
    expect(violations, `${name}, ${colorScheme}`).toEqual([])
    expect(passed, `${name}, ${colorScheme}`).toContain('color-contrast')
    if (!isRecoloured) expect(passed.length, `rules that passed on ${name}`).toBeGreaterThanOrEqual(fewest)
  }
}

for (const [name, part] of Object.entries({
  'on the demo page, with and without the modal over it': 'demo',
  'in an approval behind the gate, in each of its states': 'approve',
  'in what the wallet frame asks besides approvals': 'security',
} as const))
  test(`no violation ${name}`, async ({ browser, world }) => {
    const all = pageStates.filter((candidate) => candidate.name.startsWith(part))
    const drawn = swept(all, { drawn: 2, kindOf: firstWord })
    test.setTimeout(Math.max(statesPerTest, drawn.length) * stateMs)
    for (const state of drawn) {
      const stage = await openStage(browser, world, state)
      await state.reach(stage)
      await checkThemes(stage.page, stage.page.mainFrame(), { name: state.name, fewest: fewestRules[part] })
      await stage.context.close()
    }
  })

test('no violation in the confirm window of the demo wallet', async ({ page, world, violations: _violations }) => {
  await page.goto(`${world.origins.app}/`)
  await press(page.getByRole('button', { name: 'Connect' }))
  const opened = page.waitForEvent('popup')
  const modal = await modalFrame(page, world)
  await press(modal.getByRole('button', { name: 'Demo Wallet' }))
  const confirm = await opened
  await confirm.getByRole('heading', { name: 'Connect to this site?' }).waitFor()
  await checkThemes(confirm, confirm.mainFrame(), { name: 'confirm', fewest: fewestRules.demo })
})

test('no violation in the demo phone wallet, with an app and a question', async ({ context, host, page, world }) => {
  const phone = await openPhone(context, world)
  const check = (name: string) => checkThemes(phone.page, phone.page.mainFrame(), { name, fewest: fewestRules.demo })
  const { dapp, modal } = await pairing({ host, page, world })
  await check('no app')
  await phone.take(await codeIn(modal))
  await expect(phone.question).toBeVisible()
  await check('proposal')
  await phone.answer('Connect to Test host?')
  await dapp.expectStatus('connected')
  await expect(phone.apps).toContainText(world.origins.host)
  await check('an app')
})

test('a nameless button, planted in the frame, is found', async ({ host, modal }) => {
  await host.create()
  await host.connect()
  const frame = await modal.frame()
  await frame.getByRole('heading', { level: 1 }).waitFor()
  await settled(frame)
  await frame.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
  const { violations } = await audit(frame)
  expect(violations).toEqual([expect.stringMatching(/^button-name: /)])
})
