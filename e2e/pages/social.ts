/** A user at a provider of social logins: its own forms, in a window of their own, and the number that ends the login. */
import { expect, type Page } from '@playwright/test'
import { hostPage } from '../setup/pages.ts'
import { press } from '../setup/press.ts'
import type { World } from '../world/world.ts'
import { type Modal, modalOn } from './modal.ts'

/** Opens Connect on the page of the project with social logins. */
export async function openSocialConnect(page: Page, world: World, more: object = {}): Promise<Modal> {
  const host = hostPage(page, world)
  await host.open()
  await host.create({ ...world.social, networks: world.config.networks, ...more })
  await host.connect()
  return modalOn(page, world)
}

/** Presses the provider's button, and is at the provider's form. */
export async function openProvider(page: Page, modal: Modal, name: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await modal.button(`Continue with ${name}`).click()
  const provider = await opened
  await expect(provider.getByPlaceholder('Enter any login')).toBeVisible()
  return provider
}

/** Enters a name at the provider and agrees. Ends at the page that the provider leads back to. */
export async function agreeAt(provider: Page, login: string): Promise<void> {
  await provider.getByPlaceholder('Enter any login').fill(login)
  await provider.getByPlaceholder('and password').fill('any')
  await press(provider.getByRole('button', { name: 'Sign-in' }))
  await press(provider.getByRole('button', { name: 'Continue' }))
}

export async function pickNumber(modal: Modal, provider: Page): Promise<void> {
  await expect(provider.getByRole('heading', { level: 1 })).toHaveText('Is this you?')
  await expect(modal.outcome).toHaveText('Pick the number in the other window')
  const number = await modal.ring.getByText(/^\d\d$/).textContent()
  await press(provider.getByRole('button', { name: number ?? '', exact: true }))
}

/** From the provider's button to the end of its window. */
export async function signInAt(page: Page, modal: Modal, name: string, login: string): Promise<void> {
  const provider = await openProvider(page, modal, name)
  const closed = provider.waitForEvent('close')
  await agreeAt(provider, login)
  await pickNumber(modal, provider)
  await closed
}
