/** Errors that wallets say in words. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf, quietly } from '../dom.ts'

/** Most wallets of these standards have no code for a refusal (behaviour facts §12). */
const refusal =
  /user\s+(rejected|declined|denied|cancel+ed)|rejected\s+(by\s+(the\s+)?user|the\s+request)|^(cancel+ed|rejected)\.?$/i
/** Extensions of Polkadot show one question of a page at a time. */
const pending = /pending authori[sz]ation request/i

/** Calls a wallet. @throws AirlockError USER_REJECTED or REQUEST_PENDING if it says so; otherwise what it throws */
export async function asked<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (thrown) {
    const message = quietly(() => fieldOf(thrown, 'message'))
    const hasCode = Number.isSafeInteger(quietly(() => fieldOf(thrown, 'code')))
    const words = hasCode || typeof message !== 'string' ? '' : message.slice(0, 1000)
    if (refusal.test(words)) throw new AirlockError('USER_REJECTED', { cause: thrown })
    if (pending.test(words)) throw new AirlockError('REQUEST_PENDING', { cause: thrown })
    throw thrown
  }
}
