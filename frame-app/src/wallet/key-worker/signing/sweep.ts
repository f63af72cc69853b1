/**
 * Transactions that empty a replaced wallet. The recipient is always the open wallet, the fee is bounded, and no call is made but the
 * transfer of its token standard.
 */
import type { Hex } from 'viem'
import { KeyWorkerError } from '../../key-link/failure.ts'
import { mostFeeOn } from '../../signing/most-fee.ts'
import type { EvmSweep, SweepRequest } from '../../signing/sweep.ts'
import { addressesOf } from '../keys/accounts.ts'
import type { OpenWallet } from '../session.ts'
import { signEvmTransaction } from './evm.ts'
import { signSolanaSweep } from './sweep-solana.ts'

/**
 * @returns on eip155 the signed transaction, on solana its bytes in base58.
 * @throws {KeyWorkerError} LOCKED without the old key; NOT_SIGNED if the fee is too high; BAD_CALL for an address of another length.
 */
export function signSweep({ former, addresses: to }: OpenWallet, request: SweepRequest): string {
  if (!former) throw new KeyWorkerError('LOCKED')
  const from = addressesOf(former)
  if (request.kind === 'sol' || request.kind === 'spl')
    return signSolanaSweep(former.solana, { from: from.solana, to: to.solana }, request)
  const { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = request
  if (BigInt(gas) * BigInt(maxFeePerGas) > mostFeeOn(chainId)) throw new KeyWorkerError('NOT_SIGNED')
  return signEvmTransaction(former.eip155, {
    kind: 'evmTransaction',
    signer: from.eip155,
    chainId,
    nonce,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList: [],
    ...sweepCall(request, from.eip155, to.eip155),
  })
}

interface Call {
  readonly to: Hex
  readonly value: Hex
  readonly data: Hex
}

function sweepCall({ kind, token, id, amount }: EvmSweep, from: Hex, to: Hex): Call {
  if (kind === 'native') return { to, value: amount, data: '0x' }
  const words =
    kind === 'erc20'
      ? (['0xa9059cbb', to, amount] as const)
      : kind === 'erc721'
        ? (['0x42842e0e', from, to, id] as const)
        : // The last argument is empty bytes: where they begin, and their length.
          (['0xf242432a', from, to, id, amount, '0xa0', '0x0'] as const)
  const [selector, ...rest] = words
  return { to: token, value: '0x0', data: `${selector}${rest.map((word) => word.slice(2).padStart(64, '0')).join('')}` }
}
