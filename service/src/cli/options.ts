/** Reads the options of a command; for a wrong option, the error contains the usage of the command. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Cli } from './cli.ts'

type Flags = NonNullable<ParseArgsConfig['options']>
type Parsed<Options extends Flags> = ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>

/**
 * `undefined` when help was requested and has been printed.
 * @throws {Error} with the usage.
 */
export function readOptions<const Options extends Flags>(
  { args, print }: Cli,
  usage: string,
  options: Options,
): Parsed<Options> | undefined {
  if (args.includes('--help') || args.includes('-h')) {
    print(usage)
    return undefined
  }
  try {
    return parseArgs({ args: args.slice(1), options, allowPositionals: true })
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause })
  }
}
