/** Connect: different numbers of wallets of the page. */
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
