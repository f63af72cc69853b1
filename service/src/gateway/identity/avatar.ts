/** The picture of a name on ENS (ENSIP-12): an address, or an NFT that the account owns. */
import { type Caip2, isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Hex, isAddressEqual, parseAbi } from 'viem'
import type { NftId } from '../nfts/metadata.ts'
import { createNodeClient } from '../nodes/client.ts'
import type { NodePool } from '../nodes/pool.ts'

export type Avatar = { readonly source: string } | { readonly nft: NftId }

/** Schemes that the image route accepts. */
const picture = /^(https?|ipfs|ipns|ar|data):/i
const nftForm = /^(eip155:\d{1,19})\/(erc721|erc1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i
const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])

type Asked = { readonly owner: Hex; readonly pools: ReadonlyMap<Caip2, NodePool>; readonly signal: AbortSignal }

/** `undefined` if it is not a picture, if another account owns the NFT, or if its network has no node. */
export async function readAvatar(text: string, { owner, pools, signal }: Asked): Promise<Avatar | undefined> {
  if (picture.test(text)) return { source: text }
  const nft = readNft(text)
  const pool = nft && pools.get(nft.chainId)
  if (!nft || !pool) return undefined
  return (await isOwner(nft, owner, pool, signal).catch(() => false)) ? { nft } : undefined
}

type EvmNft = NftId & { readonly contract: Hex }

function readNft(text: string): EvmNft | undefined {
  const [, network = '', kind, contract = '', tokenId = ''] = nftForm.exec(text) ?? []
  const chainId = network.toLowerCase()
  if (kind === undefined || !isCaip2(chainId) || BigInt(tokenId) >= 2n ** 256n) return undefined
  const standard = kind.toLowerCase() === 'erc721' ? 'erc721' : 'erc1155'
  return { chainId, contract: `0x${contract.slice(2).toLowerCase()}`, tokenId, standard }
}

async function isOwner(
  { contract: address, tokenId, standard }: EvmNft,
  owner: Hex,
  pool: NodePool,
  signal: AbortSignal,
): Promise<boolean> {
  const client = createNodeClient({ pool, signal })
  const id = BigInt(tokenId)
  if (standard === 'erc721')
    return isAddressEqual(await client.readContract({ address, abi, functionName: 'ownerOf', args: [id] }), owner)
  return (await client.readContract({ address, abi, functionName: 'balanceOf', args: [owner, id] })) > 0n
}
