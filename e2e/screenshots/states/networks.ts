/** Choosing a network, asking the wallet to switch, and a wallet on a network that the app does not list. */

import { press } from '../../setup/press.ts'
import type { World } from '../../world/world.ts'
import type { SdkOptions, Stage } from '../stage.ts'
import { pressButton, type State, shows } from './state.ts'

const name = 'Kestrel Wallet'
const places = [
  'Aurora',
  'Borealis',
  'Cascade',
  'Delta',
  'Equinox',
  'Fjord',
  'Glacier',
  'Horizon Network of the Far North',
]

const manyNetworks = ({ config }: World): SdkOptions => {
  const [first] = config.networks
  const others = places.map((place, index) => ({
    ...first,
    id: 5000 + index,
    caipNetworkId: `eip155:${5000 + index}`,
    name: place,
    ...(index % 3 === 2 ? { testnet: true } : {}),
  }))
  return { networks: [...config.networks, ...others] }
}

const openNetworks = async (stage: Stage): Promise<void> => {
  await stage.create()
  await stage.connect(name)
  const modal = await stage.open()
  await press(modal.getByRole('button', { name: /^Network: / }))
  await shows(modal, 'Active')
}

/** The behaviour `asks`: approves the connection once, then waits. */
const askForSwitch = async (stage: Stage): Promise<void> => {
  stage.wallet().approveNext()
  await openNetworks(stage)
  const modal = await stage.frame()
  await pressButton(modal, /Local Two/)
  await shows(modal, 'Approve in wallet')
  await stage.wallet().called('wallet_switchEthereumChain')
}

export const networkStates: readonly State[] = [
  { name: 'networks-many', wallets: [{ name }], options: manyNetworks, reach: openNetworks },
  {
    name: 'networks-no-match',
    wallets: [{ name }],
    options: manyNetworks,
    async reach(stage) {
      await openNetworks(stage)
      const modal = await stage.frame()
      await modal.getByRole('searchbox').fill('atlantis')
      await shows(modal, 'No network called “atlantis”')
    },
  },
  {
    name: 'switch-declined',
    wallets: [{ name, behaviour: 'asks' }],
    async reach(stage) {
      await askForSwitch(stage)
      stage.wallet().decline()
      await shows(await stage.frame(), 'Switch declined')
    },
  },
  {
    name: 'unsupported-chain',
    wallets: [{ name }],
    async reach(stage) {
      await stage.create()
      await stage.connect(name)
      const modal = await stage.open()
      await stage.wallet().emit('chainChanged', '0x1')
      await shows(modal, 'This app doesn’t support your current network')
    },
  },
  {
    name: 'view-load-failed',
    wallets: [{ name }],
    async reach(stage) {
      await stage.context.route('**/assets/NetworksView*.js', (route) => route.abort())
      await stage.create()
      await stage.connect(name)
      const modal = await stage.open()
      await press(modal.getByRole('button', { name: /^Network: / }))
      await shows(modal, 'This view couldn’t load')
    },
  },
  {
    name: 'what-is-a-network',
    wallets: [{ name }],
    async reach(stage) {
      await openNetworks(stage)
      const modal = await stage.frame()
      await pressButton(modal, 'What is a network?')
      await shows(modal, 'A shared record book')
    },
  },
]
