/** A button's content for a state of the core: the same in the React component and the custom elements. */
import type { AccountState, Airlock, Namespace, State } from '@airlock/host-sdk'

export interface Texts {
  /** Text while no account is connected. Default: Connect wallet. */
  label?: string | undefined
  connectingLabel?: string | undefined
  wrongNetworkLabel?: string | undefined
}

export interface ButtonOptions extends Texts {
  /** The account of this namespace instead of the active one. */
  namespace?: Namespace | undefined
  /** Default: show. */
  balance?: 'show' | 'hide' | undefined
  /** Also shows the name of the network. */
  network?: boolean | undefined
}

export interface Looks {
  readonly status: 'connect' | 'connecting' | 'connected' | 'unsupported'
  readonly label: string
  /** Balance and network, below the label. */
  readonly detail?: string
  /** Hue of the avatar, in degrees. */
  readonly hue?: number
}

const nobody = Object.create(null) as Partial<Record<Namespace, AccountState>> // as: empty; a namespace is any text of an attribute

/** Before there is an instance, and on every server, so that server markup and first render are equal. */
export const initialState: State = Object.freeze({
  ready: false,
  open: false,
  accounts: {},
  theme: 'light',
  persistence: 'local',
  health: 'ok',
})

/** The account of the namespace, or of the active one. The same object as long as nothing changes. */
export function accountOf({ accounts, active }: State, namespace: Namespace = active ?? 'eip155'): AccountState {
  nobody[namespace] ??= Object.freeze({ status: 'disconnected', restoring: false, namespace, accounts: [] })
  return (Object.hasOwn(accounts, namespace) && accounts[namespace]) || nobody[namespace]
}

export const defaultLabel = 'Connect wallet'

export function looksOf(state: State, options: ButtonOptions): Looks {
  const { label = defaultLabel, connectingLabel = 'Connecting…', wrongNetworkLabel = 'Wrong network' } = options
  const { status, address, profile, balance, namespace } = accountOf(state, options.namespace)
  if (status === 'connecting') return { status, label: connectingLabel }
  if (!address) return { status: 'connect', label }
  if (state.unsupported && namespace === state.active) return { status: 'unsupported', label: wrongNetworkLabel }
  return {
    status: 'connected',
    label: profile?.name ?? (address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address),
    detail: [
      options.balance !== 'hide' && balance && `${balance.formatted} ${balance.symbol}`,
      options.network && state.network?.name,
    ]
      .filter(Boolean)
      .join(' · '),
    hue: (address.charCodeAt(4) * 47 + address.charCodeAt(5) * 31) % 360,
  }
}

/** Opens the view behind the button. Failures are reported by the event `error`. */
export function openFor({ open }: Airlock, status: Looks['status'], namespace: Namespace | undefined): void {
  open({ ...(status === 'unsupported' && { view: 'Networks' }), ...(namespace && { namespace }) }).catch(() => {})
}
