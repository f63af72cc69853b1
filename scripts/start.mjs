/** `npm start`: installs missing dependencies, builds, and starts the local world with the demo page. Options: `e2e/world/main.ts`. */
import { ensureInstalled, run } from './install.mjs'

ensureInstalled()
run('node', ['scripts/build.mjs'])
run('tsx', ['e2e/world/main.ts', ...process.argv.slice(2)])
