// @ts-check
/**
 * Finds the Chromium for the browser tests, or installs one. Order: `CHROMIUM_PATH`, the system's, the one that
 * Playwright installed. Child processes get it as `CHROMIUM_PATH`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, resolve } from 'node:path'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** @returns {string | undefined} the path of an installed browser */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...systemNames.map(onPath), playwrightsOwn()].find(
    (path) => path !== undefined && existsSync(path),
  )
}

/** Finds a browser or installs one; if neither works, prints one sentence and ends the process. */
export function ensureChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && !existsSync(given)) fail(`CHROMIUM_PATH is ${given}, and there is no such file.`)
  if (findChromium() === undefined) install()
  const path = findChromium()
  if (path === undefined)
    fail('The browser tests need Chromium: install it with your system’s package manager, or set CHROMIUM_PATH.')
  process.env.CHROMIUM_PATH = path
}

/**
 * Installs packages with apt, if available and running as root.
 *
 * @param {readonly string[]} names
 * @returns {boolean} whether it worked
 */
export function installPackages(...names) {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  return attempt('apt-get', ['update', '-qq']) && attempt('apt-get', ['install', '-y', '-qq', ...names], env)
}

/** @param {string} name of a command */
export const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

function install() {
  console.log('No Chromium found: installing one.')
  const playwright = resolve('node_modules/.bin/playwright')
  // Downloads first: if downloads are blocked this fails at once, before any system package is installed for it.
  if (attempt(playwright, ['install', 'chromium'])) attempt(playwright, ['install-deps', 'chromium'])
  else installPackages('chromium', 'fonts-liberation')
}

/**
 * Shows the output only if the command fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [env]
 */
function attempt(command, args, env = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  if (done.status !== 0) console.log(`${command} ${args.join(' ')} did not work.`)
  return done.status === 0
}

function playwrightsOwn() {
  try {
    return createRequire(resolve('package.json'))('@playwright/test').chromium.executablePath()
  } catch {
    return undefined // not installed yet, or no build for this system
  }
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
