/** Mints and accounts of both token programs. Token-2022 adds extensions after the common fields. */
import type { EncodedAccount } from '@solana/kit'
import { AccountLayout, MintLayout, type RawAccount, type RawMint } from '@solana/spl-token'

/** Offset of the account type in an account with extensions. */
const kindAt = AccountLayout.span
const accountKind = 2

/** `undefined` if it is a mint, or neither. */
export function readTokenAccount({ data }: Pick<EncodedAccount, 'data'>): RawAccount | undefined {
  const isAccount = data.length === AccountLayout.span || (data.length > kindAt && data[kindAt] === accountKind)
  return isAccount ? AccountLayout.decode(Uint8Array.from(data).subarray(0, AccountLayout.span)) : undefined
}

export const readMint = ({ data }: Pick<EncodedAccount, 'data'>): RawMint =>
  MintLayout.decode(Uint8Array.from(data).subarray(0, MintLayout.span))
