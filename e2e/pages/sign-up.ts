/** A user of the open page who has just signed up by email: the embedded wallet is connected, and the modal has closed. */
import type { BrowserContext, Page } from '@playwright/test'
import { isAddress } from 'viem'
import type { HostPage } from '../setup/pages.ts'
import type { World } from '../world/world.ts'
import { opened } from './connected.ts'
import { mailboxOf, signInByMail } from './mailbox.ts'

export type Parts = {
  readonly context: BrowserContext
  readonly host: HostPage
  readonly page: Page
  readonly world: World
}

/**
 * @param name of a new mailbox: see `newAddress`
 * @param options of the SDK, over those of the project with an embedded wallet
 */
export async function signedUp({ context, host, page, world }: Parts, name: string, options: object = {}) {
  const { dapp, modal } = await opened({ host, page, world }, { ...world.embedded, ...options })
  const mailbox = mailboxOf(context, world, name)
  await signInByMail(modal, mailbox)
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  const account = (await dapp.address()) ?? ''
  if (!isAddress(account)) throw new Error(`Not an address: ${account}`)
  return { dapp, modal, mailbox, account }
}
