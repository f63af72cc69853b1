/** The pairing library's client, with a wallet at its other end instead of a relay. It refuses what the library refuses. */
import type { Client } from '../../../frame-app/src/modal/features/pairing/walletconnect/client.ts'
import { type PairedCall, type PairedSession, type Peer, topic } from './wallet.ts'

/** @param peer one wallet for all tabs; each tab has a client of its own, which has read the sessions when it began */
export function createFakeClient(peer: Peer): Client {
  const listeners = new Map<string, Set<(event: object) => void>>()
  const sessions = new Map<string, PairedSession>()
  const known = peer.session()
  if (known) sessions.set(known.topic, known)
  peer.listen((name, params) => {
    if (!sessions.has(topic)) return
    const now = peer.session()
    if (now) sessions.set(topic, now)
    else sessions.delete(topic)
    for (const listener of listeners.get(name) ?? []) listener({ id: 1, topic, params })
  })
  const uri = `wc:${'b'.repeat(64)}@2?relay-protocol=irn&symKey=${'c'.repeat(64)}&expiryTimestamp=`
  const code = () => `${uri}${Math.floor(Date.now() / 1000) + 300}`
  const approved = async () => {
    const session = await peer.approve()
    await session_.set(session.topic, session)
    return session
  }
  const session_ = {
    get keys() {
      return [...sessions.keys()]
    },
    get length() {
      return sessions.size
    },
    getAll: () => [...sessions.values()],
    async set(key: string, session: PairedSession) {
      sessions.set(key, session)
    },
    async delete(key: string) {
      sessions.delete(key)
    },
  }
  const partOf = ({ namespaces }: PairedSession, chainId: string) =>
    Object.entries(namespaces).flatMap(([key, part]) => {
      const chains = [...(key.includes(':') ? [key] : []), ...(part.chains ?? []), ...part.accounts]
      return chains.some((one) => one === chainId || one.startsWith(`${chainId}:`)) ? [part] : []
    })
  return {
    metadata: {},
    on(name: string, listener: (event: object) => void) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    session: session_,
    connect: () => Promise.resolve({ uri: code(), approval: approved }),
    // The wallet does not sign in while it connects.
    authenticate: () => Promise.resolve({ uri: code(), response: async () => ({ session: await approved() }) }),
    formatAuthMessage: () => '',
    async disconnect() {
      sessions.delete(topic)
      peer.ended()
    },
    async request({ chainId, request }: { readonly chainId: string; readonly request: Omit<PairedCall, 'chainId'> }) {
      const session = sessions.get(topic)
      if (!session) throw new Error(`No matching key. session topic doesn't exist: ${topic}`)
      const parts = partOf(session, chainId)
      if (parts.length === 0) throw new Error(`Missing or invalid. request() chainId: ${chainId}`)
      if (!parts.some(({ methods }) => methods.includes(request.method)))
        throw new Error(`Missing or invalid. request() method: ${request.method}`)
      return peer.answer({ ...request, chainId })
    },
    core: {
      relayer: { on() {}, off() {}, transportClose: () => Promise.resolve(), unsubscribe: () => Promise.resolve() },
      pairing: { pairings: { keys: [] }, disconnect: () => Promise.resolve() },
    },
  } as unknown as Client // as: what the modal uses of it
}
