/** The apps that this wallet is connected to, and the events that it can send them. */
import { getSdkError } from '@walletconnect/utils'
import { type Address, address, readWith, record, wholeNumber } from '../parse.ts'
import { spellOut } from '../wallet/confirm/readable.ts'
import type { WalletNetwork } from '../wallet/state.ts'
import { type PhoneConfig, toCaip2 } from './config.ts'
import type { Kit } from './kit.ts'
import { read, write } from './storage.ts'

export type App = {
  readonly topic: string
  readonly name: string
  /** As claimed by the app; not verified. */
  readonly origin: string
  readonly account: Address
  /** The networks that the app may use, and the one that it last used or was told of. */
  readonly networks: readonly WalletNetwork[]
  readonly network: WalletNetwork
}

/** Text from an app: shortened, with deceptive characters spelled out. */
export const foreign = (text: string): string => spellOut(text).trim().slice(0, 100) || 'Unnamed app'

export function foreignOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an unknown address'
}

export function createApps(kit: Kit, { networks }: Pick<PhoneConfig, 'networks'>, changed: () => void) {
  const sessions = () => Object.values(kit.getActiveSessions())
  const sessionOf = (topic: string) => {
    const found = sessions().find((session) => session.topic === topic)
    if (!found) throw new Error('This app is not connected any more.')
    return found
  }
  const list = (): readonly App[] =>
    sessions().flatMap(({ topic, peer, namespaces }) => {
      const { accounts = [], chains = [] } = namespaces.eip155 ?? {}
      const granted = networks.filter((network) => chains.includes(toCaip2(network)))
      const account = readWith(address, accounts[0]?.split(':')[2])
      const network = granted.find(({ chainId }) => chainId === chainOf(topic)) ?? granted[0]
      if (account === undefined || !network) return []
      const { name, url } = peer.metadata
      return [{ topic, name: foreign(name), origin: foreignOrigin(url), account, networks: granted, network }]
    })
  const get = (topic: string): App => {
    const found = list().find((app) => app.topic === topic)
    if (!found) throw new Error('This app is not connected any more.')
    return found
  }
  const grant = async (topic: string, account: Address, granted: readonly WalletNetwork[]) => {
    const { namespaces } = sessionOf(topic)
    const before = namespaces.eip155 ?? { methods: [], events: [], accounts: [] }
    const chains = granted.map(toCaip2)
    const eip155 = { ...before, chains, accounts: chains.map((chain) => `${chain}:${account}`) }
    await kit.updateSession({ topic, namespaces: { ...namespaces, eip155 } })
  }
  const say = (app: App, name: string, data: unknown) =>
    kit.emitSessionEvent({ topic: app.topic, event: { name, data }, chainId: toCaip2(app.network) })

  return {
    list,
    get,
    /** Tells the app to switch; grants it the network first if needed. */
    async switchNetwork(topic: string, network: WalletNetwork): Promise<void> {
      const app = get(topic)
      if (!app.networks.some(({ chainId }) => chainId === network.chainId))
        await grant(topic, app.account, [...app.networks, network])
      rememberChain(topic, network.chainId)
      await say({ ...app, network }, 'chainChanged', network.chainId)
      changed()
    },
    async switchAccount(topic: string, account: Address): Promise<void> {
      const app = get(topic)
      await grant(topic, account, app.networks)
      await say(app, 'accountsChanged', [`${toCaip2(app.network)}:${account}`])
      changed()
    },
    ping: (topic: string) => kit.engine.signClient.ping({ topic }),
    async disconnect(topic: string): Promise<void> {
      await kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
      changed()
    },
  }
}

/** The app's current network, which the session itself does not contain. */
const chainOf = (topic: string): number | undefined => readWith(wholeNumber, readWith(record, read('chains'))?.[topic])

function rememberChain(topic: string, chainId: number): void {
  write('chains', { ...readWith(record, read('chains')), [topic]: chainId })
}
