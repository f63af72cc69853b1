/** Every field for a code of an email: after a wrong one, the right one can be typed, without a press in between. */
import type { Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import type { Parts } from '../pages/sign-up.ts'
import { codesOf, refuses, says, serveWallet } from '../pages/stub-wallet.ts'
import { expect, test } from '../test.ts'

const email = 'ada@mail.example'
const right = '123456'
const mailed = { expiresIn: 600, resendIn: 30 }
const wrong = refuses({ reason: 'WRONG_CODE', triesLeft: 4 })

const cellsOf = (modal: Modal) => modal.frame.getByRole('textbox', { name: /^(Code from the email|Digit \d of 6)$/ })

/** Types a wrong code, then the right one. */
async function correct(page: Page, modal: Modal): Promise<void> {
  const cells = cellsOf(modal)
  await cells.first().pressSequentially('000000')
  await expect(modal.text('4 tries left')).toBeVisible()
  await expect(cells.first()).toBeFocused()
  for (const cell of await cells.all()) await expect(cell).toHaveValue('')
  await page.keyboard.type(right)
}

/** The modal after the user has asked for an email with a code. */
async function askedForCode({ host, page, world }: Omit<Parts, 'context'>) {
  await host.open()
  await host.create(world.embedded)
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.frame.getByRole('textbox', { name: 'Email' }).fill(email)
  await modal.button('Continue with email').click()
  await modal.expectView('Confirm Email')
  return modal
}

test('a wrong code can be corrected by typing, wherever one is asked for', { tag: '@gate' }, async ({ parts }) => {
  const { page, world } = parts
  const [{ caip2: chainId }] = world.chains
  await serveWallet(page, world, {
    CONNECT_EMAIL: says({ action: 'VERIFY_OTP', ...mailed }),
    CONNECT_OTP: wrong,
    // The service does not answer for a while.
    'CONNECT_OTP 123451': refuses({ reason: 'UNAVAILABLE' }),
    [`CONNECT_OTP ${right}`]: says(),
    GET_USER: says({ email, chainId, address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }),
    UPDATE_EMAIL: says({ action: 'VERIFY_PRIMARY_OTP', ...mailed }),
    UPDATE_EMAIL_PRIMARY_OTP: wrong,
    [`UPDATE_EMAIL_PRIMARY_OTP ${right}`]: says(mailed),
    UPDATE_EMAIL_SECONDARY_OTP: wrong,
    [`UPDATE_EMAIL_SECONDARY_OTP ${right}`]: says({ newEmail: 'ada@new.example' }),
  })
  const modal = await askedForCode(parts)
  const cells = cellsOf(modal)
  await cells.first().pressSequentially('000000')
  await expect(modal.text('4 tries left')).toBeVisible()
  await expect(cells.first()).toBeFocused()
  // A code that was not checked stays, is sent again with Enter, and with each digit that is replaced.
  await page.keyboard.type('123451')
  await expect(modal.button('Try again')).toBeVisible()
  await expect(cells.last()).toHaveValue('1')
  await cells.last().press('Enter')
  await expect.poll(() => codesOf(page, world)).toEqual(['000000', '123451', '123451'])
  await expect(modal.button('Try again')).toBeVisible()
  await cells.last().press('6')
  await expect.poll(() => codesOf(page, world)).toEqual(['000000', '123451', '123451', right])
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  await dapp.expectClosed()

  await dapp.call((airlock) => void airlock.open({ view: 'Profile' }))
  await modal.button(/^Edit Email/).click()
  await modal.frame.getByRole('textbox', { name: 'Email' }).fill('ada@new.example')
  await modal.button('Save').click()
  await modal.expectView('Confirm Current Email')
  await correct(page, modal)
  await modal.expectView('Confirm New Email')
  await correct(page, modal)
  await modal.expectView('Account')
})

test('the message about a wrong code moves nothing, also if the service has not said how long the code is valid', async ({
  parts,
}) => {
  const { page, world } = parts
  await serveWallet(page, world, { CONNECT_EMAIL: says({ action: 'VERIFY_OTP', resendIn: 30 }), CONNECT_OTP: wrong })
  const modal = await askedForCode(parts)
  await expect(modal.frame.locator('[data-leaving]')).toHaveCount(0)
  const topOf = () => modal.button('Use another email').evaluate((button) => button.getBoundingClientRect().top)
  const before = await topOf()
  await cellsOf(modal).first().pressSequentially('000000')
  await expect(modal.text('4 tries left')).toBeVisible()
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2)
})
