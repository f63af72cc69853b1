/** A user with each kind of wallet: how it is chosen in the modal, how it answers, and how it leaves. */
import type { BrowserContext, Page } from '@playwright/test'
import { Keypair } from '@solana/web3.js'
import { mailboxOf, signInByMail } from '../../pages/mailbox.ts'
import { type Modal, modalOn } from '../../pages/modal.ts'
import { codeIn } from '../../pages/pairing.ts'
import { walletScreenOn } from '../../pages/wallet-screen.ts'
import type { HostName } from '../../setup/pages.ts'
import { expect } from '../../test.ts'
import { startPhone } from '../../wallets/phone.ts'
import type { World } from '../../world/world.ts'

export interface Scene {
  readonly page: Page
  readonly context: BrowserContext
  readonly world: World
}

export type What = 'message' | 'transaction' | 'sign-in' | 'switch'

export interface Visitor {
  readonly options: object
  readonly host: HostName
  readonly choose: (modal: Modal) => Promise<void>
  /** Answers the one request that the page has made. */
  readonly approve: (what: What) => Promise<void>
  readonly decline: () => Promise<void>
  /** Changes to another account; resolves with it. */
  readonly changeAccount?: () => Promise<string>
  readonly leave: () => Promise<void>
  /** An event of a wallet in the page. */
  readonly emit?: (event: string, payload: unknown) => Promise<void>
  readonly stop: () => Promise<void>
}

/** The buttons of the embedded wallet. */
const labels = { message: 'Sign', transaction: 'Approve', 'sign-in': 'Sign in' } as const

export const visitors: Readonly<Record<'paired' | 'embedded', (scene: Scene) => Promise<Visitor>>> = {
  async paired({ world }) {
    const phone = await startPhone(world, { solana: 'honest', behaviour: 'asks' })
    return {
      options: world.paired,
      host: 'host',
      async choose(modal) {
        await modal.wallet('WalletConnect').click()
        phone.approveNext()
        await phone.pair(await codeIn(modal))
      },
      // It is asked for a network only if it does not know it.
      approve: async (what) => {
        if (what !== 'switch') phone.approveNext()
      },
      decline: async () => phone.decline(),
      async changeAccount() {
        const other = Keypair.generate().publicKey.toBase58()
        const evm = world.chains.map(({ chainId }) => phone.account(chainId))
        await phone.regrant([...evm, `${world.solana.caip2}:${other}`])
        return other
      },
      leave: phone.disconnect,
      stop: phone.stop,
    }
  },
  async embedded({ page, context, world }) {
    const mailbox = mailboxOf(context, world, 'library')
    const screen = () => walletScreenOn(page, world)
    let isKnown = false
    return {
      options: world.embedded,
      // Its owner trusts this page with approvals inside the modal.
      host: 'pinned',
      async choose(modal) {
        if (!isKnown) {
          isKnown = true
          return signInByMail(modal, mailbox)
        }
        await modal.frame.getByRole('textbox', { name: 'Email' }).fill(mailbox.address)
        // The service sends the next email to an address only after a while.
        await expect(async () => {
          if ((await modal.title.textContent()) !== 'Confirm Email') await modal.button('Continue with email').click()
          await expect(modal.title).toHaveText('Confirm Email', { timeout: 5000 })
        }).toPass({ timeout: 60_000 })
        await modal.frame.getByRole('textbox', { name: 'Code from the email' }).pressSequentially(await mailbox.code())
      },
      approve: async (what) => {
        if (what !== 'switch') await (await screen()).approve(labels[what])
      },
      decline: async () => (await screen()).button('Decline').click(),
      async leave() {
        await page.evaluate(() => void (Reflect.get(window, 'airlock') as { open: () => Promise<unknown> }).open()) // as: set by our page
        const modal = await modalOn(page, world)
        await modal.button('Sign out').click()
      },
      stop: async () => {},
    }
  },
}
