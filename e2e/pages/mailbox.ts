/** A user's mailbox: opens the links of login emails on a separate page, and reads the code. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { frameOn } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import type { Letter } from '../world/mail.ts'
import type { World } from '../world/world.ts'
import type { Modal } from './modal.ts'

export type Mailbox = ReturnType<typeof mailboxOf>

/** `name` must be new: see `newAddress`. */
export function mailboxOf(context: BrowserContext, world: World, name: string) {
  const address = world.mail.newAddress(name)
  const unread: Letter[] = []
  let arrived = 0
  /** Waits for an email with this subject; emails may arrive in any order. */
  const take = async (subject: RegExp): Promise<Letter> => {
    for (;;) {
      const found = unread.findIndex((letter) => subject.test(letter.subject))
      const [letter] = found === -1 ? [] : unread.splice(found, 1)
      if (letter) return letter
      unread.push(await world.mail.next(address, arrived++))
    }
  }
  /** Presses one button of the page that the email links to. */
  const answer = async (letter: Letter, button: string, outcome: string) => {
    const page = await context.newPage()
    await page.goto(linkIn(letter))
    await press(page.getByRole('button', { name: button, exact: true }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(outcome)
    await page.close()
  }
  return {
    address,
    /** Number of emails to this address since the world started. */
    count: () => world.mail.letters(address).length,
    /** Answers the email that asks to approve this browser, with the number that the modal shows. */
    approveDevice: async (modal: Modal) => {
      const words = await modal
        .text(/pick the number \d\d/)
        .first()
        .textContent()
      const number = /number (\d\d)/.exec(words ?? '')?.[1] ?? ''
      await answer(await take(/^Approve a new device/), number, 'This device is approved')
    },
    /** Ignores the email of a login that is no longer on screen. */
    passOver: async () => void (await take(/^Approve a new device/)),
    /** Waits for the notice that a wallet was made for this address. */
    passOverNotice: async () => void (await take(/^A wallet was made/)),
    /** Ignores the recovery email that another one has replaced. */
    passOverRecovery: async () => void (await take(/^Open your wallet/)),
    /** Answers the recovery email with the number that the wallet shows on this page, so that the recovery service releases its half. */
    confirmRecovery: async (page: Page) =>
      answer(await take(/^Open your wallet/), await recoveryNumber(page, world), 'Your wallet is being opened'),
    /** Agrees in the same way that the new address opens the wallet too. */
    confirmNewAddress: async (page: Page) =>
      answer(await take(/^Confirm the new address/), await recoveryNumber(page, world), 'The new address is confirmed'),
    /** Undoes the change that took this address from the wallet. */
    undoChange: async () =>
      answer(await take(/^The address of your wallet was changed/), 'Undo the change', 'The change is undone'),
    code: async () => {
      const { subject } = await take(/is your code/)
      return subject.slice(0, 6)
    },
  }
}

/** The number that the wallet on this page shows for the email of the recovery service. */
export async function recoveryNumber(page: Page, world: World): Promise<string> {
  const wallet = await frameOn(page, world.origins.wallet)
  const words = await wallet.getByRole('heading', { name: /^Pick \d\d in the email/ }).textContent()
  return /\d\d/.exec(words ?? '')?.[0] ?? ''
}

function linkIn({ text }: Letter): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in this mail:\n${text}`)
  return link
}

/** Signs in by email, from the field on Connect to the account. */
export async function signInByMail(modal: Modal, mailbox: Mailbox): Promise<void> {
  await modal.frame.getByRole('textbox', { name: 'Email' }).fill(mailbox.address)
  await modal.button('Continue with email').click()
  await modal.expectView('Register Device')
  await mailbox.approveDevice(modal)
  await modal.expectView('Confirm Email')
  await modal.frame.getByRole('textbox', { name: 'Code from the email' }).pressSequentially(await mailbox.code())
}
