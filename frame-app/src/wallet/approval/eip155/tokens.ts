/**
 * Standard, symbol and decimals of token contracts: from our own table, or else from the contracts, cleaned and bounded. If the project
 * lists at least two nodes, two are queried, so that a single node cannot move the decimal point of an amount.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, type Client, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { askTwo } from '../../../shared/chains/agreement.ts'
import { knownToken } from '../../../shared/chains/eip155/known-tokens.ts'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import type { TokenStandard } from '../../decode/eip155/known-calls.ts'
import type { TokenWords } from '../prepared.ts'

const abi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])
const interfaceIds = { erc721: '0x80ac58cd', erc1155: '0xd9b67a26' } as const
/** Maximum number of contracts queried per request. */
const maxTokens = 12
/** Almost all tokens have at most 18, a few bridged ones 24. With more, any amount could be made to look tiny. */
const maxDecimals = 24

export interface TokenSource {
  readonly scope: Caip2
  /** One client per listed node; the first two are queried. */
  readonly nodes: readonly Client[]
}

export interface Standard {
  /** `undefined` if the contract does not report it, the nodes disagree, or none answers. */
  readonly standard: TokenStandard | undefined
  readonly isDisputed: boolean
}

export async function readStandard(source: TokenSource, address: Address): Promise<Standard> {
  if (knownToken(source.scope, address)) return { standard: 'erc20', isDisputed: false }
  const said = await askTwo(source.nodes, (node) => standardBy(node, address))
  return { standard: said.status === 'agreed' ? said.answer : undefined, isDisputed: said.status === 'disputed' }
}

/** Whether every node that is asked says so. False without an answer: for what is granted only where no token can be moved. */
export async function isNoToken(source: TokenSource, address: Address): Promise<boolean> {
  if (knownToken(source.scope, address)) return false
  const said = await askTwo(source.nodes, (node) => standardBy(node, address))
  return said.status === 'agreed' && said.answer === undefined
}

/** @throws AirlockError if the node gave no answer */
async function standardBy(node: Client, address: Address): Promise<TokenStandard | undefined> {
  const supports = (id: `0x${string}`) =>
    orNothing(readContract(node, { address, abi, functionName: 'supportsInterface', args: [id] }))
  const [isItems, isMulti, decimals] = await Promise.all([
    supports(interfaceIds.erc721),
    supports(interfaceIds.erc1155),
    orNothing(readContract(node, { address, abi, functionName: 'decimals' })),
  ])
  // Checked first: some contracts implement both standards, and then an approval of them is for an amount.
  if (decimals !== undefined) return 'erc20'
  if (isItems) return 'erc721'
  return isMulti ? 'erc1155' : undefined
}

export interface Tokens {
  /** Keyed by address in lower case. */
  readonly words: ReadonlyMap<string, TokenWords>
  /** Two nodes disagree about a token: its amounts are shown in the smallest unit. */
  readonly isDisputed: boolean
}

export async function readTokens(source: TokenSource, addresses: readonly string[]): Promise<Tokens> {
  const named = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const asked = named.filter((address) => !knownToken(source.scope, address)).slice(0, maxTokens)
  const read = await Promise.all(
    asked.map(async (address) => {
      return { address, said: await askTwo(source.nodes, (node) => wordsBy(node, `0x${address.slice(2)}`)) }
    }),
  )
  const words = new Map(
    read.flatMap(({ address, said }) =>
      said.status === 'agreed' && said.answer ? [[address, said.answer] as const] : [],
    ),
  )
  for (const address of named) {
    const known = knownToken(source.scope, address)
    if (known) words.set(address, known)
  }
  return { words, isDisputed: read.some(({ said }) => said.status === 'disputed') }
}

/** @throws AirlockError if the node gave no answer */
async function wordsBy(node: Client, address: Address): Promise<TokenWords | undefined> {
  const [symbol, decimals] = await Promise.all([
    orNothing(readContract(node, { address, abi, functionName: 'symbol' })),
    orNothing(readContract(node, { address, abi, functionName: 'decimals' })),
  ])
  if (decimals === undefined || decimals > maxDecimals) return undefined
  return { symbol: toDisplayText(symbol ?? '', { max: 12 }), decimals }
}

/** `undefined` if the contract has no such function. @throws AirlockError if the node gave no answer */
export async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    for (let inner = error; inner instanceof Error; inner = inner.cause)
      if (inner instanceof AirlockError && !isRevert(inner)) throw inner
    return undefined
  }
}

const isRevert = ({ code, rpcCode, message }: AirlockError): boolean =>
  code === 'WALLET_FAILED' && (rpcCode === 3 || /revert|invalid opcode|out of gas/i.test(message))
