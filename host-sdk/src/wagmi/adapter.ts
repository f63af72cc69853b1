/** Airlock's modal serves as the page's wallet list, and the page's wagmi configuration follows it; the connector does the reverse. */
import type { Adapter } from '@airlock/host-sdk'
import type { Config, Connector } from '@wagmi/core'
import { airlock as createConnector, rdns } from './connector.ts'

export interface WagmiAdapterParameters {
  readonly config: Config
}

/** Pass it in `adapters` of `createAirlock` before wagmi reconnects: in the module that creates the configuration. */
export function wagmiAdapter({ config }: WagmiAdapterParameters): Adapter {
  return {
    namespace: 'eip155',
    attach(airlock) {
      const { setup, setState, subscribe } = config._internal.connectors
      const connector = setup(createConnector({ airlock }))
      // The embedded wallet may have been announced before; it is listed once.
      setState((known) => [...known.filter(({ id }) => id !== rdns), connector])

      /** wagmi ignores a new connection while it connects or reconnects another one. */
      const follow = () => {
        const { status, connections } = config.state
        if (status === 'connecting' || status === 'reconnecting' || connections.has(connector.uid)) return
        if (airlock.getState().accounts.eip155?.status === 'connected') connector.onConnect?.({ chainId: '' })
      }
      const unfollow = config.subscribe(({ status }) => status, follow)

      // With its own discovery, wagmi would connect a wallet of the page a second time, past the modal.
      const found = new Map<string, Connector>()
      const leaveOut = () => {
        const more = config.connectors.filter((one) => isFound(config, one))
        if (more.length === 0) return
        for (const one of more) found.set(one.id, one) // wagmi makes it again when another wallet announces itself
        setState((known) => known.filter((one) => !more.includes(one)))
      }
      const stopLooking = subscribe(leaveOut)
      leaveOut()

      return () => {
        unfollow()
        stopLooking()
        connector.onDisconnect()
        setState((known) => [...known.filter(({ uid }) => uid !== connector.uid), ...found.values()])
      }
    },
  }
}

/** Whether wagmi has made this connector for a wallet that announced itself. Those of the page's own list have other ids. */
const isFound = ({ _internal: { mipd } }: Config, { id, type }: Connector) =>
  type === 'injected' && mipd?.findProvider({ rdns: id }) !== undefined
