/** The one Airlock instance of the page, and the types the page needs from it. */
import { createAirlock } from '@airlock/host-sdk'
import type { DemoConfig } from '../config.ts'
import { createSignIn } from './sign-in.ts'
import { siteWords } from './site.ts'

export type Airlock = ReturnType<typeof createAirlock>
export type State = ReturnType<Airlock['getState']>

export function createDemoAirlock({ projectId, networks, frameUrl, site }: DemoConfig): Airlock {
  return createAirlock({
    projectId,
    networks,
    frameUrl,
    metadata: {
      name: siteWords[site.name].name,
      description: 'The demo host page of Airlock',
      url: location.origin,
      icons: [],
    },
    themeMode: 'auto',
    debug: true,
    ...(new URLSearchParams(location.search).has('sign-in') ? { siwx: createSignIn() } : {}),
  })
}

/** The network in use, where it is an EVM one. */
export function currentEvmNetwork(state: State): string | undefined {
  const { network } = state
  return network?.caipNetworkId.startsWith('eip155:') ? network.caipNetworkId : undefined
}

/** The account of the local chains, if a wallet is connected. */
export function connectedAddress(state: State): string | undefined {
  const account = state.accounts.eip155
  return account?.status === 'connected' ? account.address : undefined
}
