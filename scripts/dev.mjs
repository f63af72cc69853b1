/** `npm run dev`: the local world, with modal, wallet frame and demo from their sources and with hot reload. */
import { existsSync } from 'node:fs'
import { ensureInstalled, run } from './install.mjs'

ensureInstalled()
// The world also serves the script for tags and the test hosts; any existing build of these is used.
if (!existsSync('dist/.inputs/fixtures')) run('node', ['scripts/build.mjs'])
run('tsx', ['e2e/world/main.ts', '--hot', ...process.argv.slice(2)])
