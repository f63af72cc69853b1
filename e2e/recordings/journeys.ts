/** What a user does on the demo page, step by step. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Demo, demoOn } from '../pages/demo.ts'
import { mailboxOf } from '../pages/mailbox.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { sendOn } from '../pages/send.ts'
import { swapOn } from '../pages/swap.ts'
import type { World } from '../world/world.ts'
import type { Recorder } from './recorder.ts'

export interface Stage {
  readonly context: BrowserContext
  readonly page: Page
  readonly world: World
  readonly recorder: Recorder
}

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** As people type. */
const typing = { delay: 60 }

async function opened({ page, world, recorder: { step } }: Stage): Promise<{ demo: Demo; modal: Modal }> {
  const demo = demoOn(page, world)
  await step('the page', async () => void (await demo.open()))
  await step('Connect', async () => {
    await demo.connect.click()
    await (await modalOn(page, world)).expectView('Connect Wallet')
  })
  return { demo, modal: await modalOn(page, world) }
}

async function connected(stage: Stage): Promise<{ demo: Demo; modal: Modal }> {
  const { demo, modal } = await opened(stage)
  const { step, look } = stage.recorder
  await step('choose the wallet, approve', async () => {
    const choose = () => modal.wallet('Demo Wallet').click().then(look)
    await demo.confirm(choose, 'Connect to this site?')
    await expect(demo.said('Connected.')).toBeVisible()
  })
  await step('Open account', async () => void (await demo.openAccount()))
  return { demo, modal }
}

async function connect(stage: Stage): Promise<void> {
  const { demo, modal } = await connected(stage)
  const { step, look } = stage.recorder
  await step('close', () => modal.close.click())
  await step('Open account again', async () => void (await demo.openAccount()))
  await step('Disconnect in the modal', async () => {
    await modal.button('Disconnect').click()
    await expect(demo.status).toHaveText('Not connected')
  })
  await step('Connect again', async () => {
    await demo.connect.click()
    await modal.expectView('Connect Wallet')
  })
  await step('decline', async () => {
    const choose = () => modal.wallet('Demo Wallet').click().then(look)
    await demo.confirm(choose, 'Connect to this site?', 'Decline')
    await expect(modal.outcome).toHaveText('You declined in Demo Wallet')
  })
  await step('Try again, approve', async () => {
    await demo.confirm(() => modal.button('Try again').click().then(look), 'Connect to this site?')
    await expect(demo.status).toHaveText('Connected with Demo Wallet')
  })
}

async function send(stage: Stage): Promise<void> {
  const { demo, modal } = await connected(stage)
  const { step, look } = stage.recorder
  const { amount, to } = sendOn(modal)
  await step('Send', async () => {
    await modal.button('Send').click()
    await modal.expectView('Send')
  })
  await step('the amount', async () => {
    await amount.click()
    await amount.pressSequentially('0.25', typing)
  })
  await step('the address', async () => {
    await to.click()
    await to.fill(friend) // pasted
    await expect(modal.button('Preview Send')).toBeVisible()
  })
  await step('Preview Send', async () => {
    await modal.button('Preview Send').click()
    await modal.expectView('Review Send')
  })
  await step('Send, approve', async () => {
    await demo.confirm(() => modal.button('Send').click().then(look), 'Send this transaction?')
    await modal.expectView('Account')
    const activity = modal.frame.getByRole('region', { name: 'Activity' })
    await expect(activity.getByRole('button', { name: /Pending/ })).toHaveCount(0)
  })
}

async function swap(stage: Stage): Promise<void> {
  const { demo, modal } = await connected(stage)
  const { step, look } = stage.recorder
  const { pays, token, receives } = swapOn(modal)
  await step('Swap', async () => {
    await modal.button('Swap').click()
    await expect(pays).toHaveValue('1')
  })
  await step('Select token', async () => {
    await modal.button('Select token').first().click()
    await modal.expectView('Select token')
  })
  await step('the token', async () => {
    await token('USD').click()
    await modal.expectView('Swap')
    await expect(receives).not.toHaveValue('')
  })
  await step('the amount', async () => {
    await pays.click({ clickCount: 2 })
    await pays.pressSequentially('0.5', typing)
    await expect(receives).not.toHaveValue('')
  })
  await step('Review swap', async () => {
    await modal.button('Review swap').click()
    await modal.expectView('Preview swap')
  })
  await step('Swap, approve', async () => {
    await demo.confirm(() => modal.button('Swap').click().then(look), 'Send this transaction?')
    await modal.expectView('Account')
  })
}

async function email(stage: Stage): Promise<void> {
  const { demo, modal } = await opened(stage)
  const { context, world } = stage
  const { step } = stage.recorder
  const mailbox = mailboxOf(context, world, 'recorded')
  await step('the email address', async () => {
    const field = modal.frame.getByRole('textbox', { name: 'Email' })
    await field.click()
    await field.pressSequentially(mailbox.address, typing)
  })
  await step('Continue', async () => {
    await modal.button('Continue with email').click()
    await modal.expectView('Register Device')
  })
  await step('approve in the email', async () => {
    await mailbox.approveDevice(modal)
    await stage.page.bringToFront()
    await modal.expectView('Confirm Email')
  })
  const code = modal.frame.getByRole('textbox', { name: 'Code from the email' })
  const right = await mailbox.code()
  await step('a wrong code', async () => {
    await code.pressSequentially(right === '000000' ? '111111' : '000000', typing)
    await expect(modal.text(/isn’t right|isn't right/).first()).toBeVisible()
  })
  await step('the code', async () => {
    await code.pressSequentially(right, typing)
    await expect(demo.status).toHaveText(/^Connected/)
  })
  await step('Open account', async () => void (await demo.openAccount()))
}

export const journeys = { connect, send, swap, email } as const satisfies Readonly<
  Record<string, (stage: Stage) => Promise<void>>
>
