/** The connected account with each state of its balance, and its toast. */
import type { Stage } from '../stage.ts'
import { pressButton, type State, shows } from './state.ts'

const name = 'Kestrel Wallet'

const openAccount = async (stage: Stage, proof: string | RegExp): Promise<void> => {
  await stage.create()
  await stage.connect(name)
  const modal = await stage.open()
  await shows(modal, proof)
}

export const accountStates: readonly State[] = [
  {
    name: 'account-loading',
    wallets: [{ name }],
    async reach(stage) {
      stage.world.chains[0].behave('hang')
      await stage.create()
      await stage.connect(name)
      const modal = await stage.open()
      await modal.getByLabel('Loading balance').waitFor()
    },
  },
  { name: 'account-ready', wallets: [{ name }], reach: (stage) => openAccount(stage, '100.000') },
  {
    name: 'account-stale',
    wallets: [{ name }],
    async reach(stage) {
      await openAccount(stage, '100.000')
      stage.world.chains[0].behave('error-500')
      await stage.passTime(125_000)
      await shows(await stage.frame(), 'as of 2 min ago')
    },
  },
  {
    name: 'account-failed',
    wallets: [{ name }],
    async reach(stage) {
      stage.world.chains[0].behave('error-500')
      await openAccount(stage, 'Balance unavailable')
    },
  },
  {
    name: 'account-testnet',
    wallets: [{ name, chainId: 31338 }],
    reach: (stage) => openAccount(stage, '100.000'),
  },
  {
    name: 'account-long-balance',
    wallets: [{ name }],
    async reach(stage) {
      await stage.world.fund(stage.wallet().address, { ether: 987_654_321_987 })
      await openAccount(stage, /987654321987|987,654,321,987/)
    },
  },
  {
    name: 'toast-copied',
    wallets: [{ name }],
    async reach(stage) {
      await openAccount(stage, 'ETH')
      const modal = await stage.frame()
      await pressButton(modal, /Copy address/)
      await modal.getByRole('region', { name: 'Notifications' }).getByText('Address copied').waitFor()
    },
  },
  {
    name: 'account-disconnecting',
    fixedWallets: [
      {
        name,
        answers: {
          eth_requestAccounts: { result: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] },
          eth_chainId: { result: '0x7a69' },
          wallet_revokePermissions: 'never',
        },
      },
    ],
    async reach(stage) {
      await openAccount(stage, 'ETH')
      const modal = await stage.frame()
      // The flow would wait three seconds for the wallet; this makes it wait for ever.
      await modal.evaluate(() => {
        AbortSignal.timeout = () => new AbortController().signal
      })
      await pressButton(modal, 'Disconnect')
      await shows(modal, 'Disconnecting…')
    },
  },
]
