/** The sessions of the client: what they have agreed, their news, the requests that wait in them, and their end. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Agreement, readAgreement } from './agreement.ts'
import { forgetAppLinks } from './app-link.ts'
import type { Client, ClientOptions } from './client.ts'
import { createRequests } from './requests.ts'
import type { SessionNews, SessionPort } from './session.ts'
import { shareEnds } from './store.ts'

const ended = { code: 6000, message: 'User disconnected.' }

/** @param onEnded called when a session has ended, here or in another tab */
export function createSessions(
  client: Client,
  { storage, scope }: Pick<ClientOptions, 'storage' | 'scope'>,
  onEnded: () => Promise<void>,
) {
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
    forgetAppLinks(storage, (kept) => kept !== topic)
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
  forgetAppLinks(storage, (topic) => client.session.keys.includes(topic))

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
    forgetAppLinks(storage, (kept) => kept !== topic)
    stopAsking(topic)
    const ending =
      endings.get(topic) ??
      client
        .disconnect({ topic, reason: ended })
        .catch(() => {}) // an unreachable wallet will find out by itself
        .finally(() => tellTabs(topic))
        .then(onEnded)
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

  return { all: sessions, agreementOf, listen, end, port }

  /** Removes a session that another tab has ended; that tab has told the wallet. */
  async function forget(topic: string): Promise<void> {
    if (!client.session.keys.includes(topic)) return
    await client.session.delete(topic, ended).catch(() => {})
    scope.run(
      client.core.relayer
        .unsubscribe(topic)
        .catch(() => {})
        .finally(() => scope.run(onEnded())),
    )
  }
}
