/** Every end of every port of both links, ready to be opened over a transport. */
import '../../src/jitless.ts'
import { type Channel, type ChannelOptions, createChannel } from '../../src/channel.ts'
import type { PortTypes, Receives } from '../../src/contracts/define.ts'
import * as hostReceives from '../../src/contracts/host-link/received-by-host.ts'
import * as modalReceives from '../../src/contracts/host-link/received-by-modal.ts'
import * as hostTypes from '../../src/contracts/host-link/types.ts'
import * as modalReceivesOfWallet from '../../src/contracts/wallet-link/received-by-modal.ts'
import * as walletReceives from '../../src/contracts/wallet-link/received-by-wallet.ts'
import * as walletTypes from '../../src/contracts/wallet-link/types.ts'
import type { Transport } from '../../src/transport.ts'

export type LoosePort = PortTypes<Receives, Receives>
export type LooseChannel = Channel<LoosePort>
type Tables = Readonly<Record<string, Receives>>

export interface End {
  readonly link: 'host' | 'wallet'
  readonly port: string
  readonly name: 'host' | 'modal' | 'wallet'
  readonly receives: Receives
  /** The other end's table: what this end may send. */
  readonly sends: Receives
  readonly personTypes: ReadonlySet<string>
  readonly largeTypes: ReadonlySet<string>
}

export const ends: readonly End[] = [
  ...both('host', 'host', 'modal', hostReceives, modalReceives, hostTypes),
  ...both('wallet', 'modal', 'wallet', modalReceivesOfWallet, walletReceives, walletTypes),
]

export function endOf(link: End['link'], port: string, name: string): End {
  const end = ends.find((one) => one.link === link && one.port === port && one.name === name)
  if (!end) throw new RangeError(`no end ${link}/${port}/${name}`)
  return end
}

type Overrides = Partial<Omit<ChannelOptions<LoosePort>, 'transport' | 'receives' | 'tells'>>

/** Opens one end; handlers default to an empty answer, which is not checked unless `outbound` is given. */
export function openEnd(end: End, transport: Transport, overrides: Overrides = {}): LooseChannel {
  return createChannel<LoosePort>({
    transport,
    epoch: 7,
    receives: end.receives,
    tells: Object.keys(end.sends.notifications),
    handlers: Object.fromEntries(Object.keys(end.receives.requests).map((type) => [type, () => ({})])),
    listeners: {},
    personTypes: end.personTypes,
    largeTypes: end.largeTypes,
    ...overrides,
  })
}

function both(
  link: End['link'],
  first: End['name'],
  second: End['name'],
  received: Tables,
  receivedBySecond: Tables,
  types: { ports: readonly string[]; personTypes: ReadonlySet<string>; largeTypes: ReadonlySet<string> },
): End[] {
  const { personTypes, largeTypes } = types
  return types.ports.flatMap((port) => {
    const [mine, theirs] = [received[port], receivedBySecond[port]]
    if (!mine || !theirs) throw new RangeError(`no tables for ${link}/${port}`)
    const common = { link, port, personTypes, largeTypes }
    return [
      { ...common, name: first, receives: mine, sends: theirs },
      { ...common, name: second, receives: theirs, sends: mine },
    ]
  })
}
