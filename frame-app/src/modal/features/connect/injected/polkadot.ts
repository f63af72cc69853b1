/**
 * A wallet of `window.injectedWeb3`, for Polkadot. Such a wallet has no network of its own: its accounts have an address on each, and every
 * call names one. Requests to the wallet contain the address as the wallet wrote it.
 */

import { injectedPolkadotResults } from '@airlock/protocol/allowlist/injected-polkadot-results.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { askedMessage, askedPayload, forWallet } from '../../../../shared/chains/polkadot/asked.ts'
import { accountKey, addressOn } from '../../../../shared/chains/polkadot/ss58.ts'
import { textForWallet } from '../../../../shared/sign-in/message.ts'
import type { Offer } from '../../../session/connector.ts'
import { checkedCalls, createCurrentNetwork } from './current-network.ts'
import type { Ask, NamespaceAdapter, ServedNetworks } from './namespace-adapter.ts'

const noAccount = 'The wallet shares no account for this network.'

type Account = z.infer<(typeof injectedPolkadotResults)['polkadot_connect']>[number]

export function createPolkadotPart(ask: Ask, standing: ServedNetworks): NamespaceAdapter {
  const current = createCurrentNetwork(standing)
  let accounts: readonly Account[] = []

  const call = checkedCalls(ask, injectedPolkadotResults)
  const offerOn = (chainId: Caip2): Offer | undefined => {
    const addresses = listedOn(chainId, accounts).map(({ address }) => `${chainId}:${address}` as const)
    return addresses.length === 0 ? undefined : { chainId, accounts: addresses }
  }
  const offer = async (method: 'polkadot_connect' | 'polkadot_accounts', signal: AbortSignal) => {
    const chainId = current.now()
    accounts = await call(method, [], { scope: chainId, signal })
    current.choose(chainId)
    return offerOn(chainId)
  }
  /** The address by which the wallet knows the account. */
  const ownOf = async (address: string, scope: Caip2): Promise<string> => {
    const key = accountKey(address)
    const own = () =>
      usable(scope, accounts).find((account) => key !== undefined && accountKey(account.address) === key)
    // The connector is created again when the page's list of wallets changes, and does not know the accounts then.
    if (!own()) accounts = await call('polkadot_accounts', [], { scope })
    const found = own()
    if (!found) throw new AirlockError('UNAUTHORIZED')
    return found.address
  }

  return {
    async connect({ signal }) {
      const given = await offer('polkadot_connect', signal)
      if (!given) throw new AirlockError('UNAUTHORIZED', { message: noAccount })
      return given
    },
    restore: ({ signal }) => offer('polkadot_accounts', signal),
    // Such wallets have no disconnect; it is enough to forget the connection here.
    disconnect: async () => {},
    async switchNetwork({ id }, { signal }) {
      current.check(id)
      // The connector is created again when the page's list of wallets changes, and does not know the accounts then.
      if (accounts.length === 0) accounts = await call('polkadot_accounts', [], { scope: id, signal })
      const given = offerOn(id)
      if (!given) throw new AirlockError('UNAUTHORIZED', { message: noAccount })
      current.choose(id)
      return given
    },
    addressOn: (address, chainId) => addressOn(chainId, address) ?? address,
    async request(method, params, where) {
      const { scope } = where
      current.check(scope)
      switch (method) {
        case 'polkadot_accounts':
          accounts = await call(method, [], where)
          return listedOn(scope, accounts).map(({ address, name, type }) => ({
            address,
            ...(name !== undefined && { name }),
            ...(type !== undefined && { type }),
          }))
        case 'polkadot_signMessage': {
          const { address, message } = askedMessage(params)
          const own = await ownOf(address, scope)
          return call(method, [{ address: own, data: textForWallet(message) }], where)
        }
        case 'polkadot_signTransaction': {
          const { address, payload } = askedPayload(params, scope)
          const own = await ownOf(address, scope)
          return call(method, [{ payload: forWallet(payload, own) as unknown as Json }], where) // as: parsed JSON
        }
        default:
          throw new AirlockError('METHOD_NOT_ALLOWED')
      }
    },
    readEvent(event, payload) {
      const Addresses = z.array(z.string())
      const parsed = event === 'accountsChanged' ? z.safeParse(Addresses, payload) : undefined
      if (!parsed?.success) return undefined
      const known = new Map(accounts.map((account) => [account.address, account]))
      accounts = parsed.data.flatMap((address) =>
        accountKey(address) === undefined ? [] : (known.get(address) ?? { address }),
      )
      const given = offerOn(current.now())
      return given ? { type: 'offer', offer: given } : { type: 'removed' }
    },
  }
}

/** Accounts that can sign on this network: those of a hardware wallet may be for one network only. */
const usable = (chainId: Caip2, accounts: readonly Account[]): readonly Account[] =>
  accounts.filter(
    ({ genesisHash }) => genesisHash === undefined || genesisHash.slice(2, 34).toLowerCase() === referenceOf(chainId),
  )

/** The accounts as written on this network, each once. */
function listedOn(chainId: Caip2, accounts: readonly Account[]): readonly Account[] {
  const listed = new Map<string, Account>()
  for (const account of usable(chainId, accounts)) {
    const address = addressOn(chainId, account.address)
    if (address !== undefined && !listed.has(address)) listed.set(address, { ...account, address })
  }
  return [...listed.values()]
}
