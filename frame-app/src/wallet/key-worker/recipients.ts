/**
 * Key pairs to which the services seal their answers, one per answer; an answer may contain several sealed values. Only the newest few are
 * kept, in memory.
 */
import { KeyWorkerError } from '../key-link/failure.ts'
import { toText } from './encoding.ts'
import { suite, writePublicKey } from './keys/sealing.ts'

const kept = 8

interface Own {
  readonly privateKey: CryptoKey
  /** On a clock that nobody can set. */
  readonly createdAt: number
}

type Attempt<T> = (privateKey: CryptoKey) => Promise<T>

export type Recipients = ReturnType<typeof createRecipients>

export function createRecipients() {
  let pairs: readonly Own[] = []
  const find = async <T>(attempt: Attempt<T>): Promise<{ own: Own; value: T }> => {
    for (const own of pairs) {
      const opened = await attempt(own.privateKey).then(
        (value) => ({ own, value }),
        () => undefined,
      )
      if (opened) return opened
    }
    throw new KeyWorkerError('UNREADABLE')
  }
  return {
    async create(): Promise<string> {
      const { privateKey, publicKey } = await suite.kem.generateKeyPair()
      pairs = [{ privateKey, createdAt: performance.now() }, ...pairs].slice(0, kept)
      return toText(await writePublicKey({ privateKey, publicKey }))
    },
    /** An answer does not name its key, so all are tried, the newest first. @throws {KeyWorkerError} UNREADABLE. */
    open: async <T>(attempt: Attempt<T>): Promise<T> => (await find(attempt)).value,
    /**
     * The same for an answer that is valid once and for a time: the key is forgotten as soon as it has opened something.
     * @param maxAgeMs since the key was created
     */
    async openOnce<T>(attempt: Attempt<T>, maxAgeMs: number): Promise<T> {
      pairs = pairs.filter(({ createdAt }) => performance.now() - createdAt <= maxAgeMs)
      const { own, value } = await find(attempt)
      // Two calls at once: the second one finds it gone.
      if (!pairs.includes(own)) throw new KeyWorkerError('UNREADABLE')
      pairs = pairs.filter((each) => each !== own)
      return value
    },
  }
}
