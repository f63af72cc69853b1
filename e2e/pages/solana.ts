/** The Solana provider of the page, as the page's code uses it. Bytes are sent to and from the page as lists. */
import type { Airlock } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import * as z from 'zod'
import type { World } from '../world/world.ts'

type Outcome<T> = { readonly result: T } | { readonly code: number }

type Call =
  | { readonly name: 'connect' | 'disconnect' }
  | { readonly name: 'signMessage' | 'signTransaction' | 'signAndSendTransaction'; readonly bytes: readonly number[] }
  | { readonly name: 'signAllTransactions'; readonly all: readonly (readonly number[])[] }

export function solanaOn(page: Page) {
  const ask = (call: Call): Promise<Outcome<unknown>> =>
    page.evaluate(async (asked) => {
      // as: set by the host's page object.
      const provider = (Reflect.get(window, 'airlock') as Airlock).provider('solana')
      const toLists = (value: unknown): unknown =>
        value instanceof Uint8Array ? [...value] : Array.isArray(value) ? value.map(toLists) : value
      const run = (): Promise<unknown> => {
        switch (asked.name) {
          case 'connect':
          case 'disconnect':
            return provider[asked.name]()
          case 'signAllTransactions':
            return provider.signAllTransactions(asked.all.map((bytes) => Uint8Array.from(bytes)))
          default:
            return provider[asked.name](Uint8Array.from(asked.bytes))
        }
      }
      return run().then(
        (result) => ({ result: toLists(result) }),
        (error: unknown) => ({ code: Number(Reflect.get(Object(error), 'code')) }),
      )
    }, call)
  const bytes = async (outcome: Promise<Outcome<unknown>>): Promise<Uint8Array> => {
    const answer = await outcome
    if ('code' in answer) throw new Error(`The provider answered ${answer.code}`)
    return Uint8Array.from(answer.result as number[]) // as: bytes, converted above
  }
  return {
    publicKey: () => page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).provider('solana').publicKey),
    ask,
    signMessage: (message: Uint8Array) => bytes(ask({ name: 'signMessage', bytes: [...message] })),
    signTransaction: (transaction: Uint8Array) => bytes(ask({ name: 'signTransaction', bytes: [...transaction] })),
    async signAllTransactions(transactions: readonly Uint8Array[]): Promise<Uint8Array[]> {
      const answer = await ask({ name: 'signAllTransactions', all: transactions.map((one) => [...one]) })
      if ('code' in answer) throw new Error(`The provider answered ${answer.code}`)
      return (answer.result as number[][]).map((list) => Uint8Array.from(list)) // as: lists of bytes, converted above
    },
  }
}

/** A transfer from this account, which also pays the fee; with a recent blockhash. */
export async function transferOf(world: World, from: string, to: PublicKey, lamports: number): Promise<Transaction> {
  const { value } = z
    .object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }) })
    .parse(await world.solana.rpc('getLatestBlockhash'))
  const payer = new PublicKey(from)
  const transaction = new Transaction({ feePayer: payer, ...value })
  return transaction.add(SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports }))
}
export const unsigned = (transaction: Transaction) => transaction.serialize({ requireAllSignatures: false })
export const lamportsOf = async (world: World, key: PublicKey) =>
  z.object({ value: z.number() }).parse(await world.solana.rpc('getBalance', [key.toBase58()])).value
