/** Thrown by a check: what is wrong, and how to put it right. */
export class Finding extends Error {
  readonly fix: string
  constructor(problem: string, fix: string) {
    super(problem)
    this.fix = fix
  }
}
