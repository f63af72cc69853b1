/** The queue of questions for the user. Each is asked once, and is removed when it is answered or has expired. */
import type { Ask } from '../wallet/asks.ts'
import type { SolanaPlan } from './solana.ts'

export type Question = {
  readonly id: number
  readonly app: { readonly name: string; readonly origin: string }
  readonly about:
    | {
        readonly kind: 'proposal'
        readonly networks: readonly string[]
        readonly missing: readonly string[]
        readonly message?: string
      }
    | { readonly kind: 'request'; readonly ask: Ask }
    | { readonly kind: 'solana'; readonly title: string; readonly lines: SolanaPlan['lines'] }
  /** Carries out the answer; resolves with a text for the user. */
  readonly answer: (isApproved: boolean) => Promise<string>
}

export type Questions = ReturnType<typeof createQuestions>

export function createQuestions() {
  const waiting = new Map<number, Question>()
  /** After a reload the kit reports a request twice, the second time perhaps while its answer is being sent. */
  const asked = new Set<number>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    first: (): Question | undefined => waiting.values().next().value,
    add(question: Question): void {
      if (asked.has(question.id)) return
      asked.add(question.id)
      waiting.set(question.id, question)
      tell()
    },
    remove(id: number): void {
      if (waiting.delete(id)) tell()
    },
    subscribe(listener: () => void): void {
      listeners.add(listener)
    },
  }
}
