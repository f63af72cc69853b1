/**
 * Wallets that several tabs of one site share, as a browser's extensions, a paired phone and the embedded wallet are: each has one state,
 * and tells every tab of its changes. The parts of the modal that talk to them are the real ones.
 */

import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import {
  type Caip2,
  type Caip10,
  isCaip2,
  type Namespace,
  namespaceOf,
  namespaces,
} from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { ModalContext } from '../../src/modal/core/context.ts'
import { createScope } from '../../src/modal/core/scope.ts'
import { connect } from '../../src/modal/features/connect/connect.ts'
import { open } from '../../src/modal/features/connect/open.ts'
import { addEmbeddedConnectors, tellEmbedded } from '../../src/modal/features/embedded/embedded-wallet.ts'
import { walletLinkAtom } from '../../src/modal/features/embedded/state/wallet-screen.ts'
import { storeBeside } from '../../src/modal/features/login/restore-embedded.ts'
import { adopt } from '../../src/modal/features/pairing/adopt-session.ts'
import { pairingClientAtom } from '../../src/modal/features/pairing/state/pairing.ts'
import type { Agreement } from '../../src/modal/features/pairing/walletconnect/agreement.ts'
import type { Pairing } from '../../src/modal/features/pairing/walletconnect/pairing.ts'
import { createSessionConnector, type SessionNews } from '../../src/modal/features/pairing/walletconnect/session.ts'
import type { Connector, ConnectorEvent, Offer } from '../../src/modal/session/connector.ts'
import { storeConnection } from '../../src/modal/session/store-connection.ts'
import { checksum } from '../../src/shared/chains/eip155/checksum.ts'
import { createTestConnector } from './modal.ts'
import { createTestWallet, type TestWallet } from './wallet-link.ts'

/** Two networks of each namespace. */
export const places: Readonly<Record<Namespace, readonly [Caip2, Caip2]>> = {
  eip155: ['eip155:1', 'eip155:10'],
  solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  bip122: ['bip122:000000000019d6689c085ae165831e93', 'bip122:000000000933ea01ad0ee984209779ba'],
  polkadot: ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot:b0a8d493285c2df73290dfb7e61f870f'],
}

const letters: Readonly<Record<Namespace, (letter: string) => string>> = {
  eip155: (letter) => checksum(`0x${letter.repeat(40)}`),
  solana: (letter) => letter.repeat(44),
  bip122: (letter) => `bc1q${letter.replace('b', 'd').repeat(38)}`,
  polkadot: (letter) => letter.repeat(48),
}
const addressOf = (namespace: Namespace, number: number) => letters[namespace]('acdef'.charAt(number % 5))

export interface SiteWallet {
  readonly name: string
  readonly namespaces: readonly Namespace[]
  /** Whether all its namespaces are connected and disconnected together. */
  readonly isShared: boolean
  /** What a tab finds in the page. */
  readonly connectors: () => readonly Connector[]
  readonly connect: (context: ModalContext, namespace: Namespace) => Promise<void>
  /** Whether the wallet counts the site as connected. */
  readonly isOpen: (namespace: Namespace) => boolean
  /** In the wallet, by its user. */
  readonly leave: (namespace: Namespace) => void
  readonly changeAccount: (namespace: Namespace) => void
  readonly changeNetwork: (namespace: Namespace) => void
}

/** @param canRevoke older wallets cannot, and stay open */
export function createPageWallet(
  name: string,
  namespace: Namespace,
  { type = 'announced', canRevoke = true }: { type?: 'announced' | 'external'; canRevoke?: boolean } = {},
): SiteWallet {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const tell = (event: ConnectorEvent) => {
    for (const listener of listeners) listener(event)
  }
  let isOpen = false
  let account = 0
  let [chainId] = places[namespace]
  const offer = (): Offer => ({ chainId, accounts: [`${chainId}:${addressOf(namespace, account)}`] })
  const key = `${name.replaceAll(' ', '.')}/${namespace}`
  const make = (): Connector =>
    createTestConnector({
      key,
      handle: key,
      id: name,
      name,
      rdns: undefined,
      type,
      namespace,
      connect() {
        isOpen = true
        return Promise.resolve(offer())
      },
      restore: () => Promise.resolve(isOpen ? offer() : undefined),
      disconnect() {
        if (canRevoke && isOpen) {
          isOpen = false
          tell({ type: 'accounts', accounts: [] })
        }
        return Promise.resolve()
      },
      switchNetwork(network) {
        chainId = network.id
        tell({ type: 'chain', chainId })
        return Promise.resolve()
      },
      request: (): Promise<Json> =>
        isOpen
          ? Promise.resolve(`${chainId}:${addressOf(namespace, account)}`)
          : Promise.reject(new AirlockError('UNAUTHORIZED')),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }).connector
  return {
    name,
    namespaces: [namespace],
    isShared: false,
    connectors: () => [make()],
    async connect(context) {
      open(context)
      await connect(context, key, true)
    },
    isOpen: () => isOpen,
    leave() {
      isOpen = false
      tell({ type: 'accounts', accounts: [] })
    },
    changeAccount() {
      account += 1
      if (isOpen) tell({ type: 'accounts', accounts: [addressOf(namespace, account)] })
    },
    changeNetwork() {
      chainId = places[namespace].find((id) => id !== chainId) ?? chainId
      if (isOpen) tell({ type: 'chain', chainId })
    },
  }
}

/** A phone with accounts in these namespaces, over one session. */
export function createPhone(
  served: readonly Namespace[] = namespaces,
): SiteWallet & { prepare: (context: ModalContext) => void } {
  let session: { topic: string; accounts: Readonly<Partial<Record<Namespace, number>>> } | undefined
  let count = 0
  /** By tab: a tab that is gone hears nothing, and nobody hears it. */
  const tabs = new Set<(topic: string, news: SessionNews) => void>()
  const tell = (topic: string, news: SessionNews) => {
    for (const tab of tabs) tab(topic, news)
  }
  const agreement = (): Agreement | undefined => {
    if (!session) return undefined
    const { topic, accounts } = session
    const grants = Object.fromEntries(
      Object.entries(accounts).map(([name, number]) => {
        const namespace = name as Namespace // as: a key of the record
        const chains = places[namespace]
        const own = chains.map((chain): Caip10 => `${chain}:${addressOf(namespace, number)}`)
        return [namespace, { accounts: own, chains: [...chains], methods: ['anything'], events: ['accountsChanged'] }]
      }),
    )
    return {
      topic,
      expiresAt: Number.MAX_SAFE_INTEGER,
      wallet: 'Phone',
      grants,
      parts: {},
      properties: { session: undefined, scoped: undefined },
    }
  }
  const end = (topic: string) => {
    if (session?.topic !== topic) return
    session = undefined
    tell(topic, { type: 'end' })
  }
  const change = (accounts: Readonly<Partial<Record<Namespace, number>>>) => {
    if (!session) return
    if (Object.keys(accounts).length === 0) return end(session.topic)
    session = { ...session, accounts }
    tell(session.topic, { type: 'update' })
  }
  const pairingOf = (): Pairing => {
    const listeners = new Map<string, Set<(news: SessionNews) => void>>()
    tabs.add((topic, news) => {
      for (const listener of listeners.get(topic) ?? []) listener(news)
    })
    const listen = (topic: string, listener: (news: SessionNews) => void) => {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => void known.delete(listener)
    }
    return {
      propose: () => Promise.reject(new AirlockError('NOT_AVAILABLE')),
      restore: agreement,
      connectors({ topic, grants, wallet }, prefer) {
        const port = {
          scope: createScope(),
          agreement: () => (session?.topic === topic ? agreement() : undefined),
          send: ({ chainId }: { chainId: string }) => {
            const namespace = isCaip2(chainId) ? namespaceOf(chainId) : 'eip155'
            const number = session?.topic === topic ? session.accounts[namespace] : undefined
            return number === undefined
              ? Promise.reject(new AirlockError('UNAUTHORIZED'))
              : Promise.resolve(`${chainId}:${addressOf(namespace, number)}`)
          },
          end: () => Promise.resolve(end(topic)),
          listen: (listener: (news: SessionNews) => void) => listen(topic, listener),
        }
        return namespaces
          .filter((name) => grants[name])
          .map((name) =>
            createSessionConnector(port, name, wallet, prefer && namespaceOf(prefer) === name ? prefer : undefined),
          )
      },
      onUpdate: (topic, listener) =>
        listen(topic, ({ type }) => {
          const now = agreement()
          if (type === 'update' && now) listener(now)
        }),
      keepAppLink() {},
      onLate() {},
      onRequest: () => () => {},
      end: (topic) => Promise.resolve(end(topic)),
      rest: () => Promise.resolve(),
    }
  }
  return {
    name: 'Phone',
    namespaces: served,
    isShared: true,
    connectors: () => [],
    prepare(context) {
      context.store.set(pairingClientAtom, Promise.resolve(pairingOf()))
    },
    async connect(context) {
      if (session) end(session.topic)
      count += 1
      session = {
        topic: count.toString(16).padStart(64, '0'),
        accounts: Object.fromEntries(served.map((name) => [name, count])),
      }
      const granted = agreement()
      const pairing = await context.store.get(pairingClientAtom)
      if (granted && pairing) await adopt(context, pairing, granted)
    },
    isOpen: (namespace) => session?.accounts[namespace] !== undefined,
    leave(namespace) {
      const { [namespace]: _, ...rest } = session?.accounts ?? {}
      change(rest)
    },
    changeAccount(namespace) {
      const number = session?.accounts[namespace]
      if (session && number !== undefined) change({ ...session.accounts, [namespace]: number + 1 })
    },
    changeNetwork() {}, // the page chooses
  }
}

const User = z.object({ chainId: z.optional(z.string()) })

/** The embedded wallet: signed in or not, in every tab. */
export function createEmbedded(): SiteWallet & { prepare: (context: ModalContext) => void } {
  let isSignedIn = false
  const served: readonly Namespace[] = ['eip155', 'solana']
  const links = new Set<TestWallet>()
  const signOut = () => {
    isSignedIn = false
    for (const link of links)
      for (const namespace of served) link.tell({ scope: places[namespace][0], event: 'disconnect' })
  }
  return {
    name: 'Email',
    namespaces: served,
    isShared: true,
    connectors: () => [],
    prepare(context) {
      const wallet = createTestWallet((event) => tellEmbedded(context, event))
      links.add(wallet)
      let at: Partial<Record<Namespace, Caip2>> = {}
      wallet.answer({
        IS_CONNECTED: () => ({ isConnected: isSignedIn }),
        GET_USER(request) {
          if (!isSignedIn) throw new AirlockError('UNAUTHORIZED')
          const { chainId } = User.parse(request)
          const id = chainId !== undefined && isCaip2(chainId) ? chainId : places.eip155[0]
          at = { ...at, [namespaceOf(id)]: id }
          const address = addressOf(namespaceOf(id), 0)
          return { email: 'v@example.org', address, chainId: id, accounts: [], preferredAccountType: 'eoa' } as never // as: parsed by the link
        },
        SWITCH_NETWORK: ({ chainId }) => ({ chainId }) as never, // as above
        SIGN_OUT() {
          signOut()
          return {}
        },
        SYNC_THEME: () => ({}),
        SYNC_LOCALE: () => ({}),
        SYNC_DAPP_DATA: () => ({}) as never,
        RPC_REQUEST({ scope }) {
          if (!isSignedIn) throw new AirlockError('UNAUTHORIZED')
          return { result: `${scope}:${addressOf(namespaceOf(scope), 0)}` }
        },
      })
      context.store.set(walletLinkAtom, Promise.resolve(wallet.link))
    },
    async connect(context) {
      isSignedIn = true
      const signal = new AbortController().signal
      const [lead, ...others] = addEmbeddedConnectors(context)
      if (!lead) return
      storeConnection(context, lead, await lead.connect({ signal }))
      await storeBeside(context, lead, others)
    },
    isOpen: () => isSignedIn,
    leave: signOut,
    changeAccount() {},
    changeNetwork() {},
  }
}
