/** Results of injected wallets, as the modal accepts them (T16). */
import * as z from 'zod/mini'
import { AnyJson, EvmAddress, Hash32, Hex, Quantity, text } from '../scalars/values.ts'
import type { InjectedMethod } from './injected.ts'

const accounts = z.array(EvmAddress).check(z.maxLength(256))
/** Wallets return null, true or nothing for these. */
const nothing = z.transform(() => null)
const fields = z.record(z.string(), AnyJson)

export const injectedResults = {
  eth_requestAccounts: accounts,
  eth_accounts: accounts,
  /** Some wallets return a number, decimal digits, or hex in their own way; the driver reads it. */
  eth_chainId: z.union([
    z.int().check(z.positive()),
    z.string().check(z.regex(/^(0[xX][0-9a-fA-F]{1,14}|[0-9]{1,16})$/)),
  ]),
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
  /** Wallets with the first version of EIP-5792 return only the id. */
  wallet_sendCalls: z.union([text(4096), fields]),
  wallet_getCallsStatus: fields,
} as const satisfies Record<InjectedMethod, z.ZodMiniType>
