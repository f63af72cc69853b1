/** Opens the channels of one end of a link: one for each port. */
import { type Channel, type ChannelOptions, createChannel } from '../channel.ts'
import type { AnyPort, Receives } from '../contracts/define.ts'
import type { Session } from '../link.ts'

export type Ports = Readonly<Record<string, AnyPort>>
export type Channels<End extends Ports> = { readonly [P in keyof End]: Channel<End[P]> }

/** What is the same for all ports of an end. */
export type EndOptions = Pick<
  ChannelOptions<AnyPort>,
  'personTypes' | 'largeTypes' | 'audit' | 'onFailure' | 'onRefusal' | 'onClose'
>
/** What an end receives, sends and does on each port. */
export type PortOptions<End extends Ports> = {
  readonly [P in keyof End]: Pick<
    ChannelOptions<End[P]>,
    'receives' | 'outbound' | 'tells' | 'handlers' | 'listeners' | 'limits'
  >
}

export const openChannels = <End extends Ports>(
  { epoch, transports }: Pick<Session<keyof End & string>, 'epoch' | 'transports'>,
  common: EndOptions,
  ports: PortOptions<End>,
): Channels<End> =>
  Object.fromEntries(
    Object.entries(ports).map(([port, own]: [keyof End & string, PortOptions<Ports>[string]]) => [
      port,
      createChannel({ ...common, ...own, transport: transports[port], epoch, port }),
    ]),
  ) as unknown as Channels<End> // as: one for each port

/** What a frame sends on a port, which it checks by the other end's table. The page has only the names, which are smaller. */
export const sendsTo = (outbound: Receives) => ({ outbound, tells: Object.keys(outbound.notifications) })
