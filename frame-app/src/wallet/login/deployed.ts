/** Whether an account has code on a network: after an upgrade, it has. That it has some is kept for a while. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { getCode } from 'viem/actions'
import { checksum } from '../../shared/chains/eip155/checksum.ts'
import { createChainClient } from '../approval/eip155/chain.ts'

/** A page waits for this answer when it connects. */
const answerMs = 3000
const freshForMs = 30_000

/** `undefined` if no node answers in time. */
export type IsDeployed = (chainId: Caip2, address: string) => Promise<boolean | undefined>

/** @param urlsOf the nodes of a network */
export function createDeployed(urlsOf: (chainId: Caip2) => readonly string[], now: () => number): IsDeployed {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<boolean | undefined> }>()
  const ask = async (chainId: Caip2, address: string): Promise<boolean> => {
    const client = createChainClient(chainId, urlsOf(chainId), AbortSignal.timeout(answerMs))
    return (await getCode(client, { address: checksum(address) })) !== undefined
  }
  return (chainId, address) => {
    const key = `${chainId}:${address}`
    const known = answers.get(key)
    if (known && now() - known.at < freshForMs) return known.answer
    const answer = ask(chainId, address)
      .catch(() => undefined)
      .then((isDeployed) => {
        if (!isDeployed) answers.delete(key)
        return isDeployed
      })
    answers.set(key, { at: now(), answer })
    return answer
  }
}
