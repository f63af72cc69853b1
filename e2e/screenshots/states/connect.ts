/** Connect with different numbers of wallets of the page, waiting for a wallet, results, and signing in with a message. */
import { createWithSignIn } from '../../pages/sign-in.ts'
import { press } from '../../setup/press.ts'
import { withDuplicateRdns } from '../../wallets/wallet.ts'
import type { FixedWallet } from '../fixed-wallet.ts'
import { goTo, type State, shows } from './state.ts'

const names = ['Kestrel Wallet', 'Rabbit', 'Harbor', 'Lantern', 'Northwind', 'Osprey', 'Pinecone', 'Quarry']
const more = ['Saffron', 'Tundra', 'Umber', 'Vireo', 'The Most Wonderfully Long Wallet Name in the World']
const fixed = (list: readonly string[]): readonly FixedWallet[] => list.map((name) => ({ name }))
const links = { termsUrl: 'https://app.example/terms', privacyUrl: 'https://app.example/privacy' }
const metadata = { name: 'Airlock demo', icons: [], ...links }

export const connectStates: readonly State[] = [
  {
    name: 'connect-skeleton',
    async reach(stage) {
      // Discovery settles within milliseconds, so the page is kept from reporting its wallets.
      await stage.page.evaluate(() => {
        const { postMessage } = MessagePort.prototype
        MessagePort.prototype.postMessage = function post(this: MessagePort, message: { type?: string }) {
          if (message.type !== 'WALLETS') Reflect.apply(postMessage, this, [message])
        }
      })
      await stage.create()
      const modal = await stage.open()
      await modal.locator('[aria-busy="true"]').waitFor()
    },
  },
  { name: 'connect-wallets', fixedWallets: fixed(names.slice(0, 4)), reach: goTo([], 'Harbor') },
  { name: 'connect-one-wallet', fixedWallets: fixed(names.slice(0, 1)), reach: goTo([], 'Kestrel Wallet') },
  {
    name: 'connect-many',
    fixedWallets: fixed([...more.slice(4), ...names, ...more.slice(0, 4)]),
    reach: goTo([], 'Quarry'),
  },
  {
    name: 'connect-no-match',
    fixedWallets: fixed([...names, ...more]),
    async reach(stage) {
      await stage.create()
      const modal = await stage.open()
      await modal.getByRole('searchbox').fill('albatross')
      await shows(modal, 'No wallet called “albatross”')
    },
  },
  { name: 'connect-none', reach: goTo([], 'No wallet in this browser yet') },
  {
    name: 'connect-disputed',
    wallets: withDuplicateRdns({ name: 'Kestrel Wallet' }, 'Kestrel Wallet Pro'),
    reach: goTo([], 'Kestrel Wallet Pro'),
  },
  {
    name: 'connect-legal-checkbox-off',
    fixedWallets: fixed(names.slice(0, 2)),
    options: { metadata, features: { legalCheckbox: true } },
    reach: goTo([], 'Agree to the terms first to continue'),
  },
  {
    name: 'connect-legal-checkbox-on',
    fixedWallets: fixed(names.slice(0, 2)),
    options: { metadata, features: { legalCheckbox: true } },
    async reach(stage) {
      await stage.create()
      const modal = await stage.open()
      await modal.getByRole('checkbox').check()
      await shows(modal, 'Installed')
    },
  },
]

const name = 'Kestrel Wallet'
const listed = {
  id: 'kestrel',
  name,
  homepage: 'https://kestrel.example/',
  chrome_store: 'https://store.example/kestrel',
  app_store: 'https://apps.example/kestrel',
  play_store: 'https://play.example/kestrel',
}

export const connectingStates: readonly State[] = [
  {
    name: 'connecting-waiting',
    wallets: [{ name, behaviour: 'hanging' }],
    reach: goTo([name], 'Continue in Kestrel Wallet'),
  },
  {
    name: 'connecting-slow',
    wallets: [{ name, behaviour: 'hanging' }],
    async reach(stage) {
      await goTo([name], 'Continue in Kestrel Wallet')(stage)
      await stage.passTime(8000)
      await shows(await stage.frame(), 'Open again')
    },
  },
  { name: 'connecting-declined', wallets: [{ name, behaviour: 'declines' }], reach: goTo([name], 'You declined') },
  {
    name: 'connecting-failed',
    fixedWallets: [{ name, answers: { eth_requestAccounts: { code: -32603, message: 'The vault is broken' } } }],
    async reach(stage) {
      await goTo([name], 'couldn’t connect')(stage)
      const modal = await stage.frame()
      await press(modal.getByText('For developers'))
      await shows(modal, /^Code /)
    },
  },
  {
    name: 'connecting-wrong-network',
    wallets: [{ name, behaviour: 'declines', chainId: 1 }],
    async reach(stage) {
      stage.wallet().approveNext()
      await goTo([name], 'Another network is needed')(stage)
    },
  },
  {
    name: 'connecting-not-installed',
    options: { customWallets: [listed] },
    reach: goTo([name], 'isn’t installed'),
  },
  {
    name: 'connecting-still-missing',
    options: { customWallets: [listed] },
    reach: goTo([name, 'I’ve installed it'], 'still isn’t visible here'),
  },
]

/** With the whole message shown. */
export const signInStates: readonly State[] = [
  {
    name: 'sign-in-whole-message',
    wallets: [{ name, behaviour: 'asks' }],
    async reach(stage) {
      const { page, world } = stage
      await createWithSignIn(page, world, {})
      stage.wallet().approveNext()
      await press(page.getByRole('button', { name: 'Connect' }))
      const modal = await stage.frame()
      await press(modal.getByRole('button', { name }))
      await modal.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor()
      await press(modal.getByText('The whole message'))
      await shows(modal, 'wants you to sign in with your Ethereum account')
    },
  },
]
