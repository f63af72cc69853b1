/**
 * The methods that the modal may call on an injected wallet through the host page: connecting, networks,
 * signing for the modal's own flows, and reads. Params are checked by the host before the wallet sees them, results by the modal.
 * Calls of the dapp itself go directly to the wallet and are not limited by this table.
 */
import * as z from 'zod/mini'
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
import type { InjectedBitcoinMethod } from './injected-bitcoin.ts'
import type { InjectedPolkadotMethod } from './injected-polkadot.ts'

const none = z.tuple([])
const fields = z.record(z.string(), AnyJson)

/** Params of an EIP-1193 wallet by method. */
export const injectedParams = {
  eth_requestAccounts: none,
  eth_accounts: none,
  eth_chainId: none,
  wallet_switchEthereumChain: z.tuple([z.strictObject({ chainId: EvmChainIdHex })]),
  wallet_addEthereumChain: z.tuple([
    z.strictObject({
      chainId: EvmChainIdHex,
      chainName: Name,
      nativeCurrency: z.strictObject({ name: Name, symbol: text(16), decimals: z.int() }),
      rpcUrls: z.array(HttpUrl).check(z.maxLength(8)),
      blockExplorerUrls: z.optional(z.array(HttpUrl).check(z.maxLength(4))),
    }),
  ]),
  wallet_revokePermissions: z.tuple([fields]),
  personal_sign: z.tuple([Hex, EvmAddress]),
  eth_sendTransaction: z.tuple([fields]),
  eth_getBalance: z.tuple([EvmAddress, BlockTag]),
  eth_call: z.tuple([fields, BlockTag]),
  eth_estimateGas: z.tuple([fields]),
  eth_getTransactionReceipt: z.tuple([Hash32]),
  wallet_getCapabilities: z.tuple([EvmAddress]),
  wallet_getAssets: z.tuple([fields]),
  wallet_sendCalls: z.tuple([fields]),
  wallet_getCallsStatus: z.tuple([text(4096)]),
} as const

export type InjectedMethod = keyof typeof injectedParams

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
 * Params of a Wallet Standard wallet on Solana by method. The page converts each to a call of a feature; bytes are base58. Calls with
 * `pubkey` are for that account of the wallet.
 */
export const injectedSolanaParams = {
  solana_connect: none,
  solana_accounts: none,
  solana_disconnect: none,
  solana_signMessage: z.tuple([z.strictObject({ message: Base58, pubkey })]),
  solana_signIn: z.tuple([z.strictObject({ input: signInInput, pubkey })]),
  solana_signTransaction: z.tuple([z.strictObject({ transaction: Base58, pubkey })]),
  solana_signAllTransactions: z.tuple([
    z.strictObject({ transactions: z.array(Base58).check(z.minLength(1), z.maxLength(50)), pubkey }),
  ]),
  solana_signAndSendTransaction: z.tuple([
    z.strictObject({ transaction: Base58, pubkey, options: z.optional(SolanaSendOptions) }),
  ]),
} as const

export type InjectedSolanaMethod = keyof typeof injectedSolanaParams

/** Methods that make the wallet show a prompt. */
export const injectedPerson: ReadonlySet<string> = new Set<
  InjectedMethod | InjectedSolanaMethod | InjectedBitcoinMethod | InjectedPolkadotMethod
>([
  'bitcoin_connect',
  'bitcoin_switchNetwork',
  'bitcoin_signMessage',
  'bitcoin_sendTransfer',
  'bitcoin_signPsbt',
  'polkadot_connect',
  'polkadot_signMessage',
  'polkadot_signTransaction',
  'solana_connect',
  'solana_signMessage',
  'solana_signIn',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'eth_requestAccounts',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_revokePermissions',
  'personal_sign',
  'eth_sendTransaction',
  'wallet_sendCalls',
])
