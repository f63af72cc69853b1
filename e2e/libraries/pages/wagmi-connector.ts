import { createAirlock } from '@airlock/host-sdk'
import { airlock as connector } from '@airlock/host-sdk/wagmi'
import { reconnect } from '@wagmi/core'
import { offer, readOptions } from './page.ts'
import { actionsOf, configure } from './wagmi.ts'

const options = readOptions()
const airlock = createAirlock(options)
const config = configure(options.networks, [connector({ airlock })])
offer(airlock, actionsOf(config))
void reconnect(config)
