/** AppKit's object over our core, with AppKit's names and shapes. It has no state of its own except values that the page has set. */
import {
  type Adapter,
  type Airlock,
  type CaipAddress,
  type CaipNetworkId,
  type Chain,
  createAirlock,
  type Namespace,
  type Network,
  type ThemeMode,
  type WalletFeature,
} from '@airlock/host-sdk'
import { createWrap } from './adapter.ts'
import { defineElements } from './elements.ts'
import { createEvents } from './events.ts'
import { Refusing } from './gone.ts'
import { createNetworkList, toNetwork } from './network-list.ts'
import { type CreateAppKit, type Features, toFeatures, toOptions } from './options.ts'
import { createReaders, type Readers } from './readers.ts'
import { cannot, entryOf } from './refuse.ts'
import type {
  AccountType,
  AppKitNetworkState,
  ConnectedProviders,
  ConnectedWalletInfo,
  Connection,
  ConnectorType,
  EventsControllerState,
  PublicStateControllerState,
  ThemeControllerState,
  UseAppKitAccountReturn,
} from './shapes.ts'
import type { SIWXConfig } from './siwx.ts'
import { hasStoredConnection } from './stored.ts'
import { type AppKitThemeVariables, toThemeVariables } from './theme.ts'
import { type OpenOptions, toSwapArgs, toView } from './views.ts'
import { closeModal, openModal } from './waiting.ts'

type Undo = () => void
type ConnectMethods = NonNullable<Features['connectMethodsOrder']>

export class AppKit extends Refusing {
  /** The core, for features without an AppKit name. */
  readonly airlock: Airlock
  readonly options: CreateAppKit
  readonly #readers: Readers
  readonly #networks: ReturnType<typeof createNetworkList>
  readonly #events: ReturnType<typeof createEvents>
  readonly #listeners = new Set<() => void>()
  #adapters: readonly Adapter[]
  #mode: ThemeMode
  #variables: AppKitThemeVariables
  #methods: ConnectMethods
  #isRestoring: boolean

  /** Use `createAppKit`, which returns the same object when it is called again. */
  constructor(options: CreateAppKit) {
    super()
    const airlock = createAirlock(toOptions(options))
    this.airlock = airlock
    this.options = options
    this.#mode = options.themeMode ?? 'auto'
    this.#variables = options.themeVariables ?? {}
    this.#methods = options.features?.connectMethodsOrder ?? ['email', 'social', 'wallet']
    this.#isRestoring = hasStoredConnection(options)
    this.#networks = createNetworkList(options.networks, options.defaultNetwork)
    this.#events = createEvents(airlock)
    this.#adapters = options.adapters ?? []
    const source = {
      getState: () => ({
        ...airlock.getState(),
        isRestoring: this.#isRestoring,
        variables: this.#variables,
        adapters: this.#adapters,
      }),
      subscribe: (listener: () => void): Undo => {
        const own = () => listener()
        this.#listeners.add(own)
        const undo = airlock.subscribe(own)
        return () => {
          this.#listeners.delete(own)
          undo()
        }
      },
    }
    const external = new Set(options.externalWallets?.map(({ id }) => id))
    const { find, initial } = this.#networks
    this.#readers = createReaders(source, { airlock, external, find, initial, wrap: createWrap(() => this.#adapters) })
    if (this.#isRestoring) airlock.ready.then(this.#settle, this.#settle)
  }

  #settle = (): void => {
    this.#isRestoring = false
    this.#tell()
  }
  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  // The modal

  /** Resolves when the modal is open, as in AppKit; rejects if it cannot be opened. */
  open = async ({ view, namespace, arguments: given, ...others }: OpenOptions = {}): Promise<void> => {
    for (const [name, value] of Object.entries(others))
      if (value !== undefined) cannot(`open({ ${name} })`, 'has no counterpart')
    const wanted = toView(view)
    if (given && wanted !== 'Swap') cannot('open({ arguments })', 'is for the view `Swap`')
    const args = given && toSwapArgs(given, this.getCaipNetwork(namespace))
    await openModal(this.airlock, {
      ...(wanted && { view: wanted }),
      ...(namespace && { namespace }),
      ...(args && { args }),
    })
  }
  close = (): Promise<void> => closeModal(this.airlock)
  isOpen = (): boolean => this.airlock.getState().open
  disconnect = (namespace?: Namespace): Promise<void> => this.airlock.disconnect(namespace ? { namespace } : {})
  /** Resolves when a stored connection is restored, and at once if there is none. */
  ready = async (): Promise<void> => {
    if (this.#isRestoring) await this.airlock.ready.catch(() => {}) // reported by `open` and by the core's `error` event
  }

  // The account; of the active namespace if none is named

  getAccount = (namespace?: Namespace): UseAppKitAccountReturn => this.#readers.account(namespace).read()
  subscribeAccount = (callback: (account: UseAppKitAccountReturn) => void, namespace?: Namespace): Undo =>
    this.#readers.account(namespace).subscribe(callback)
  getAddress = (namespace?: Namespace): string | undefined => this.getAccount(namespace).address
  getAddressByChainNamespace = (namespace: Namespace): string | undefined => this.getAddress(namespace)
  getCaipAddress = (namespace?: Namespace): CaipAddress | undefined => this.getAccount(namespace).caipAddress
  getIsConnectedState = (): boolean => this.getAccount().isConnected
  getPreferredAccountType = (namespace: Namespace): AccountType | undefined =>
    entryOf(this.airlock.getState().accounts, namespace)?.type
  /** Updates the balance; returns the last one that the modal has read. */
  updateNativeBalance = async (
    address: string,
    chainId: string | number,
    namespace: Namespace,
  ): Promise<{ balance: string; symbol: string } | undefined> => {
    const { caipAddress, balance } = entryOf(this.airlock.getState().accounts, namespace) ?? {}
    if (caipAddress?.toLowerCase() !== `${namespace}:${chainId}:${address}`.toLowerCase())
      cannot('updateNativeBalance', 'is only possible for the connected account on its network')
    return balance && { balance: balance.formatted, symbol: balance.symbol }
  }
  /** Shows the label beside the address as the page's text, never instead of it. An address is the same in every namespace. */
  addAddressLabel = (address: string, label: string, _namespace?: Namespace): Promise<void> =>
    this.airlock.addAddressLabel(address, label)
  removeAddressLabel = (address: string, _namespace?: Namespace): Promise<void> =>
    this.airlock.removeAddressLabel(address)
  getSIWX = (): SIWXConfig | undefined => this.options.siwx

  // The wallet

  getWalletInfo = (namespace?: Namespace): ConnectedWalletInfo | undefined => this.#readers.wallet(namespace).read()
  subscribeWalletInfo = (callback: (wallet?: ConnectedWalletInfo) => void, namespace?: Namespace): Undo =>
    this.#readers.wallet(namespace).subscribe(callback)
  getProviders = (): ConnectedProviders => this.#readers.providers.read()
  getProvider = <T = unknown>(namespace: Namespace): T | undefined =>
    entryOf(this.getProviders(), namespace) as T | undefined // as: the caller names the type, as in AppKit
  getProviderType = (namespace: Namespace): ConnectorType | undefined => this.getWalletInfo(namespace)?.type
  getWalletProvider = (): unknown => this.getProvider(this.getActiveChainNamespace() ?? 'eip155')
  getWalletProviderType = (): ConnectorType | undefined => this.getWalletInfo()?.type
  subscribeProviders = (callback: (providers: ConnectedProviders) => void): Undo =>
    this.#readers.providers.subscribe(callback)
  getConnections = (namespace?: Namespace): readonly Connection[] => this.#readers.connections(namespace).read()
  subscribeConnections = (callback: (connections: readonly Connection[]) => void, namespace?: Namespace): Undo =>
    this.#readers.connections(namespace).subscribe(callback)

  // The network

  getCaipNetworks = (namespace?: Namespace): Network[] => this.#networks.list(namespace)
  getCaipNetwork = (namespace?: Namespace, id?: string | number): Network | undefined => {
    const listed = this.getCaipNetworks(namespace)
    if (id !== undefined) return listed.find((one) => one.id === id || one.caipNetworkId === id)
    if (!namespace || namespace === this.getActiveChainNamespace()) return this.getNetwork().caipNetwork
    return this.#networks.ofAccount(entryOf(this.airlock.getState().accounts, namespace)) ?? listed[0]
  }
  /** The value that `subscribeNetwork` and `useAppKitNetwork` report. */
  getNetwork = (): AppKitNetworkState => this.#readers.network.read()
  getCaipNetworkId = (): CaipNetworkId | undefined => this.getNetwork().caipNetworkId
  getChainId = (): number | string | undefined => this.getNetwork().chainId
  /**
   * Networks that the connected wallets have approved, among yours. A wallet that may be asked for every network counts as having approved
   * all of them.
   */
  getApprovedCaipNetworkIds = (): CaipNetworkId[] =>
    Object.values(this.airlock.getState().accounts).flatMap(({ namespace, status, approvedNetworks }) =>
      status === 'connected'
        ? (approvedNetworks ?? this.getCaipNetworks(namespace).map(({ caipNetworkId }) => caipNetworkId))
        : [],
    )
  getActiveChainNamespace = (): Namespace | undefined => this.getState().activeChain
  get chainNamespaces(): Namespace[] {
    return this.#networks.namespaces()
  }
  subscribeNetwork = (callback: (network: AppKitNetworkState) => void): Undo =>
    this.#readers.network.subscribe(callback)
  subscribeCaipNetworkChange = (callback: (network?: Network) => void): Undo =>
    this.#readers.network.subscribe(({ caipNetwork }) => callback(caipNetwork))
  switchNetwork = async (network: Network | Chain): Promise<void> => {
    await this.airlock.switchNetwork(network)
  }
  addNetwork = (namespace: Namespace, network: Network | Chain): void => {
    const added = this.#networks.read(namespace, network)
    this.airlock.addNetwork(added)
    this.#networks.add(added)
  }
  removeNetwork = (namespace: Namespace, networkId: string | number): void => {
    const id: CaipNetworkId = `${namespace}:${networkId}`
    this.airlock.removeNetwork(id)
    this.#networks.remove(id)
  }

  /** Resolves when the modal offers the networks; AppKit's own method returns nothing. */
  addAdapter = async (adapter: Adapter, networks: readonly (Network | Chain)[] = []): Promise<void> => {
    await this.airlock.addAdapter(adapter, networks)
    this.#adapters = [...this.#adapters, adapter]
    for (const network of networks) this.#networks.add(toNetwork(network))
    this.#tell()
  }
  /** Rejects while an account of the namespace is connected, where AppKit's own method does nothing. */
  removeAdapter = async (namespace: Adapter['namespace']): Promise<void> => {
    await this.airlock.removeAdapter(namespace)
    this.#adapters = this.#adapters.filter((adapter) => adapter.namespace !== namespace)
    this.#networks.keep(this.airlock.networks)
    this.#tell()
  }

  // State, events, theme, features

  getState = (): PublicStateControllerState => this.#readers.state.read()
  subscribeState = (callback: (state: PublicStateControllerState) => void): Undo =>
    this.#readers.state.subscribe(callback)
  /** Always empty, as in AppKit: an error rejects the call that caused it. */
  getError = (): string => ''
  getEvent = (): EventsControllerState => this.#events.last()
  subscribeEvents = (callback: (event: EventsControllerState) => void): Undo => this.#events.subscribe(callback)

  getTheme = (): ThemeControllerState => this.#readers.theme.read()
  getThemeMode = (): 'light' | 'dark' => this.getTheme().themeMode
  getThemeVariables = (): AppKitThemeVariables => this.#variables
  subscribeTheme = (callback: (theme: ThemeControllerState) => void): Undo => this.#readers.theme.subscribe(callback)
  setThemeMode = (mode: ThemeMode): void => {
    this.airlock.setTheme(mode)
    this.#mode = mode
  }
  setThemeVariables = (given: AppKitThemeVariables): void => {
    const variables = { ...this.#variables, ...given }
    this.airlock.setTheme(this.#mode, toThemeVariables(variables))
    this.#variables = variables
    this.#tell()
  }

  updateFeatures = (features: Features): void => {
    this.airlock.updateFeatures(toFeatures(features))
    this.#methods = features.connectMethodsOrder ?? this.#methods
  }
  setCollapseWallets = (collapseWallets: boolean): void => this.updateFeatures({ collapseWallets })
  setConnectMethodsOrder = (connectMethodsOrder: ConnectMethods): void => this.updateFeatures({ connectMethodsOrder })
  setSocialsOrder = (socials: readonly string[]): void => this.updateFeatures({ socials })
  setWalletFeaturesOrder = (walletFeaturesOrder: readonly WalletFeature[]): void =>
    this.updateFeatures({ walletFeaturesOrder })
  getConnectMethodsOrder = (): ConnectMethods => this.#methods

  static getInstance(): AppKit | undefined {
    return current
  }
}

let current: AppKit | undefined

/** With equal options it returns the existing object; with different ones it throws. */
export function createAppKit(options: CreateAppKit): AppKit {
  const airlock = createAirlock(toOptions(options))
  if (current?.airlock !== airlock) {
    current = new AppKit(options)
    defineElements(current)
  }
  return current
}
