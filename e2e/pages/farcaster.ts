/** The login of Farcaster: its code, in the modal or in the wallet, and what a wallet without an email address asks then. */
import { expect, type Frame, type Page } from '@playwright/test'
import type { World } from '../world/world.ts'
import type { Modal } from './modal.ts'
import { openSocialConnect } from './social.ts'
import { walletScreenOn } from './wallet-screen.ts'

/** Opens the view with the code for a phone. */
export async function openFarcaster(page: Page, world: World): Promise<Modal> {
  const modal = await openSocialConnect(page, world)
  await modal.button('Continue with Farcaster').click()
  await modal.expectView('Farcaster')
  return modal
}

/** The address in the code. */
export async function farcasterCodeIn(frame: Frame | Page): Promise<string> {
  const code = frame.locator('[data-farcaster-uri]')
  await expect(code).toBeVisible()
  return (await code.getAttribute('data-farcaster-uri')) ?? ''
}

/** Farcaster gives no email address, so only a passkey opens the new wallet elsewhere. */
export async function goWithoutPasskey(page: Page, world: World): Promise<void> {
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText('Only this browser opens your wallet')
  await screen.button('Continue without a passkey').click()
}
