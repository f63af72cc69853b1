/** What needs no test runner: checks of the sources, the build, and checks of its output. */
export const sourceChecks = [
  ['biome', 'biome', 'check', '--error-on-warnings', '.'],
  // Reports the compiler's errors too: one type program for both.
  ['types, oxlint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  ['boundaries', 'node', 'scripts/check-boundaries.mjs'],
  ['stylelint', 'stylelint', 'frame-app/src/**/*.css'],
]

export const build = ['build', 'node', 'scripts/build.mjs']

export const buildChecks = [
  ['size', 'tsx', 'scripts/size.ts'],
  ['notices', 'tsx', 'scripts/notices.ts', '--check'],
]
