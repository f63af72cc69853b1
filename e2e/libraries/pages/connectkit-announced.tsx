import { createAirlock } from '@airlock/host-sdk'
import { ConnectKitButton, ConnectKitProvider } from 'connectkit'
import { offer, readOptions } from './page.ts'
import { render } from './react.tsx'
import { actionsOf, configure } from './wagmi.ts'

const options = readOptions()
// Neither knows of the other: ConnectKit lists what is announced.
const airlock = createAirlock(options)
const config = configure(options.networks, [])
const { connect: _, ...actions } = actionsOf(config)
offer(airlock, actions)
render(
  config,
  <ConnectKitProvider>
    <ConnectKitButton />
  </ConnectKitProvider>,
)
