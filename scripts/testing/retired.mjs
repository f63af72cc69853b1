// @ts-check
/**
 * Tests that were removed on purpose. The commit that removes a test says why, on one line of its message:
 * `Retired test: <file> › <title> — <reason>`. A title that ends with `…` stands for all that begin like it.
 */
import { spawnSync } from 'node:child_process'
import { nameOf } from './titles.mjs'

const mark = 'Retired test: '

/**
 * @param {string} root a git checkout
 * @param {string} revision where the search begins
 * @returns {(test: { file: string, title: string }) => string | undefined} the reason that a commit after `revision` gives for the removal
 * of the test
 * @throws {Error} if a line does not name a file, a title and a reason
 */
export function retiredSince(root, revision) {
  const { status, stdout, stderr } = spawnSync('git', ['log', '--format=%B', `${revision}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`git log ${revision}..HEAD: ${stderr}`)
  const entries = stdout
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map(readLine)
  return (test) => entries.find((entry) => isMeant(entry, test.file, nameOf(test.title)))?.reason
}

/**
 * The whole title counts in any file, because the test may have moved before it was removed.
 *
 * @param {{ readonly file: string, readonly title: string }} entry
 * @param {string} file
 * @param {string} title
 */
const isMeant = (entry, file, title) =>
  entry.title === title ||
  (entry.title.endsWith('…') && entry.file === file && title.startsWith(entry.title.slice(0, -1)))

/** @param {string} line */
function readLine(line) {
  const {
    file = '',
    title = '',
    reason,
  } = /^(?<file>\S+) › (?<title>.+?) — (?<reason>.+)$/.exec(line.slice(mark.length))?.groups ?? {}
  if (!reason?.trim()) throw new Error(`a commit names no test or no reason: ${line}`)
  return { file, title: nameOf(title), reason }
}
