/**
 * Transactions that empty the Solana address of a replaced wallet. Only programs that are named here run, and whatever receives something
 * is derived from the new address.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { KeyWorkerError } from '../../key-link/failure.ts'
import type { SolanaSweep } from '../../signing/sweep.ts'
import { type Bytes, concat, utf8 } from '../keys/bytes.ts'

const systemProgram = '1'.repeat(32)
const accountProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const tokenPrograms = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'token-2022': 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

interface Ends {
  /** Signs, and pays. */
  readonly from: string
  readonly to: string
}

/** @returns the bytes of the transaction, in base58. @throws {KeyWorkerError} BAD_CALL. */
export function signSolanaSweep(key: Bytes, ends: Ends, request: SolanaSweep): string {
  const message = request.kind === 'sol' ? coinMessage(ends, request) : tokenMessage(ends, request)
  return base58.encode(concat(Uint8Array.of(1), ed25519.sign(message, key), message))
}

const coinMessage = ({ from, to }: Ends, { amount, blockhash }: Extract<SolanaSweep, { kind: 'sol' }>): Bytes =>
  messageOf({ keys: [from, to, systemProgram], readOnly: 1, blockhash }, [
    // Transfer.
    { program: 2, accounts: [0, 1], data: [2, 0, 0, 0, ...u64(amount)] },
  ])

function tokenMessage({ from, to }: Ends, request: Extract<SolanaSweep, { kind: 'spl' }>): Bytes {
  const { account, mint, decimals, amount, closes, blockhash } = request
  const program = tokenPrograms[request.program]
  const keys = [from, account, accountOf(to, program, mint), to, mint, systemProgram, program, accountProgram]
  return messageOf({ keys, readOnly: 4, blockhash }, [
    // CreateIdempotent: fails if somebody else owns the account.
    { program: 7, accounts: [0, 2, 3, 4, 5, 6], data: [1] },
    // TransferChecked.
    { program: 6, accounts: [1, 4, 2, 0], data: [12, ...u64(amount), decimals] },
    // CloseAccount.
    ...(closes ? [{ program: 6, accounts: [1, 3, 0], data: [9] }] : []),
  ])
}

/** The associated token account. */
function accountOf(owner: string, program: string, mint: string): string {
  const seeds = [owner, program, mint].map((each) => base58.decode(each))
  for (let bump = 255; bump >= 0; bump -= 1) {
    const end = [Uint8Array.of(bump), base58.decode(accountProgram), utf8('ProgramDerivedAddress')]
    const address = sha256(concat(...seeds, ...end))
    // A program's address is none for which there could be a key.
    if (!ed25519.utils.isValidPublicKey(address, true)) return base58.encode(address)
  }
  throw new KeyWorkerError('BAD_CALL')
}

/** By their places among the keys. */
interface Instruction {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: readonly number[]
}

/** A legacy message. The first key is the only signer; the last keys are not changed. */
function messageOf(
  { keys, readOnly, blockhash }: { keys: readonly string[]; readOnly: number; blockhash: string },
  instructions: readonly Instruction[],
): Bytes {
  const fields = [...keys, blockhash].map((each) => base58.decode(each))
  // One of another length would move the other fields. No network takes a message that has a key twice.
  if (fields.some(({ length }) => length !== 32) || new Set(keys).size < keys.length)
    throw new KeyWorkerError('BAD_CALL')
  const calls = instructions.flatMap(({ program, accounts, data }) => [
    program,
    accounts.length,
    ...accounts,
    data.length,
    ...data,
  ])
  return concat(Uint8Array.of(1, 0, readOnly, keys.length), ...fields, Uint8Array.of(instructions.length, ...calls))
}

function u64(amount: string): Bytes {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(amount), true)
  return bytes
}
