/** One namespace of the embedded wallet as a connector: requests go over the wallet link. */
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import type { User } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import {
  type Caip2,
  type Caip10,
  isCaip2,
  type Namespace,
  namespaceOf,
  parseCaip10,
} from '@airlock/protocol/scalars/caip.ts'
import { hasAddressForm } from '../../../shared/chains/address-form.ts'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import type { Connector, ConnectorEvent, Offer } from '../../session/connector.ts'
import type { WalletChannels, WalletEvent } from './link/wallet-link.ts'

/** The id in the specification. */
export const embeddedId = 'ID_AUTH'

/** The icon for a project record without one: a letter on a dark background. */
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#17181c"/>' +
  '<path d="M8 11h16v10H8zl8 6 8-6" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>'
const standard = { name: 'Email Wallet', icon: `data:image/svg+xml;base64,${btoa(drawing)}` }

/** The session behind the connectors of all namespaces. */
export interface EmbeddedPort {
  /** @throws the reason why the wallet cannot be reached */
  readonly reach: () => Promise<WalletChannels>
  /** Signs out, once for all namespaces. */
  readonly end: () => Promise<void>
  /** Runs the request while the wallet is visible, because it asks before it signs. */
  readonly ask: <T>(method: RpcMethod, work: () => Promise<T>) => Promise<T>
  readonly listen: (listener: (event: WalletEvent) => void) => () => void
}

export interface EmbeddedSettings {
  /** From the project record. */
  readonly name: string | undefined
  readonly icon: string | undefined
  /** The networks of the app, in its order. */
  readonly networks: readonly Caip2[]
  readonly active: Caip2 | null
  /** The key of a hint: connecting asks the user to go on with what the wallet's own window has kept. */
  readonly kept?: string | undefined
}

export function createEmbeddedConnector(
  port: EmbeddedPort,
  namespace: Namespace,
  { name = standard.name, icon = standard.icon, networks, active, kept }: EmbeddedSettings,
): Connector {
  const own = networks.filter((id) => namespaceOf(id) === namespace)
  const wanted = own.find((id) => id === active) ?? own[0]

  /** Asks who is signed in, and with that connects. */
  const getUser = async (chainId: Caip2 | undefined, signal: AbortSignal, key?: string): Promise<Offer> => {
    const { app } = await port.reach()
    const wanted = { ...(chainId === undefined ? {} : { chainId }), ...(key ? { kept: key } : {}) }
    const user = await app.request('GET_USER', wanted, { signal })
    if (namespaceOf(user.chainId) !== namespace || !hasAddressForm(namespace, user.address))
      throw new AirlockError('WALLET_FAILED', { message: `The embedded wallet has no account on ${namespace}.` })
    return {
      chainId: user.chainId,
      accounts: [`${user.chainId}:${user.address}`],
      ...profileOf(user),
      ...(user.preferredAccountType ? { accountType: user.preferredAccountType } : {}),
      ...(user.smartAccountDeployed === undefined ? {} : { smartAccountDeployed: user.smartAccountDeployed }),
      // Both types, if the user can choose.
      details: user.accounts && user.accounts.length > 1 ? user.accounts : [],
    }
  }

  return {
    key: `${embeddedId}/${namespace}`,
    id: embeddedId,
    type: 'auth',
    namespace,
    name,
    icon,
    rdns: undefined,
    disputed: false,
    handle: undefined,
    connect: ({ signal }) => getUser(wanted, signal, kept),
    async restore({ signal }) {
      const { app } = await port.reach()
      const { isConnected } = await app.request('IS_CONNECTED', {}, { signal })
      return isConnected ? getUser(wanted, signal) : undefined
    },
    disconnect: () => port.end(),
    async switchNetwork({ id }, { signal }) {
      const { app } = await port.reach()
      await app.request('SWITCH_NETWORK', { chainId: id }, { signal })
      return getUser(id, signal)
    },
    async request(method, params, { scope, signal }) {
      const send = async () => {
        const { provider } = await port.reach()
        const { result } = await provider.request('RPC_REQUEST', { scope, method, params }, signal ? { signal } : {})
        return result
      }
      const { findEmbeddedMethod } = await import('@airlock/protocol/allowlist/embedded.ts')
      const found = findEmbeddedMethod(namespace, method)
      return found?.access === 'approval' ? port.ask(found, send) : send()
    },
    subscribe: (listener) =>
      port.listen((event) => {
        const read = namespaceOf(event.scope) === namespace ? readEvent(event) : undefined
        if (read) listener(read)
      }),
  }
}

interface WalletUser {
  email?: string | null | undefined
  userName?: string | null | undefined
  social?: string | undefined
  custodyLevel?: User['custodyLevel']
}

/** The user as the wallet reports it: as shown, and as reported to the page. */
export function profileOf(user: WalletUser): Pick<Offer, 'profile' | 'user'> {
  const profile = user.email ?? user.userName
  return {
    ...(profile ? { profile: toDisplayText(profile, { max: limits.name }) } : {}),
    ...(profile || user.social || user.custodyLevel ? { user: userOf(user) } : {}),
  }
}

/** Never cut, unlike the shown text. */
const userOf = ({ email, userName, social, custodyLevel }: WalletUser): User => ({
  ...(email ? { email } : userName ? { username: toDisplayText(userName, { max: limits.name }) } : {}),
  ...(social !== undefined && { social }),
  ...(custodyLevel && { custodyLevel }),
})

function readEvent({ scope, event, accounts = [] }: WalletEvent): ConnectorEvent | undefined {
  switch (event) {
    case 'accountsChanged':
      return { type: 'accounts', accounts: accounts.flatMap((account) => addressOn(scope, account)) }
    case 'chainChanged':
      return isCaip2(scope) ? { type: 'chain', chainId: scope } : undefined
    case 'disconnect':
      return { type: 'disconnect' }
  }
}

const addressOn = (scope: Caip2, account: Caip10): string[] => {
  const { namespace, address } = parseCaip10(account)
  return namespace === namespaceOf(scope) && hasAddressForm(namespace, address) ? [address] : []
}
