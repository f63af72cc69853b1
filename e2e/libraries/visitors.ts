/** A user with each kind of wallet: how a wallet is chosen, asked, and left. */
import type { BrowserContext, Page } from '@playwright/test'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { codeIn } from '../pages/pairing.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import type { HostName } from '../setup/pages.ts'
import { installWallet } from '../wallets/install.ts'
import { startPhone } from '../wallets/phone.ts'
import type { World } from '../world/world.ts'
import type { WalletKind } from './libraries.ts'

export interface Visitor {
  readonly options: object
  readonly host: HostName
  /** From the open Connect view to the connection. */
  readonly choose: (modal: Modal) => Promise<void>
  /** Answers what the page has asked for, where the wallet waits for the user. */
  readonly approve: (what: 'message' | 'typed data' | 'transaction') => Promise<void>
  /** Changes to another account; resolves with it. */
  readonly changeAccount?: () => Promise<string>
  /** Ends the connection on the side of the wallet. */
  readonly leave: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Scene {
  readonly page: Page
  readonly context: BrowserContext
  readonly world: World
}

const other = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
const nothing = async () => {}

export const visitors: Readonly<Record<WalletKind, (scene: Scene) => Promise<Visitor>>> = {
  async injected({ context, world }) {
    const wallet = await installWallet(context, world, { name: 'Rabbit' })
    return {
      options: world.config,
      host: 'host',
      choose: (modal) => modal.wallet('Rabbit').click(),
      approve: nothing,
      async changeAccount() {
        await wallet.emit('accountsChanged', [other])
        return other
      },
      leave: () => wallet.emit('accountsChanged', []),
      stop: nothing,
    }
  },
  async paired({ world }) {
    const phone = await startPhone(world)
    return {
      options: world.paired,
      host: 'host',
      async choose(modal) {
        await modal.wallet('WalletConnect').click()
        await phone.pair(await codeIn(modal))
      },
      approve: nothing,
      async changeAccount() {
        await phone.changeAccounts([other], world.chains[1].chainId)
        return other
      },
      leave: phone.disconnect,
      stop: phone.stop,
    }
  },
  async embedded({ page, context, world }) {
    return {
      options: world.embedded,
      // Its owner trusts this page with approvals inside the modal.
      host: 'pinned',
      async choose(modal) {
        // A new user each time: a second code for the same one has to wait.
        const mailbox = mailboxOf(context, world, 'library')
        await signInByMail(modal, mailbox)
      },
      async approve(what) {
        const screen = await walletScreenOn(page, world)
        if (what === 'typed data') await screen.frame.getByRole('checkbox').check()
        await screen.approve(what === 'transaction' ? 'Approve' : 'Sign')
      },
      async leave() {
        await page.evaluate(() => void (Reflect.get(window, 'airlock') as { open: () => Promise<unknown> }).open())
        const modal = await modalOn(page, world)
        await modal.button('Sign out').click()
      },
      stop: nothing,
    }
  },
}
