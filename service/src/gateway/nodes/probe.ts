/** Checks that a node serves the network that it is configured for. */
import { type Caip2, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { createNodePool } from './pool.ts'

const timeoutMs = 5_000

/** @returns the problem, without the node's address, which may contain a key */
export async function probeNode(network: Caip2, url: string): Promise<string | undefined> {
  const isEvm = namespaceOf(network) === 'eip155'
  const call = { method: isEvm ? 'eth_chainId' : 'getGenesisHash', params: [] }
  const [outcome] = await createNodePool([url], { timeoutMs })
    .send([call], AbortSignal.timeout(timeoutMs))
    .catch(() => [undefined])
  if (!outcome) return 'does not answer'
  if (!('result' in outcome)) return `refuses ${call.method}`
  const reference = isEvm ? readChainId(outcome.result) : String(outcome.result).slice(0, 32)
  return reference === referenceOf(network) ? undefined : `serves another network (${String(reference).slice(0, 32)})`
}

const readChainId = (result: unknown): string | undefined =>
  typeof result === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(result) ? BigInt(result).toString() : undefined
