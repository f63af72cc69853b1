/** Vectors that are played in another way than the rest, or not here, each with its reason. Nothing else is. */
import type { Subject } from './play.ts'

export interface Exception {
  readonly subject: Subject
  /** A valid message by its type, or params by what they are. */
  readonly what: string
  readonly why: string
}

/** Of params: what only a structured clone can carry. */
export const noJson = 'params that are no JSON'

export const exceptions: readonly Exception[] = [
  {
    subject: 'wallet',
    what: 'RELOAD',
    why: 'the document reloads behind its answer: it is played alone, and the answer is the proof',
  },
  {
    subject: 'wallet',
    what: noJson,
    why: 'they are refused with the message that carries them, before anybody looks at params: RPC_REQUEST has these vectors of its own',
  },
]

export const isException = (subject: Subject, what: string): boolean =>
  exceptions.some((one) => one.subject === subject && one.what === what)
