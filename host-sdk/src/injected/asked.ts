/** Errors that wallets report only in their message. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf, quietly } from '../dom.ts'

/** Most wallets of these standards have no code for a rejection. */
const refusal =
  /user\s+(rejected|declined|denied|cancel+ed)|rejected\s+(by\s+(the\s+)?user|the\s+request)|^(cancel+ed|rejected)\.?$/i
/** Polkadot extensions show one prompt of a page at a time. */
const pending = /pending authori[sz]ation request/i

/** Calls a wallet. @throws AirlockError USER_REJECTED or REQUEST_PENDING if the message shows it; otherwise the wallet's error */
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
