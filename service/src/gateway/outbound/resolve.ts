/** Resolves a name through DNS only: the machine's hosts file may name private services. */
import { Resolver } from 'node:dns/promises'

/** All addresses, of both families. @throws {Error} when there is none */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

const timeoutMs = 3_000

export const resolveHost: Resolve = async (host, signal) => {
  signal.throwIfAborted()
  // One resolver per query, because cancelling affects all its queries. Unlike `lookup`, it needs no thread.
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw new Error('The name has no address')
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
