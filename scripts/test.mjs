/** `npm test`: types, lint, unit tests and end-to-end tests in Chromium; ends with one line that counts them all. */
import { readFileSync, rmSync } from 'node:fs'
import { ensureInstalled, run, spawnShown } from './install.mjs'

ensureInstalled()
run('npm', ['run', '--silent', 'types'])
run('npm', ['run', '--silent', 'lint'])
run('node', ['scripts/build.mjs'])
run('npm', ['run', '--silent', 'size'])
run('tsx', ['scripts/notices.ts', '--check'])

const totals = { passed: 0, failed: 0 }
rmSync('test-results', { recursive: true, force: true })
count('vitest', ['run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'], () => {
  const report = JSON.parse(readFileSync('test-results/unit.json', 'utf8'))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests ? 0 : 1),
  }
})
count('playwright', ['test', '-c', 'e2e/playwright.config.ts'], () => {
  const { stats } = JSON.parse(readFileSync('test-results/e2e.json', 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
})
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed ? 1 : 0)

function count(name, args, read) {
  const done = spawnShown(name, args)
  const result = readOr(read)
  totals.passed += result.passed
  totals.failed += result.failed
  if (done.status !== 0 && result.failed === 0) {
    console.error(`${name} ended with code ${done.status}`)
    totals.failed += 1
  }
}

function readOr(read) {
  try {
    return read()
  } catch (error) {
    console.error(String(error))
    return { passed: 0, failed: 1 }
  }
}
