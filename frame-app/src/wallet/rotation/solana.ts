/**
 * Reads what the old address of a Solana network holds, and moves it: tokens first, the coin that pays for them last. Everything is read
 * from the project's nodes again before it is sent, and is done only when a node no longer shows it there. What is signed, the Key Worker
 * makes.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { base58 } from '@scure/base'
import { numberToHex } from 'viem'
import * as z from 'zod/mini'
import { type ChainAccount, readMintDecimals, readTokenAccount } from '../../shared/chains/solana/accounts.ts'
import { solanaDriver } from '../../shared/chains/solana/driver.ts'
import { askRent } from '../../shared/chains/solana/node-answers.ts'
import { tokenAccountOf } from '../../shared/chains/solana/transfer.ts'
import { networkWords } from '../approval/networks.ts'
import { createNode } from '../approval/solana/node.ts'
import { symbolOf } from '../approval/solana/tools.ts'
import type { Item, Moved, Sweeper, SweepParts } from './items.ts'

const programs = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'] as const

const TokenAccounts = z.object({
  value: z
    .array(
      z.object({
        pubkey: SolanaAddress,
        account: z.object({
          data: z.object({
            parsed: z.object({
              info: z.object({
                mint: SolanaAddress,
                tokenAmount: z.object({
                  amount: z.string().check(z.regex(/^\d{1,20}$/)),
                  decimals: z.int().check(z.minimum(0), z.maximum(255)),
                }),
              }),
            }),
          }),
        }),
      }),
    )
    .check(z.maxLength(10_000)),
})

/** In lamports, per signature. */
const signatureFee = 5000n
const mostItems = 60
const lookEveryMs = 1000
/** A block hash is valid for about 80 s. */
const confirmedWithinMs = 100_000

type Token = Extract<Moved, { kind: 'spl' }>

/** What the old address of a Solana network holds, and what moving it costs. */
function createSolanaHoldings({ scope, urls, from, signal }: SweepParts) {
  const node = createNode(scope, urls, signal)
  const { name: network, symbol: coin, decimals: places } = networkWords(scope)
  const currency = { name: '', symbol: '', decimals: places }
  const { request } = solanaDriver.createReader({ id: scope, name: '', currency, rpcUrls: [], testnet: false }, urls)
  const show = (
    what: Moved,
    place: string,
    shown: Pick<Item, 'amount' | 'unit' | 'state'> & { fee: bigint },
  ): Item => ({
    ...shown,
    key: `${scope}/${what.kind}${place}`,
    scope,
    what,
    network,
    coin,
    fee: decimalsOf(shown.fee, places),
  })

  const coins = async () => (await node.accounts([from]))[0]?.lamports ?? 0n
  const tokens = async () =>
    (
      await Promise.all(
        programs.map(async (programId) => {
          const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
          const answer = await request('getTokenAccountsByOwner', [from, { programId }, options], signal)
          return z.parse(TokenAccounts, answer).value.flatMap(({ pubkey: account, account: { data } }) => {
            const { mint, tokenAmount } = data.parsed.info
            const amount = BigInt(tokenAmount.amount)
            return amount > 0n ? [{ account, mint, amount: decimalsOf(amount, tokenAmount.decimals) }] : []
          })
        }),
      )
    ).flat()

  const rents = new Map<number, Promise<bigint>>()
  const rentOf = (size: number): Promise<bigint> => {
    const known = rents.get(size) ?? askRent((method, params) => request(method, params, signal), size)
    rents.set(size, known)
    return known
  }
  /**
   * What the new token account must hold. An account of the same mint has about the same size; in the newer program, the new one has a mark
   * more, that it stays with its owner.
   */
  const depositFor = async (account: ChainAccount | undefined): Promise<bigint> =>
    rentOf(account?.program === programs[1] ? account.data.length + ownerMark : plainSize)
  /** All that is held, the coin last, with the fee of each. */
  const read: Sweeper['read'] = async () => {
    const [lamports, held] = await Promise.all([coins(), tokens()])
    const listed = held.slice(0, mostItems)
    const accounts = await node.accounts(listed.map(({ account }) => account))
    const items = await Promise.all(
      listed.map(async ({ account, mint, amount }, place) => {
        const fee = signatureFee + (await depositFor(accounts[place]))
        return show({ kind: 'spl', account, mint }, `/${account}`, {
          amount,
          unit: symbolOf(scope, mint),
          fee,
          state: { at: 'waiting' },
        })
      }),
    )
    const own = show({ kind: 'sol' }, '', {
      amount: decimalsOf(lamports, places),
      unit: coin,
      fee: signatureFee,
      state: lamports > signatureFee ? { at: 'waiting' } : { at: 'skipped', why: 'fee' },
    })
    return {
      items: lamports > 0n ? [...items, own] : items,
      ...(held.length > mostItems && { note: { scope, network, is: 'more' as const } }),
    }
  }
  return { node, coins, rentOf, depositFor, read }
}

export function createSolanaSweeper(parts: SweepParts): Sweeper {
  const { from, to, sign, now, wait, signal } = parts
  const { node, coins, rentOf, depositFor, read } = createSolanaHoldings(parts)

  /** Waits until it is gone; a node that only knows the transaction may still drop it. */
  const gone = async (left: () => Promise<bigint>): Promise<boolean> => {
    for (const end = now() + confirmedWithinMs; now() < end; await wait(lookEveryMs)) {
      signal.throwIfAborted()
      if ((await left().catch(() => 1n)) === 0n) return true
    }
    return false
  }
  const send = async (bytes: Uint8Array, told: (hash: string) => void, left: () => Promise<bigint>) => {
    await node.send(bytes, {})
    told(base58.encode(bytes.slice(1, 65)))
    return (await gone(left)) ? 'confirmed' : ({ failed: 'remains' } as const)
  }

  const moveCoins = async (told: (hash: string) => void) => {
    const [lamports, blockhash] = await Promise.all([coins(), node.latestBlockhash()])
    if (lamports === 0n) return 'confirmed'
    if (lamports <= signatureFee) return 'tooSmall'
    const bytes = await sign({ kind: 'sol', amount: numberToHex(lamports - signatureFee), blockhash })
    return send(base58.decode(bytes), told, coins)
  }

  const heldIn = (account: ChainAccount | undefined) => {
    const token = account && readTokenAccount(account)
    return token?.owner === from && token.amount > 0n ? token : undefined
  }
  const moveToken = async ({ account, mint }: Token, told: (hash: string) => void) => {
    const [[source, minted], blockhash] = await Promise.all([node.accounts([account, mint]), node.latestBlockhash()])
    const held = heldIn(source)
    if (!held) return 'confirmed'
    const { program, amount } = held
    const decimals = minted && readMintDecimals(minted)
    if (decimals === undefined) return { failed: 'refused' } as const
    const left = async () => heldIn((await node.accounts([account]))[0])?.amount ?? 0n
    // The program refuses to close an account that still holds withheld fees, or that somebody else may close.
    for (const closes of [true, false]) {
      const part = { account, mint, program, decimals, amount: numberToHex(amount), closes, blockhash }
      const bytes = base58.decode(await sign({ kind: 'spl', ...part }))
      const { works } = await node.rehearse(bytes, [], false)
      if (works) return send(bytes, told, left)
    }
    return {
      failed: (await isShort(tokenAccountOf(to, mint, program), await depositFor(source))) ? 'noFee' : 'refused',
    } as const
  }
  /** Whether the coin is too little for the fee and the deposit; the network lets an address keep nothing, or a least amount. */
  const isShort = async (account: string, deposit: bigint): Promise<boolean> => {
    const [[own, made], least] = await Promise.all([node.accounts([from, account]), rentOf(0)])
    const left = (own?.lamports ?? 0n) - signatureFee - (made ? 0n : deposit)
    return left !== 0n && left < least
  }

  return {
    read,

    async move({ what }, told) {
      try {
        if (what.kind === 'sol') return await moveCoins(told)
        return what.kind === 'spl' ? await moveToken(what, told) : { failed: 'refused' }
      } catch (error) {
        signal.throwIfAborted()
        const isRefused = error instanceof AirlockError && error.code === 'WALLET_FAILED'
        return { failed: isRefused ? 'refused' : 'network' }
      }
    },
  }
}

/** Bytes of an account without extensions, and of the extension with the kind of the account before it. */
const plainSize = 165
const ownerMark = 5

function decimalsOf(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  const rest = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${digits.slice(0, digits.length - places)}${places > 0 && rest !== '' ? `.${rest}` : ''}`
}
