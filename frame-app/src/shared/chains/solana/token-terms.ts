/** Properties of a Token-2022 token: the size of its accounts, and the issuer's transfer fee. */
import {
  calculateEpochFee,
  ExtensionType,
  getAccountLen,
  getAccountTypeOfMintType,
  getExtensionTypes,
  getTransferFeeConfig,
  type Mint,
} from '@solana/spl-token'
import * as z from 'zod/mini'
import { provideBuffer } from '../../node-buffer.ts'
import type { Ask } from '../sending.ts'
import { type ChainAccount, readTokenAccount } from './accounts.ts'
import type { TokenProgram } from './programs.ts'

const plainSize = 165
const Epoch = z.object({ epoch: z.int().check(z.nonnegative()) })

/** Some extensions need space in every account that holds the token. */
export function accountSize(mint: Mint, program: TokenProgram): number {
  if (program === 'token') return plainSize
  provideBuffer()
  const needed = getExtensionTypes(mint.tlvData).map(getAccountTypeOfMintType)
  // Associated accounts have the immutable-owner extension.
  return getAccountLen([...needed.filter((type) => type !== ExtensionType.Uninitialized), ExtensionType.ImmutableOwner])
}

/** In the token's smallest unit. The issuer may announce another fee for a later epoch. */
export async function withheldOf(ask: Ask, mint: Mint, units: bigint): Promise<bigint> {
  provideBuffer()
  const config = getTransferFeeConfig(mint)
  if (!config) return 0n
  const read = z.safeParse(Epoch, await ask('getEpochInfo', []))
  return calculateEpochFee(config, BigInt(read.data?.epoch ?? 0), units)
}

export const heldBy = (account: ChainAccount | undefined): bigint =>
  (account && readTokenAccount(account)?.amount) ?? 0n
