import { createAirlock } from '@airlock/host-sdk'
import { reconnect } from '@wagmi/core'
import { offer, readOptions } from './page.ts'
import { actionsOf, configure } from './wagmi.ts'

const options = readOptions()
// Neither knows of the other: wagmi lists what is announced, and reconnects to what is announced while the page loads.
const airlock = createAirlock(options)
const config = configure(options.networks, [])
offer(airlock, actionsOf(config, 'app.airlock'))
void reconnect(config)
