/** One reader for each value that a getter, a subscription and a hook report. */
import type { AccountState, Adapter, Airlock, Namespace, Network, State } from '@airlock/host-sdk'
import { namespaces, toAccount, toConnections, toNetworkState, toProviders, toWalletInfo } from './convert.ts'
import { type Derived, derive, type Source } from './derived.ts'
import { entryOf } from './refuse.ts'
import type {
  AppKitNetworkState,
  ConnectedProviders,
  ConnectedWalletInfo,
  Connection,
  PublicStateControllerState,
  ThemeControllerState,
  UseAppKitAccountReturn,
  WrapProvider,
} from './shapes.ts'
import type { AppKitThemeVariables } from './theme.ts'

/** The state of the core, with values that the core does not report. */
export interface Whole extends State {
  /** A stored connection is being restored. */
  readonly isRestoring: boolean
  readonly variables: AppKitThemeVariables
  /** The page's adapters. Each may convert a provider to the form that its library expects. */
  readonly adapters: readonly Adapter[]
}

interface Context {
  readonly airlock: Airlock
  /** Ids of wallets that the page provides. */
  readonly external: ReadonlySet<string>
  readonly find: (id: string) => Network | undefined
  /** Reported until the frame has reported the active network. */
  readonly initial: Network | undefined
  /** Converts a provider of the core to the one that the page's adapter promises. */
  readonly wrap: WrapProvider
}

/** For a namespace; default: the active one. */
export type PerNamespace<T> = (namespace?: Namespace) => Derived<T>

export interface Readers {
  readonly account: PerNamespace<UseAppKitAccountReturn>
  readonly wallet: PerNamespace<ConnectedWalletInfo | undefined>
  readonly connections: PerNamespace<readonly Connection[]>
  readonly network: Derived<AppKitNetworkState>
  readonly theme: Derived<ThemeControllerState>
  readonly providers: Derived<ConnectedProviders>
  readonly state: Derived<PublicStateControllerState>
}

export function createReaders(source: Source<Whole>, context: Context): Readers {
  const { external, find, initial } = context
  const accountIn = ({ accounts, active }: Whole, namespace?: Namespace): AccountState | undefined =>
    entryOf(accounts, namespace ?? active ?? initial?.chainNamespace ?? 'eip155')
  return {
    account: perNamespace((namespace) =>
      derive(
        source,
        // Once the frame has reported the account, its state also includes whether it is being restored.
        (state) => [accountIn(state, namespace), accountIn(state, namespace) ? false : state.isRestoring],
        (state) => toAccount(accountIn(state, namespace), state.isRestoring),
      ),
    ),
    wallet: perNamespace((namespace) =>
      derive(
        source,
        (state) => [
          accountIn(state, namespace)?.wallet,
          accountIn(state, namespace)?.status,
          accountIn(state, namespace)?.user,
        ],
        (state) => toWalletInfo(accountIn(state, namespace), external),
      ),
    ),
    connections: perNamespace((namespace) =>
      derive(
        source,
        (state) => [accountIn(state, namespace)],
        (state) => toConnections(accountIn(state, namespace), find),
      ),
    ),
    network: derive(
      source,
      ({ network, unsupported }) => [network, unsupported],
      ({ network, unsupported }) => toNetworkState(network ?? initial, unsupported),
    ),
    theme: derive(
      source,
      ({ theme, variables }) => [theme, variables],
      ({ theme, variables }) => ({ themeMode: theme, themeVariables: variables }),
    ),
    providers: derive(
      source,
      ({ accounts, adapters }) => [adapters, ...namespaces.map((name) => accounts[name]?.status === 'connected')],
      ({ accounts }) => toProviders(context, accounts),
    ),
    state: derive(
      source,
      ({ open, ready, network, active, isRestoring }) => [open, ready, network, active, isRestoring],
      ({ open, ready, network, active, isRestoring }) => ({
        loading: open && !ready,
        open,
        selectedNetworkId: (network ?? initial)?.caipNetworkId,
        activeChain: active ?? initial?.chainNamespace,
        initialized: !isRestoring,
      }),
    ),
  }
}

function perNamespace<T>(make: (namespace?: Namespace) => Derived<T>): PerNamespace<T> {
  const known = new Map<Namespace | undefined, Derived<T>>()
  return (namespace) => {
    const reader = known.get(namespace) ?? make(namespace)
    known.set(namespace, reader)
    return reader
  }
}
