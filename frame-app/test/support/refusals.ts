import { AirlockError } from '@airlock/protocol/errors.ts'

/** What becomes of attempts that ought to be refused: the code of each refusal, or `done`. */
export const outcomes = (attempts: readonly Promise<unknown>[]): Promise<string[]> =>
  Promise.all(attempts.map((attempt) => attempt.then(() => 'done', codeOf)))

/** The one outcome that all have in common; several are listed. */
export async function outcome(attempts: readonly Promise<unknown>[]): Promise<string> {
  return [...new Set(await outcomes(attempts))].sort().join(', ')
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** The code of our own error, `foreign` for another one, or `done`. */
export const airlockCodeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof AirlockError ? error.code : 'foreign'),
  )
