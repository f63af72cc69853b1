/**
 * Names and pictures of NFTs: from the chain, and from the metadata address given there. All of it was chosen by the NFT's creator. Results
 * are cached in memory, failures for a shorter time.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { LRUCache } from 'lru-cache'
import { createLane } from '../../lane.ts'
import { OutboundError } from '../outbound/error.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { maxMetadataBytes, type NftMetadata, readMetadata, toSource } from './metadata-json.ts'
import type { OwnedNft } from './source.ts'

export type NftId = Pick<OwnedNft, 'chainId' | 'contract' | 'tokenId' | 'standard'>

/** Facts from the chain itself. */
export type OnChain = {
  /** Address of the metadata, or the metadata itself, unparsed. */
  readonly uri: string
  /** Cleaned and bounded; may be empty. */
  readonly collection: string
  readonly name: string
}

/** In the order of the NFTs, which are all on its network. `undefined`: no node could answer. */
export type AskChain = (nfts: readonly NftId[]) => Promise<readonly (OnChain | undefined)[]>

export type NftFacts = {
  /** Name of the collection on the chain; may be empty. */
  readonly collection: string
  /** `undefined`: there is no readable metadata. */
  readonly metadata: NftMetadata | undefined
}

export type NftReader = {
  /** In the order of the NFTs. `undefined`: not known yet. */
  readonly read: (nfts: readonly NftId[], signal: AbortSignal) => Promise<readonly (NftFacts | undefined)[]>
}

const hour = 60 * 60_000
const kept = { found: hour, missing: 10 * 60_000, failed: 60_000 } as const
const cached = 20_000

/** @param chains sources of facts; NFTs of other networks have none */
export function createNftReader(chains: ReadonlyMap<Caip2, AskChain>, fetch: GuardedFetch): NftReader {
  const known = new LRUCache<string, NftFacts>({ max: cached, maxSize: 64_000_000, sizeCalculation: sizeOf })
  const flying = new Map<string, Promise<NftFacts | undefined>>()
  const fetching = createLane({ atOnce: 16, waiting: 1_000 })

  return {
    async read(nfts, signal) {
      const unknown = nfts.filter((nft) => !known.has(keyOf(nft)) && !flying.has(keyOf(nft)))
      for (const [chainId, ask] of chains) {
        const group = unknown.filter((nft) => nft.chainId === chainId)
        if (group.length === 0) continue
        // Shared by all callers, so the first caller's abort does not end it.
        const asked = ask(group)
        for (const [index, nft] of group.entries())
          start(
            nft,
            asked.then((answers) => answers[index]),
          )
      }
      const { ended, stop } = untilAborted(signal)
      const all = nfts.map(async (nft) => known.get(keyOf(nft)) ?? Promise.race([flying.get(keyOf(nft)), ended]))
      return Promise.all(all).finally(stop)
    },
  }

  function start(nft: NftId, asked: Promise<OnChain | undefined>): void {
    const key = keyOf(nft)
    const reading = asked
      .then(async (said) => {
        if (!said) return undefined
        const { metadata, ttl } = await resolve(said.uri)
        const facts = { collection: said.collection, metadata: named(metadata, said.name) }
        known.set(key, facts, { ttl })
        return facts
      })
      .catch(() => undefined)
      .finally(() => flying.delete(key))
    flying.set(key, reading)
  }

  async function resolve(uri: string): Promise<{ readonly metadata: NftMetadata | undefined; readonly ttl: number }> {
    if (uri.trimStart().startsWith('{')) return found(readMetadata(Buffer.from(uri)))
    const source = toSource(uri.trim())
    if (source === undefined) return { metadata: undefined, ttl: kept.missing }
    try {
      const accept = 'application/json, text/plain'
      const { bytes, contentType } = await fetching(() => fetch(source, { maxBytes: maxMetadataBytes, accept }))
      // Some contracts return the picture instead of metadata.
      const isPicture = contentType.startsWith('image/')
      return found(isPicture ? { name: '', description: '', image: source } : readMetadata(bytes))
    } catch (error) {
      const { code, status = 500 } = error instanceof OutboundError ? error : { code: undefined }
      const isLasting = code === 'REFUSED' || code === 'TOO_LARGE' || (code === 'STATUS' && status < 500)
      return { metadata: undefined, ttl: isLasting ? kept.missing : kept.failed }
    }
  }
}

const found = (metadata: NftMetadata | undefined) => ({ metadata, ttl: metadata ? kept.found : kept.missing })

/** Use the name on the chain if the metadata has none. */
const named = (metadata: NftMetadata | undefined, name: string): NftMetadata | undefined =>
  name === '' || metadata?.name ? metadata : { description: '', image: undefined, ...metadata, name }

/** One abort listener for all waiting calls. */
function untilAborted(signal: AbortSignal): { readonly ended: Promise<undefined>; readonly stop: () => void } {
  let end = () => {}
  const ended = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined)
  })
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  return { ended, stop: () => signal.removeEventListener('abort', end) }
}

const keyOf = ({ chainId, contract, tokenId, standard }: NftId): string =>
  `${chainId}/${standard}/${contract}/${tokenId}`

const sizeOf = ({ metadata }: NftFacts): number =>
  512 + 2 * ((metadata?.description.length ?? 0) + (metadata?.image?.length ?? 0))
