/** Prices of tokens by address, from the same sources as the balances. Unknown tokens are left out. */
import type { Prices } from '@airlock/protocol/gateway/shapes.ts'
import { type Caip2, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress, SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import type { Asked } from '../http/serve.ts'
import type { ImageLink } from '../images/link.ts'
import { markOf } from '../images/mark.ts'
import type { GatewayNetwork, Token } from '../networks/network.ts'
import { refusals } from '../refusal.ts'
import type { TokenDirectory } from '../tokens/directory.ts'
import { addressKey, createListed } from '../tokens/listed.ts'
import type { AllPrices } from './prices.ts'

export type Fungibles = {
  /**
   * In the order of the addresses, without duplicates.
   * @throws {GatewayRefusal} 400, 503
   */
  readonly read: (query: Asked<'prices'>) => Promise<Prices>
}

export type FungiblesOptions = {
  readonly prices: AllPrices
  readonly directories: ReadonlyMap<Caip2, TokenDirectory>
  readonly link: ImageLink
}

type Fungible = Prices['fungibles'][number]
type Named = { readonly text: string; readonly chainId: Caip2; readonly address: string }
type Answer = { readonly found: ReadonlyMap<string, Fungible>; readonly isDown: boolean }

/** Placeholder address of a network's own currency. */
const natives = { eip155: `0x${'e'.repeat(40)}`, solana: `So${'1'.repeat(41)}` } as const

export function createFungibles(
  networks: readonly GatewayNetwork[],
  { prices, directories, link }: FungiblesOptions,
): Fungibles {
  const byId = new Map(networks.map((network) => [network.id, { network, listed: createListed(network) }]))

  return {
    async read({ addresses, currency, signal }) {
      const asked = new Map(addresses.map(readAsked).map((one) => [keyOf(one), one]))
      const ids = [...new Set([...asked.values()].map(({ chainId }) => chainId))].filter((id) => byId.has(id))
      const answers = await Promise.all(
        ids.map((id) =>
          readNetwork(
            id,
            [...asked.values()].filter(({ chainId }) => chainId === id),
          ),
        ),
      )
      signal.throwIfAborted()
      const fungibles = [...asked.keys()].flatMap((key) => answers.flatMap(({ found }) => found.get(key) ?? []))
      // If no source could be asked, an empty list would wrongly mean "no prices".
      if (fungibles.length === 0 && answers.some(({ isDown }) => isDown)) throw refusals.pricesDown()
      return { fungibles }

      async function readNetwork(id: Caip2, wanted: readonly Named[]): Promise<Answer> {
        const { tokens, isDown } = await describe(id, wanted, signal)
        const known = await prices.read(id, { tokens: [...tokens.values()], currency })
        const found = [...tokens].flatMap(([key, token]): [string, Fungible][] => {
          const [one, price] = [asked.get(key), known.prices.get(token)]
          return one && price !== undefined ? [[key, toFungible(one, token, price)]] : []
        })
        return { found: new Map(found), isDown: isDown || known.isDown }
      }
    },
  }

  /** Descriptions of the tokens, by key; `undefined` is the currency. */
  async function describe(id: Caip2, wanted: readonly Named[], signal: AbortSignal) {
    const tokens = new Map<string, Token | undefined>()
    const unlisted: Named[] = []
    for (const one of wanted) {
      const token = byId.get(id)?.listed.find(one.address)
      if (isNative(one)) tokens.set(keyOf(one), undefined)
      else if (token) tokens.set(keyOf(one), token)
      else unlisted.push(one)
    }
    // A mint does not contain its own name, so only lists can name Solana tokens.
    const directory = directories.get(id)
    if (!directory || unlisted.length === 0) return { tokens, isDown: false }
    const contracts = unlisted.map(({ address }) => address.toLowerCase())
    const described = await directory.find(contracts, signal).catch(() => undefined)
    for (const one of unlisted) {
      const token = described?.get(one.address.toLowerCase())
      if (token?.decimals !== undefined && token.name !== '')
        tokens.set(keyOf(one), { ...token, address: one.address, decimals: token.decimals })
    }
    return { tokens, isDown: described === undefined }
  }

  function toFungible({ text, chainId }: Named, token: Token | undefined, price: number): Fungible {
    const currency = byId.get(chainId)?.network.currency
    const { name = '', symbol = '', decimals } = token ?? currency ?? {}
    return {
      address: text,
      name,
      symbol,
      iconUrl: link(token ? token.iconUrl : markOf(symbol)),
      price,
      decimals,
    }
  }
}

/** @throws {GatewayRefusal} 400 if it is not a token of a network with prices */
function readAsked(text: string): Named {
  try {
    const { chainId, address, namespace } = parseCaip10(text)
    const isToken =
      (namespace === 'eip155' && EvmAddress.safeParse(address).success) ||
      (namespace === 'solana' && SolanaAddress.safeParse(address).success)
    if (isToken) return { text, chainId, address }
  } catch {}
  throw refusals.badAddress()
}

const keyOf = ({ chainId, address }: Named): string => `${chainId}:${addressKey(chainId, address)}`

const isNative = ({ chainId, address }: Named): boolean =>
  addressKey(chainId, address) === (namespaceOf(chainId) === 'eip155' ? natives.eip155 : natives.solana)
