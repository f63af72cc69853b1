/** Makes a token of the program Token-2022 on a local node, by real transactions. */
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID as program,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, Transaction, type TransactionInstruction } from '@solana/web3.js'
import * as z from 'zod'

export type Token2022 = {
  readonly holder: string
  /** In the smallest unit, with nine decimals; the holder owns all of it. */
  readonly supply: bigint
  /** Transfer fee in basis points, for the issuer. */
  readonly basisPoints?: number | undefined
}

const Rent = z.number()
const Hash = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }) })
const mostFee = 10n ** 12n

/** @returns the address of the mint */
export async function makeToken2022(
  rpc: (method: string, params: never) => Promise<unknown>,
  { holder, supply, basisPoints }: Token2022,
): Promise<string> {
  const ask = (method: string, params: readonly unknown[]) => rpc(method, params as never) // as: JSON
  const [issuer, mint, owner] = [Keypair.generate(), Keypair.generate(), new PublicKey(holder)]
  await ask('requestAirdrop', [issuer.publicKey.toBase58(), 10 ** 9])
  const space = getMintLen(basisPoints === undefined ? [] : [ExtensionType.TransferFeeConfig])
  const account = getAssociatedTokenAddressSync(mint.publicKey, owner, false, program)
  const withFee = (points: number): TransactionInstruction =>
    createInitializeTransferFeeConfigInstruction(
      mint.publicKey,
      issuer.publicKey,
      issuer.publicKey,
      points,
      mostFee,
      program,
    )
  const { value } = Hash.parse(await ask('getLatestBlockhash', []))
  const transaction = new Transaction({ feePayer: issuer.publicKey, ...value }).add(
    SystemProgram.createAccount({
      fromPubkey: issuer.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: Rent.parse(await ask('getMinimumBalanceForRentExemption', [space])),
      space,
      programId: program,
    }),
    ...(basisPoints === undefined ? [] : [withFee(basisPoints)]),
    createInitializeMint2Instruction(mint.publicKey, 9, issuer.publicKey, null, program),
    createAssociatedTokenAccountIdempotentInstruction(issuer.publicKey, account, owner, mint.publicKey, program),
    createMintToInstruction(mint.publicKey, account, issuer.publicKey, supply, [], program),
  )
  transaction.sign(issuer, mint)
  await ask('sendTransaction', [transaction.serialize().toString('base64'), { encoding: 'base64' }])
  return mint.publicKey.toBase58()
}
