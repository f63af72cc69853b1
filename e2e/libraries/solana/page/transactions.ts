/** Transfers of the connected account, in the two forms that web3.js builds. */
import {
  type Connection,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

export type Form = 'legacy' | 'v0'

export async function transferOf(form: Form, connection: Connection, from: PublicKey, to: PublicKey, lamports: number) {
  const latest = await connection.getLatestBlockhash()
  const instruction = SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })
  if (form === 'legacy') return new Transaction({ feePayer: from, ...latest }).add(instruction)
  const message = { payerKey: from, recentBlockhash: latest.blockhash, instructions: [instruction] }
  return new VersionedTransaction(new TransactionMessage(message).compileToV0Message())
}
