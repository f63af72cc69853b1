/** `--shard i/n`: several machines share one run. */

/**
 * @param {string[]} args of the command
 * @returns {{ index: number, count: number }} 1 of 1 without the option
 * @throws {Error} if the arguments are anything else
 */
export function readShard(args) {
  if (args.length === 0) return { index: 1, count: 1 }
  const text = args.length === 1 && args[0].startsWith('--shard=') ? args[0].slice('--shard='.length) : args[1]
  const isAlone = args.length === 1 || (args.length === 2 && args[0] === '--shard')
  const [, index, count] = (isAlone && /^([1-9]\d*)\/([1-9]\d*)$/.exec(text ?? '')) || []
  if (!index || Number(index) > Number(count)) throw new Error('usage: --shard <part>/<number of parts>, as in 2/3')
  return { index: Number(index), count: Number(count) }
}

/**
 * Every `count`-th test of a list that `playwright test --list` has printed, from the `index`-th on: slow files, whose tests follow each
 * other, are spread over all parts.
 */
export const dealt = (list, { index, count }) =>
  list
    .split('\n')
    .filter((line) => line.includes(' › '))
    .filter((_, nth) => nth % count === index - 1)
