/** Checks that the token lists at addresses can be fetched. */
import type { GatewayNetwork } from '../networks/network.ts'
import { OutboundError } from '../outbound/error.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import type { Places } from '../outbound/target.ts'
import { fetchList, TokenListError } from './fetched.ts'

/** @returns the problem, by position in the config file: an address may contain a key */
export async function probeTokenLists(networks: Iterable<GatewayNetwork>, places: Places): Promise<readonly string[]> {
  const fetch = createGuardedFetch(places)
  const lists = [...networks].flatMap(({ id, tokenListUrls = [] }) =>
    tokenListUrls.map((url, index) => ({ url, name: `gateway.networks.${id}.tokenLists, address ${index + 1}` })),
  )
  // Each address once: networks share lists.
  const asked = new Map<string, Promise<unknown>>()
  const problems = await Promise.all(
    lists.map(async ({ url, name }) => {
      const answer = asked.get(url) ?? fetchList(fetch, url)
      asked.set(url, answer)
      return answer.then(
        () => [],
        (error: unknown) => [`${name}: ${textOf(error)}`],
      )
    }),
  )
  return problems.flat()
}

const textOf = (error: unknown): string =>
  error instanceof OutboundError || error instanceof TokenListError ? error.message : 'The list cannot be read'
