/** Reads the data of accounts: token accounts, mints, address lookup tables, nonces, stakes. The bytes come from a node, unverified. */
import { type Mint, unpackAccount, unpackMint } from '@solana/spl-token'
import {
  type AccountInfo,
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
} from '@solana/web3.js'
import { ifReadable } from '../../if-readable.ts'
import { provideBuffer } from '../../node-buffer.ts'
import { publicKey } from './address.ts'
import { type TokenProgram, tokenProgramOf } from './programs.ts'

export interface ChainAccount {
  readonly lamports: bigint
  /** The program that owns the account. */
  readonly program: string
  readonly data: Uint8Array
}

export interface TokenAccount {
  readonly program: TokenProgram
  readonly mint: string
  /** The wallet that owns the tokens. */
  readonly owner: string
  /** In the smallest unit. */
  readonly amount: bigint
}

/** `undefined` if it is not a token account. */
export const readTokenAccount = (account: ChainAccount): TokenAccount | undefined =>
  readAs(account, unpackAccount, ({ mint, owner, amount }, program) => ({
    program,
    mint: mint.toBase58(),
    owner: owner.toBase58(),
    amount,
  }))

/** The rights of other addresses over a token account. */
export interface TokenAccountRights {
  readonly delegate: string | undefined
  /** In the smallest unit; zero without a delegate. */
  readonly delegatedAmount: bigint
  /** `undefined` if it is the owner. */
  readonly closeAuthority: string | undefined
}

/** `undefined` if it is not a token account. */
export const readTokenAccountRights = (account: ChainAccount): TokenAccountRights | undefined =>
  readAs(account, unpackAccount, ({ delegate, delegatedAmount, closeAuthority }) => ({
    delegate: delegate?.toBase58(),
    delegatedAmount,
    closeAuthority: closeAuthority?.toBase58(),
  }))

/** The addresses that may mint new tokens and freeze token accounts. `undefined` if it is not a mint. */
export const readMintAuthorities = (
  account: ChainAccount,
): { readonly mint: string | undefined; readonly freeze: string | undefined } | undefined =>
  readAs(account, unpackMint, ({ mintAuthority, freezeAuthority }) => ({
    mint: mintAuthority?.toBase58(),
    freeze: freezeAuthority?.toBase58(),
  }))

/** `undefined` if it is not a mint. */
export const readMint = (account: ChainAccount): Mint | undefined => readAs(account, unpackMint, (mint) => mint)

export const readMintDecimals = (account: ChainAccount): number | undefined => readMint(account)?.decimals

/** The addresses of a lookup table, in order; `undefined` if it is not one. */
export function readTable({ program, data }: ChainAccount): readonly string[] | undefined {
  if (program !== AddressLookupTableProgram.programId.toBase58()) return undefined
  return ifReadable(() => AddressLookupTableAccount.deserialize(data).addresses.map((key) => key.toBase58()))
}

/** The stored hash that replaces a block hash; `undefined` if it is not a nonce account, or has a version that the network refuses. */
export function readNonce({ program, data }: ChainAccount): string | undefined {
  if (program !== SystemProgram.programId.toBase58() || data.length !== NONCE_ACCOUNT_LENGTH) return undefined
  const view = new DataView(data.buffer, data.byteOffset)
  // Version 1, state 1 (initialised), 32 bytes of authority, 32 bytes of hash.
  if (view.getUint32(0, true) !== 1 || view.getUint32(4, true) !== 1) return undefined
  return new PublicKey(data.slice(40, 72)).toBase58()
}

/** The authorities over an account that holds SOL and is not a wallet. */
export interface CoinAuthorities {
  /** May withdraw the SOL. */
  readonly withdrawer: string
  /** For a stake: may delegate it to a validator. For a nonce: the same as `withdrawer`. */
  readonly staker: string
}

const stakeProgram = 'Stake11111111111111111111111111111111111111'
const stakeLength = 200

/** `undefined` if it is neither a stake nor a nonce account. */
export function readCoinAuthorities({ program, data }: ChainAccount): CoinAuthorities | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const keyAt = (place: number): string => new PublicKey(data.slice(place, place + 32)).toBase58()
  if (program === stakeProgram && data.length === stakeLength) {
    // State (1 initialised, 2 delegated), 8 bytes of rent reserve, staker, withdrawer.
    const state = view.getUint32(0, true)
    return state === 1 || state === 2 ? { staker: keyAt(12), withdrawer: keyAt(44) } : undefined
  }
  if (program !== SystemProgram.programId.toBase58() || data.length !== NONCE_ACCOUNT_LENGTH) return undefined
  // Version (any), state 1 (initialised), authority.
  return view.getUint32(4, true) === 1 ? { staker: keyAt(8), withdrawer: keyAt(8) } : undefined
}

/** The unpacked addresses of account and mint are that of the program: our callers know them. */
function readAs<Unpacked extends { readonly isInitialized: boolean }, T>(
  { lamports, program, data }: ChainAccount,
  unpack: (address: PublicKey, info: AccountInfo<Buffer>, program: PublicKey) => Unpacked,
  read: (unpacked: Unpacked, program: TokenProgram) => T,
): T | undefined {
  provideBuffer()
  const owner = ifReadable(() => publicKey(program))
  const token = owner && tokenProgramOf(owner)
  if (!token) return undefined
  const info = { executable: false, lamports: Number(lamports), owner, data: Buffer.from(data) }
  // Nothing for another kind of account of the same program, and for a malformed one.
  const unpacked = ifReadable(() => unpack(owner, info, owner))
  return unpacked?.isInitialized ? read(unpacked, token) : undefined
}
