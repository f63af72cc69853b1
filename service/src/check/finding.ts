/** Thrown by a check: what is wrong, and how to fix it. */
export class Finding extends Error {
  readonly fix: string
  constructor(problem: string, fix: string) {
    super(problem)
    this.fix = fix
  }
}
