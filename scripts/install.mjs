// @ts-check
/** Installs the locked dependencies, and writes what is made from them, if they are missing or if the lock file has changed since. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/** npm takes this file before the lock file. An install that is interrupted leaves it behind. */
const filledLock = 'npm-shrinkwrap.json'

export function ensureInstalled() {
  rmSync(filledLock, { force: true })
  const mark = 'node_modules/.airlock-lock'
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== hash) {
    if (!installByAddress()) run('npm', ['ci'])
    writeFileSync(mark, hash)
  }
  run('node', ['scripts/networks.mjs'])
}

/**
 * The lock file has no addresses, so that it is the same with every registry, and npm asks the registry about each package before it can load
 * it: half of the time of an install. For this install they are filled in, as all registries have them; npm checks what it loads by the lock
 * file's hashes.
 * @returns whether it worked; a registry with other addresses needs the plain way
 */
function installByAddress() {
  const asked = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  if (asked.status !== 0) return false
  try {
    writeFileSync(
      filledLock,
      JSON.stringify(withAddresses(JSON.parse(readFileSync('package-lock.json', 'utf8')), asked.stdout.trim())),
    )
    return spawnShown('npm', ['ci']).status === 0
  } finally {
    rmSync(filledLock, { force: true })
  }
}

/**
 * @typedef {{ readonly name?: string, readonly version?: string, readonly integrity?: string, readonly resolved?: string }} LockedPackage
 * @typedef {{ readonly packages: Readonly<Record<string, LockedPackage>> }} LockFile
 */

/**
 * @param {LockFile} lock
 * @param {string} registry
 * @returns {LockFile} the lock file with the address of each package that it gives the hash of
 */
export function withAddresses(lock, registry) {
  const filled = Object.entries(lock.packages).map(([place, entry]) => {
    if (entry.integrity === undefined || entry.resolved !== undefined) return [place, entry]
    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const file = `${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`
    return [place, { ...entry, resolved: new URL(`${name}/-/${file}`, registry.replace(/\/*$/, '/')).href }]
  })
  return { ...lock, packages: Object.fromEntries(filled) }
}

/** Lets tools of the workspace be called by name: `npx` takes more than a second per call to find the same file. */
const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)

/**
 * Runs a command or a tool with its output shown.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [env]
 */
export const spawnShown = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, PATH: path, ...env } })

/**
 * Like `spawnShown`; if the command fails, ends this process with its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [env]
 */
export function run(command, args, env = {}) {
  const done = spawnShown(command, args, env)
  if (done.status !== 0) process.exit(done.status ?? 1)
}
