/** Airlock's modal serves as the page's wallet list, and the page's wagmi configuration follows it; the connector does the reverse. */
import type { Adapter } from '@airlock/host-sdk'
import type { Config } from '@wagmi/core'
import { airlock as createConnector, rdns } from './connector.ts'

export interface WagmiAdapterParameters {
  readonly config: Config
}

/** Pass it in `adapters` of `createAirlock` before wagmi reconnects: in the module that creates the configuration. */
export function wagmiAdapter({ config }: WagmiAdapterParameters): Adapter {
  return {
    namespace: 'eip155',
    attach(airlock) {
      const { setup, setState } = config._internal.connectors
      const connector = setup(createConnector({ airlock }))
      // The embedded wallet may have been announced before; it is listed once.
      setState((known) => [...known.filter(({ id }) => id !== rdns), connector])

      /** wagmi ignores a new connection while it connects or reconnects another one. */
      const follow = () => {
        const { status, connections } = config.state
        if (status === 'connecting' || status === 'reconnecting' || connections.has(connector.uid)) return
        if (airlock.getState().accounts.eip155?.status === 'connected') connector.onConnect?.({ chainId: '' })
      }
      const undo = config.subscribe(({ status }) => status, follow)
      return () => {
        undo()
        connector.onDisconnect()
        setState((known) => known.filter(({ uid }) => uid !== connector.uid))
      }
    },
  }
}
