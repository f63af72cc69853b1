/** Installs the locked dependencies when they are missing or the lock file changed since; otherwise does nothing. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export function ensureInstalled() {
  const mark = 'node_modules/.airlock-lock'
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  run('npm', ['ci'])
  writeFileSync(mark, hash)
}

/** Runs a command with its output shown; ends this process with the same code when it fails. */
export function run(command, args, env = {}) {
  const done = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.status !== 0) process.exit(done.status ?? 1)
}
