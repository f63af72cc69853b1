/** The user operation of a sponsored batch, as EntryPoint 0.8 hashes it. Computed from the request on both sides of the Worker. */
import type { Hex } from 'viem'
import { batchData } from './batch.ts'
import { implementations } from './implementations.ts'
import type { EvmOperation } from './request.ts'

/** The request names no contract, because there is only this one. */
export const { delegate, entryPoint } = implementations['simple7702-0.8']

const types = {
  PackedUserOperation: [
    { type: 'address', name: 'sender' },
    { type: 'uint256', name: 'nonce' },
    { type: 'bytes', name: 'initCode' },
    { type: 'bytes', name: 'callData' },
    { type: 'bytes32', name: 'accountGasLimits' },
    { type: 'uint256', name: 'preVerificationGas' },
    { type: 'bytes32', name: 'gasFees' },
    { type: 'bytes', name: 'paymasterAndData' },
  ],
} as const

const half = (quantity: Hex): string => BigInt(quantity).toString(16).padStart(32, '0')

/** Its EIP-712 hash is what the account signs. */
export const operationData = (operation: EvmOperation) =>
  ({
    types,
    primaryType: 'PackedUserOperation',
    domain: { name: 'ERC4337', version: '1', chainId: operation.chainId, verifyingContract: entryPoint },
    message: {
      sender: operation.signer,
      nonce: BigInt(operation.nonce),
      // With a delegation, EntryPoint also hashes the contract whose code the account then has: with other code, the signature is invalid.
      initCode: operation.authorizationNonce === null ? '0x' : delegate,
      callData: batchData(operation.calls),
      accountGasLimits: `0x${half(operation.verificationGas)}${half(operation.callGas)}`,
      preVerificationGas: BigInt(operation.preVerificationGas),
      gasFees: `0x${half(operation.maxPriorityFeePerGas)}${half(operation.maxFeePerGas)}`,
      paymasterAndData: `${operation.paymaster}${half(operation.paymasterVerificationGas)}${half(operation.paymasterPostOpGas)}${operation.paymasterData.slice(2)}`,
    },
  }) as const
