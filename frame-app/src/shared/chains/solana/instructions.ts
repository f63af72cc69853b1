/**
 * Decodes known instructions. The data must have exactly the expected length, and the accounts exactly the expected number. All
 * other instructions are `unknown`; nothing is guessed.
 */
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  AuthorityType,
  decodeApproveCheckedInstruction,
  decodeApproveInstruction,
  decodeBurnCheckedInstruction,
  decodeBurnInstruction,
  decodeCloseAccountInstruction,
  decodeRevokeInstruction,
  decodeSetAuthorityInstruction,
  decodeTransferCheckedInstruction,
  decodeTransferInstruction,
  TokenInstruction,
} from '@solana/spl-token'
import {
  ComputeBudgetInstruction,
  ComputeBudgetProgram,
  type PublicKey,
  SystemInstruction,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'
import { provideBuffer } from '../../node-buffer.ts'
import { type TokenProgram, tokenProgramOf } from './programs.ts'

/** An instruction on a token account; `owner` is the authority that signs it. */
interface TokenOrder {
  readonly program: TokenProgram
  readonly owner: string
}

/** In the smallest unit. Mint and decimals are set if the instruction contains them; the program checks them then. */
interface TokenAmount {
  readonly amount: bigint
  readonly mint?: string
  readonly decimals?: number
}

export type SolanaInstruction =
  | { readonly kind: 'transfer'; readonly from: string; readonly to: string; readonly lamports: bigint }
  /** Between token accounts, not wallets. */
  | ({ readonly kind: 'tokenTransfer'; readonly source: string; readonly destination: string } & TokenOrder &
      TokenAmount)
  /** `delegate` may spend from the account. */
  | ({ readonly kind: 'tokenApproval'; readonly account: string; readonly delegate: string } & TokenOrder & TokenAmount)
  /** Removes the delegate. */
  | ({ readonly kind: 'tokenRevocation'; readonly account: string } & TokenOrder)
  | ({ readonly kind: 'tokenBurn'; readonly account: string } & TokenOrder & TokenAmount)
  /** Closes the account; its lamports go to `receiver`. */
  | ({ readonly kind: 'tokenClosing'; readonly account: string; readonly receiver: string } & TokenOrder)
  /** `authority` becomes the owner of the account and its tokens. */
  | ({ readonly kind: 'tokenOwner'; readonly account: string; readonly authority: string } & TokenOrder)
  /** Creates the associated token account of `owner`. */
  | {
      readonly kind: 'tokenAccount'
      readonly payer: string
      readonly account: string
      readonly owner: string
      readonly mint: string
    }
  /** `program` becomes the owner of the account, so that the account's key no longer controls it. */
  | { readonly kind: 'assignment'; readonly account: string; readonly program: string }
  /** As the first instruction, it replaces the block hash: the transaction does not expire until the nonce is advanced. */
  | { readonly kind: 'nonce'; readonly account: string; readonly authority: string }
  | { readonly kind: 'memo'; readonly text: string }
  | { readonly kind: 'unitLimit'; readonly units: number }
  | { readonly kind: 'unitPrice'; readonly microLamports: bigint }
  /** Limits for the resources of the transaction; no effect of its own. */
  | { readonly kind: 'bounds' }
  | { readonly kind: 'unknown'; readonly program: string; readonly data: Uint8Array }

export type SolanaInstructionKind = SolanaInstruction['kind']

const memoPrograms: ReadonlySet<string> = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])

/** @param keys of the accounts; `undefined` for an account in a lookup table that has not been read */
export function readInstruction(
  programId: PublicKey,
  keys: readonly (PublicKey | undefined)[],
  data: Uint8Array,
): SolanaInstruction {
  const unknown = { kind: 'unknown', program: programId.toBase58(), data: Uint8Array.from(data) } as const
  const known = keys.filter((key) => key !== undefined)
  if (known.length !== keys.length) return unknown
  provideBuffer()
  const instruction = new TransactionInstruction({
    programId,
    keys: known.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
    data: Buffer.from(data),
  })
  try {
    return readKnown(instruction) ?? unknown
  } catch {
    // Malformed for its type.
    return unknown
  }
}

type Reader = (instruction: TransactionInstruction) => SolanaInstruction | undefined

function readKnown(instruction: TransactionInstruction): SolanaInstruction | undefined {
  const { programId } = instruction
  const token = tokenProgramOf(programId)
  if (token) return readTokenInstruction(instruction, token)
  if (programId.equals(SystemProgram.programId)) return readSystemInstruction(instruction)
  if (programId.equals(ComputeBudgetProgram.programId)) return readBudgetInstruction(instruction)
  if (programId.equals(ASSOCIATED_TOKEN_PROGRAM_ID)) return readAccountInstruction(instruction)
  return memoPrograms.has(programId.toBase58()) ? readMemo(instruction) : undefined
}

const readSystemInstruction: Reader = (instruction) => {
  const has = (bytes: number, accounts: number) =>
    instruction.data.length === bytes && instruction.keys.length === accounts
  switch (SystemInstruction.decodeInstructionType(instruction)) {
    case 'Transfer': {
      if (!has(12, 2)) return undefined
      const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction)
      return { kind: 'transfer', from: fromPubkey.toBase58(), to: toPubkey.toBase58(), lamports }
    }
    case 'Assign': {
      if (!has(36, 1)) return undefined
      const { accountPubkey, programId } = SystemInstruction.decodeAssign(instruction)
      return { kind: 'assignment', account: accountPubkey.toBase58(), program: programId.toBase58() }
    }
    case 'AdvanceNonceAccount': {
      if (!has(4, 3)) return undefined
      const { noncePubkey, authorizedPubkey } = SystemInstruction.decodeNonceAdvance(instruction)
      return { kind: 'nonce', account: noncePubkey.toBase58(), authority: authorizedPubkey.toBase58() }
    }
    default:
      return undefined
  }
}

/** Limits for the heap and for the size of loaded accounts: instructions of the program that not every library decodes. */
const boundsInstructions: ReadonlySet<number | undefined> = new Set([1, 4])

const readBudgetInstruction: Reader = (instruction) => {
  const { length } = instruction.data
  if (boundsInstructions.has(instruction.data[0])) return length === 5 ? { kind: 'bounds' } : undefined
  switch (ComputeBudgetInstruction.decodeInstructionType(instruction)) {
    case 'SetComputeUnitLimit':
      return length === 5
        ? { kind: 'unitLimit', units: ComputeBudgetInstruction.decodeSetComputeUnitLimit(instruction).units }
        : undefined
    case 'SetComputeUnitPrice': {
      if (length !== 9) return undefined
      const { microLamports } = ComputeBudgetInstruction.decodeSetComputeUnitPrice(instruction)
      return { kind: 'unitPrice', microLamports: BigInt(microLamports) }
    }
    default:
      return undefined
  }
}

/** `Create` (no data, or 0) and `CreateIdempotent` (1). */
const readAccountInstruction: Reader = ({ data, keys }) => {
  const [payer, account, owner, mint, system, program] = keys.map(({ pubkey }) => pubkey)
  const isCreate = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  if (!isCreate || keys.length !== 6 || !payer || !account || !owner || !mint || !system || !program) return undefined
  if (!system.equals(SystemProgram.programId) || !tokenProgramOf(program)) return undefined
  const [from, at, whose, which] = [payer, account, owner, mint].map((key) => key.toBase58())
  if (!from || !at || !whose || !which) return undefined
  return { kind: 'tokenAccount', payer: from, account: at, owner: whose, mint: which }
}

/** Throws if the data is not UTF-8; the program refuses such a memo too. */
const readMemo: Reader = ({ data }) => ({
  kind: 'memo',
  text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data),
})

/** Number of accounts by instruction type. Multisig owners and transfer hooks of Token-2022 need more; those stay `unknown`. */
const tokenAccounts: Readonly<Record<number, number>> = {
  [TokenInstruction.Transfer]: 3,
  [TokenInstruction.TransferChecked]: 4,
  [TokenInstruction.Approve]: 3,
  [TokenInstruction.ApproveChecked]: 4,
  [TokenInstruction.Revoke]: 2,
  [TokenInstruction.Burn]: 3,
  [TokenInstruction.BurnChecked]: 3,
  [TokenInstruction.CloseAccount]: 3,
  [TokenInstruction.SetAuthority]: 2,
}

function readTokenInstruction(
  instruction: TransactionInstruction,
  program: TokenProgram,
): SolanaInstruction | undefined {
  const { programId } = instruction
  const type = instruction.data[0] ?? -1
  if (instruction.keys.length !== tokenAccounts[type]) return undefined
  switch (type) {
    case TokenInstruction.Transfer:
    case TokenInstruction.TransferChecked: {
      const isChecked = type === TokenInstruction.TransferChecked
      const { keys, data } = (isChecked ? decodeTransferCheckedInstruction : decodeTransferInstruction)(
        instruction,
        programId,
      )
      const { source, destination, owner } = keys
      return { kind: 'tokenTransfer', program, ...by({ source, destination, owner }), ...amountOf({ keys, data }) }
    }
    case TokenInstruction.Approve:
    case TokenInstruction.ApproveChecked: {
      const isChecked = type === TokenInstruction.ApproveChecked
      const { keys, data } = (isChecked ? decodeApproveCheckedInstruction : decodeApproveInstruction)(
        instruction,
        programId,
      )
      const { account, delegate, owner } = keys
      return { kind: 'tokenApproval', program, ...by({ account, delegate, owner }), ...amountOf({ keys, data }) }
    }
    case TokenInstruction.Burn:
    case TokenInstruction.BurnChecked: {
      const isChecked = type === TokenInstruction.BurnChecked
      const { keys, data } = (isChecked ? decodeBurnCheckedInstruction : decodeBurnInstruction)(instruction, programId)
      const { account, owner } = keys
      return { kind: 'tokenBurn', program, ...by({ account, owner }), ...amountOf({ keys, data }) }
    }
    case TokenInstruction.Revoke: {
      const { account, owner } = decodeRevokeInstruction(instruction, programId).keys
      return { kind: 'tokenRevocation', program, ...by({ account, owner }) }
    }
    case TokenInstruction.CloseAccount: {
      const { account, destination, authority } = decodeCloseAccountInstruction(instruction, programId).keys
      return { kind: 'tokenClosing', program, ...by({ account, receiver: destination, owner: authority }) }
    }
    case TokenInstruction.SetAuthority: {
      const { keys, data } = decodeSetAuthorityInstruction(instruction, programId)
      const { authorityType, newAuthority } = data
      // Other kinds of authority stay `unknown`. The third byte must be 1: a new authority is given.
      if (authorityType !== AuthorityType.AccountOwner || !newAuthority || instruction.data.length !== 35)
        return undefined
      if (instruction.data[2] !== 1) return undefined
      const named = by({ account: keys.account, owner: keys.currentAuthority })
      return { kind: 'tokenOwner', program, ...named, authority: newAuthority.toBase58() }
    }
    default:
      return undefined
  }
}

/** Maps each role to its address. */
function by<K extends string>(roles: Readonly<Record<K, { readonly pubkey: PublicKey }>>): Record<K, string> {
  const entries = Object.entries<{ readonly pubkey: PublicKey }>(roles)
  // as: the keys are those of `roles`.
  return Object.fromEntries(entries.map(([role, { pubkey }]) => [role, pubkey.toBase58()])) as Record<K, string>
}

interface Counted {
  readonly keys: { readonly owner: unknown } | { readonly mint: { readonly pubkey: PublicKey } }
  readonly data: { readonly amount: bigint; readonly decimals?: number }
}

/** The checked variant of an instruction contains mint and decimals; both variants of burn contain the mint. */
const amountOf = ({ keys, data: { amount, decimals } }: Counted): TokenAmount => ({
  amount,
  ...('mint' in keys && { mint: keys.mint.pubkey.toBase58() }),
  ...(decimals !== undefined && { decimals }),
})
