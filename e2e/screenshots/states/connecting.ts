/** Waiting for a wallet, and results. */

import { press } from '../../setup/press.ts'
import { goTo, type State, shows } from './state.ts'

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
