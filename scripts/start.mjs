/** `npm start`: installs missing dependencies, builds, and starts the local world with the demo page. */
import { ensureInstalled, run } from './install.mjs'

ensureInstalled()
run('node', ['scripts/build.mjs'])
run('tsx', ['e2e/world/main.ts'])
