/**
 * `npm start`: installs missing dependencies, builds, and starts the local world with the demo page. Options: `e2e/world/main.ts`. With
 * `--hot`, `npm run dev`: modal, wallet frame and demo are from their sources, with hot reload.
 */
import { existsSync } from 'node:fs'
import { ensureInstalled, run } from './install.mjs'

const options = process.argv.slice(2)

ensureInstalled()
// With `--hot`, the world also serves the script for tags and the test hosts; any existing build of these is used.
if (!options.includes('--hot') || !existsSync('dist/.inputs/fixtures')) run('node', ['scripts/build.mjs'])
run('tsx', ['e2e/world/main.ts', ...options])
