/** The NFTs of an account on one network: ownership from the network's source, with names and pictures added. */
import type { Collectible, Collectibles } from '@airlock/protocol/gateway/collectibles.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { isAddress } from 'viem'
import type { Asked } from '../http/serve.ts'
import type { ImageLink } from '../images/link.ts'
import type { Places } from '../outbound/target.ts'
import { GatewayRefusal, refusals } from '../refusal.ts'
import type { NftFacts, NftReader } from './metadata.ts'
import { linkPicture } from './picture.ts'
import type { NftSource, OwnedNft } from './source.ts'
import { isSpam } from './spam.ts'

export type NftsOptions = {
  readonly sources: readonly NftSource[]
  readonly reader: NftReader
  readonly link: ImageLink
  readonly places: Places
}

export type NftsQuery = Asked<'nfts'> & { readonly address: string }

const perPage = 24
/** Maximum time a list waits for names and pictures; pictures are loaded separately. */
const patienceMs = 5_000

export function createNfts({ sources, reader, link, places }: NftsOptions) {
  const byNetwork = new Map(sources.map((source) => [source.network.id, source]))

  return {
    /** @throws {GatewayRefusal} 400; 404 where the network has no source; 503 */
    async read({ address, chainId, cursor, signal }: NftsQuery): Promise<Collectibles> {
      const source = byNetwork.get(chainId)
      if (!source) throw refusals.notFound()
      if (!isAccount(chainId, address)) throw refusals.badAddress()
      const { owned, next } = await source
        .read({ address, cursor: cursor || undefined, limit: perPage, signal })
        .catch((error: unknown) => {
          throw error instanceof GatewayRefusal || signal.aborted ? error : refusals.nftsDown()
        })
      const late = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
      const facts = await reader.read(owned, late)
      return { nfts: owned.map((nft, index) => toCollectible(nft, facts[index])), ...(next && { next }) }
    },
  }

  function toCollectible(nft: OwnedNft, facts: NftFacts | undefined): Collectible {
    const { chainId, contract, tokenId, standard, amount } = nft
    const { name, description, image } = facts?.metadata ?? {}
    // Without facts, it is unknown whether there is a picture.
    const imageUrl = image !== undefined || facts === undefined ? linkPicture(link, nft, image) : ''
    return {
      chainId,
      contract,
      tokenId,
      standard,
      amount,
      ...(name && { name }),
      ...(facts?.collection && { collection: facts.collection }),
      ...(description && { description }),
      imageUrl,
      isSpam: facts !== undefined && isSpam(facts, places),
    }
  }
}

const isAccount = (chainId: Caip2, address: string): boolean =>
  namespaceOf(chainId) === 'solana' ? SolanaAddress.safeParse(address).success : isAddress(address, { strict: false })
