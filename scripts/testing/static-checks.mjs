/** Checks that need no test runner, in two lanes: checks of the sources, and the build with checks of its output. */
export const sourceChecks = [
  ['types', 'tsc', '-p', 'tsconfig.json'],
  ['biome', 'biome', 'check', '--error-on-warnings', '.'],
  ['oxlint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['boundaries', 'node', 'scripts/check-boundaries.mjs'],
  ['stylelint', 'stylelint', 'frame-app/src/**/*.css'],
]

export const buildChecks = [
  ['build', 'node', 'scripts/build.mjs'],
  ['size', 'tsx', 'scripts/size.ts'],
  ['notices', 'tsx', 'scripts/notices.ts', '--check'],
]
