/**
 * Reads what the old address of a Solana network holds, and moves its coin. Its tokens are listed and stay: the Key Worker makes no transfer
 * of them.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import { solanaDriver } from '../../shared/chains/solana/driver.ts'
import { networkWords } from '../approval/networks.ts'
import { createNode } from '../approval/solana/node.ts'
import type { Item, Moved } from './items.ts'
import type { Sweeper, SweepParts } from './sweeper.ts'

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

export function createSolanaSweeper({ scope, urls, from, sign, now, wait, signal }: SweepParts): Sweeper {
  const node = createNode(scope, urls, signal)
  const { name: network, symbol: coin, decimals: places } = networkWords(scope)
  const currency = { name: '', symbol: '', decimals: places }
  const { request } = solanaDriver.createReader({ id: scope, name: '', currency, rpcUrls: [], testnet: false }, urls)
  const show = (what: Moved, place: string, shown: Pick<Item, 'amount' | 'unit' | 'state'>): Item => ({
    ...shown,
    key: `${scope}/${what.kind}${place}`,
    scope,
    what,
    network,
    coin,
    fee: decimalsOf(signatureFee, places),
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
            if (amount === 0n) return []
            return show({ kind: 'spl', account, mint }, `/${account}`, {
              amount: decimalsOf(amount, tokenAmount.decimals),
              unit: '',
              state: { at: 'skipped', why: 'notHere' },
            })
          })
        }),
      )
    ).flat()

  /** Waits until the coin is gone; a node that only knows the transaction may still drop it. */
  const gone = async (): Promise<boolean> => {
    for (const end = now() + confirmedWithinMs; now() < end; await wait(lookEveryMs)) {
      signal.throwIfAborted()
      if ((await coins().catch(() => 1n)) === 0n) return true
    }
    return false
  }

  return {
    async read() {
      const [lamports, held] = await Promise.all([coins(), tokens()])
      const own = show({ kind: 'sol' }, '', {
        amount: decimalsOf(lamports, places),
        unit: coin,
        state: lamports > signatureFee ? { at: 'waiting' } : { at: 'skipped', why: 'fee' },
      })
      const listed = held.slice(0, mostItems)
      return {
        items: lamports > 0n ? [...listed, own] : listed,
        ...(held.length > mostItems && { note: { scope, network, is: 'more' as const } }),
      }
    },

    async move({ what }, told) {
      try {
        if (what.kind !== 'sol') return { failed: 'refused' }
        const [lamports, blockhash] = await Promise.all([coins(), node.latestBlockhash()])
        if (lamports === 0n) return 'confirmed'
        if (lamports <= signatureFee) return 'tooSmall'
        const amount = `0x${(lamports - signatureFee).toString(16)}` as const
        const bytes = base58.decode(await sign({ kind: 'sol', amount, blockhash }))
        await node.send(bytes, {})
        told(base58.encode(bytes.slice(1, 65)))
        return (await gone()) ? 'confirmed' : { failed: 'remains' }
      } catch (error) {
        signal.throwIfAborted()
        const isRefused = error instanceof AirlockError && error.code === 'WALLET_FAILED'
        return { failed: isRefused ? 'refused' : 'network' }
      }
    },
  }
}

function decimalsOf(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  const rest = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${digits.slice(0, digits.length - places)}${places > 0 && rest !== '' ? `.${rest}` : ''}`
}
