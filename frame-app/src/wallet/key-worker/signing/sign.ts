/** Signs one request, only with the account that the request names. */
import { KeyWorkerError } from '../../key-link/failure.ts'
import type { SigningRequest } from '../../signing/request.ts'
import type { OpenWallet } from '../session.ts'
import {
  signEvmBatch,
  signEvmMessage,
  signEvmOperation,
  signEvmSession,
  signEvmTransaction,
  signEvmTypedData,
  signEvmUndelegation,
} from './evm.ts'
import { signSolanaMessage, signSolanaTransaction, signSolanaTransactions } from './solana.ts'

/** @throws {KeyWorkerError} WRONG_SIGNER, NOT_SIGNED, BAD_CALL. */
export function signRequest({ keys, addresses }: OpenWallet, request: SigningRequest): string {
  const isOurs = request.kind.startsWith('solana')
    ? request.signer === addresses.solana
    : request.signer.toLowerCase() === addresses.eip155.toLowerCase()
  if (!isOurs) throw new KeyWorkerError('WRONG_SIGNER')
  switch (request.kind) {
    case 'evmTransaction':
      return signEvmTransaction(keys.eip155, request)
    case 'evmBatch':
      return signEvmBatch(keys.eip155, request)
    case 'evmOperation':
      return signEvmOperation(keys.eip155, request)
    case 'evmUndelegation':
      return signEvmUndelegation(keys.eip155, request)
    case 'evmSession':
      return signEvmSession(keys.eip155, request)
    case 'evmMessage':
      return signEvmMessage(keys.eip155, request)
    case 'evmTypedData':
      return signEvmTypedData(keys.eip155, request)
    case 'solanaMessage':
      return signSolanaMessage(keys.solana, request)
    case 'solanaTransaction':
      return signSolanaTransaction(keys.solana, request)
    case 'solanaTransactions':
      return signSolanaTransactions(keys.solana, request)
  }
}
