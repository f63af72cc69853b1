/** The content of an AppKit button, and the view that it opens, for a state. */
import type { Airlock, Namespace } from '@airlock/host-sdk'
import type { UseAppKitAccountReturn } from './shapes.ts'
import type { OpenOptions } from './views.ts'

/** What the buttons need of an `AppKit`. */
export interface ButtonKit {
  readonly airlock: Pick<Airlock, 'getState' | 'prefetch' | 'subscribe'>
  readonly getAccount: (namespace?: Namespace) => Pick<UseAppKitAccountReturn, 'isConnected' | 'status' | 'address'>
  readonly getActiveChainNamespace: () => Namespace | undefined
  readonly getIsConnectedState: () => boolean
  readonly open: (options: OpenOptions) => Promise<void>
}

export type Kind = 'button' | 'connect' | 'account' | 'network'

export const texts = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  switchNetwork: 'Switch Network',
  unknownNetwork: 'Unknown Network',
  selectNetwork: 'Select Network',
}

export interface Look {
  readonly text: string
  readonly opens: OpenOptions
}

type Read = (name: 'label' | 'loadingLabel' | 'balance' | 'charsStart' | 'charsEnd' | 'namespace') => string | undefined

export function lookOf(kind: Kind, kit: ButtonKit, read: Read): Look {
  const namespace = toNamespace(read('namespace'))
  const { isConnected, status, address = '' } = kit.getAccount(namespace)
  const inNamespace = namespace && { namespace }
  if (kind === 'network') return network(kit, read('label'))
  if (kind === 'account' || (kind === 'button' && isConnected)) return account(kit, address, read, inNamespace)
  const isPending = status === 'connecting' || status === 'reconnecting'
  return {
    text: isPending ? (read('loadingLabel') ?? texts.connecting) : (read('label') ?? texts.connect),
    opens: { view: 'Connect', ...inNamespace },
  }
}

function account(kit: ButtonKit, address: string, read: Read, inNamespace: OpenOptions | undefined): Look {
  const { unsupported, accounts } = kit.airlock.getState()
  if (unsupported) return { text: texts.switchNetwork, opens: { view: 'Networks' } }
  const { balance } = accounts[inNamespace?.namespace ?? kit.getActiveChainNamespace() ?? 'eip155'] ?? {}
  const isShown = balance && read('balance') !== 'hide'
  return {
    text: [isShown && `${balance.formatted} ${balance.symbol}`, shorten(address, read)].filter(Boolean).join(' · '),
    opens: { view: 'Account', ...inNamespace },
  }
}

function network(kit: ButtonKit, label: string | undefined): Look {
  const { unsupported, network } = kit.airlock.getState()
  const name = kit.getIsConnectedState() ? (network?.name ?? texts.unknownNetwork) : undefined
  const text = unsupported ? texts.switchNetwork : (name ?? label ?? texts.selectNetwork)
  return { text, opens: { view: 'Networks' } }
}

function shorten(address: string, read: Read): string {
  const [start, end] = [Number(read('charsStart') ?? 4), Number(read('charsEnd') ?? 6)]
  return address.length > start + end ? `${address.slice(0, start)}…${address.slice(address.length - end)}` : address
}

export const namespaces: readonly Namespace[] = ['eip155', 'solana', 'bip122', 'polkadot']
const toNamespace = (text: string | undefined) => namespaces.find((one) => one === text)
