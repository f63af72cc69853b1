/** Thrown by a check: the problem, and how to fix it. */
export class Finding extends Error {
  readonly fix: string
  constructor(problem: string, fix: string) {
    super(problem)
    this.fix = fix
  }
}

/** @throws {Finding} with all problems, if there are any */
export function requireNone(found: readonly (string | undefined)[], fix: string): void {
  const problems = found.filter((problem) => problem !== undefined)
  if (problems.length > 0) throw new Finding(problems.join('; '), fix)
}
