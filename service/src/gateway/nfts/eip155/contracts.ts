/** Reads NFT contracts on EVM networks: the metadata address, and the name of the collection. */
import { decodeFunctionResult, encodeFunctionData, getAddress, parseAbi } from 'viem'
import type { Returned, Viewer } from '../../eip155/view.ts'
import { cleanText, nameLength } from '../../networks/text.ts'
import type { AskChain, NftId, OnChain } from '../metadata.ts'
import { maxMetadataBytes } from '../metadata-json.ts'

const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
  'function name() view returns (string)',
])
/** Hex digits of a contract's answer. It may contain the metadata itself, in base64. */
const maxReturned = 4 * maxMetadataBytes
const viewMs = 10_000

export const createContractReader =
  (view: Viewer): AskChain =>
  async (nfts) => {
    try {
      return await askTogether(view, nfts)
    } catch {
      // One oversized answer must not make the others fail.
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

async function askTogether(view: Viewer, nfts: readonly NftId[]): Promise<readonly OnChain[]> {
  const calls = nfts.flatMap(({ contract, tokenId, standard }) => {
    const to = getAddress(contract)
    const functionName = standard === 'erc1155' ? 'uri' : 'tokenURI'
    return [
      { to, data: encodeFunctionData({ abi, functionName, args: [BigInt(tokenId)] }) },
      { to, data: encodeFunctionData({ abi, functionName: 'name' }) },
    ]
  })
  const answers = await view(calls, AbortSignal.timeout(viewMs))
  return nfts.map(({ tokenId, standard }, index) => {
    const uri = readText(answers[2 * index])
    const id = BigInt(tokenId).toString(16).padStart(64, '0')
    return {
      uri: standard === 'erc1155' ? uri.replaceAll('{id}', id) : uri,
      collection: cleanText(readText(answers[2 * index + 1]), nameLength),
      name: '',
    }
  })
}

function readText(data: Returned): string {
  if (!data || data.length > maxReturned) return ''
  try {
    return decodeFunctionResult({ abi, functionName: 'name', data })
  } catch {
    return ''
  }
}
