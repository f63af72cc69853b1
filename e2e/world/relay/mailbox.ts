/**
 * The delivery rules of the relay, without sockets: a published message is kept until it expires, and is delivered to
 * every client of the topic except its sender, at least once, until that client has acknowledged it. Per client, not
 * per socket: a client that reconnects gets only what it has not acknowledged.
 */
export interface Letter {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly publishedAt: number
  readonly attestation: string | undefined
}

export interface Posting {
  readonly sender: string
  readonly topic: string
  readonly message: string
  readonly ttl: number
  readonly tag?: number | undefined
  readonly attestation?: string | undefined
}

interface Kept {
  readonly letter: Letter
  readonly sender: string
  readonly until: number
  readonly acknowledgedBy: Set<string>
}

export function createMailbox(now: () => number = Date.now) {
  const topics = new Map<string, Map<string, Kept>>()
  const live = (topic: string): Map<string, Kept> => {
    const kept = topics.get(topic) ?? new Map<string, Kept>()
    for (const [message, { until }] of kept) if (until <= now()) kept.delete(message)
    return kept
  }
  return {
    /** @returns the message to deliver; `undefined` if it was published before, since a client may publish twice */
    publish({ sender, topic, message, ttl, tag = 0, attestation }: Posting): Letter | undefined {
      const kept = live(topic)
      if (kept.has(message)) return undefined
      const letter = { topic, message, tag, publishedAt: now(), attestation }
      kept.set(message, { letter, sender, until: now() + ttl * 1000, acknowledgedBy: new Set() })
      topics.set(topic, kept)
      return letter
    },
    /** Messages that this client has not acknowledged, oldest first. */
    waitingFor: (client: string, topic: string): readonly Letter[] =>
      [...live(topic).values()]
        .filter(({ sender, acknowledgedBy }) => sender !== client && !acknowledgedBy.has(client))
        .map(({ letter }) => letter),
    acknowledge(client: string, { topic, message }: Letter): void {
      live(topic).get(message)?.acknowledgedBy.add(client)
    },
    clear: () => topics.clear(),
  }
}
