/** NFT ownership on an EVM network from our index: based on transfers, not on the contract's own claims. */
import type { IndexReader, NftKey } from '../../store/contract/chain-index.ts'
import type { GatewayNetwork } from '../networks/network.ts'
import { refusals } from '../refusal.ts'
import type { NftSource } from './source.ts'

export function createIndexedNfts(network: GatewayNetwork, index: IndexReader): NftSource {
  return {
    network,
    async read({ address, cursor, limit }) {
      const after = cursor ? readCursor(cursor) : undefined
      const account = address.toLowerCase()
      const rows = await index.nftsOf({ network: network.id, account, after, limit: limit + 1 })
      // Before indexing has started, an empty list would be misleading.
      if (rows.length === 0 && !(await index.range(network.id))) throw new Error('Nothing is indexed yet')
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        owned: page.map((one) => ({ ...one, chainId: network.id })),
        ...(last && { next: writeCursor(last) }),
      }
    },
  }
}

const standards = ['erc721', 'erc1155'] as const

const writeCursor = ({ contract, tokenId, standard }: NftKey): string =>
  Buffer.from([contract, tokenId, standard].join('.')).toString('base64url')

/** @throws {GatewayRefusal} 400 */
function readCursor(text: string): NftKey {
  const inside = /^[\w-]{1,256}$/.test(text) ? Buffer.from(text, 'base64url').toString('latin1') : ''
  const [, contract, tokenId, given] = /^(0x[0-9a-f]{40})\.(\d{1,78})\.(erc\d+)$/.exec(inside) ?? []
  const standard = standards.find((one) => one === given)
  if (contract === undefined || tokenId === undefined || !standard) throw refusals.badParameter('cursor')
  return { contract, tokenId, standard }
}
