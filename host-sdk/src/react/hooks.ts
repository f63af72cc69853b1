/** The state of the core as hooks. On a server and while hydrating, each returns the initial state. */
import type {
  AccountState,
  Airlock,
  CaipNetworkId,
  Events,
  Namespace,
  Network,
  Providers,
  State,
} from '@airlock/host-sdk'
import { createContext, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { accountOf, initialState } from '../ui/looks.ts'

export const AirlockContext = createContext<Airlock | undefined>(undefined)

export function useInstance(): Airlock {
  const airlock = useContext(AirlockContext)
  if (!airlock) throw new Error('Put this component inside <AirlockProvider airlock={…}>')
  return airlock
}

/** `select` returns a part of the state: an unchanged part stays the same object. */
export function useSelected<T>(select: (state: State) => T): T {
  const { subscribe, getState } = useInstance()
  return useSyncExternalStore(
    subscribe,
    () => select(getState()),
    () => select(initialState),
  )
}

const unchanging = () => () => {}

/** False on a server and in the first render of its markup. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  )

export interface UseAirlock
  extends Pick<Airlock, 'open' | 'close' | 'connect' | 'disconnect' | 'signIn' | 'signOut' | 'prefetch'> {
  isOpen: boolean
  ready: boolean
}

export function useAirlock(): UseAirlock {
  const airlock = useInstance()
  const isOpen = useSelected((state) => state.open)
  const ready = useSelected((state) => state.ready)
  return useMemo(() => ({ ...airlock, isOpen, ready }), [airlock, isOpen, ready])
}

/** The account of the namespace, or of the active one. */
export const useAccount = (namespace?: Namespace): AccountState => useSelected((state) => accountOf(state, namespace))

export interface UseNetwork {
  network: Network | undefined
  /** The wallet is on this network, which is not one of yours. */
  unsupported: CaipNetworkId | undefined
  switchNetwork: Airlock['switchNetwork']
}

export function useNetwork(): UseNetwork {
  const { switchNetwork } = useInstance()
  const network = useSelected((state) => state.network)
  const unsupported = useSelected((state) => state.unsupported)
  return { network, unsupported, switchNetwork }
}

/** `undefined` on a server and while hydrating. */
export function useProvider<N extends keyof Providers = 'eip155'>(namespace?: N): Providers[N] | undefined {
  const airlock = useInstance()
  const isHydrated = useHydrated()
  // as: the type of a provider depends on its namespace, which `provider` cannot see through a type parameter
  return isHydrated ? (airlock.provider(namespace ?? 'eip155') as Providers[N]) : undefined
}

export interface UseTheme {
  theme: 'light' | 'dark'
  setTheme: Airlock['setTheme']
}

export function useTheme(): UseTheme {
  const { setTheme } = useInstance()
  return { theme: useSelected((state) => state.theme), setTheme }
}

/** Calls the listener of the latest render. */
export function useAirlockEvents<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): void {
  const airlock = useInstance()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => airlock.on(event, (payload) => latest.current(payload)), [airlock, event])
}
