/** What contracts say of themselves: the standard, the symbol, the decimals. Their word, cleaned and bounded. */
import { type Address, type Client, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import type { TokenStandard } from '../../decode/eip155/known-calls.ts'
import type { Fact, Intent } from '../../decode/intent.ts'
import type { Simulation, TokenWords } from '../prepared.ts'

const abi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])
const interfaceIds = { erc721: '0x80ac58cd', erc1155: '0xd9b67a26' } as const
/** Contracts asked for one request. */
const maxTokens = 12

/** `undefined` where it does not say, or nobody answers. */
export async function readStandard(client: Client, address: Address): Promise<TokenStandard | undefined> {
  const supports = (id: `0x${string}`) =>
    readContract(client, { address, abi, functionName: 'supportsInterface', args: [id] }).catch(() => false)
  const [isItems, isMulti, decimals] = await Promise.all([
    supports(interfaceIds.erc721),
    supports(interfaceIds.erc1155),
    readContract(client, { address, abi, functionName: 'decimals' }).catch(() => undefined),
  ])
  if (isItems) return 'erc721'
  if (isMulti) return 'erc1155'
  return decimals === undefined ? undefined : 'erc20'
}

export async function readTokens(
  client: Client,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, TokenWords>> {
  const read = async (address: string): Promise<[string, TokenWords] | undefined> => {
    const at = { address: `0x${address.slice(2)}`, abi } as const
    try {
      const [symbol, decimals] = await Promise.all([
        readContract(client, { ...at, functionName: 'symbol' }).catch(() => ''),
        readContract(client, { ...at, functionName: 'decimals' }),
      ])
      return decimals > 36
        ? undefined
        : [address.toLowerCase(), { symbol: toDisplayText(symbol, { max: 12 }), decimals }]
    } catch {
      return undefined
    }
  }
  const found = await Promise.all([...new Set(addresses)].slice(0, maxTokens).map(read))
  return new Map(found.filter((words) => words !== undefined))
}

/** The tokens that stand on the screen. */
export function tokensIn({ facts, parts }: Intent, simulation: Simulation | undefined): string[] {
  const named = [...facts, ...parts.flatMap((part) => part.facts)].flatMap(({ value }: Fact) =>
    value.type === 'tokens' && value.token !== undefined ? [value.token] : [],
  )
  const changed =
    simulation?.status === 'works'
      ? simulation.changes.flatMap(({ asset }) => (asset.type === 'tokens' ? [asset.token] : []))
      : []
  return [...named, ...changed]
}
