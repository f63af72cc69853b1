/**
 * RPC methods of the embedded wallet on eip155, with the schema of each params: the fixed list of specification §5, and methods that
 * dapps expect of every wallet (docs/decisions/approvals.md).
 */
import * as z from 'zod/mini'
import { AnyJson, EvmAddress, EvmChainIdHex, Hash32, Hex, Quantity, text } from '../scalars/values.ts'
import { GetAssets } from './assets.ts'
import { CallsId, SendCalls } from './calls.ts'
import { AddedChain, RequestedPermissions, WatchedAsset } from './dapp.ts'
import { approval, atBlock, BlockRef, BlockTag, none, paired, type RpcTable, safe } from './define.ts'
import {
  GrantedPermissions,
  OnePermission,
  RequestedExecutionPermissions,
  RevokedExecutionPermission,
} from './sessions.ts'
import { TransactionRequest } from './transaction.ts'

const filter = z.tuple([
  z.strictObject({
    address: z.optional(z.union([EvmAddress, z.array(EvmAddress).check(z.maxLength(1000))])),
    topics: z.optional(
      z.array(z.nullable(z.union([Hash32, z.array(Hash32).check(z.maxLength(100))]))).check(z.maxLength(4)),
    ),
    fromBlock: z.optional(BlockTag),
    toBlock: z.optional(BlockTag),
    blockHash: z.optional(Hash32),
  }),
])
const filterId = z.tuple([Quantity])
const call = z.union([
  z.tuple([TransactionRequest]),
  z.tuple([TransactionRequest, BlockRef]),
  z.tuple([TransactionRequest, BlockRef, z.record(z.string(), AnyJson)]),
])
const byHash = z.tuple([Hash32])
const ofBundler = { by: 'bundler' } as const
const ofWallet = { by: 'wallet' } as const
const ofPaired = { ...ofWallet, ...paired } as const
const [first, second, third, firstTwo] = [[0], [1], [2], [0, 1]].map((numbers) => ({ numbers }))
const withTransaction = { fields: 'transaction' } as const
const signing = { ...paired, signs: true } as const
/** web3.js and test dapps send a password for the key, which browser wallets ignore. */
const password = z.nullable(text(1024))
const signedText = z.union([z.tuple([text(100_000), EvmAddress]), z.tuple([text(100_000), EvmAddress, password])])
const signedData = z.tuple([EvmAddress, z.union([text(200_000), z.record(z.string(), AnyJson)])])

export const eip155: RpcTable = {
  eth_accounts: safe(none, paired),
  eth_blockNumber: safe(none),
  eth_call: safe(call, { ...withTransaction, ...second }),
  eth_chainId: safe(none),
  eth_estimateGas: safe(call, { ...withTransaction, ...second }),
  eth_feeHistory: safe(z.tuple([Quantity, BlockTag, z.array(z.number()).check(z.maxLength(100))]), firstTwo),
  eth_gasPrice: safe(none),
  eth_getAccount: safe(atBlock, second),
  eth_getBalance: safe(atBlock, second),
  eth_getBlockByHash: safe(z.tuple([Hash32, z.boolean()])),
  eth_getBlockByNumber: safe(z.tuple([BlockTag, z.boolean()]), first),
  eth_getBlockReceipts: safe(z.tuple([BlockRef]), first),
  eth_getBlockTransactionCountByHash: safe(byHash),
  eth_getBlockTransactionCountByNumber: safe(z.tuple([BlockTag]), first),
  eth_getCode: safe(atBlock, second),
  eth_getFilterChanges: safe(filterId, { filter: 'use' }),
  eth_getFilterLogs: safe(filterId, { filter: 'use' }),
  eth_getLogs: safe(filter, { fields: 'other' }),
  eth_getProof: safe(z.tuple([EvmAddress, z.array(Hex).check(z.maxLength(1000)), BlockRef]), third),
  eth_getStorageAt: safe(z.union([z.tuple([EvmAddress, Hex]), z.tuple([EvmAddress, Hex, BlockRef])]), third),
  eth_getTransactionByBlockHashAndIndex: safe(z.tuple([Hash32, Quantity]), second),
  eth_getTransactionByBlockNumberAndIndex: safe(z.tuple([BlockTag, Quantity]), firstTwo),
  eth_getTransactionByHash: safe(byHash),
  eth_getTransactionCount: safe(atBlock, second),
  eth_getTransactionReceipt: safe(byHash),
  eth_getUncleCountByBlockHash: safe(byHash),
  eth_getUncleCountByBlockNumber: safe(z.tuple([BlockTag]), first),
  eth_maxPriorityFeePerGas: safe(none),
  eth_newBlockFilter: safe(none, { filter: 'make' }),
  eth_newFilter: safe(filter, { filter: 'make', fields: 'other' }),
  eth_newPendingTransactionFilter: safe(none, { filter: 'make' }),
  /** Already signed. */
  eth_sendRawTransaction: safe(z.tuple([Hex]), { sends: 'page' }),
  eth_syncing: safe(none),
  eth_uninstallFilter: safe(filterId, { filter: 'end' }),
  wallet_getCapabilities: safe(
    z.optional(z.union([z.tuple([EvmAddress]), z.tuple([EvmAddress, z.array(EvmChainIdHex).check(z.maxLength(100))])])),
    ofPaired,
  ),
  wallet_getCallsStatus: safe(CallsId, ofPaired),
  /** Safe: shows only calls that the page itself has sent. */
  wallet_showCallsStatus: safe(CallsId, ofWallet),
  eth_getUserOperationReceipt: safe(byHash, ofBundler),
  eth_estimateUserOperationGas: safe(z.tuple([z.record(z.string(), AnyJson), EvmAddress]), ofBundler),
  eth_getUserOperationByHash: safe(byHash, ofBundler),
  eth_supportedEntryPoints: safe(none, ofBundler),
  wallet_getAssets: safe(GetAssets, ofPaired),
  wallet_getSupportedExecutionPermissions: safe(none, ofWallet),
  /** Safe: returns only the page's own sessions. */
  wallet_getGrantedExecutionPermissions: safe(GrantedPermissions, ofWallet),
  web3_clientVersion: safe(none),
  /** Safe: only a page that the user has connected to gets an account, and only the app's own networks are added. */
  wallet_getPermissions: safe(none, ofWallet),
  wallet_requestPermissions: safe(RequestedPermissions, ofWallet),
  wallet_addEthereumChain: safe(AddedChain, { ...paired, by: 'modal', mayPrompt: true, fields: 'other' }),
  wallet_watchAsset: safe(WatchedAsset, { ...ofPaired, mayPrompt: true }),

  personal_sign: approval(signedText, signing),
  eth_signTypedData_v3: approval(signedData, signing),
  eth_signTypedData_v4: approval(signedData, signing),
  eth_sendTransaction: approval(z.tuple([TransactionRequest]), { ...paired, ...withTransaction, sends: 'wallet' }),
  wallet_sendCalls: approval(SendCalls, { ...paired, ...withTransaction, sends: 'calls' }),
  wallet_grantPermissions: approval(OnePermission, { ...paired, session: 'grant' }),
  wallet_revokePermissions: approval(OnePermission, paired),
  wallet_requestExecutionPermissions: approval(RequestedExecutionPermissions, { session: 'grant' }),
  wallet_revokeExecutionPermission: approval(RevokedExecutionPermission, { session: 'revoke' }),
}
