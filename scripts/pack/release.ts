/**
 * `npm run release`: moves the notes in `.changeset` into the changelog of the package, and sets its version everywhere: the SDK reports it
 * to the frame, and the lock file has it too.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from '../install.mjs'
import { workspace } from './manifest.ts'

const options = join(resolve(import.meta.dirname, '../..'), 'host-sdk/src/options.ts')

run('changeset', ['version'])
const { version } = workspace()
const text = readFileSync(options, 'utf8')
writeFileSync(options, text.replace(/(sdkVersion = ')[^']+/, `$1${version}`))
run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'])
console.log(`host-sdk ${version}: read the diff, commit it, and build`)
