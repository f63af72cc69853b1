import { createAirlock } from '@airlock/host-sdk'
import { airlock as connector } from '@airlock/host-sdk/wagmi'
import type { CreateConnectorFn } from '@wagmi/core'
import { ConnectKitButton, ConnectKitProvider } from 'connectkit'
import { offer, readOptions } from './page.ts'
import { render } from './react.tsx'
import { actionsOf, configure } from './wagmi.ts'

const options = readOptions()
const airlock = createAirlock(options)
// ConnectKit asks the user to install an extension for every other type that it does not know.
const injected: CreateConnectorFn = (config) => ({ ...connector({ airlock })(config), type: 'injected' })
const config = configure(options.networks, [injected])
const { connect: _, ...actions } = actionsOf(config)
offer(airlock, actions)
render(
  config,
  <ConnectKitProvider>
    <ConnectKitButton />
  </ConnectKitProvider>,
)
