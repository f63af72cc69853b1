/**
 * An injected Bitcoin wallet. The page translates our methods to the wallet's provider API. A wallet has a payment address and, often, one
 * for ordinals; each network has addresses of its own.
 */
import { type Bip122Method, bip122Params } from '@airlock/protocol/allowlist/bip122.ts'
import {
  BitcoinStanding,
  type InjectedBitcoinInput,
  type InjectedBitcoinMethod,
} from '@airlock/protocol/allowlist/injected-bitcoin.ts'
import { injectedBitcoinResults } from '@airlock/protocol/allowlist/injected-bitcoin-results.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Purpose } from '@airlock/protocol/scalars/bitcoin.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { base64, hex } from '@scure/base'
import * as z from 'zod/mini'
import { isAddress } from '../../../../shared/chains/bip122/address.ts'
import type { Offer } from '../../../session/connector.ts'
import { checkedCalls, readParams } from './current-network.ts'
import { type Ask, farewellMs, type NamespaceAdapter, type ServedNetworks } from './namespace-adapter.ts'

type Call = <M extends InjectedBitcoinMethod>(
  method: M,
  params: InjectedBitcoinInput<M>,
  where: { scope: Caip2; signal?: AbortSignal | undefined },
) => Promise<z.infer<(typeof injectedBitcoinResults)[M]>>

export function createBitcoinPart(ask: Ask, { chains, active }: ServedNetworks): NamespaceAdapter {
  let chosen: Caip2 | undefined
  let told: BitcoinStanding | undefined

  const checked = checkedCalls(ask, injectedBitcoinResults)
  const call: Call = (method, params, where) => checked(method, params as readonly Json[], where) as Promise<never> // as: JSON, and of the schema of this method
  /** The network that the app is on, or else the first that the wallet serves. */
  const current = (): Caip2 => {
    const now = [chosen, active()].find((id) => id && chains.includes(id)) ?? chains[0]
    if (!now) throw new AirlockError('CHAIN_NOT_SUPPORTED')
    return now
  }
  const hold = (standing: BitcoinStanding, scope: Caip2): Offer | undefined => {
    const chainId = standing.network ?? scope
    // A valid address of another network, or with a wrong checksum: coins sent to it would be lost.
    if (!standing.accounts.every(({ address }) => isAddress(chainId, address))) throw odd('bitcoin_accounts')
    told = standing
    chosen = chainId
    return offerOf(standing, chainId)
  }
  const offer = async (
    method: 'bitcoin_connect' | 'bitcoin_accounts' | 'bitcoin_switchNetwork',
    scope: Caip2,
    signal?: AbortSignal,
  ): Promise<Offer | undefined> => hold(await call(method, [], { scope, signal }), scope)
  const known = async (scope: Caip2): Promise<BitcoinStanding['accounts']> => {
    // The connector is created again when the page's list of wallets changes, and does not know the accounts then.
    if (!told) await offer('bitcoin_accounts', scope)
    return told?.accounts ?? []
  }

  return {
    async connect({ signal }) {
      const given = await offer('bitcoin_connect', current(), signal)
      if (!given) throw new AirlockError('UNAUTHORIZED')
      return given
    },
    restore: ({ signal }) => offer('bitcoin_accounts', current(), signal),
    async disconnect() {
      try {
        await call('bitcoin_disconnect', [], { scope: current(), signal: AbortSignal.timeout(farewellMs) })
      } catch {
        // To disconnect, it is enough to forget the connection here.
      }
    },
    async switchNetwork({ id }, { signal }) {
      if (!chains.includes(id)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      const given = await offer('bitcoin_switchNetwork', id, signal)
      if (given?.chainId !== id) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      return given
    },
    async request(method, params, where) {
      const { scope } = where
      if (!chains.includes(scope)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      const accounts = await known(scope)
      const mine = (address: string) => {
        if (!accounts.some((account) => account.address === address)) throw new AirlockError('UNAUTHORIZED')
        return address
      }
      switch (method as Bip122Method) {
        case 'getAccountAddresses':
          return addressesOf(accounts, readParams(bip122Params.getAccountAddresses, params).intentions)
        case 'signMessage': {
          const { account, address = account, message, protocol } = readParams(bip122Params.signMessage, params)
          const input = { address: mine(address), message, ...(protocol && { protocol }) }
          const { signature } = await call('bitcoin_signMessage', [input], where)
          return { address, signature: toHex(signature) }
        }
        case 'sendTransfer': {
          const { account, recipientAddress: recipient, ...rest } = readParams(bip122Params.sendTransfer, params)
          return answer(await call('bitcoin_sendTransfer', [{ from: mine(account), recipient, ...rest }], where))
        }
        case 'signPsbt': {
          const { psbt, signInputs: inputs, broadcast = false } = readParams(bip122Params.signPsbt, params)
          for (const { address } of inputs) mine(address)
          return answer(await call('bitcoin_signPsbt', [{ psbt, inputs, broadcast }], where))
        }
        default:
          throw new AirlockError('METHOD_NOT_ALLOWED')
      }
    },
    readEvent(event, payload) {
      if (event !== 'accountsChanged') return undefined
      const parsed = z.safeParse(BitcoinStanding, payload)
      if (!parsed.success) return undefined
      try {
        const given = hold(parsed.data, current())
        return given ? { type: 'offer', offer: given } : { type: 'disconnect' }
      } catch {
        return undefined // invalid addresses: dropped, as any malformed event
      }
    },
  }
}

function offerOf({ accounts }: BitcoinStanding, chainId: Caip2): Offer | undefined {
  if (accounts.length === 0) return undefined
  return {
    chainId,
    accounts: accounts.map(({ address }) => `${chainId}:${address}` as const),
    details: accounts.map(({ address, purpose, publicKey, path }) => ({
      address,
      type: purpose,
      ...(publicKey !== undefined && { publicKey }),
      ...(path !== undefined && { path }),
    })),
  }
}

/** In the form of a paired wallet's answers. */
function toHex(signature: string): string {
  try {
    return hex.encode(base64.decode(signature))
  } catch {
    throw odd('bitcoin_signMessage')
  }
}

/** The form in which paired wallets report their addresses. */
const addressesOf = (accounts: BitcoinStanding['accounts'], intentions: readonly Purpose[] | undefined): Json =>
  accounts
    .filter(({ purpose }) => intentions === undefined || intentions.includes(purpose))
    .map(({ purpose, ...account }) => answer({ ...account, intention: purpose }))

const answer = (value: object) => value as Json // as: parsed; optional parts are absent, never undefined

const odd = (method: string) =>
  new AirlockError('WALLET_FAILED', { message: `The wallet answered ${method} in an unknown form.` })
