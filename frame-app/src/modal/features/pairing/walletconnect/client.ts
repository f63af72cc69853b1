/**
 * The pairing client with restrictions. Without them it was measured (docs/decisions/connecting.md) to: load a hidden iframe of a
 * third party before every proposal and request, delaying both by five seconds; send telemetry; keep a log on `window`
 * with every payload in plain text; put itself into a global; and name the frame's URL instead of the page's.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { pino } from '@walletconnect/logger'
import { SignClient } from '@walletconnect/sign-client'
import type { CoreTypes } from '@walletconnect/types'
import type { Scope } from '../../../core/scope.ts'
import type { SafeStorage } from '../../../core/storage.ts'
import { createPairingStore } from './store.ts'

export type Client = Awaited<ReturnType<typeof SignClient.init>>

export interface ClientOptions {
  readonly relayUrl: string
  /** The operator's key for its relay; not the id of our project record. */
  readonly projectId: string
  readonly metadata: CoreTypes.Metadata
  readonly storage: SafeStorage
  readonly scope: Scope
}

export async function createClient({ relayUrl, projectId, metadata, storage }: ClientOptions): Promise<Client> {
  const client = await SignClient.init({
    relayUrl,
    projectId,
    metadata: { ...metadata, url: '' },
    storage: createPairingStore(storage),
    logger: pino({ level: 'silent' }),
    telemetryEnabled: false,
  })
  // The client sets this frame's URL, not the requesting page's.
  Object.assign(client.metadata, metadata)
  for (const name of Object.keys(globalThis))
    if (name.startsWith('_walletConnectCore_')) Reflect.deleteProperty(globalThis, name)
  // It would attest this frame's origin instead of the page's, and `frame-src` blocks it.
  client.core.verify.register = () => Promise.resolve('')
  checkNoMore(client.engine)
  endOnce(client)
  reconnectAlways(client)
  return client
}

/**
 * The client marks that it is reconnecting also when it has been disconnected on purpose, and then never takes the mark away: the next
 * socket that drops is replaced late, by one that has subscribed to nothing.
 */
function reconnectAlways({ core: { relayer } }: Client): void {
  relayer.on('relayer_connect', () => Reflect.set(relayer, 'reconnectInProgress', false))
}

/**
 * Turns off the client's validation of a wallet's updates and events. It runs in promises that are not awaited, so a refusal only causes an
 * unhandled rejection. Checking an update also takes quadratic time: ten thousand accounts block the frame for eight seconds. Everything is
 * validated when we read it (`agreement.ts`, `events.ts`).
 */
function checkNoMore(engine: object): void {
  for (const name of ['isValidEmit', 'isValidUpdate']) Reflect.set(engine, name, () => Promise.resolve())
}

/**
 * Lets each session end only once. The client throws an unhandled error for a session that has already ended, but a
 * wallet may end one twice, and so may a relay that repeats messages.
 */
function endOnce({ engine, session }: Client): void {
  const onEnd: unknown = Reflect.get(engine, 'onSessionDeleteRequest')
  if (typeof onEnd !== 'function') throw new AirlockError('INTERNAL', { message: 'The pairing client hears no end.' })
  Reflect.set(engine, 'onSessionDeleteRequest', async (topic: string, payload: unknown) => {
    if (session.keys.includes(topic)) await onEnd.call(engine, topic, payload)
  })
}
