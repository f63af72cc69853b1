/** A refusal of the user, whatever words a wallet has for it. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf, quietly } from '../dom.ts'

/** Many wallets have no code for a refusal, and say it in words (behaviour facts §12). */
const refusal = /user\s+(rejected|declined|denied|cancel+ed)|rejected\s+(by\s+the\s+user|the\s+request)/i

/** Calls a wallet that asks its user. @throws AirlockError USER_REJECTED; otherwise what the wallet throws */
export async function asked<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (thrown) {
    const message = quietly(() => fieldOf(thrown, 'message'))
    const hasCode = Number.isSafeInteger(quietly(() => fieldOf(thrown, 'code')))
    if (!hasCode && typeof message === 'string' && refusal.test(message.slice(0, 1000)))
      throw new AirlockError('USER_REJECTED', { cause: thrown })
    throw thrown
  }
}
