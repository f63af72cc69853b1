/** The first render on the server and in the browser: the state of an instance before its frame has loaded. */
import type {
  AppKit,
  AppKitNetworkState,
  PublicStateControllerState,
  ThemeControllerState,
  UseAppKitAccountReturn,
} from '@airlock/host-sdk/appkit'

interface Initial {
  readonly account: UseAppKitAccountReturn
  readonly network: AppKitNetworkState
  readonly state: PublicStateControllerState
  readonly theme: ThemeControllerState
}

const account: UseAppKitAccountReturn = {
  allAccounts: [],
  caipAddress: undefined,
  address: undefined,
  isConnected: false,
  status: 'disconnected',
}
const known = new WeakMap<AppKit, Initial>()

/** Called once when the instance is created; later calls return the same objects. */
export function initialOf(kit: AppKit): Initial {
  const made = known.get(kit) ?? {
    account,
    network: kit.getNetwork(),
    state: { ...kit.getState(), initialized: true },
    theme: { themeMode: kit.options.themeMode === 'dark' ? 'dark' : 'light', themeVariables: kit.getThemeVariables() },
  }
  known.set(kit, made)
  return made
}
