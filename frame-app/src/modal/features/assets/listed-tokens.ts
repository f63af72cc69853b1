/**
 * Reads tokens that the page lists from the project's nodes: in addition to those that the wallet or the gateway knows, and instead of them
 * if neither answers. Tokens that cannot be read are left out silently.
 */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Balance } from '@airlock/protocol/gateway/shapes.ts'
import { type Caip2, type Caip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { addressKey, hasAddressForm } from '../../../shared/chains/address-form.ts'
import type { ChainReader } from '../../../shared/chains/driver.ts'
import type { HeldToken } from '../../../shared/chains/held-tokens.ts'
import { toExactDecimals } from '../../../shared/format/amount.ts'
import { queries } from '../../core/api/queries.ts'
import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'
import { readerOf } from '../../session/balance.ts'
import { warn } from '../../session/notify.ts'
import { networksAtom } from '../../session/state/network.ts'
import type { Listed } from './state/token-rules.ts'

/** Longest wait for these tokens. */
const patienceMs = 6_000
const freshMs = 30_000

interface Asked {
  readonly isAsked?: boolean
}

/** Token addresses on the account's network, each once, with the page's pictures. */
function listedOn(context: ModalContext, account: Caip10): ReadonlyMap<string, string | undefined> {
  const { store } = context
  const { chainId, namespace } = parseCaip10(account)
  const listed = store.get(optionsAtom)?.tokens?.[chainId] ?? []
  const own = listed.filter(({ address }) => hasAddressForm(namespace, address))
  if (own.length < listed.length)
    warn(context, 'TOKEN_NOT_VALID', `Option tokens.${chainId} has an address that is none of this network: left out.`)
  return new Map(own.map(({ address, image }) => [addressKey(namespace, address), image]))
}

export const listsTokens = (context: ModalContext, account: Caip10): boolean => listedOn(context, account).size > 0

/** In the page's order, including tokens that the account does not hold. Never rejects. */
export async function readListed(context: ModalContext, account: Caip10, asked: Asked): Promise<readonly Listed[]> {
  const tokens = listedOn(context, account)
  if (tokens.size === 0) return []
  const { chainId, address } = parseCaip10(account)
  const within = AbortSignal.timeout(patienceMs)
  try {
    const { network, reader } = await nodesOf(context, account)
    const held = await queries.fetchQuery({
      queryKey: ['listed', account, ...tokens.keys()],
      queryFn: ({ signal }) =>
        readHeld(reader, network, { address, tokens: [...tokens.keys()], signal: AbortSignal.any([signal, within]) }),
      staleTime: asked.isAsked ? 0 : freshMs,
    })
    return held.map((token) => ({
      image: tokens.get(token.address),
      balance: { ...toBalance(chainId, token), address: `${chainId}:${token.address}` },
    }))
  } catch {
    return []
  }
}

/** The network's own currency, for use when only the nodes know it. @throws AirlockError if no node answers */
export async function readCurrency(context: ModalContext, account: Caip10): Promise<Balance> {
  const { network, reader } = await nodesOf(context, account)
  const { address, chainId } = parseCaip10(account)
  const { value, decimals, symbol } = await reader.nativeBalance(address, AbortSignal.timeout(patienceMs))
  return toBalance(chainId, { name: network.currency.name, symbol, decimals, amount: value })
}

const toBalance = (
  chainId: Caip2,
  { name, symbol, decimals, amount }: Pick<HeldToken, 'name' | 'symbol' | 'decimals' | 'amount'>,
): Balance => ({
  name,
  symbol,
  chainId,
  price: 0,
  quantity: { decimals: String(decimals), numeric: toExactDecimals(amount, decimals) },
  iconUrl: '',
})

/** @throws Error if the project has no node for the network */
async function nodesOf(context: ModalContext, account: Caip10): Promise<{ network: Network; reader: ChainReader }> {
  const { chainId } = parseCaip10(account)
  const network = context.store.get(networksAtom).find(({ id }) => id === chainId)
  const reader = network && (await readerOf(context, network))
  if (!network || !reader) throw new Error(`No node of ${chainId}`)
  return { network, reader }
}

async function readHeld(
  reader: ChainReader,
  network: Network,
  {
    address,
    tokens,
    signal,
  }: { readonly address: string; readonly tokens: readonly string[]; readonly signal: AbortSignal },
): Promise<readonly HeldToken[]> {
  if (namespaceOf(network.id) === 'solana') {
    const { readMints } = await import('../../../shared/chains/solana/tokens.ts')
    return readMints(reader.request, { account: address, mints: tokens, signal })
  }
  const { readErc20s } = await import('../../../shared/chains/eip155/tokens.ts')
  const [account, contracts] = [z.parse(EvmAddress, address), z.parse(z.array(EvmAddress), tokens)]
  return readErc20s(reader.request, { account, contracts, multicall: network.multicall3, signal })
}
