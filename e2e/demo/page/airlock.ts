/** The one Airlock instance of the page, and the types the page needs from it. */
import { createAirlock } from '@airlock/host-sdk'
import type { DemoConfig } from '../config.ts'
import { createSignIn } from './sign-in.ts'

export type Airlock = ReturnType<typeof createAirlock>
export type State = ReturnType<Airlock['getState']>

export function createDemoAirlock({ projectId, networks, frameUrl }: DemoConfig): Airlock {
  return createAirlock({
    projectId,
    networks,
    frameUrl,
    metadata: {
      name: 'Airlock demo',
      description: 'The demo host page of Airlock',
      url: location.origin,
      icons: [],
    },
    themeMode: 'auto',
    debug: true,
    ...(new URLSearchParams(location.search).has('sign-in') ? { siwx: createSignIn() } : {}),
  })
}

/** The account of the local chains, if a wallet is connected. */
export function connectedAddress(state: State): string | undefined {
  const account = state.accounts.eip155
  return account?.status === 'connected' ? account.address : undefined
}
