/** The return types of AppKit's getters, and AppKit's names for types of the core. */
import type {
  CaipAddress,
  CaipNetworkId,
  Chain,
  Eip1193Provider,
  Namespace,
  Network,
  Providers,
} from '@airlock/host-sdk'
import type { AppKitThemeVariables } from './theme.ts'

export type ChainNamespace = Namespace
/** What AppKit's options take: also a chain object of viem. */
export type AppKitNetwork = Network | Chain
export type CaipNetwork = Network
export type ThemeVariables = AppKitThemeVariables
export type ConnectorType = 'EXTERNAL' | 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'AUTH'
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

export interface UseAppKitAccountReturn {
  /** On Bitcoin, with the wallet's details of each account. */
  allAccounts: readonly {
    namespace: Namespace
    address: string
    type: AccountType
    publicKey?: string
    path?: string
  }[]
  caipAddress: CaipAddress | undefined
  address: string | undefined
  isConnected: boolean
  status: 'connected' | 'disconnected' | 'connecting' | 'reconnecting'
  embeddedWalletInfo?: {
    user: { email?: string; username?: string }
    /** `email`, or the provider of a social login. */
    authProvider: string
    accountType: AccountType
    isSmartAccountDeployed: boolean
  }
}

export interface AppKitNetworkState {
  caipNetwork: Network | undefined
  caipNetworkId: CaipNetworkId | undefined
  chainId: number | string | undefined
}

export interface PublicStateControllerState {
  loading: boolean
  open: boolean
  selectedNetworkId: CaipNetworkId | undefined
  activeChain: Namespace | undefined
  initialized: boolean
}

export interface ConnectedWalletInfo {
  name: string
  icon?: string
  rdns?: string
  type: ConnectorType
  /** The signed-in user of the embedded wallet: the email address or the name. */
  identifier?: string
  /** The login method: `email`, or the provider of a social login. */
  social?: string
}

export interface ThemeControllerState {
  themeMode: 'light' | 'dark'
  themeVariables: AppKitThemeVariables
}

export interface EventsControllerState {
  timestamp: number
  reportedErrors: Record<string, boolean>
  data: { type: 'track'; event: string; properties: object }
}

export interface Connection {
  connectorId: string
  name: string
  icon?: string
  accounts: readonly { address: string; type: AccountType }[]
  caipNetwork: Network | undefined
}

/** The type that pages name for `useAppKitProvider('eip155')`. The caller names the type of an answer, as in AppKit. */
export interface Provider extends Omit<Eip1193Provider, 'request'> {
  request: <T = unknown>(call: { method: string; params?: readonly unknown[] | object }) => Promise<T>
}

/** By connected namespace. */
export type ConnectedProviders = Readonly<Partial<Record<Namespace, unknown>>>

/** A library's adapter may promise a different kind of provider than the core's. */
export type WrapProvider = (namespace: keyof Providers, provider: Providers[keyof Providers]) => unknown
