/** Finds the command and runs it. Each command loads only its own code. */
import type { Cli, Command } from './cli.ts'

const commands: Readonly<Record<string, readonly [what: string, load: () => Promise<Command>]>> = {
  init: ['writes a config file, secrets and a first project', async () => (await import('./init.ts')).init],
  start: ['serves the roles of the config file', async () => (await import('./start.ts')).start],
  check: ['tells what would keep it from working', async () => (await import('./check.ts')).check],
  project: ['adds or lists project records', async () => (await import('./project.ts')).project],
  keys: ['creates and rotates the secrets of a database', async () => (await import('./store.ts')).store],
  backup: ['copies the running SQLite database', async () => (await import('./store.ts')).store],
  restore: ['checks a backup, and puts it in place', async () => (await import('./store.ts')).store],
  audit: ['prints the head of the audit log, or verifies it', async () => (await import('./store.ts')).store],
  site: ['writes the modal as files for a static host', async () => (await import('./site.ts')).site],
  verify: ['compares a deployment with the signed build', async () => (await import('./verify.ts')).verify],
}

const usage = [
  'airlock <command> [options]; airlock <command> --help shows the options',
  '',
  ...Object.entries(commands).map(([name, [what]]) => `  ${name.padEnd(9)} ${what}`),
].join('\n')

export async function runCli(cli: Cli): Promise<number> {
  const [name = ''] = cli.args
  if (['', 'help', '--help', '-h'].includes(name)) {
    cli.print(usage)
    return name === '' ? 1 : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(`There is no command ${name}.\n\n${usage}`)
  const [, load] = command
  return (await load())(cli)
}
