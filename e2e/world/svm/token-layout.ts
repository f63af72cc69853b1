/** Mints and accounts of both token programs. Those of Token-2022 have extensions after the fields that both have. */
import type { EncodedAccount } from '@solana/kit'
import { AccountLayout, MintLayout, type RawAccount, type RawMint } from '@solana/spl-token'

/** Where an account with extensions says what it is. */
const kindAt = AccountLayout.span
const accountKind = 2

/** `undefined` for a mint, and for what is neither. */
export function readTokenAccount({ data }: Pick<EncodedAccount, 'data'>): RawAccount | undefined {
  const isAccount = data.length === AccountLayout.span || (data.length > kindAt && data[kindAt] === accountKind)
  return isAccount ? AccountLayout.decode(Uint8Array.from(data).subarray(0, AccountLayout.span)) : undefined
}

export const readMint = ({ data }: Pick<EncodedAccount, 'data'>): RawMint =>
  MintLayout.decode(Uint8Array.from(data).subarray(0, MintLayout.span))
