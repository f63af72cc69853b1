/** One namespace of a session as a connector: requests are sent over the relay, and the wallet's events come back. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { type Caip2, type Caip10, type Namespace, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { AnyJson } from '@airlock/protocol/scalars/values.ts'
import { walk } from '@airlock/protocol/walk.ts'
import * as z from 'zod/mini'
import { switchWallet } from '../../../../shared/chains/eip155/switch-wallet.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Connector, ConnectorEvent, Offer } from '../../../session/connector.ts'
import type { Agreement } from './agreement.ts'
import { readDetails } from './bitcoin.ts'
import { readSessionCapabilities } from './capabilities.ts'
import { toPairingError } from './errors.ts'
import { addressesOf, readEvent } from './events.ts'
import {
  accountsOn,
  addressesOn,
  grantedAddress,
  maxAccounts,
  nameForWallet,
  switchMethod,
  uniqueAccounts,
  writtenOn,
} from './namespaces.ts'
import type { Call, SentRequest } from './requests.ts'
import { translations } from './translations.ts'

/** The session, as a connector uses it. */
export interface SessionPort {
  readonly scope: Scope
  /** The current grants; `undefined` once the session has ended. */
  readonly agreement: () => Agreement | undefined
  readonly send: (call: Call) => Promise<unknown>
  /** Ends the session, once for all its namespaces. */
  readonly end: () => Promise<void>
  readonly listen: (listener: (event: SessionNews) => void) => () => void
}

export type SessionNews =
  | { type: 'event'; params: unknown }
  /** The wallet has updated the session's namespaces. */
  | { type: 'update' }
  | { type: 'request'; request: SentRequest }
  | { type: 'end' }

export const pairingId = 'walletConnect'

/** Ending a session waits for the relay; an unreachable wallet must not block the caller. */
const farewellMs = 3_000

const grantMs = 3_000

export function createSessionConnector(
  port: SessionPort,
  namespace: Namespace,
  wallet: string,
  prefer?: Caip2,
): Connector {
  const { grant, offer, moveTo, isGranted, read } = followGrants(port, namespace, prefer)
  const ask = async (method: string, params: Json, scope: Caip2, signal?: AbortSignal): Promise<Json> => {
    const agreement = port.agreement()
    if (!agreement) throw new AirlockError('DISCONNECTED')
    const chainId = nameForWallet(scope, agreement.parts)
    const result = await unlessAborted(port.send({ chainId, method, params }), signal).catch((error: unknown) => {
      throw toPairingError(error)
    })
    // Some wallets answer without a result.
    return readResult(result ?? null)
  }
  return {
    key: `${pairingId}/${namespace}`,
    id: pairingId,
    type: 'walletConnect',
    namespace,
    name: wallet,
    icon: undefined,
    rdns: undefined,
    disputed: false,
    handle: undefined,
    agreedChains: () => port.agreement()?.grants[namespace]?.chains ?? [],
    addsNetworks: () => {
      const given = port.agreement()?.grants[namespace]
      return given !== undefined && canSwitch(namespace, given.methods)
    },
    addressOn: (address, chainId) => {
      const given = port.agreement()?.grants[namespace]
      return given ? grantedAddress(given, address, chainId) : writtenOn(address, chainId)
    },
    capabilities: (address) => {
      const agreement = port.agreement()
      // Without this method in the session, no batch can be sent.
      return agreement?.grants[namespace]?.methods.includes('wallet_sendCalls')
        ? readSessionCapabilities(agreement.properties, address)
        : undefined
    },
    // The wallet has already agreed; the code was requested by `features/pairing/pair.ts`.
    connect: async () => offer(),
    restore: async () => (port.agreement()?.grants[namespace] ? offer() : undefined),
    disconnect: () => Promise.race([port.end(), port.scope.pause(farewellMs)]),
    async switchNetwork(network, { signal }) {
      const { chains, methods } = grant()
      // The wallet has already granted this chain and is not asked again.
      if (!chains.includes(network.id)) {
        const [known] = chains
        if (known === undefined || !canSwitch(namespaceOf(network.id), methods))
          throw new AirlockError('CHAIN_NOT_SUPPORTED')
        // A wallet answers `eth_chainId` with the network that the request names; what it grants says more.
        await switchWallet(
          (method, params) => ask(method, params, known, signal),
          network,
          () => isGranted(network.id),
        )
      }
      moveTo(network.id)
      // On each network it may have other accounts (CAIP-10).
      return offer()
    },
    async request(method, params, { scope, signal }) {
      // The client refuses it too, without a reason.
      if (!grant().chains.includes(scope)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      const translate = translations[namespace]
      if (!translate) return ask(method, params, scope, signal)
      const translated = translate(method, params, addressesOn(grant(), scope), scope)
      if ('answer' in translated) return translated.answer
      return translated.read(await ask(translated.method, translated.params, scope, signal))
    },
    subscribe(listener) {
      // The offer is read again when it is passed on, because a network switch may have completed meanwhile.
      const calm = calmed(port.scope, (word) => {
        const event = word.type === 'offer' ? read({ type: 'update' }) : word
        if (event) listener(event)
      })
      const stop = port.listen((news) => {
        const event = read(news)
        if (event) calm.tell(event)
      })
      return () => {
        stop()
        calm.stop()
      }
    },
  }
}

/** What a session grants in one namespace, and the network on which the wallet is there. */
function followGrants(port: SessionPort, namespace: Namespace, prefer: Caip2 | undefined) {
  let chain = prefer !== undefined && namespaceOf(prefer) === namespace ? prefer : undefined
  /** The network to which the wallet says that it moved, until it is granted or the user chooses another one. */
  let awaited: Caip2 | undefined
  const grant = () => {
    const found = port.agreement()?.grants[namespace]
    if (!found) throw new AirlockError('DISCONNECTED')
    return found
  }
  const offer = (): Offer => {
    const { chains } = grant()
    const [first] = chains
    const chainId = chain !== undefined && chains.includes(chain) ? chain : first
    if (chainId === undefined) throw new AirlockError('UNAUTHORIZED')
    chain = chainId
    const accounts = accountsOn(grant(), chainId)
    const details = namespace === 'bip122' ? detailsOf(chainId, accounts) : undefined
    if (!details) return { accounts, chainId }
    // The session names the account; its other addresses come from the wallet's own description.
    const all = [...accounts, ...details.map(({ address }): Caip10 => `${chainId}:${address}`)]
    return { accounts: uniqueAccounts(all).slice(0, maxAccounts), chainId, details }
  }
  /** Includes addresses that the session names and the wallet has not described. */
  const detailsOf = (chainId: Caip2, accounts: readonly Caip10[]) => {
    const properties = port.agreement()?.properties
    const said = properties && readDetails(properties, chainId)
    if (!said) return undefined
    const named = accounts.map((account) => parseCaip10(account).address)
    const unsaid = named.filter((address) => !said.some((one) => one.address === address))
    return [...unsaid.map((address) => ({ address, type: 'payment' as const })), ...said]
  }
  const moveTo = (id: Caip2) => {
    chain = id
    awaited = undefined
  }
  return { grant, offer, moveTo, isGranted, read }

  function isGrantedNow(id: Caip2): boolean {
    return port.agreement()?.grants[namespace]?.chains.includes(id) === true
  }

  /** The client refuses requests on other networks. A wallet may grant one a moment after it has agreed. */
  function isGranted(id: Caip2): Promise<boolean> {
    if (isGrantedNow(id)) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = () => {
        stopWaiting()
        stop()
        resolve(isGrantedNow(id))
      }
      const stopWaiting = port.scope.after(grantMs, end)
      const stop = port.listen(({ type }) => {
        if (type === 'end' || isGrantedNow(id)) end()
      })
    })
  }

  function read(news: SessionNews): ConnectorEvent | undefined {
    if (news.type === 'request') return undefined
    if (news.type === 'end') return { type: 'disconnect' }
    if (news.type === 'update') {
      const agreement = port.agreement()
      if (!agreement) return { type: 'disconnect' }
      if (awaited !== undefined && isGrantedNow(awaited)) {
        chain = awaited
        awaited = undefined
      }
      // The current chain may no longer be granted.
      return agreement.grants[namespace] ? { type: 'offer', offer: offer() } : { type: 'removed' }
    }
    const said = readEvent(news.params, namespace)
    if (!said) return undefined
    if ('accounts' in said) {
      const now = chain
      const addresses = addressesOf(said.accounts)
      return { type: 'accounts', accounts: now ? addresses.map((one) => writtenOn(one, now)) : addresses }
    }
    // Reported when it is granted; until then no request can be sent there.
    const isHere = isGrantedNow(said.chain)
    awaited = isHere ? undefined : said.chain
    if (!isHere) return undefined
    chain = said.chain
    return { type: 'chain', chainId: chain }
  }
}

const canSwitch = (namespace: Namespace, methods: readonly string[]): boolean =>
  namespace === 'eip155' && methods.includes(switchMethod)

const restMs = 50

/** Passes on only the last of frequent events of each kind within 50 ms. The end of the session is passed on at once. */
export function calmed(scope: Scope, listener: (event: ConnectorEvent) => void) {
  const words = new Map<string, ConnectorEvent>()
  let stopWaiting: (() => void) | undefined
  const stop = () => {
    stopWaiting?.()
    stopWaiting = undefined
    words.clear()
  }
  return {
    stop,
    tell(event: ConnectorEvent) {
      if (event.type === 'disconnect') {
        stop()
        return listener(event)
      }
      // An offer and its removal count as one kind.
      const kind = event.type === 'removed' ? 'offer' : event.type
      words.delete(kind)
      words.set(kind, event)
      stopWaiting ??= scope.after(restMs, () => {
        const all = [...words.values()]
        stop()
        for (const word of all) listener(word)
      })
    },
  }
}

/** Validates a remote wallet's answer, which has not passed the pre-walk. */
function readResult(result: unknown): Json {
  if (walk(result, { depth: limits.depth, nodes: limits.nodesLarge, size: limits.sizeLarge }) !== 'ok')
    throw new AirlockError('WALLET_FAILED', { message: 'The wallet’s answer cannot be passed on.' })
  return z.parse(AnyJson, result)
}

/** A sent request cannot be withdrawn; a cancel only ends the wait. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new AirlockError('ABORTED'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    // Heard in every case: a refusal without a handler is an error of the whole document.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
