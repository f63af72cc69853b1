/**
 * The methods that the modal may call on an injected wallet through the host page: connecting, networks,
 * signing for the modal's own flows, and reads. Params are checked by the host before the wallet sees them, results by the modal.
 * Calls of the dapp itself go directly to the wallet and are not limited by this table.
 */
import * as z from 'zod/mini'
import type { Schema } from '../contracts/define.ts'
import { limits } from '../limits.ts'
import {
  AnyJson,
  Base58,
  EvmAddress,
  EvmChainIdHex,
  Hash32,
  Hex,
  HttpUrl,
  Name,
  SolanaAddress,
  text,
} from '../scalars/values.ts'
import { BlockTag, SolanaSendOptions } from './define.ts'

export interface InjectedRow<Params extends Schema = Schema> {
  readonly params: Params
  /** The wallet shows a prompt, at most one of a kind at a time: of this method alone, or also of the others about the network. */
  readonly prompts?: true | 'network'
  /** Two calls have the effect of one. */
  readonly isRepeatable?: true
  /** The answer has accounts that the wallet shares. */
  readonly shares?: true
}
export const row = <Params extends Schema>(
  params: Params,
  facts?: Omit<InjectedRow, 'params'>,
): InjectedRow<Params> => ({ params, ...facts })
export const noParams = z.tuple([])
const prompting = { prompts: true } as const
/** A call with one object, for which the wallet shows a prompt. */
export const promptWith = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  row(z.tuple([z.strictObject(shape)]), prompting)
export const connecting = { ...prompting, isRepeatable: true, shares: true } as const
const aboutNetwork = { prompts: 'network', isRepeatable: true } as const
const fields = z.record(z.string(), AnyJson)

/** Methods of an EIP-1193 wallet. */
export const injectedEvm = {
  eth_requestAccounts: row(noParams, connecting),
  eth_accounts: row(noParams, { shares: true }),
  eth_chainId: row(noParams),
  wallet_switchEthereumChain: row(z.tuple([z.strictObject({ chainId: EvmChainIdHex })]), aboutNetwork),
  wallet_addEthereumChain: row(
    z.tuple([
      z.strictObject({
        chainId: EvmChainIdHex,
        chainName: Name,
        nativeCurrency: z.strictObject({ name: Name, symbol: text(16), decimals: z.int() }),
        rpcUrls: z.array(HttpUrl).check(z.maxLength(8)),
        blockExplorerUrls: z.optional(z.array(HttpUrl).check(z.maxLength(4))),
      }),
    ]),
    aboutNetwork,
  ),
  wallet_revokePermissions: row(z.tuple([fields]), prompting),
  personal_sign: row(z.tuple([Hex, EvmAddress]), prompting),
  eth_sendTransaction: row(z.tuple([fields]), prompting),
  eth_getBalance: row(z.tuple([EvmAddress, BlockTag])),
  eth_call: row(z.tuple([fields, BlockTag])),
  eth_estimateGas: row(z.tuple([fields])),
  eth_getTransactionReceipt: row(z.tuple([Hash32])),
  wallet_getCapabilities: row(z.tuple([EvmAddress])),
  wallet_getAssets: row(z.tuple([fields])),
  wallet_sendCalls: row(z.tuple([fields]), prompting),
  wallet_getCallsStatus: row(z.tuple([text(4096)])),
} as const

export type InjectedMethod = keyof typeof injectedEvm

const pubkey = SolanaAddress

/** The parts of a sign-in message (`SolanaSignInInput`); the account is a separate field. */
const signInInput = z.strictObject({
  domain: text(300),
  statement: z.optional(text(4096)),
  uri: text(limits.url),
  version: z.literal('1'),
  chainId: text(64),
  nonce: text(128),
  issuedAt: text(64),
  expirationTime: z.optional(text(64)),
  notBefore: z.optional(text(64)),
  requestId: z.optional(text(1024)),
  resources: z.optional(z.array(text(limits.url)).check(z.maxLength(32))),
})

/**
 * Methods of a Wallet Standard wallet on Solana. The page converts each to a call of a feature; bytes are base58. Calls with
 * `pubkey` are for that account of the wallet.
 */
export const injectedSolana = {
  solana_connect: row(noParams, connecting),
  solana_accounts: row(noParams, { shares: true }),
  solana_disconnect: row(noParams),
  solana_signMessage: promptWith({ message: Base58, pubkey }),
  solana_signIn: promptWith({ input: signInInput, pubkey }),
  solana_signTransaction: promptWith({ transaction: Base58, pubkey }),
  solana_signAllTransactions: promptWith({
    transactions: z.array(Base58).check(z.minLength(1), z.maxLength(50)),
    pubkey,
  }),
  solana_signAndSendTransaction: promptWith({ transaction: Base58, pubkey, options: z.optional(SolanaSendOptions) }),
} as const

export type InjectedSolanaMethod = keyof typeof injectedSolana
