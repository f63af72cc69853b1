/** Mints the local chain's tokens by real transactions of the token programs. */
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  MINT_SIZE,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import type { Issuer } from './issuer.ts'

export const tokenDecimals = 6
/** In hundredths of a percent. */
export const transferFee = 100

export type Token = {
  /** Address of the mint, in base58. */
  readonly mint: string
  readonly decimals: number
  /** Transfers this amount of the smallest units to the owner's associated account, which is created if needed. */
  readonly give: (owner: string, amount: bigint) => void
}

export function createToken(issuer: Issuer): Token {
  const mint = Keypair.generate()
  issuer.run(
    [mint],
    issuer.makeAccount(mint.publicKey, { size: MINT_SIZE, program: TOKEN_PROGRAM_ID }),
    createInitializeMint2Instruction(mint.publicKey, tokenDecimals, issuer.publicKey, null),
  )
  return toToken(issuer, mint.publicKey, TOKEN_PROGRAM_ID)
}

/** Of Token-2022, with an extension of mint and accounts: each transfer withholds a fee. */
export function createFeeToken(issuer: Issuer): Token {
  const mint = Keypair.generate()
  const program = TOKEN_2022_PROGRAM_ID
  const { publicKey } = issuer
  issuer.run(
    [mint],
    issuer.makeAccount(mint.publicKey, { size: getMintLen([ExtensionType.TransferFeeConfig]), program }),
    createInitializeTransferFeeConfigInstruction(
      mint.publicKey,
      publicKey,
      publicKey,
      transferFee,
      10n ** 12n,
      program,
    ),
    createInitializeMint2Instruction(mint.publicKey, tokenDecimals, publicKey, null, program),
  )
  return toToken(issuer, mint.publicKey, program)
}

const toToken = (issuer: Issuer, mint: PublicKey, program: PublicKey): Token => ({
  mint: mint.toBase58(),
  decimals: tokenDecimals,
  give: (owner, amount) => mintTo(issuer, { mint, program, owner, amount }),
})

export function mintTo(
  issuer: Issuer,
  {
    mint,
    program,
    owner,
    amount,
  }: { readonly mint: PublicKey; readonly program: PublicKey; readonly owner: string; readonly amount: bigint },
): void {
  const to = new PublicKey(owner)
  const account = getAssociatedTokenAddressSync(mint, to, true, program)
  issuer.run(
    [],
    createAssociatedTokenAccountIdempotentInstruction(issuer.publicKey, account, to, mint, program),
    createMintToInstruction(mint, account, issuer.publicKey, amount, [], program),
  )
}
