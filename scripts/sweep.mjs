/**
 * `npm run sweep`, after the build: runs in full the broad checks that `npm test` runs in a short form. These are: every state of every
 * view with axe and at every width, every policy of the matrix, every way to cover the approve gate, every hostile vector against both
 * ends, and the service killed at every step. `-- PATH …` runs only the named specs.
 */
import { run } from './install.mjs'

const given = process.argv.slice(2)
const specs =
  given.length > 0
    ? given
    : [
        'specs/a11y/axe',
        'specs/a11y/appearance',
        'specs/approve-gate',
        'specs/conformance',
        'specs/service-restarts',
        'specs/strict-host/policies',
      ]
run('playwright', ['test', '-c', 'e2e/playwright.config.ts', ...specs], { AIRLOCK_SWEEP: 'whole' })
