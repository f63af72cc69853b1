/**
 * Names and pictures of NFTs: from the contract, and from wherever it says that the metadata is. Everything in it was chosen
 * by whoever made the contract. What is known is kept in memory, and what failed for a while.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { LRUCache } from 'lru-cache'
import { decodeFunctionResult, encodeFunctionData, getAddress, isAddress, parseAbi } from 'viem'
import type { Returned, Viewer } from '../eip155/view.ts'
import { createLane } from '../images/lane.ts'
import { cleanText, nameLength } from '../networks/text.ts'
import { OutboundError } from '../outbound/error.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { maxMetadataBytes, type NftMetadata, readMetadata, toSource } from './metadata-json.ts'
import type { OwnedNft } from './source.ts'

export type NftId = Pick<OwnedNft, 'chainId' | 'contract' | 'tokenId' | 'standard'>

export type NftFacts = {
  /** Of the collection, by its contract; empty if it has none. */
  readonly collection: string
  /** `undefined`: there is none that can be read. */
  readonly metadata: NftMetadata | undefined
}

export type NftReader = {
  /** In the order of the NFTs. `undefined`: not known yet. */
  readonly read: (nfts: readonly NftId[], signal: AbortSignal) => Promise<readonly (NftFacts | undefined)[]>
}

const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
  'function name() view returns (string)',
])
const hour = 60 * 60_000
const kept = { found: hour, missing: 10 * 60_000, failed: 60_000 } as const
const cached = 20_000
/** Hexadecimal digits of what a contract returns. Metadata may be in it, in base64. */
const maxReturned = 4 * maxMetadataBytes
const viewMs = 10_000

/** @param viewers of EVM networks; NFTs of others have no facts */
export function createNftReader(viewers: ReadonlyMap<Caip2, Viewer>, fetch: GuardedFetch): NftReader {
  const known = new LRUCache<string, NftFacts>({ max: cached, maxSize: 64_000_000, sizeCalculation: sizeOf })
  const flying = new Map<string, Promise<NftFacts | undefined>>()
  const fetching = createLane({ atOnce: 16, waiting: 1_000 })

  return {
    async read(nfts, signal) {
      const unknown = nfts.filter((nft) => !known.has(keyOf(nft)) && !flying.has(keyOf(nft)))
      for (const [chainId, viewer] of viewers) {
        const group = unknown.filter((nft) => nft.chainId === chainId && isAddress(nft.contract, { strict: false }))
        // Shared by all who ask, so it does not end with the first one.
        const asked = askContracts(viewer, group)
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

  function start(nft: NftId, asked: Promise<ContractAnswer | undefined>): void {
    const key = keyOf(nft)
    const reading = asked
      .then(async (answer) => {
        if (!answer) return undefined
        const { metadata, ttl } = await resolve(nft, answer.uri)
        const facts = { collection: answer.name, metadata }
        known.set(key, facts, { ttl })
        return facts
      })
      .catch(() => undefined)
      .finally(() => flying.delete(key))
    flying.set(key, reading)
  }

  async function resolve(
    { tokenId, standard }: NftId,
    uri: string,
  ): Promise<{ readonly metadata: NftMetadata | undefined; readonly ttl: number }> {
    const filled = standard === 'erc1155' ? uri.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0')) : uri
    if (filled.trimStart().startsWith('{')) return found(readMetadata(Buffer.from(filled)))
    const source = toSource(filled.trim())
    if (source === undefined) return { metadata: undefined, ttl: kept.missing }
    try {
      const accept = 'application/json, text/plain'
      const { bytes, contentType } = await fetching(() => fetch(source, { maxBytes: maxMetadataBytes, accept }))
      // Some contracts name the picture itself.
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

type ContractAnswer = { readonly uri: string; readonly name: string }

/** `undefined` for those that no node could answer. */
async function askContracts(view: Viewer, nfts: readonly NftId[]): Promise<readonly (ContractAnswer | undefined)[]> {
  try {
    return await askTogether(view, nfts)
  } catch {
    // One that returns more than an answer may hold must not cost the others.
    return Promise.all(
      nfts.map((nft) =>
        askTogether(view, [nft]).then(
          ([answer]) => answer,
          () => undefined,
        ),
      ),
    )
  }
}

async function askTogether(view: Viewer, nfts: readonly NftId[]): Promise<readonly ContractAnswer[]> {
  const calls = nfts.flatMap(({ contract, tokenId, standard }) => {
    const to = getAddress(contract)
    const functionName = standard === 'erc1155' ? 'uri' : 'tokenURI'
    return [
      { to, data: encodeFunctionData({ abi, functionName, args: [BigInt(tokenId)] }) },
      { to, data: encodeFunctionData({ abi, functionName: 'name' }) },
    ]
  })
  const answers = await view(calls, AbortSignal.timeout(viewMs))
  return nfts.map((_, index) => ({
    uri: readText(answers[2 * index]),
    name: cleanText(readText(answers[2 * index + 1]), nameLength),
  }))
}

function readText(data: Returned): string {
  if (!data || data.length > maxReturned) return ''
  try {
    return decodeFunctionResult({ abi, functionName: 'name', data })
  } catch {
    return ''
  }
}

/** One listener, however many wait. */
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
  `${chainId}/${standard}/${contract.toLowerCase()}/${tokenId}`

const sizeOf = ({ metadata }: NftFacts): number =>
  512 + 2 * ((metadata?.description.length ?? 0) + (metadata?.image?.length ?? 0))
