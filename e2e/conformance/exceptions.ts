/** Vectors that are played differently, or not at all, each with the reason. All others are played normally. */
import type { Subject } from './play.ts'

export interface Exception {
  readonly subject: Subject
  /** A valid message by its type, or a description of params. */
  readonly what: string
  readonly why: string
}

/** Params that only a structured clone can transport. */
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
