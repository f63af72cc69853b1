/** What needs no test runner: checks of the sources, the build, and checks of its output. */
export const sourceChecks = [
  ['biome', 'biome', 'check', '--error-on-warnings', '.'],
  // One checker: each further one checks much of the same types again, and the other core has the build.
  ['types', 'tsc', '-p', 'tsconfig.json', '--checkers', '1'],
  ['oxlint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['boundaries', 'node', 'scripts/check-boundaries.mjs'],
  ['stylelint', 'stylelint', 'frame-app/src/**/*.css'],
]

export const build = ['build', 'node', 'scripts/build.mjs']

export const buildChecks = [
  ['size', 'tsx', 'scripts/size.ts'],
  ['notices', 'tsx', 'scripts/notices.ts', '--check'],
]
