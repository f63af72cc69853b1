/** Thrown by a check: the problem, and how to fix it. */
export class Finding extends Error {
  readonly fix: string
  constructor(problem: string, fix: string) {
    super(problem)
    this.fix = fix
  }
}
