/**
 * Key pairs to which the services seal their answers, one per answer; an answer may contain several sealed values. Only the newest few are
 * kept, in memory.
 */
import { KeyWorkerError } from '../key-link/failure.ts'
import { suite, writePublicKey } from './keys/sealing.ts'
import { toText } from './places.ts'

const kept = 8

export interface Recipients {
  create(): Promise<string>
  /** An answer does not name its key, so all are tried, the newest first. @throws {KeyWorkerError} UNREADABLE. */
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
