/** The pairing view, and a phone that is paired through it. */
import { expect, type Page } from '@playwright/test'
import type { HostPage } from '../setup/pages.ts'
import type { Phone } from '../wallets/phone.ts'
import type { World } from '../world/world.ts'
import { type Opened, opened } from './connected.ts'
import type { Modal } from './modal.ts'

type Parts = { readonly host: HostPage; readonly page: Page; readonly world: World }

/** The code that the modal shows; waits until there is one that differs from `before`. */
export async function codeIn(modal: Modal, before?: string): Promise<string> {
  const shown = modal.frame.locator('[data-pairing-uri]')
  if (before === undefined) await expect(shown).toBeVisible()
  else await expect(shown).not.toHaveAttribute('data-pairing-uri', before)
  return (await shown.getAttribute('data-pairing-uri')) ?? ''
}

/** Opens the pairing view by real clicks. */
export async function pairing(parts: Parts, options: Readonly<Record<string, unknown>> = {}) {
  const { dapp, modal } = await opened(parts, { ...parts.world.paired, ...options })
  await modal.wallet('WalletConnect').click()
  await modal.expectView('WalletConnect')
  return { dapp, modal }
}

/** Connects with this phone; afterwards the modal is closed again. */
export async function paired(parts: Parts, phone: Phone, options: Readonly<Record<string, unknown>> = {}) {
  const { dapp, modal } = await pairing(parts, options)
  await phone.pair(await codeIn(modal))
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  return { dapp, modal }
}

/** The phone declines the first code and takes the next one. Returns both. */
export async function pairsAfterRefusal({ dapp, modal }: Opened, phone: Phone): Promise<readonly [string, string]> {
  const first = await codeIn(modal)
  phone.decline()
  await phone.pair(first)
  await expect(modal.outcome).toHaveText('The wallet declined')
  const second = await codeIn(modal, first)
  phone.approveNext()
  await phone.pair(second)
  await dapp.expectStatus('connected')
  return [first, second]
}
