/** Mints the local chain's token by real transactions of the token program. */

import { address } from '@solana/kit'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, Transaction, type TransactionInstruction } from '@solana/web3.js'
import { type Chain, readTransaction } from './chain.ts'

export const tokenDecimals = 6

export type Token = {
  /** Address of the mint, in base58. */
  readonly mint: string
  readonly decimals: number
  /** Transfers this amount of the smallest units to the owner's associated account, which is created if needed. */
  readonly give: (owner: string, amount: bigint) => void
}

export function createToken(chain: Chain): Token {
  const [issuer, mint] = [Keypair.generate(), Keypair.generate()]
  chain.airdrop(address(issuer.publicKey.toBase58()), 1000n * 10n ** 9n)
  const run = (signers: Keypair[], ...instructions: TransactionInstruction[]) => {
    const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
    const transaction = new Transaction({ feePayer: issuer.publicKey, blockhash, lastValidBlockHeight })
    transaction.add(...instructions).sign(...signers)
    const { err, logs } = chain.send(readTransaction(transaction.serialize()))
    if (err !== null) throw new Error(`The token could not be made: ${JSON.stringify(err)} ${logs.join(' ')}`)
  }
  run(
    [issuer, mint],
    SystemProgram.createAccount({
      fromPubkey: issuer.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: Number(chain.svm.minimumBalanceForRentExemption(BigInt(MINT_SIZE))),
      space: MINT_SIZE,
      programId: TOKEN_PROGRAM_ID,
    }),
    createInitializeMint2Instruction(mint.publicKey, tokenDecimals, issuer.publicKey, null),
  )
  return {
    mint: mint.publicKey.toBase58(),
    decimals: tokenDecimals,
    give(owner, amount) {
      const to = new PublicKey(owner)
      const account = getAssociatedTokenAddressSync(mint.publicKey, to, true)
      run(
        [issuer],
        createAssociatedTokenAccountIdempotentInstruction(issuer.publicKey, account, to, mint.publicKey),
        createMintToInstruction(mint.publicKey, account, issuer.publicKey, amount),
      )
    },
  }
}
