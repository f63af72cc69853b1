/** The picture of an NFT as a source of the image route. Most on-chain pictures are too long for an address. */
import { isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import type { ImageLink } from '../images/link.ts'
import type { FindSource } from '../images/pictures.ts'
import type { NftId, NftReader } from './metadata.ts'

const form = /^nft:([^/]{1,64})\/(erc721|erc1155)\/(0x[0-9a-f]{40})\/(\d{1,78})$/
const findMs = 15_000

/** Which NFT it is, from which the picture is found when it is shown. */
const sourceOf = ({ chainId, standard, contract, tokenId }: NftId): string =>
  `nft:${chainId}/${standard}/${contract.toLowerCase()}/${tokenId}`

/** @param image its source, if that is known already */
export const linkPicture = (link: ImageLink, nft: NftId, image: string | undefined): string =>
  link(image) || (form.test(sourceOf(nft)) ? link(sourceOf(nft)) : '')

export const findPicture =
  (reader: NftReader): FindSource =>
  async (source) => {
    if (!source.startsWith('nft:')) return source
    const [, chainId = '', standard, contract = '', tokenId = ''] = form.exec(source) ?? []
    if (!isCaip2(chainId) || (standard !== 'erc721' && standard !== 'erc1155')) return undefined
    const [facts] = await reader.read([{ chainId, standard, contract, tokenId }], AbortSignal.timeout(findMs))
    return facts?.metadata?.image
  }
