/** EIP-1193: the calls that a dapp would send to `window.ethereum`. */
import type { InjectedMethod } from '@airlock/protocol/allowlist/injected.ts'
import { injectedResults } from '@airlock/protocol/allowlist/injected-results.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, type Caip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { readChainId } from '../../../../shared/chains/eip155/chain-id.ts'
import { connectWallet, type EvmOffer, readAddresses, restoreWallet } from '../../../../shared/chains/eip155/wallet.ts'
import { type Ask, farewellMs, type NamespaceAdapter } from './namespace-adapter.ts'

/** Chain scope of calls that are not about a particular chain. */
const anyChain: Caip2 = 'eip155:0'

export function createEvmPart(ask: Ask): NamespaceAdapter {
  const request: Ask = async (method, params, scope, signal) => {
    const result = await ask(method, params, scope, signal)
    if (!isInjectedMethod(method)) return result
    const parsed = z.safeParse(injectedResults[method], result)
    if (!parsed.success)
      throw new AirlockError('WALLET_FAILED', { message: `The wallet answered ${method} in an unknown form.` })
    return parsed.data as Json // as: a JSON answer
  }
  const asked =
    (signal: AbortSignal) =>
    (method: string, params: Json[]): Promise<Json> =>
      request(method, params, anyChain, signal)
  /** Most wallets answer in lower case. The code for checksums is not in the first view; without it, theirs is the spelling. */
  let spell = (address: string) => address
  const spelled = async <Given extends EvmOffer | undefined>(given: Promise<Given>): Promise<Given> => {
    const [offer, late] = await Promise.all([given, import('./other-namespaces.ts').catch(() => undefined)])
    spell = late?.checksum ?? spell
    const spellAccount = (account: Caip10): Caip10 =>
      `${parseCaip10(account).chainId}:${spell(parseCaip10(account).address)}`
    return offer && { ...offer, accounts: offer.accounts.map(spellAccount) }
  }
  return {
    connect: ({ signal }) => spelled(connectWallet(asked(signal))),
    restore: ({ signal }) => spelled(restoreWallet(asked(signal))),
    async disconnect() {
      try {
        await request('wallet_revokePermissions', [{ eth_accounts: {} }], anyChain, AbortSignal.timeout(farewellMs))
      } catch {
        // Many wallets cannot revoke; it is enough to forget the connection here.
      }
    },
    async switchNetwork(network, { signal }) {
      const { switchWallet } = await import('./other-namespaces.ts')
      return switchWallet(asked(signal), network)
    },
    request: (method, params, { scope, signal }) =>
      request(method, Array.isArray(params) ? params : [params], scope, signal),
    readEvent(event, payload) {
      switch (event) {
        case 'accountsChanged':
          return Array.isArray(payload)
            ? { type: 'accounts', accounts: readAddresses(payload).map((one) => spell(one)) }
            : undefined
        case 'chainChanged': {
          const chainId = readChainId(payload)
          return chainId && { type: 'chain', chainId }
        }
        case 'connect':
        case 'disconnect':
          return { type: 'unclear' }
        default:
          return undefined
      }
    },
  }
}

const isInjectedMethod = (method: string): method is InjectedMethod => Object.hasOwn(injectedResults, method)
