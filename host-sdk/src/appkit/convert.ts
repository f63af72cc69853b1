/** Converts the state of the core to the return values of AppKit's getters. */
import type { AccountState, Airlock, CaipAddress, CaipNetworkId, Network, State } from '@airlock/host-sdk'
import { namespaces } from './looks.ts'
import type {
  AppKitNetworkState,
  ConnectedProviders,
  ConnectedWalletInfo,
  Connection,
  ConnectorType,
  UseAppKitAccountReturn,
  WrapProvider,
} from './shapes.ts'

/** @param isRestoring a stored connection is being restored */
export function toAccount(account: AccountState | undefined, isRestoring: boolean): UseAppKitAccountReturn {
  const { status = 'disconnected', caipAddress, address, accounts = [], type = 'eoa', wallet } = account ?? {}
  const isPending = account ? account.restoring : isRestoring
  return {
    allAccounts: accounts.map((each) => {
      const own = each.slice(each.lastIndexOf(':') + 1)
      const detail = account?.allAccounts?.find((one) => one.address === own) ?? { address: own, type }
      return { namespace: account?.namespace ?? 'eip155', ...detail }
    }),
    caipAddress,
    address,
    isConnected: status === 'connected',
    status: isPending && status !== 'connected' ? 'reconnecting' : status,
    ...(wallet?.id === embeddedId && {
      embeddedWalletInfo: {
        user: account?.user ?? {},
        authProvider: account?.user?.social ?? 'email',
        accountType: type,
        isSmartAccountDeployed: account?.smartAccountDeployed ?? false,
      },
    }),
  }
}

export const toNetworkState = (
  network: Network | undefined,
  unsupported: CaipNetworkId | undefined,
): AppKitNetworkState =>
  unsupported
    ? { caipNetwork: undefined, caipNetworkId: unsupported, chainId: referenceOf(unsupported) }
    : { caipNetwork: network, caipNetworkId: network?.caipNetworkId, chainId: network?.id }

/** Chain ids of EVM networks are numbers. */
function referenceOf(id: CaipNetworkId): number | string {
  const [namespace, reference = ''] = id.split(':')
  return namespace === 'eip155' ? Number(reference) : reference
}

export function toWalletInfo(
  account: AccountState | undefined,
  external: ReadonlySet<string>,
): ConnectedWalletInfo | undefined {
  const { wallet, status, user } = account ?? {}
  if (!wallet || status !== 'connected') return undefined
  const { name, icon, rdns } = wallet
  const identifier = user?.email ?? user?.username
  const type = typeOf(wallet, external)
  const social = type === 'AUTH' && { social: user?.social ?? 'email' }
  return { name, ...(icon && { icon }), ...(rdns && { rdns }), type, ...(identifier && { identifier }), ...social }
}

/** Ids of connectors that are not wallets of the page. */
const [pairingId, embeddedId] = ['walletConnect', 'ID_AUTH']

function typeOf({ id, rdns }: NonNullable<AccountState['wallet']>, external: ReadonlySet<string>): ConnectorType {
  if (id === pairingId) return 'WALLET_CONNECT'
  if (id === embeddedId) return 'AUTH'
  if (external.has(id)) return 'EXTERNAL'
  return rdns ? 'ANNOUNCED' : 'INJECTED'
}

/** Each namespace has at most one connection. */
export function toConnections(
  account: AccountState | undefined,
  find: (id: string) => Network | undefined,
): readonly Connection[] {
  const { wallet, status, caipAddress } = account ?? {}
  if (!wallet || status !== 'connected' || !caipAddress) return []
  const connection: Connection = {
    connectorId: wallet.id,
    name: wallet.name,
    ...(wallet.icon && { icon: wallet.icon }),
    accounts: toAccount(account, false).allAccounts.map(({ address, type }) => ({ address, type })),
    caipNetwork: find(networkOf(caipAddress)),
  }
  return [connection]
}

export const networkOf = (account: CaipAddress): string => account.slice(0, account.lastIndexOf(':'))

/** The providers of connected accounts. A provider stays the same object until the page is unloaded. */
export function toProviders(
  { airlock, wrap }: { readonly airlock: Airlock; readonly wrap: WrapProvider },
  accounts: State['accounts'],
): ConnectedProviders {
  const connected = namespaces.filter((namespace) => accounts[namespace]?.status === 'connected')
  return Object.fromEntries(connected.map((namespace) => [namespace, wrap(namespace, airlock.provider(namespace))]))
}
