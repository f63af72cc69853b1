/** Results of injected wallets, as the modal accepts them (T16). */
import * as z from 'zod/mini'
import { AnyJson, EvmAddress, EvmChainIdHex, Hash32, Hex, Quantity, text } from '../scalars/values.ts'
import type { InjectedMethod } from './injected.ts'

const accounts = z.array(EvmAddress).check(z.maxLength(256))
/** Wallets answer these with null, true or nothing. */
const nothing = z.transform(() => null)
const fields = z.record(z.string(), AnyJson)

export const injectedResults = {
  eth_requestAccounts: accounts,
  eth_accounts: accounts,
  /** Some wallets answer with a number or without prefix; the driver normalises. */
  eth_chainId: z.union([EvmChainIdHex, z.int().check(z.positive()), z.string().check(z.regex(/^[0-9]{1,10}$/))]),
  wallet_switchEthereumChain: nothing,
  wallet_addEthereumChain: nothing,
  wallet_revokePermissions: nothing,
  personal_sign: Hex,
  eth_sendTransaction: Hash32,
  eth_getBalance: Quantity,
  eth_call: Hex,
  eth_estimateGas: Quantity,
  eth_getTransactionReceipt: z.nullable(fields),
  wallet_getCapabilities: fields,
  wallet_getAssets: fields,
  /** Wallets of the first version of EIP-5792 answer with the id alone. */
  wallet_sendCalls: z.union([text(4096), fields]),
  wallet_getCallsStatus: fields,
} as const satisfies Record<InjectedMethod, z.ZodMiniType>
