/**
 * Key pairs to which the services seal their answers, one for each answer; an answer may hold several sealed things. They live in
 * memory, and only the newest few.
 */
import { KeyWorkerError } from '../key-link/failure.ts'
import { suite, writePublicKey } from './keys/sealing.ts'
import { toText } from './places.ts'

const kept = 8

export interface Recipients {
  create(): Promise<string>
  /** The answer does not name the key that it was sealed to: the newest is tried first. @throws {KeyWorkerError} UNREADABLE. */
  open<T>(attempt: (privateKey: CryptoKey) => Promise<T>): Promise<T>
}

export function createRecipients(): Recipients {
  let pairs: readonly CryptoKeyPair[] = []
  return {
    async create() {
      const pair = await suite.kem.generateKeyPair()
      pairs = [pair, ...pairs].slice(0, kept)
      return toText(await writePublicKey(pair))
    },
    async open(attempt) {
      for (const { privateKey } of pairs) {
        const opened = await attempt(privateKey).then(
          (value) => ({ value }),
          () => undefined,
        )
        if (opened) return opened.value
      }
      throw new KeyWorkerError('UNREADABLE')
    },
  }
}
