/**
 * A Wallet Standard wallet on Solana. The page translates our methods to the wallet's features. Such a wallet has no network of its own:
 * every call names one.
 */
import { injectedSolanaResults } from '@airlock/protocol/allowlist/injected-solana-results.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import { hasAddressForm } from '../../../../shared/chains/address-form.ts'
import type { Offer } from '../../../session/connector.ts'
import { checkedCalls, createCurrentNetwork, readParams } from './current-network.ts'
import { type Ask, farewellMs, type NamespaceAdapter, type ServedNetworks } from './namespace-adapter.ts'

const namespace = 'solana'

export function createSolanaPart(ask: Ask, standing: ServedNetworks): NamespaceAdapter {
  const current = createCurrentNetwork(standing)
  let addresses: readonly string[] = []

  const call = checkedCalls(ask, injectedSolanaResults)
  const offer = async (
    method: 'solana_connect' | 'solana_accounts',
    signal: AbortSignal,
  ): Promise<Offer | undefined> => {
    const chainId = current.now()
    addresses = await call(method, [], { scope: chainId, signal })
    current.choose(chainId)
    return addresses.length === 0
      ? undefined
      : { chainId, accounts: addresses.map((address) => `${chainId}:${address}` as const) }
  }
  /** The account that has to sign a transaction. */
  const signerOf = async (transaction: string, scope: Caip2): Promise<string> => {
    const { readTransaction } = await import('../../../../shared/chains/solana/read.ts')
    const { signers } = readTransaction(base58.decode(transaction))
    const own = () => addresses.find((address) => signers.includes(address))
    // The connector is created again when the page's list of wallets changes, and does not know the accounts then.
    if (own() === undefined) addresses = await call('solana_accounts', [], { scope })
    const signer = own()
    if (signer === undefined) throw new AirlockError('UNAUTHORIZED')
    return signer
  }

  return {
    async connect({ signal }) {
      const given = await offer('solana_connect', signal)
      if (!given) throw new AirlockError('UNAUTHORIZED')
      return given
    },
    restore: ({ signal }) => offer('solana_accounts', signal),
    async disconnect() {
      try {
        await call('solana_disconnect', [], { scope: current.now(), signal: AbortSignal.timeout(farewellMs) })
      } catch {
        // To disconnect, it is enough to forget the connection here.
      }
    },
    switchNetwork: async ({ id }) => current.choose(id),
    async request(method, params, where) {
      current.check(where.scope)
      switch (method) {
        case 'solana_signMessage':
        case 'solana_signIn':
          return call(method, [params], where)
        case 'solana_signTransaction':
        case 'solana_signAndSendTransaction': {
          const { transaction, options } = readParams(One, params)
          const pubkey = await signerOf(transaction, where.scope)
          return call(method, [{ transaction, pubkey, ...(options ? { options } : {}) }], where)
        }
        case 'solana_signAllTransactions': {
          const { transactions } = readParams(Many, params)
          const signers = new Set(await Promise.all(transactions.map((one) => signerOf(one, where.scope))))
          const [pubkey] = signers
          if (signers.size !== 1 || pubkey === undefined) throw new AirlockError('UNAUTHORIZED')
          const signed = await call(method, [{ transactions: [...transactions], pubkey }], where)
          if (signed.transactions.length !== transactions.length) throw new AirlockError('WALLET_FAILED')
          return signed
        }
        default:
          throw new AirlockError('METHOD_NOT_ALLOWED')
      }
    },
    readEvent(event, payload) {
      if (event !== 'accountsChanged' || !Array.isArray(payload)) return undefined
      addresses = payload.filter(
        (address): address is string => typeof address === 'string' && hasAddressForm(namespace, address),
      )
      return { type: 'accounts', accounts: addresses }
    },
  }
}

/** Params (`allowlist/solana.ts`). */
const One = z.strictObject({ transaction: z.string(), options: z.optional(z.record(z.string(), z.json())) })
const Many = z.strictObject({ transactions: z.array(z.string()) })
