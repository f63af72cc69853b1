/**
 * Pairing with a remote wallet: requests a code from the relay, waits for the wallet, and keeps the resulting session.
 * `features/pairing/pair.ts` decides when; this file uses the client.
 */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, type Namespace, namespaceOf, namespaces } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { Connector } from '../../../session/connector.ts'
import { type Agreement, pickAgreement, readAgreement } from './agreement.ts'
import { forgetWay, keepWay, type Way } from './app-link.ts'
import { type Client, type ClientOptions, createClient } from './client.ts'
import { type Code, readCode } from './code.ts'
import { toPairingError } from './errors.ts'
import { propose } from './namespaces.ts'
import { type OneClick, readProofs, toAuthRequest } from './one-click.ts'
import { createRequests, type SentRequest } from './requests.ts'
import { createSessionConnector, type SessionNews, type SessionPort } from './session.ts'
import { shareEnds } from './store.ts'

export interface Proposal {
  readonly code: Code
  /** @throws AirlockError USER_REJECTED, PAIRING_EXPIRED, ... */
  readonly approval: Promise<Agreement>
  /** Withdraws the code; a wallet that scans it later gets an error. */
  readonly withdraw: () => Promise<void>
}

export interface Pairing {
  /**
   * Resolves when the relay has accepted the proposal. @throws AirlockError ORIGIN_NOT_ALLOWED, INVALID_PROJECT_ID,
   * RELAY_UNREACHABLE
   */
  propose(
    networks: readonly Network[],
    options: { signal: AbortSignal; signIn?: OneClick | undefined },
  ): Promise<Proposal>
  /** The session of an earlier visit to this host origin. Sends no message to the wallet. */
  restore(): Agreement | undefined
  /** One connector for each namespace that the wallet granted. */
  connectors(agreement: Agreement, prefer: Caip2 | undefined): readonly Connector[]
  /** Called when the wallet has updated the session's namespaces; it may have added some. */
  onUpdate(topic: string, listener: (agreement: Agreement) => void): () => void
  /** Stores the link by which the wallet was opened; removed with the session. */
  keepWay(topic: string, way: Way): void
  /** For a wallet that was opened by a link: called once for each request that the relay has accepted. */
  onRequest(topic: string, listener: (request: SentRequest) => void): () => void
  /** Ends the session in the wallet. */
  end(topic: string): Promise<void>
  /** Disconnects from the relay unless a session needs it, so that an idle page makes no request. */
  rest(): Promise<void>
}

type AuthPayload = Parameters<Client['formatAuthMessage']>[0]['request']

const topicOf = (uri: string | undefined) => /^wc:([0-9a-f]{64})@/.exec(uri ?? '')?.[1] ?? ''

const ended = { code: 6000, message: 'User disconnected.' }

export async function createPairing(options: ClientOptions): Promise<Pairing> {
  return pairingOver(await createClient(options), options)
}

/** Over a client that is ready. */
export function pairingOver(client: Client, { storage, metadata, scope }: ClientOptions): Pairing {
  const listeners = new Map<string, Set<(news: SessionNews) => void>>()
  const tell = (topic: string, news: SessionNews) => {
    for (const listener of listeners.get(topic) ?? []) listener(news)
  }
  /** Open requests. The client leaves those of a session that has ended without an answer. */
  const asked = new Map<string, Set<() => void>>()
  const stopAsking = (topic: string) => {
    for (const stop of asked.get(topic) ?? []) stop()
  }
  const isOver = (topic: string) => {
    forgetWay(storage, (kept) => kept !== topic)
    stopAsking(topic)
    tell(topic, { type: 'end' })
  }
  client.on('session_event', ({ topic, params }) => tell(topic, { type: 'event', params }))
  client.on('session_update', ({ topic }) => tell(topic, { type: 'update' }))
  client.on('session_delete', ({ topic }) => {
    isOver(topic)
    tellTabs(topic)
  })
  client.on('session_expire', ({ topic }) => isOver(topic))

  const tellTabs = shareEnds(storage, (topic) => {
    isOver(topic)
    scope.run(forget(topic))
  })
  // Removes the link of a session that ended while the page was closed.
  forgetWay(storage, (topic) => client.session.keys.includes(topic))

  const sessions = () => client.session.getAll()
  /** The client replaces changed objects, so a parsed result stays valid for its object; a large session is parsed once. */
  const known = new WeakMap<object, Agreement | undefined>()
  const agreementOf = (topic: string): Agreement | undefined => {
    const session = sessions().find((one) => one.topic === topic)
    if (session && !known.has(session)) known.set(session, readAgreement(session))
    return session && known.get(session)
  }
  const listen = (topic: string, listener: (news: SessionNews) => void) => {
    const others = listeners.get(topic) ?? new Set()
    listeners.set(topic, others.add(listener))
    return () => {
      others.delete(listener)
    }
  }
  const send = createRequests(client, { storage, scope }, (topic, request) => tell(topic, { type: 'request', request }))
  const untilOver = (topic: string, answer: Promise<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const stop = () => reject(new AirlockError('DISCONNECTED'))
      const others = asked.get(topic) ?? new Set()
      asked.set(topic, others.add(stop))
      scope.run(answer.then(resolve, reject).finally(() => others.delete(stop)))
    })
  /** Several callers may end the same session at once; the wallet is told once. */
  const endings = new Map<string, Promise<void>>()
  const end = (topic: string): Promise<void> => {
    forgetWay(storage, (kept) => kept !== topic)
    stopAsking(topic)
    const ending =
      endings.get(topic) ??
      client
        .disconnect({ topic, reason: ended })
        .catch(() => {}) // an unreachable wallet will find out by itself
        .finally(() => tellTabs(topic))
        .then(() => rest())
        .finally(() => endings.delete(topic))
    endings.set(topic, ending)
    return ending
  }
  const port = (topic: string): SessionPort => ({
    scope,
    agreement: () => agreementOf(topic),
    send: (call) => untilOver(topic, send(topic, call)),
    end: () => end(topic),
    listen: (listener) => listen(topic, listener),
  })

  /** Failed pairings. The client rejects an answer with a bad signature, but keeps its session; these sessions are ended. */
  const unwanted = new Set<string>()
  const keepSession = client.session.set.bind(client.session)
  client.session.set = async (topic, session) => {
    await keepSession(topic, session)
    if (unwanted.has(session.pairingTopic)) scope.run(end(topic))
  }

  /** The client reports a failure only after a minute; the socket reports it at once. */
  const refusal = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const onError = (error: unknown) => reject(toPairingError(error))
      client.core.relayer.on('relayer_error', onError)
      signal.addEventListener('abort', () => {
        client.core.relayer.off('relayer_error', onError)
        reject(new AirlockError('ABORTED'))
      })
    })

  /** Open proposals; the relay connection is kept while there are any. */
  const open = new Set<AbortController>()
  const rest = async () => {
    if (client.session.length > 0 || open.size > 0) return
    await client.core.relayer.transportClose().catch(() => {})
  }

  return {
    async propose(networks, { signal, signIn }) {
      signal.throwIfAborted()
      const over = new AbortController()
      open.add(over)
      const asked = signIn ? askBoth(signIn) : client.connect({ optionalNamespaces: propose(networks) })
      const madeAt = Date.now()
      try {
        const { uri, approval } = await Promise.race([asked, refusal(AbortSignal.any([signal, over.signal]))])
        const code = readCode(uri, madeAt)
        if (!code) throw new AirlockError('INTERNAL', { message: 'The pairing client made no code.' })
        return {
          code,
          approval: approved(approval(), topicOf(uri), signIn).finally(() => open.delete(over)),
          withdraw: () => withdraw(uri, over),
        }
      } catch (error) {
        // The late answer is withdrawn; no caller waits for it.
        asked
          .then(({ uri }) => withdraw(uri, over))
          .catch(() => open.delete(over))
          .finally(() => scope.run(rest()))
        throw toPairingError(error)
      } finally {
        over.abort()
      }
    },
    restore: () => pickAgreement(sessions(), metadata.url, Date.now()),
    connectors(agreement, prefer) {
      const shared = port(agreement.topic)
      return namespaces.flatMap((namespace: Namespace) =>
        agreement.grants[namespace]
          ? [
              createSessionConnector(
                shared,
                namespace,
                agreement.wallet,
                prefer !== undefined && namespaceOf(prefer) === namespace ? prefer : undefined,
              ),
            ]
          : [],
      )
    },
    onUpdate: (topic, listener) =>
      listen(topic, ({ type }) => {
        const agreement = type === 'update' ? agreementOf(topic) : undefined
        if (agreement) listener(agreement)
      }),
    keepWay: (topic, way) => keepWay(storage, topic, way),
    onRequest: (topic, listener) =>
      listen(topic, (news) => {
        if (news.type === 'request') listener(news.request)
      }),
    end,
    rest,
  }

  async function askBoth(signIn: OneClick) {
    const { provideBuffer } = await import('../../../../shared/node-buffer.ts')
    provideBuffer()
    const { uri, response } = await client.authenticate(toAuthRequest(signIn))
    return { uri, approval: response }
  }

  async function approved(approval: Promise<unknown>, pairingTopic: string, signIn?: OneClick): Promise<Agreement> {
    const answer = await approval.catch((error: unknown) => {
      unwanted.add(pairingTopic)
      throw toPairingError(error)
    })
    // as: the client's type does not allow absent fields
    const wordsOf = (request: object, iss: string) => client.formatAuthMessage({ request: request as AuthPayload, iss })
    const { session, sessions } = signIn
      ? readProofs(answer, signIn, wordsOf, Date.now())
      : { session: answer, sessions: [] }
    const agreement = sessions && readAgreement(session)
    if (agreement) return sessions.length > 0 ? { ...agreement, sessions } : agreement
    unwanted.add(pairingTopic)
    const { topic } = z.catch(z.object({ topic: z.string() }), { topic: '' }).parse(session)
    scope.run(end(topic))
    throw new AirlockError('UNAUTHORIZED', {
      message: sessions ? 'The wallet granted no account.' : 'The wallet has signed something else than the message.',
    })
  }

  /** Removes a session that another tab has ended; that tab has told the wallet. */
  async function forget(topic: string): Promise<void> {
    if (!client.session.keys.includes(topic)) return
    await client.session.delete(topic, ended).catch(() => {})
    scope.run(
      client.core.relayer
        .unsubscribe(topic)
        .catch(() => {})
        .finally(() => scope.run(rest())),
    )
  }

  async function withdraw(uri: string | undefined, proposal: AbortController): Promise<void> {
    open.delete(proposal)
    const topic = topicOf(uri)
    if (!client.core.pairing.pairings.keys.includes(topic)) return
    await client.core.pairing.disconnect({ topic }).catch(() => {})
  }
}
