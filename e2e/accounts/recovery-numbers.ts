/**
 * The numbers that wallets of this process have on screen for emails of the recovery service. Read from the service's answers, because these
 * wallets run without a screen.
 */
import { recoveryEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'
import * as z from 'zod'

const Asked = z.object({ email: z.string() })
const Answered = z.object({ matchNumber: z.number() })

/** By address, the newest last. */
const shown = new Map<string, readonly string[]>()

/** A `fetch` that notes the numbers. */
export const notingNumbers =
  (plain: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await plain(input, init)
    const address = input instanceof Request ? input.url : String(input)
    if (
      response.ok &&
      new URL(address).pathname === recoveryEndpoints.checkStart.path &&
      typeof init?.body === 'string'
    ) {
      const email = normalizeAddress(Asked.parse(JSON.parse(init.body)).email)
      const { matchNumber } = Answered.parse(await response.clone().json())
      shown.set(email, [...(shown.get(email) ?? []), String(matchNumber)])
    }
    return response
  }

/** The number on screen that this page offers. `undefined`: the page belongs to a wallet that is gone, or that has no answer yet. */
export const numberOffered = (page: string, email: string): string | undefined =>
  shown.get(normalizeAddress(email))?.findLast((number) => page.includes(`value="${number}"`))
