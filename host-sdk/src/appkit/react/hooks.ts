/** AppKit's hooks, each over one reader of the instance. */
import type { Chain, Namespace, Network } from '@airlock/host-sdk'
import type {
  AppKit,
  AppKitNetworkState,
  AppKitThemeVariables,
  ConnectedWalletInfo,
  Connection,
  ConnectorType,
  EventsControllerState,
  PublicStateControllerState,
  ThemeMode,
  UseAppKitAccountReturn,
} from '@airlock/host-sdk/appkit'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { initialOf } from './initial.ts'
import { needInstance } from './instance.ts'

const none: readonly Connection[] = []

/** A value of one namespace, by the getter and the subscription that AppKit has for it. */
function useOf<T>(
  namespace: Namespace | undefined,
  subscribe: (listener: () => void, namespace?: Namespace) => () => void,
  read: (namespace?: Namespace) => T,
  initial: () => T,
): T {
  const own = useCallback((listener: () => void) => subscribe(listener, namespace), [subscribe, namespace])
  return useSyncExternalStore(own, () => read(namespace), initial)
}

export function useAppKit(): Pick<AppKit, 'open' | 'close'> {
  const { open, close } = needInstance('useAppKit')
  return useMemo(() => ({ open, close }), [open, close])
}

export function useAppKitAccount({ namespace }: { namespace?: Namespace } = {}): UseAppKitAccountReturn {
  const kit = needInstance('useAppKitAccount')
  return useOf(namespace, kit.subscribeAccount, kit.getAccount, () => initialOf(kit).account)
}

export function useAppKitNetworkCore(): AppKitNetworkState {
  const kit = needInstance('useAppKitNetwork')
  return useSyncExternalStore(kit.subscribeNetwork, kit.getNetwork, () => initialOf(kit).network)
}

export interface UseAppKitNetworkReturn extends AppKitNetworkState {
  switchNetwork: (network: Network | Chain) => Promise<void>
}
export function useAppKitNetwork(): UseAppKitNetworkReturn {
  const { switchNetwork } = needInstance('useAppKitNetwork')
  const network = useAppKitNetworkCore()
  return useMemo(() => ({ ...network, switchNetwork }), [network, switchNetwork])
}

/** `walletProvider` is `undefined` until an account is connected. As in AppKit, its type does not say so, and the caller names the type. */
export function useAppKitProvider<T = unknown>(
  namespace: Namespace,
): { walletProvider: T; walletProviderType: ConnectorType | undefined } {
  const kit = needInstance('useAppKitProvider')
  const walletProvider = useSyncExternalStore(
    kit.subscribeProviders,
    () => kit.getProvider<T>(namespace),
    () => undefined,
  )
  const { walletInfo } = useWalletInfo(namespace)
  return { walletProvider: walletProvider as T, walletProviderType: walletInfo?.type } // as: AppKit's type
}

export function useWalletInfo(namespace?: Namespace): { walletInfo: ConnectedWalletInfo | undefined } {
  const kit = needInstance('useWalletInfo')
  return { walletInfo: useOf(namespace, kit.subscribeWalletInfo, kit.getWalletInfo, () => undefined) }
}

export function useAppKitState(): PublicStateControllerState {
  const kit = needInstance('useAppKitState')
  return useSyncExternalStore(kit.subscribeState, kit.getState, () => initialOf(kit).state)
}

export function useAppKitEvents(): EventsControllerState {
  const kit = needInstance('useAppKitEvents')
  return useSyncExternalStore(kit.subscribeEvents, kit.getEvent, kit.getEvent)
}

export function useAppKitTheme(): {
  themeMode: 'light' | 'dark'
  themeVariables: AppKitThemeVariables
  setThemeMode: (mode: ThemeMode) => void
  setThemeVariables: (variables: AppKitThemeVariables) => void
} {
  const kit = needInstance('useAppKitTheme')
  const theme = useSyncExternalStore(kit.subscribeTheme, kit.getTheme, () => initialOf(kit).theme)
  const { setThemeMode, setThemeVariables } = kit
  return { ...theme, setThemeMode, setThemeVariables }
}

export function useDisconnect(): { disconnect: (options?: { namespace?: Namespace }) => Promise<void> } {
  const { disconnect } = needInstance('useDisconnect')
  const byNamespace = useCallback(
    ({ namespace }: { namespace?: Namespace } = {}) => disconnect(namespace),
    [disconnect],
  )
  return { disconnect: byNamespace }
}

export interface Balance {
  data: { balance: string; symbol: string } | undefined
  error: string | null
  isSuccess: boolean
  isError: boolean
}
export function useAppKitBalance(): { fetchBalance: () => Promise<Balance> } {
  const kit = needInstance('useAppKitBalance')
  const fetchBalance = useCallback(async (): Promise<Balance> => {
    const { address, isConnected } = kit.getAccount()
    const [namespace, chainId] = [kit.getActiveChainNamespace(), kit.getChainId()]
    const failed = (error: string) => ({ data: undefined, error, isSuccess: false, isError: true })
    if (!isConnected || !address || !namespace || chainId === undefined) return failed('No account is connected.')
    const data = await kit.updateNativeBalance(address, chainId, namespace)
    return data ? { data, error: null, isSuccess: true, isError: false } : failed('The balance is not known yet.')
  }, [kit])
  return { fetchBalance }
}

/** Recently used wallets are stored by the modal and never reported. */
export function useAppKitConnections(namespace?: Namespace): {
  connections: readonly Connection[]
  recentConnections: readonly Connection[]
} {
  const kit = needInstance('useAppKitConnections')
  const connections = useOf(namespace, kit.subscribeConnections, kit.getConnections, () => none)
  return { connections, recentConnections: none }
}

/** Users change wallets in the modal, so the page cannot switch to a connection or delete one. */
export function useAppKitConnection({ namespace }: { namespace?: Namespace } = {}): {
  connection: Connection | undefined
  isPending: boolean
  switchConnection: AppKit['switchConnection']
  deleteConnection: AppKit['deleteConnection']
} {
  const { switchConnection, deleteConnection, getState } = needInstance('useAppKitConnection')
  const { connections } = useAppKitConnections(namespace)
  return { connection: connections[0], isPending: getState().loading, switchConnection, deleteConnection }
}
