/** The payment form in its states: its button says what is missing, and a balance that comes at once was never announced. */
import { expect } from '@playwright/test'
import { draw, test } from '../gallery/stage.ts'

const viewport = { width: 360, height: 640 } as const

for (const [state, label, canBePressed] of [
  ['empty', 'Add Amount', false],
  ['filled', 'Preview Send', true],
  ['looking', 'Checking the recipient…', false],
  ['no-address', 'Invalid Address', false],
  ['no-such-name', 'Unknown Name', false],
  ['name-disputed', 'Unconfirmed Name', false],
  ['names-away', 'Unconfirmed Name', false],
  ['too-much', 'Insufficient Funds', false],
  ['other-network', 'Switch to OP Mainnet', true],
] as const)
  test(`the button of the state ${state} reads ‘${label}’, and ${canBePressed ? 'can' : 'cannot'} be pressed`, async ({
    gallery,
  }) => {
    await draw(gallery, { view: 'Send', state }, viewport)
    const button = gallery.page.getByRole('button', { name: label, exact: true })
    await expect(button).toBeVisible()
    if (canBePressed) await expect(button).toBeEnabled()
    else await expect(button).toBeDisabled()
  })

test('a balance that is read for long is announced, one that comes within 0.3 s is not', async ({ gallery }) => {
  await draw(gallery, { view: 'Send', state: 'loading' }, viewport)
  const text = gallery.page.getByText('Reading the balance…')
  await expect(text).toBeVisible()
  const visibility = await text.evaluate((element) => {
    // Plays it from the start: what has ended is not among its animations.
    element.style.animationName = 'none'
    element.getAnimations()
    element.style.animationName = ''
    const [animation] = element.getAnimations()
    animation?.pause()
    return [0, 299, 300].map((ms) => {
      if (animation) animation.currentTime = ms
      return getComputedStyle(element).visibility
    })
  })
  expect(visibility).toEqual(['hidden', 'hidden', 'visible'])
})
