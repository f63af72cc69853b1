/**
 * The account's assets (`wallet_getAssets`, ERC-7811): the network's coin, the tokens of the wallet's own table, and tokens that the page
 * names. They are read from the project's nodes, without prices. Loaded with the first such call.
 */
import { GetAssets } from '@airlock/protocol/allowlist/assets.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { type Address, type Client, erc20Abi, type Hex, numberToHex } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { toHexChainId } from '../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../shared/chains/eip155/checksum.ts'
import { knownTokens } from '../../shared/chains/eip155/known-tokens.ts'
import { readTokens, type TokenSource } from '../approval/eip155/tokens.ts'
import { networkWords } from '../approval/networks.ts'

export interface AssetsContext {
  /** The account that the page is connected to. */
  readonly account: string
  readonly networks: readonly Caip2[]
  /** The nodes of a network, each with its own client. */
  readonly sourceOf: (scope: Caip2) => TokenSource
}

/** Limits the requests, because a page may name tokens on all networks at once. */
const mostNetworks = 20

type Kind = 'native' | 'erc20'
/** The requested assets; `undefined` means all that the wallet knows. */
type Named = readonly ('native' | Address)[] | undefined

/** @throws {AirlockError} BAD_SHAPE, UNAUTHORIZED */
export async function assetsFor(params: unknown, { account, networks, sourceOf }: AssetsContext): Promise<Json> {
  const parsed = GetAssets.safeParse(params)
  if (!parsed.success) throw new AirlockError('BAD_SHAPE', { message: 'wallet_getAssets: invalid params' })
  const [given] = parsed.data
  if (given.account.toLowerCase() !== account.toLowerCase())
    throw new AirlockError('UNAUTHORIZED', { message: 'wallet_getAssets: not the account of this wallet' })
  const kinds = given.assetTypeFilter?.map((kind) => kind.toLowerCase())
  const isAsked = (kind: Kind) => kinds === undefined || kinds.includes(kind)
  const named = new Map(
    Object.entries(given.assetFilter ?? {}).map(([id, assets]) => [
      BigInt(id),
      assets.map((asset) => (typeof asset === 'string' ? asset : asset.address)),
    ]),
  )
  const chains = given.chainFilter?.map((id) => BigInt(id))
  const wanted = networks
    .filter((network) => namespaceOf(network) === 'eip155')
    .map((network) => ({ network, id: toHexChainId(network) }))
    .filter(({ id }) => chains === undefined || chains.includes(BigInt(id)))
    .filter(({ id }) => given.assetFilter === undefined || named.has(BigInt(id)))
    .slice(0, mostNetworks)
  const answers = await Promise.all(
    wanted.map(async ({ network, id }) => {
      const assets = await holdings(sourceOf(network), checksum(account), named.get(BigInt(id)), isAsked).catch(
        // A network that does not answer is omitted.
        () => undefined,
      )
      return assets ? [[id, assets] as const] : []
    }),
  )
  return Object.fromEntries(answers.flat())
}

async function holdings(
  source: TokenSource,
  account: Address,
  named: Named,
  isAsked: (kind: Kind) => boolean,
): Promise<Json> {
  const [node] = source.nodes
  if (!node) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  const wantsCoin = isAsked('native') && (named === undefined || named.includes('native'))
  const tokens = isAsked('erc20') ? (named?.flatMap(toToken) ?? ownTokens(source.scope)) : []
  const [coin, words, balances] = await Promise.all([
    wantsCoin ? getBalance(node, { address: account }) : undefined,
    readTokens(source, tokens),
    Promise.all(tokens.map((token) => balanceOf(node, token, account))),
  ])
  const { symbol, decimals } = networkWords(source.scope)
  return [
    ...(coin === undefined ? [] : [toAsset('native', coin, 'native', { symbol, decimals })]),
    ...tokens.flatMap((token, place) => {
      const [balance, metadata] = [balances[place], words.words.get(token.toLowerCase())]
      // A token that the page names is listed even if its balance is zero.
      if (balance === undefined || !metadata || (named === undefined && balance === 0n)) return []
      return [toAsset(token, balance, 'erc20', metadata)]
    }),
  ]
}

const toToken = (asset: 'native' | Address): readonly Address[] => (asset === 'native' ? [] : [checksum(asset)])
const ownTokens = (scope: Caip2): readonly Address[] =>
  (knownTokens[scope] ?? []).map(([, , address]) => checksum(address))

/** `undefined` if it is not a token. */
const balanceOf = (node: Client, address: Address, account: Address): Promise<bigint | undefined> =>
  readContract(node, { address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }).catch(() => undefined)

const toAsset = (
  address: 'native' | Address,
  balance: bigint,
  type: Kind,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
): { readonly [key: string]: Json } => ({
  address,
  balance: numberToHex(balance) satisfies Hex,
  type,
  metadata: { name: symbol, symbol, decimals },
})
