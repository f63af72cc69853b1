/** The picture of an NFT as a source for the image route. Most on-chain pictures are too long for an address. */
import type { Transfer } from '@airlock/protocol/gateway/history.ts'
import { isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import type { ImageLink } from '../images/link.ts'
import type { FindSource } from '../images/pictures.ts'
import type { NftId, NftReader } from './metadata.ts'

const form =
  /^nft:([^/]{1,64})\/(?:(erc721|erc1155)\/(0x[0-9a-f]{40})\/(\d{1,78})|(solana)\/([1-9A-HJ-NP-Za-km-z]{32,44})\/)$/
const findMs = 15_000

/** Identifies the NFT; its picture is resolved when it is shown. */
const sourceOf = ({ chainId, standard, contract, tokenId }: NftId): string =>
  `nft:${chainId}/${standard}/${contract}/${tokenId}`

/** @param image its source, if already known */
export const linkPicture = (link: ImageLink, nft: NftId, image: string | undefined): string =>
  link(image) || (form.test(sourceOf(nft)) ? link(sourceOf(nft)) : '')

/** The picture of an NFT in a history. It is resolved when it is shown: a page of history must not wait for fifty hosts. */
export function linkContent(link: ImageLink, nft: NftId): NonNullable<Transfer['nft_info']>['content'] {
  const url = linkPicture(link, nft, undefined)
  return url ? { preview: { url, content_type: null }, detail: null } : null
}

export const findPicture =
  (reader: NftReader): FindSource =>
  async (source) => {
    if (!source.startsWith('nft:')) return source
    const nft = readSource(source)
    const [facts] = nft ? await reader.read([nft], AbortSignal.timeout(findMs)) : []
    return facts?.metadata?.image
  }

function readSource(source: string): NftId | undefined {
  const [, chainId = '', kind, contract = '', tokenId = '', onSolana, mint = ''] = form.exec(source) ?? []
  if (!isCaip2(chainId)) return undefined
  if (onSolana !== undefined) return { chainId, standard: 'solana', contract: mint, tokenId: '' }
  return kind === 'erc721' || kind === 'erc1155' ? { chainId, standard: kind, contract, tokenId } : undefined
}
