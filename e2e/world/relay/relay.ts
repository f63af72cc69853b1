/**
 * The pairing relay of the local world: one WebSocket server on loopback that transports encrypted messages between
 * dapps and wallets without reading them. A test can take it down, hold back its messages, and make it refuse clients.
 */
import type { IncomingMessage } from 'node:http'
import { listenOnLoopback } from '@airlock/service/listen.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { createMailbox, type Letter } from './mailbox.ts'
import { Answer, Call, params as forms, parseJson, readClient, tags } from './wire.ts'

export type RelayBehaviour =
  | 'normal'
  /** Accepts everything and sends nothing, until the behaviour changes; then it sends everything. */
  | 'silent'
  /** Refuses new connections and ends existing ones. */
  | 'down'
  /** Accepts the socket and closes it with 3000, as the hosted relay does. */
  | 'refuses-origin'
  | 'unknown-project'
  | 'refuses-clock'

export type RelayCall = { readonly method: string; readonly client: string; readonly origin: string | undefined }

export type Relay = {
  /** URL for pages; `nodeUrl` is the same for Node, which may not resolve the name. */
  readonly url: string
  readonly nodeUrl: string
  readonly behave: (behaviour: RelayBehaviour) => void
  /** Ends every socket, as a restart would; messages that were not acknowledged are kept. */
  readonly drop: () => void
  readonly calls: () => readonly RelayCall[]
  /** Number of open sockets. */
  readonly connections: () => number
  readonly reset: () => void
  readonly stop: () => Promise<void>
}

/** Clients in Node end a socket that is silent for 35 s. */
const pingEveryMs = 15_000

const refusals: Partial<Record<RelayBehaviour, string>> = {
  'refuses-origin': 'Unauthorized: origin not allowed',
  'unknown-project': 'Unauthorized: invalid key',
  'refuses-clock': 'JWT validation error: JWT Token is not yet valid',
}

interface Client {
  readonly id: string
  readonly origin: string | undefined
  readonly socket: WebSocket
  readonly topics: Set<string>
  /** Deliveries by the id with which they were sent. */
  readonly sent: Map<number, Letter>
  readonly held: string[]
}

type Outcome = { readonly result: unknown; readonly after?: () => void } | { readonly error: string }
type Serving = (client: Client, params: unknown) => Outcome

const serving =
  <T>(form: z.ZodType<T>, run: (client: Client, params: T) => Outcome): Serving =>
  (client, params) => {
    const parsed = form.safeParse(params)
    return parsed.success ? run(client, parsed.data) : { error: z.prettifyError(parsed.error) }
  }

export async function startRelay({ port = 0 }: { port?: number } = {}): Promise<Relay> {
  const server = new WebSocketServer({ noServer: true })
  const mailbox = createMailbox()
  const clients = new Set<Client>()
  let behaviour: RelayBehaviour = 'normal'
  let calls: RelayCall[] = []
  let lastId = Date.now() * 1000

  const listening = await listenOnLoopback(
    (_request, response) => response.writeHead(426).end(),
    port,
    (request, socket, head) => {
      if (behaviour === 'down') return socket.destroy()
      return server.handleUpgrade(request, socket, head, (ws) => welcome(ws, request))
    },
  )
  const pinging = setInterval(() => {
    for (const { socket } of clients) socket.ping()
  }, pingEveryMs)

  /** These client versions propose and settle by the two `wc_` methods; without them pairing does not work. */
  const methods: Readonly<Record<string, Serving>> = {
    irn_subscribe: serving(forms.topic, (client, { topic }) => ({
      result: subscribe(client, topic),
      after: () => deliverStored(client, [topic]),
    })),
    irn_batchSubscribe: serving(forms.topics, (client, { topics }) => ({
      result: topics.map((topic) => subscribe(client, topic)),
      after: () => deliverStored(client, topics),
    })),
    irn_unsubscribe: serving(forms.topic, (client, { topic }) => {
      client.topics.delete(topic)
      return { result: true }
    }),
    irn_batchUnsubscribe: serving(forms.subscriptions, (client, { subscriptions }) => {
      for (const { topic } of subscriptions) client.topics.delete(topic)
      return { result: true }
    }),
    irn_publish: serving(forms.message, (client, message) => ({ result: true, after: () => publish(client, message) })),
    irn_batchPublish: serving(forms.messages, (client, { messages }) => ({
      result: true,
      after: () => {
        for (const message of messages) publish(client, message)
      },
    })),
    irn_fetchMessages: serving(forms.topic, ({ id }, { topic }) => ({
      result: { messages: mailbox.waitingFor(id, topic), hasMore: false },
    })),
    irn_batchFetchMessages: serving(forms.topics, ({ id }, { topics }) => ({
      result: { messages: topics.flatMap((topic) => mailbox.waitingFor(id, topic)), hasMore: false },
    })),
    wc_proposeSession: serving(forms.proposal, (client, { pairingTopic: topic, sessionProposal: message, ttl }) => {
      subscribe(client, topic)
      return { result: true, after: () => publish(client, { topic, message, ttl, tag: tags.proposal }) }
    }),
    wc_approveSession: serving(forms.approval, (client, approval) => {
      const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl } = approval
      subscribe(client, sessionTopic)
      return {
        result: true,
        after: () => {
          publish(client, { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: tags.proposalResponse })
          publish(client, { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: tags.settlement })
        },
      }
    }),
  }

  function welcome(socket: WebSocket, request: IncomingMessage): void {
    const id = readClient(request.url)
    const refusal = refusals[behaviour]
    if (refusal !== undefined || id === undefined) return socket.close(3000, refusal ?? 'JWT validation error: missing')
    const client: Client = { id, origin: request.headers.origin, socket, topics: new Set(), sent: new Map(), held: [] }
    clients.add(client)
    socket.on('close', () => clients.delete(client))
    socket.on('error', () => socket.terminate())
    socket.on('message', (data) => read(client, Buffer.isBuffer(data) ? parseJson(data.toString('utf8')) : undefined))
  }

  function read(client: Client, frame: unknown): void {
    const call = Call.safeParse(frame)
    if (call.success) return serve(client, call.data)
    const answer = Answer.safeParse(frame)
    const letter = answer.success ? client.sent.get(Number(answer.data.id)) : undefined
    if (letter) mailbox.acknowledge(client.id, letter)
  }

  function serve(client: Client, { id, method, params }: z.infer<typeof Call>): void {
    calls.push({ method, client: client.id, origin: client.origin })
    const fail = (message: string) => say(client, { id, jsonrpc: '2.0', error: { code: -32600, message } })
    const serving = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!serving) return fail(`Unknown method ${method}`)
    const outcome = serving(client, params)
    if ('error' in outcome) return fail(outcome.error)
    // The answer comes before the stored messages of the topic.
    say(client, { id, jsonrpc: '2.0', result: outcome.result })
    outcome.after?.()
  }

  /** Any id works, because these client versions create their own. */
  function subscribe(client: Client, topic: string): string {
    client.topics.add(topic)
    return `sub-${topic}`
  }

  function publish(
    { id: sender }: Client,
    posting: {
      topic: string
      message: string
      ttl: number
      tag?: number | undefined
      attestation?: string | undefined
    },
  ): void {
    const letter = mailbox.publish({ sender, ...posting })
    if (!letter) return
    for (const client of clients) if (client.id !== sender && client.topics.has(letter.topic)) deliver(client, letter)
  }

  function deliverStored(client: Client, topics: readonly string[]): void {
    for (const topic of topics) for (const letter of mailbox.waitingFor(client.id, topic)) deliver(client, letter)
  }

  function deliver(client: Client, letter: Letter): void {
    const id = ++lastId
    client.sent.set(id, letter)
    const params = { id: `sub-${letter.topic}`, data: letter }
    say(client, { id, jsonrpc: '2.0', method: 'irn_subscription', params })
  }

  function say(client: Client, frame: unknown): void {
    const text = JSON.stringify(frame)
    if (behaviour === 'silent') client.held.push(text)
    else client.socket.send(text)
  }

  const drop = () => {
    for (const { socket } of clients) socket.terminate()
    // At once and not when the sockets have closed, so that the next count contains only new connections.
    clients.clear()
  }
  const behave = (next: RelayBehaviour) => {
    behaviour = next
    if (next === 'silent') return
    for (const { socket, held } of clients) for (const text of held.splice(0)) socket.send(text)
    if (next !== 'normal') drop()
  }
  return {
    url: `ws://relay.localhost:${listening.port}`,
    nodeUrl: `ws://127.0.0.1:${listening.port}`,
    behave,
    drop,
    calls: () => [...calls],
    connections: () => clients.size,
    reset() {
      behave('normal')
      drop()
      mailbox.clear()
      calls = []
    },
    async stop() {
      clearInterval(pinging)
      drop()
      await listening.close()
      server.close()
    },
  }
}
