/**
 * The methods that are forwarded to a node. Others are refused: an operator's node may hold unlocked accounts (`eth_sendTransaction`), or
 * accept calls that rewrite or halt it. Filters are refused too, because a filter exists in one node and a later call may reach another.
 */
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'

export type Method = {
  /** How long one answer is cached for all callers with the same params. Absent: never. */
  readonly cacheMs?: number
  /** Units that one call takes from the budget; 1 by default. */
  readonly cost?: number
}

/** Shorter than the block time of every network, so that waiting for a block works. */
const headMs = 500
/** Data named by a hash does not change. An answer of `null` is never cached. */
const fixedMs = 60_000

const eip155: Readonly<Record<string, Method>> = {
  eth_blockNumber: { cacheMs: headMs },
  eth_gasPrice: { cacheMs: headMs },
  eth_maxPriorityFeePerGas: { cacheMs: headMs },
  eth_blobBaseFee: { cacheMs: headMs },
  eth_feeHistory: { cacheMs: headMs },
  eth_getBlockByHash: { cacheMs: fixedMs },
  eth_getBlockTransactionCountByHash: { cacheMs: fixedMs },
  eth_getTransactionByBlockHashAndIndex: { cacheMs: fixedMs },
  eth_chainId: { cacheMs: fixedMs },
  net_version: { cacheMs: fixedMs },
  net_listening: { cacheMs: fixedMs },
  web3_clientVersion: { cacheMs: fixedMs },
  eth_call: {},
  eth_createAccessList: {},
  eth_estimateGas: {},
  eth_getBalance: {},
  eth_getBlockByNumber: {},
  eth_getBlockReceipts: { cost: 5 },
  eth_getBlockTransactionCountByNumber: {},
  eth_getCode: {},
  eth_getLogs: { cost: 10 },
  eth_getProof: {},
  eth_getStorageAt: {},
  eth_getTransactionByBlockNumberAndIndex: {},
  eth_getTransactionByHash: {},
  eth_getTransactionCount: {},
  eth_getTransactionReceipt: {},
  eth_sendRawTransaction: {},
  eth_simulateV1: { cost: 5 },
  eth_syncing: {},
}

/** `getProgramAccounts` is excluded: one call may read a whole program's state. */
const solana: Readonly<Record<string, Method>> = {
  getGenesisHash: { cacheMs: fixedMs },
  getVersion: { cacheMs: fixedMs },
  getMinimumBalanceForRentExemption: { cacheMs: fixedMs },
  getSlot: { cacheMs: headMs },
  getBlockHeight: { cacheMs: headMs },
  getEpochInfo: { cacheMs: headMs },
  getRecentPrioritizationFees: { cacheMs: headMs },
  getAccountInfo: {},
  getBalance: {},
  getBlockTime: {},
  getFeeForMessage: {},
  getHealth: {},
  getLatestBlockhash: {},
  getMultipleAccounts: {},
  getSignatureStatuses: {},
  getSignaturesForAddress: {},
  getTokenAccountBalance: {},
  getTokenAccountsByOwner: { cost: 5 },
  getTokenSupply: {},
  getTransaction: {},
  isBlockhashValid: {},
  sendTransaction: {},
  simulateTransaction: {},
}

const tables: Partial<Record<Namespace, Readonly<Record<string, Method>>>> = { eip155, solana }

/** `undefined`: refused. */
export function findMethod(namespace: Namespace, name: string): Method | undefined {
  const table = tables[namespace]
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}

export const servedNamespaces = Object.keys(tables) as Namespace[] // as: the keys of the table
