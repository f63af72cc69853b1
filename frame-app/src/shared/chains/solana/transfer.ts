/** Builds unsigned transfers of SOL and of tokens. Pure: data from the chain is passed in. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { provideBuffer } from '../../node-buffer.ts'
import { publicKey } from './address.ts'
import { type TokenProgram, tokenPrograms } from './programs.ts'

export interface SolTransfer {
  /** The sender; also pays the fee. */
  readonly from: string
  readonly to: string
  readonly lamports: bigint
}

export interface TokenTransfer {
  /** Owner of the tokens; also pays the fee, and the rent of a new account. */
  readonly from: string
  /** The receiving wallet, not its token account. */
  readonly to: string
  readonly mint: string
  /** In the smallest unit. */
  readonly amount: bigint
  /** Decimals of the mint; the program refuses a transfer with other decimals. */
  readonly decimals: number
  readonly program: TokenProgram
  /** Whether to create the receiver's token account, if there is none yet. */
  readonly makeAccount: boolean
}

export interface Terms {
  /** A recent block hash, in base58. */
  readonly blockhash: string
  /** Priority fee: at most `units` compute units, at `microLamports` each. */
  readonly priority?: { readonly units: number; readonly microLamports: bigint }
}

/** @returns the serialized transaction with empty signatures. @throws AirlockError BAD_SHAPE for an invalid address or amount. */
export function buildSolTransfer({ from, to, lamports }: SolTransfer, terms: Terms): Uint8Array {
  const payer = publicKey(from)
  return compile(payer, terms, [
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: publicKey(to), lamports: amount(lamports) }),
  ])
}

/** As above, to the receiver's associated account. @throws also if the receiver is a program-derived address, which could not spend it. */
export function buildTokenTransfer(transfer: TokenTransfer, terms: Terms): Uint8Array {
  provideBuffer()
  const { decimals } = transfer
  const [owner, receiver, mint] = [publicKey(transfer.from), publicKey(transfer.to), publicKey(transfer.mint)]
  const program = tokenPrograms[transfer.program]
  const destination = accountFor(receiver, mint, program)
  return compile(owner, terms, [
    ...(transfer.makeAccount
      ? [createAssociatedTokenAccountIdempotentInstruction(owner, destination, receiver, mint, program)]
      : []),
    createTransferCheckedInstruction(
      accountFor(owner, mint, program),
      mint,
      destination,
      owner,
      amount(transfer.amount),
      decimals,
      [],
      program,
    ),
  ])
}

/** The associated account in which a wallet holds a token. */
export const tokenAccountOf = (owner: string, mint: string, program: TokenProgram): string =>
  accountFor(publicKey(owner), publicKey(mint), tokenPrograms[program]).toBase58()

function accountFor(owner: PublicKey, mint: PublicKey, program: PublicKey): PublicKey {
  try {
    return getAssociatedTokenAddressSync(mint, owner, false, program)
  } catch (cause) {
    throw new AirlockError('BAD_SHAPE', { cause, message: 'This address belongs to a program and holds no tokens.' })
  }
}

function amount(value: bigint): bigint {
  if (value <= 0n || value >= 2n ** 64n) throw new AirlockError('BAD_SHAPE', { message: 'This is no amount.' })
  return value
}

function compile(
  payer: PublicKey,
  { blockhash, priority }: Terms,
  instructions: readonly TransactionInstruction[],
): Uint8Array {
  const offer = priority
    ? [
        ComputeBudgetProgram.setComputeUnitLimit({ units: priority.units }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: priority.microLamports }),
      ]
    : []
  const message = new TransactionMessage({
    payerKey: payer,
    // 32 bytes in base58, like an address.
    recentBlockhash: publicKey(blockhash).toBase58(),
    instructions: [...offer, ...instructions],
  })
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize()
}
