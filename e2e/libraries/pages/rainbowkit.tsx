import '@rainbow-me/rainbowkit/styles.css'
import { createAirlock } from '@airlock/host-sdk'
import { airlock as connector } from '@airlock/host-sdk/wagmi'
import { ConnectButton, connectorsForWallets, RainbowKitProvider, type Wallet } from '@rainbow-me/rainbowkit'
import { offer, readOptions } from './page.ts'
import { render } from './react.tsx'
import { actionsOf, configure } from './wagmi.ts'

const options = readOptions()
const airlock = createAirlock(options)
const wallet = (): Wallet => ({
  id: 'airlock',
  name: 'Airlock',
  iconUrl: async () => 'data:image/png;base64,iVBORw0KGgo=',
  iconBackground: '#fff',
  createConnector: (details) => (config) => ({ ...connector({ airlock })(config), ...details }),
})
const wallets = [{ groupName: 'Wallets', wallets: [wallet] }]
const config = configure(options.networks, connectorsForWallets(wallets, { appName: 'Page', projectId: 'unused' }))
const { connect: _, ...actions } = actionsOf(config)
offer(airlock, actions)
render(
  config,
  <RainbowKitProvider>
    <ConnectButton />
  </RainbowKitProvider>,
)
