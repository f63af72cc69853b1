/** Context of every `airlock` command. */

export type Cli = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly print: (line: string) => void
  /** Folder with the built frames: `frame` and `wallet`, and the keys of their signatures. */
  readonly built: string
  /** Whether a user is at the terminal to answer questions. */
  readonly isInteractive: boolean
}

/** Returns the exit code. @throws {Error} whose message is meant for the operator. */
export type Command = (cli: Cli) => Promise<number>

export const configName = 'airlock.config.json'
