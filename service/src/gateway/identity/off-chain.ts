/**
 * Lookups that a contract forwards to a server (CCIP-Read, EIP-3668). The owner of a name chooses the server, so it is only asked through
 * the guarded fetch, with few calls and a small size limit.
 */
import { Hex } from '@airlock/protocol/scalars/values.ts'
import { type CcipRequestParameters, isHex } from 'viem'
import * as z from 'zod/mini'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'

const maxBytes = 64 * 1024
const timeoutMs = 4_000
/** Maximum servers for one lookup, and in total until a name is resolved. */
const maxUrls = 3
const maxRequests = 8

const Answer = z.object({ data: Hex })

export type AskOffChain = (request: CcipRequestParameters) => Promise<`0x${string}`>

/**
 * For one resolution.
 * @throws {Error} when no server has an answer; a server's error text is not repeated
 */
export function createOffChain(fetch: GuardedFetch, signal: AbortSignal): AskOffChain {
  let left = maxRequests
  return async ({ data, sender, urls }) => {
    for (const url of urls.slice(0, maxUrls)) {
      if (left <= 0) break
      left -= 1
      const answer = await ask(url, { data, sender: sender.toLowerCase() }).catch(() => undefined)
      signal.throwIfAborted()
      if (answer) return answer
    }
    throw new Error('No server answers')
  }

  async function ask(
    template: string,
    { data, sender }: { readonly data: string; readonly sender: string },
  ): Promise<`0x${string}` | undefined> {
    const url = template.replaceAll('{sender}', sender).replaceAll('{data}', data)
    const json = template.includes('{data}') ? undefined : JSON.stringify({ data, sender })
    const accept = 'application/json'
    const { bytes } = await fetch(url, { maxBytes, timeoutMs, signal, accept, ...(json !== undefined && { json }) })
    const answer = z.safeParse(Answer, JSON.parse(bytes.toString('utf8')))
    return answer.success && isHex(answer.data.data) ? answer.data.data : undefined
  }
}
