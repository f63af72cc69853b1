/**
 * Pairing with a remote wallet: requests a code from the relay, waits for the wallet, and keeps the resulting session.
 * `features/pairing/pair.ts` decides when; this file uses the client.
 */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, namespaces } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { Connector } from '../../../session/connector.ts'
import { type Agreement, pickAgreement, readAgreement } from './agreement.ts'
import { type AppLink, keepAppLink } from './app-link.ts'
import { type Client, type ClientOptions, createClient } from './client.ts'
import { type Code, readCode } from './code.ts'
import { toPairingError } from './errors.ts'
import { propose } from './namespaces.ts'
import { type OneClick, readProofs, toAuthRequest } from './one-click.ts'
import { renewOnReturn, watchLate } from './renew.ts'
import type { SentRequest } from './requests.ts'
import { createSessionConnector } from './session.ts'
import { createSessions } from './sessions.ts'

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
  /**
   * Called for a wallet that has agreed to a code of an earlier load of the page, which the system has ended meanwhile; also for one that has
   * agreed before this call.
   */
  onLate(listener: (agreement: Agreement) => void, until: AbortSignal): void
  /** The session of an earlier visit to this host origin. Sends no message to the wallet. */
  restore(): Agreement | undefined
  /** One connector for each namespace that the wallet granted. */
  connectors(agreement: Agreement, prefer: Caip2 | undefined): readonly Connector[]
  /** Called when the wallet has updated the session's namespaces; it may have added some. */
  onUpdate(topic: string, listener: (agreement: Agreement) => void): () => void
  /** Stores the link by which the wallet was opened; removed with the session. */
  keepAppLink(topic: string, way: AppLink): void
  /** For a wallet that was opened by a link: called once for each request that the relay has accepted. */
  onRequest(topic: string, listener: (request: SentRequest) => void): () => void
  /** Ends the session in the wallet. */
  end(topic: string): Promise<void>
  /** Disconnects from the relay unless a session needs it, so that an idle page makes no request. */
  rest(): Promise<void>
}

type AuthPayload = Parameters<Client['formatAuthMessage']>[0]['request']

const topicOf = (uri: string | undefined) => /^wc:([0-9a-f]{64})@/.exec(uri ?? '')?.[1] ?? ''

export async function createPairing(options: ClientOptions): Promise<Pairing> {
  return pairingOver(await createClient(options), options)
}

/** Over a client that is ready. */
export function pairingOver(client: Client, { storage, metadata, scope }: ClientOptions): Pairing {
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
  const isNeeded = () => client.session.length > 0 || open.size > 0
  const rest = async () => {
    if (isNeeded()) return
    await client.core.relayer.transportClose().catch(() => {})
  }

  const { all, agreementOf, listen, end, port } = createSessions(client, { storage, scope }, rest)

  renewOnReturn(client, scope, isNeeded)
  const late = watchLate(client)

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
        late.except(topicOf(uri))
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
    onLate: late.follow,
    restore: () => pickAgreement(all(), metadata.url, Date.now()),
    connectors(agreement, prefer) {
      const shared = port(agreement.topic)
      const granted = namespaces.filter((namespace) => agreement.grants[namespace])
      return granted.map((namespace) => createSessionConnector(shared, namespace, agreement.wallet, prefer))
    },
    onUpdate: (topic, listener) =>
      listen(topic, ({ type }) => {
        const agreement = type === 'update' ? agreementOf(topic) : undefined
        if (agreement) listener(agreement)
      }),
    keepAppLink: (topic, way) => keepAppLink(storage, topic, way),
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

  async function withdraw(uri: string | undefined, proposal: AbortController): Promise<void> {
    open.delete(proposal)
    const topic = topicOf(uri)
    if (!client.core.pairing.pairings.keys.includes(topic)) return
    await client.core.pairing.disconnect({ topic }).catch(() => {})
  }
}
