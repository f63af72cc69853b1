/** Typed calls over the EIP-1193 provider: every answer is parsed before use. */
import { address, type Hex, hex, list, object, type Parser, quantity } from '../parse.ts'
import type { Airlock } from './airlock.ts'

export async function ask<T>(
  airlock: Airlock,
  parser: Parser<T>,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const answer: unknown = await airlock.provider('eip155').request({ method, params })
  return parser(answer)
}

export async function currentAddress(airlock: Airlock): Promise<Hex> {
  const [first] = await ask(airlock, list(address), 'eth_accounts')
  if (!first) throw new Error('no account is connected')
  return first
}

const receipt = object({ status: quantity, blockNumber: quantity })

/** Waits until the transaction is mined, by asking the provider. */
export async function waitForReceipt(
  airlock: Airlock,
  hash: Hex,
  { timeoutMs = 60_000, everyMs = 400 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<{ isSuccess: boolean; block: bigint }> {
  const endsAt = performance.now() + timeoutMs
  while (performance.now() < endsAt) {
    const found = await ask(
      airlock,
      (value) => (value === null ? undefined : receipt(value)),
      'eth_getTransactionReceipt',
      [hash],
    )
    if (found) return { isSuccess: BigInt(found.status) === 1n, block: BigInt(found.blockNumber) }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  throw new Error('the transaction was sent, but the chain has not confirmed it yet')
}

export const transactionHash: Parser<Hex> = (value) => {
  const hash = hex(value)
  if (hash.length === 66) return hash
  throw new TypeError('expected a transaction hash')
}
