/** Installs the locked dependencies, and writes what is made from them, if they are missing or if the lock file has changed since. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

export function ensureInstalled() {
  const mark = 'node_modules/.airlock-lock'
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== hash) {
    run('npm', ['ci'])
    writeFileSync(mark, hash)
  }
  run('node', ['scripts/networks.mjs'])
}

/** Lets tools of the workspace be called by name: `npx` takes more than a second per call to find the same file. */
const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)

/** Runs a command or a tool with its output shown. */
export const spawnShown = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, PATH: path, ...env } })

/** Like `spawnShown`; if the command fails, ends this process with its exit code. */
export function run(command, args, env = {}) {
  const done = spawnShown(command, args, env)
  if (done.status !== 0) process.exit(done.status ?? 1)
}
