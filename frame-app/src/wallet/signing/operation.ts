/** The user operation of a sponsored batch, as the account's code hashes it. Computed from the request on both sides of the Worker. */
import type { Hex } from 'viem'
import { batchData } from './batch.ts'
import { implementations } from './implementations.ts'
import type { EvmOperation } from './request.ts'

const field = (type: string, name: string) => ({ type, name })
const fields = [
  field('address', 'sender'),
  field('uint256', 'nonce'),
  field('bytes', 'initCode'),
  field('bytes', 'callData'),
  field('bytes32', 'accountGasLimits'),
  field('uint256', 'preVerificationGas'),
  field('bytes32', 'gasFees'),
  field('bytes', 'paymasterAndData'),
]

const half = (quantity: Hex): string => BigInt(quantity).toString(16).padStart(32, '0')

/** As the EntryPoint gets it. */
export function packOperation(operation: EvmOperation) {
  const { delegate, batches, entryPointVersion } = implementations[operation.implementation]
  return {
    sender: operation.signer,
    nonce: BigInt(operation.nonce),
    // EntryPoint 0.8 hashes the contract whose code the account gets by a delegation: with other code, the signature is invalid.
    initCode: entryPointVersion === '0.8' && operation.authorizationNonce !== null ? delegate : '0x',
    callData: batchData(operation.calls, batches),
    accountGasLimits: `0x${half(operation.verificationGas)}${half(operation.callGas)}`,
    preVerificationGas: BigInt(operation.preVerificationGas),
    gasFees: `0x${half(operation.maxPriorityFeePerGas)}${half(operation.maxFeePerGas)}`,
    paymasterAndData: `${operation.paymaster}${half(operation.paymasterVerificationGas)}${half(operation.paymasterPostOpGas)}${operation.paymasterData.slice(2)}`,
  } as const
}

/** Its EIP-712 hash is what the account signs. */
export function operationData(operation: EvmOperation) {
  const { chainId, signer } = operation
  const { entryPoint, signsAs } = implementations[operation.implementation]
  const packed = packOperation(operation)
  const primaryType = 'PackedUserOperation' as const
  if (signsAs === null)
    return {
      domain: { name: 'ERC4337', version: '1', chainId, verifyingContract: entryPoint },
      types: { PackedUserOperation: fields },
      primaryType,
      message: packed,
    }
  return {
    domain: { name: signsAs, version: '1', chainId, verifyingContract: signer },
    types: { PackedUserOperation: [...fields, field('address', 'entryPoint')] },
    primaryType,
    message: { ...packed, entryPoint },
  }
}
