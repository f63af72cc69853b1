/**
 * The pairing client, restricted. Measured without this (docs/decisions.md): a hidden iframe of a foreign host before every
 * proposal and request, which delays both by five seconds; telemetry; a log on `window` with every payload in plain text; a
 * global for the client itself; the frame's URL instead of the page's.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { pino } from '@walletconnect/logger'
import { SignClient } from '@walletconnect/sign-client'
import type { CoreTypes } from '@walletconnect/types'
import type { SafeStorage } from '../../storage.ts'
import { createPairingStore } from './store.ts'

export type Client = Awaited<ReturnType<typeof SignClient.init>>

export interface ClientOptions {
  readonly relayUrl: string
  /** The operator's key for its relay; not the id of our project record. */
  readonly projectId: string
  readonly metadata: CoreTypes.Metadata
  readonly storage: SafeStorage
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
  // It would attest the origin of this frame instead of the page's, and `frame-src` blocks it (design §10.7).
  client.core.verify.register = () => Promise.resolve('')
  checkNoMore(client.engine)
  endOnce(client)
  return client
}

/**
 * The client validates a wallet's updates and events in promises that it does not await: a refusal has no effect except an
 * unhandled rejection. The check of an update also takes time by the square of its length: ten thousand accounts stop the
 * frame for eight seconds. We read everything again (`agreement.ts`, `events.ts`).
 */
function checkNoMore(engine: object): void {
  for (const name of ['isValidEmit', 'isValidUpdate']) Reflect.set(engine, name, () => Promise.resolve())
}

/**
 * For a session that has already ended it throws an unhandled error; a wallet, or a relay that repeats messages, may end a
 * session twice.
 */
function endOnce({ engine, session }: Client): void {
  const onEnd: unknown = Reflect.get(engine, 'onSessionDeleteRequest')
  if (typeof onEnd !== 'function') throw new AirlockError('INTERNAL', { message: 'The pairing client hears no end.' })
  Reflect.set(engine, 'onSessionDeleteRequest', async (topic: string, payload: unknown) => {
    if (session.keys.includes(topic)) await onEnd.call(engine, topic, payload)
  })
}
