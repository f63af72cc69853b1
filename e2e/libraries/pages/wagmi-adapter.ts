import { createAirlock } from '@airlock/host-sdk'
import { wagmiAdapter } from '@airlock/host-sdk/wagmi'
import { reconnect } from '@wagmi/core'
import { offer, readOptions } from './page.ts'
import { actionsOf, configure } from './wagmi.ts'

const options = readOptions()
const config = configure(options.networks, [])
const airlock = createAirlock({ ...options, adapters: [wagmiAdapter({ config })] })
// The page opens Airlock's modal, and wagmi follows.
offer(airlock, { ...actionsOf(config), connect: () => airlock.connect({ namespace: 'eip155' }) })
void reconnect(config)
