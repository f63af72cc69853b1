/** A recovery kit that the user gave on a new device. */
import { KeyWorkerError } from '../../key-link/failure.ts'
import type { Bytes } from '../keys/bytes.ts'
import type { HashCost } from '../keys/password.ts'
import { KitError } from './failure.ts'
import { type Kit, readKit } from './format.ts'
import { recoverySecretOf } from './kit.ts'

/** The caller must wipe the secret. @throws {KeyWorkerError} NOT_A_KIT, DAMAGED_KIT, WRONG_PASSWORD. */
export async function openTypedKit(
  typed: { readonly kit: string; readonly password: string },
  cost: HashCost,
): Promise<{ readonly secret: Bytes; readonly of: Kit }> {
  const of = await readKit(typed.kit).catch((cause: unknown) => {
    const isNone = cause instanceof KitError && cause.code === 'NOT_A_KIT'
    throw new KeyWorkerError(isNone ? 'NOT_A_KIT' : 'DAMAGED_KIT', { cause })
  })
  return { secret: await recoverySecretOf(of, typed.password, cost), of }
}
