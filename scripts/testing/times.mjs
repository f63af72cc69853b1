// @ts-check
/** The page `docs/test-times.md`: where the time of the last full run went. Only a whole run writes it. */

/** Number of files that are listed one by one. */
const listed = 40

/**
 * @typedef {{ readonly name: string, readonly ms: number }} Row
 *
 * @param {readonly Row[]} lanes by the clock
 * @param {readonly { readonly file: string, readonly ms: number }[]} files summed over all workers
 * @param {number} totalMs by the clock
 */
export function timesPage(lanes, files, totalMs) {
  const slowest = [...files].sort((one, other) => other.ms - one.ms).slice(0, listed)
  return [
    '# Test times',
    '',
    '`npm run test:full` writes this page when it runs in one piece. Seconds of the last such run.',
    '',
    '## By the clock',
    '',
    'Lanes run beside each other, so they are more than all together.',
    '',
    ...table('lane', [...lanes, { name: 'all together', ms: totalMs }]),
    '',
    '## By folder',
    '',
    'The time of the tests, summed over all workers.',
    '',
    ...table('folder', sumsOf(files)),
    '',
    `## The ${slowest.length} slowest files`,
    '',
    ...table(
      'file',
      slowest.map(({ file, ms }) => ({ name: file, ms })),
    ),
    '',
  ].join('\n')
}

/** @param {readonly { readonly file: string, readonly ms: number }[]} files @returns {Row[]} */
function sumsOf(files) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const { file, ms } of files) {
    const parts = file.split('/')
    const folder = parts.slice(0, Math.min(2, parts.length - 1)).join('/')
    sums.set(folder, (sums.get(folder) ?? 0) + ms)
  }
  return [...sums].map(([name, ms]) => ({ name, ms })).sort((one, other) => other.ms - one.ms)
}

/** @param {string} heading @param {readonly Row[]} rows */
const table = (heading, rows) => [
  `| ${heading} | seconds |`,
  '|---|---:|',
  ...rows.map(({ name, ms }) => `| ${name} | ${(ms / 1000).toFixed(1)} |`),
]
