/**
 * The tokens of a network: from the operator's files, and from the bundled list. Lists at addresses are fetched later (`tokens/fetched.ts`)
 * and cannot override these two.
 */
import { readFileSync } from 'node:fs'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { markOf } from '../images/mark.ts'
import { addressKey } from '../tokens/listed.ts'
import core from './core-tokens.json' with { type: 'json' }
import type { GatewayNetwork, Token } from './network.ts'
import { type ListedToken, listedId, readTokenList } from './token-list.ts'

export type TokensOptions = {
  readonly at: (path: string) => string
  /** The config key, for errors. */
  readonly key: string
  readonly hasCore: boolean
}

export const isListUrl = (source: string): boolean => /^https?:/i.test(source)

/**
 * @param sources paths and addresses
 * @throws {Error} naming the file that is not a list
 */
export function readTokens(
  network: Caip2,
  sources: readonly string[],
  { at, key, hasCore }: TokensOptions,
): Pick<GatewayNetwork, 'tokens' | 'tokenListUrls'> {
  const files = sources.filter((source) => !isListUrl(source)).map(at)
  const lists = files.map((path) => readTokenList(readJson(path, key), `${key}: ${path}`))
  const urls = sources.filter(isListUrl)
  return {
    tokens: firstOf(network, hasCore ? [...lists, coreTokens()] : lists),
    ...(urls.length > 0 && { tokenListUrls: urls }),
  }
}

/** Tokens of the network. The first list that contains a token describes it. */
export function firstOf(network: Caip2, lists: readonly (readonly ListedToken[])[]): readonly Token[] {
  const id = listedId(network)
  const tokens = new Map<string, Token>()
  for (const list of lists)
    for (const { chainId, ...token } of list) {
      const key = addressKey(network, token.address)
      if (chainId === id && !tokens.has(key)) tokens.set(key, token)
    }
  return [...tokens.values()]
}

let known: readonly ListedToken[] | undefined
/** Adds the bundled pictures, because these symbols are trusted. */
const coreTokens = (): readonly ListedToken[] => {
  known ??= readTokenList(core, 'the core list').map((token) => ({ ...token, iconUrl: markOf(token.symbol) }))
  return known
}

function readJson(path: string, key: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`${key}: ${path} cannot be read as JSON`, { cause })
  }
}
