/** Checks that the on-ramp's providers accept the configured keys. */
import type { OnrampProvider } from './provider.ts'

const timeoutMs = 15_000

/** @returns the problem, without addresses or keys */
export async function probeProvider({ name, offer }: OnrampProvider): Promise<string | undefined> {
  try {
    const { purchaseCurrencies, paymentCurrencies } = await offer(
      { country: 'US', subdivision: undefined },
      AbortSignal.timeout(timeoutMs),
    )
    const isEmpty = purchaseCurrencies.length === 0 || paymentCurrencies.length === 0
    return isEmpty ? `${name}: it sells nothing` : undefined
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : 'it cannot be asked'}`
  }
}
