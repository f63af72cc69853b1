/** The account that makes the tokens of the local chain, by real transactions. */
import { address } from '@solana/kit'
import { Keypair, type PublicKey, SystemProgram, Transaction, type TransactionInstruction } from '@solana/web3.js'
import { type Chain, readTransaction } from './chain.ts'

export type Issuer = ReturnType<typeof createIssuer>

export function createIssuer(chain: Chain) {
  const keys = Keypair.generate()
  chain.airdrop(address(keys.publicKey.toBase58()), 1000n * 10n ** 9n)
  const rentFor = (size: number) => Number(chain.svm.minimumBalanceForRentExemption(BigInt(size)))
  return {
    publicKey: keys.publicKey,
    /** @throws {Error} when the transaction fails */
    run(signers: readonly Keypair[], ...instructions: readonly TransactionInstruction[]): void {
      const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
      const transaction = new Transaction({ feePayer: keys.publicKey, blockhash, lastValidBlockHeight })
      transaction.add(...instructions).sign(keys, ...signers)
      const { err, logs } = chain.send(readTransaction(transaction.serialize()))
      if (err !== null) throw new Error(`The token could not be made: ${JSON.stringify(err)} ${logs.join(' ')}`)
    },
    /** @param later bytes that the program adds by itself, and that are paid for now */
    makeAccount: (
      account: PublicKey,
      { size, later = 0, program }: { readonly size: number; readonly later?: number; readonly program: PublicKey },
    ): TransactionInstruction =>
      SystemProgram.createAccount({
        fromPubkey: keys.publicKey,
        newAccountPubkey: account,
        lamports: rentFor(size + later),
        space: size,
        programId: program,
      }),
  }
}
