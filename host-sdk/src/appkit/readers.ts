/** One reader for each value that a getter, a subscription and a hook report. */
import type { AccountState, Adapter, Airlock, Namespace, Network, State } from '@airlock/host-sdk'
import { toAccount, toConnections, toNetworkState, toProviders, toWalletInfo } from './convert.ts'
import { type Derived, derive, type Source } from './derived.ts'
import { namespaces } from './looks.ts'
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
  type Of<T> = (account: AccountState | undefined, isRestoring: boolean) => T
  const perAccount = <T>(partsOf: Of<readonly unknown[]>, make: Of<T>): PerNamespace<T> => {
    const known = new Map<Namespace | undefined, Derived<T>>()
    return (namespace) => {
      const of =
        <R>(read: Of<R>) =>
        (state: Whole) =>
          read(accountIn(state, namespace), state.isRestoring)
      const reader = known.get(namespace) ?? derive(source, of(partsOf), of(make))
      known.set(namespace, reader)
      return reader
    }
  }
  return {
    account: perAccount(
      // Once the frame has reported the account, its state also includes whether it is being restored.
      (account, isRestoring) => [account, !account && isRestoring],
      (account, isRestoring) => toAccount(account, isRestoring),
    ),
    wallet: perAccount(
      (account) => [account?.wallet, account?.status, account?.user],
      (account) => toWalletInfo(account, external),
    ),
    connections: perAccount(
      (account) => [account],
      (account) => toConnections(account, find),
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
