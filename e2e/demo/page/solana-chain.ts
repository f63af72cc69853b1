/** What the page does with the Solana chain itself, as Solana dapps do: reads it, builds a transfer, verifies a signature. */
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { anything, list, object, text, wholeNumber } from '../parse.ts'
import { createRpc } from '../wallet/worker/rpc.ts'

const latest = object({ value: object({ blockhash: text, lastValidBlockHeight: wholeNumber }) })
const statuses = object({
  value: list((value) => (value === null ? undefined : object({ slot: wholeNumber, err: anything })(value))),
})

/** @returns the serialized transaction, without signatures */
export async function buildTransfer(
  rpcUrl: string,
  { from, to, lamports }: { from: string; to: string; lamports: bigint },
): Promise<Uint8Array> {
  const { value } = latest(await createRpc(rpcUrl)('getLatestBlockhash', []))
  const payer = new PublicKey(from)
  const transaction = new Transaction({ feePayer: payer, ...value })
  transaction.add(SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(to), lamports }))
  return transaction.serialize({ requireAllSignatures: false })
}

export async function waitForStatus(
  rpcUrl: string,
  signature: string,
  { timeoutMs = 60_000, everyMs = 1_000 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<{ isSuccess: boolean; slot: number }> {
  const endsAt = performance.now() + timeoutMs
  while (performance.now() < endsAt) {
    const [found] = statuses(await createRpc(rpcUrl)('getSignatureStatuses', [[signature]])).value
    if (found) return { isSuccess: found.err === null, slot: found.slot }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  throw new Error('the transaction was sent, but the chain has not confirmed it yet')
}

/** Verifies with the browser's own Ed25519. */
export async function isSignedBy(proof: {
  publicKey: string
  message: Uint8Array
  signature: Uint8Array
}): Promise<boolean> {
  const raw = Uint8Array.from(new PublicKey(proof.publicKey).toBytes())
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(proof.signature), Uint8Array.from(proof.message))
}
