/** Limits how many names are registered from one network: accounts are free to create, so a limit per account has no effect. */
import type { Lookup } from '../../crypto/lookup.ts'
import type { Rates } from '../../store/contract/limits.ts'
import { customerOf, networkOf } from '../../wallet/domain/client.ts'
import { type GatewayRates, gatewayRates } from '../budget.ts'
import { refusals } from '../refusal.ts'

const day = 24 * 60 * 60_000
/** A customer of an Internet provider may have many networks. */
const wideFactor = 5

/** Counts a name. @param address the caller's IP address @throws {GatewayRefusal} 429 */
export type CountName = (address: string, now: number) => Promise<void>

export function createNameAllowance(rates: Rates, lookup: Lookup, limits: GatewayRates): CountName {
  const perNetwork = limits.namesFromNetworkPerDay ?? gatewayRates.namesFromNetworkPerDay
  return async (address, now) => {
    const customer = customerOf(address)
    await count('namesFromNetworkPerDay', networkOf(address), perNetwork, now)
    if (customer !== undefined) await count('namesFromCustomer', customer, perNetwork * wideFactor, now)
  }

  async function count(bucket: string, key: string, limit: number, now: number): Promise<void> {
    const keyHash = lookup('network', key)
    const { isAllowed, retryAfterMs } = await rates.hit({ bucket, keyHash, windowMs: day, limit, now })
    if (!isAllowed) throw refusals.tooMany(retryAfterMs)
  }
}
