/** Waiting for a wallet, and all possible results. */

import { press } from '../../setup/press.ts'
import { successHoldMs } from '../stage.ts'
import { alreadyAsked, goTo, type State, shows, silenceTimer } from './state.ts'

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
  {
    name: 'connecting-pending',
    fixedWallets: [{ name, answers: { eth_requestAccounts: alreadyAsked } }],
    reach: goTo([name], 'already has a request open'),
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
    name: 'connecting-no-accounts',
    fixedWallets: [{ name, answers: { eth_requestAccounts: { result: [] }, eth_chainId: { result: '0x7a69' } } }],
    reach: goTo([name], 'shared no account'),
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
  {
    name: 'connecting-done',
    wallets: [{ name, behaviour: 'asks' }],
    async reach(stage) {
      await goTo([name], 'Continue in Kestrel Wallet')(stage)
      await stage.wallet().called('eth_requestAccounts')
      await silenceTimer(await stage.frame(), successHoldMs)
      stage.wallet().approveNext()
      await shows(await stage.frame(), 'Connected to Kestrel Wallet')
    },
  },
]
