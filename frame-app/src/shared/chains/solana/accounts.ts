/** What stands in accounts of the chain: token accounts, mints, tables of addresses, nonces. The bytes are the word of a node. */
import { unpackAccount, unpackMint } from '@solana/spl-token'
import {
  type AccountInfo,
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
} from '@solana/web3.js'
import { provideBuffer } from '../../node-buffer.ts'
import { publicKey } from './address.ts'
import { type TokenProgram, tokenProgramOf } from './programs.ts'

export interface ChainAccount {
  readonly lamports: bigint
  /** Whose rules it obeys. */
  readonly program: string
  readonly data: Uint8Array
}

export interface TokenAccount {
  readonly program: TokenProgram
  readonly mint: string
  /** The wallet. */
  readonly owner: string
  /** In the smallest unit. */
  readonly amount: bigint
}

/** `undefined` for what is none. */
export const readTokenAccount = (account: ChainAccount): TokenAccount | undefined =>
  readAs(account, (info, program) => {
    const { mint, owner, amount, isInitialized } = unpackAccount(info.owner, info, info.owner)
    return isInitialized ? { program, mint: mint.toBase58(), owner: owner.toBase58(), amount } : undefined
  })

/** What others may do with a token account. */
export interface TokenAccountRights {
  readonly delegate: string | undefined
  /** In the smallest unit; zero without a delegate. */
  readonly delegatedAmount: bigint
  /** `undefined`: the owner. */
  readonly closeAuthority: string | undefined
}

/** `undefined` for what is no token account. */
export const readTokenAccountRights = (account: ChainAccount): TokenAccountRights | undefined =>
  readAs(account, (info) => {
    const { delegate, delegatedAmount, closeAuthority, isInitialized } = unpackAccount(info.owner, info, info.owner)
    return isInitialized
      ? { delegate: delegate?.toBase58(), delegatedAmount, closeAuthority: closeAuthority?.toBase58() }
      : undefined
  })

/** May make new tokens; may freeze token accounts. `undefined` for what is no mint. */
export const readMintAuthorities = (
  account: ChainAccount,
): { readonly mint: string | undefined; readonly freeze: string | undefined } | undefined =>
  readAs(account, (info) => {
    const { mintAuthority, freezeAuthority, isInitialized } = unpackMint(info.owner, info, info.owner)
    return isInitialized ? { mint: mintAuthority?.toBase58(), freeze: freezeAuthority?.toBase58() } : undefined
  })

/** `undefined` for what is none. */
export const readMintDecimals = (account: ChainAccount): number | undefined =>
  readAs(account, (info) => {
    const { decimals, isInitialized } = unpackMint(info.owner, info, info.owner)
    return isInitialized ? decimals : undefined
  })

/** The addresses of a table, in their order; `undefined` for what is none. */
export function readTable({ program, data }: ChainAccount): readonly string[] | undefined {
  if (program !== AddressLookupTableProgram.programId.toBase58()) return undefined
  try {
    return AddressLookupTableAccount.deserialize(data).addresses.map((key) => key.toBase58())
  } catch {
    return undefined
  }
}

/** What stands for a block hash; `undefined` for what is none, or is of the form that the network no longer takes. */
export function readNonce({ program, data }: ChainAccount): string | undefined {
  if (program !== SystemProgram.programId.toBase58() || data.length !== NONCE_ACCOUNT_LENGTH) return undefined
  const view = new DataView(data.buffer, data.byteOffset)
  // The version, and whether it was made; then who may use it up, and the hash.
  if (view.getUint32(0, true) !== 1 || view.getUint32(4, true) !== 1) return undefined
  return new PublicKey(data.slice(40, 72)).toBase58()
}

/** Who orders what becomes of an account of coins that is no wallet. */
export interface CoinAuthorities {
  /** May take the coins. */
  readonly withdrawer: string
  /** Of a stake: may also decide for whom it votes. Of a nonce: the same as the other. */
  readonly staker: string
}

const stakeProgram = 'Stake11111111111111111111111111111111111111'
const stakeLength = 200

/** Of stakes and nonces; `undefined` for what is neither. */
export function readCoinAuthorities({ program, data }: ChainAccount): CoinAuthorities | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const keyAt = (place: number): string => new PublicKey(data.slice(place, place + 32)).toBase58()
  if (program === stakeProgram && data.length === stakeLength) {
    // The state, made or also delegated; the deposit; then who may do what.
    const state = view.getUint32(0, true)
    return state === 1 || state === 2 ? { staker: keyAt(12), withdrawer: keyAt(44) } : undefined
  }
  if (program !== SystemProgram.programId.toBase58() || data.length !== NONCE_ACCOUNT_LENGTH) return undefined
  // The version, which does not matter here, and whether it was made.
  return view.getUint32(4, true) === 1 ? { staker: keyAt(8), withdrawer: keyAt(8) } : undefined
}

function readAs<T>(
  { lamports, program, data }: ChainAccount,
  read: (info: AccountInfo<Buffer>, program: TokenProgram) => T | undefined,
): T | undefined {
  provideBuffer()
  try {
    const owner = publicKey(program)
    const token = tokenProgramOf(owner)
    const info = { executable: false, lamports: Number(lamports), owner, data: Buffer.from(data) }
    return token && read(info, token)
  } catch {
    // Another kind of account of the same program, or not what it claims to be.
    return undefined
  }
}
