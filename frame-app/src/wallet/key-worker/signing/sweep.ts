/**
 * Transactions that empty a replaced wallet. The recipient is always the open wallet, the fee is bounded, and no call is made but the
 * transfer of its token standard.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Hex } from 'viem'
import { KeyWorkerError } from '../../key-link/failure.ts'
import { mostFeeOn } from '../../signing/most-fee.ts'
import type { EvmSweep, SolanaSweep, SweepRequest } from '../../signing/sweep.ts'
import { addressesOf } from '../keys/accounts.ts'
import { type Bytes, concat } from '../keys/bytes.ts'
import type { OpenWallet } from '../session.ts'
import { signEvmTransaction } from './evm.ts'

/**
 * @returns on eip155 the signed transaction, on solana its bytes in base58.
 * @throws {KeyWorkerError} LOCKED without the old key; NOT_SIGNED if the fee is too high.
 */
export function signSweep({ former, addresses: to }: OpenWallet, request: SweepRequest): string {
  if (!former) throw new KeyWorkerError('LOCKED')
  const from = addressesOf(former)
  if (request.kind === 'sol') return signSolana(former.solana, { from: from.solana, to: to.solana }, request)
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

/** A legacy message with one instruction: a transfer of the system program, whose address is 32 zeros. */
function signSolana(key: Bytes, { from, to }: { from: string; to: string }, request: SolanaSweep): string {
  const amount = new Uint8Array(8)
  new DataView(amount.buffer).setBigUint64(0, BigInt(request.amount), true)
  const [payer, payee, hash] = [from, to, request.blockhash].map((each) => base58.decode(each))
  // One of another length would move the other fields.
  if (!payer || !payee || hash?.length !== 32) throw new KeyWorkerError('BAD_CALL')
  const message = concat(
    Uint8Array.of(1, 0, 1, 3),
    payer,
    payee,
    new Uint8Array(32),
    hash,
    Uint8Array.of(1, 2, 2, 0, 1, 12, 2, 0, 0, 0),
    amount,
  )
  return base58.encode(concat(Uint8Array.of(1), ed25519.sign(message, key), message))
}
