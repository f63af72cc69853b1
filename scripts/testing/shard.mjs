// @ts-check
/** `--shard i/n`: several machines share one run. */

/**
 * @typedef {{ readonly index: number, readonly count: number }} Shard
 *
 * @param {readonly string[]} args of the command
 * @returns {Shard} 1 of 1 without the option
 * @throws {Error} if the arguments are anything else
 */
export function readShard(args) {
  if (args.length === 0) return { index: 1, count: 1 }
  const [first, second] = args
  const text = args.length === 1 && first?.startsWith('--shard=') ? first.slice('--shard='.length) : second
  const isAlone = args.length === 1 || (args.length === 2 && first === '--shard')
  const [, index, count] = (isAlone && /^([1-9]\d*)\/([1-9]\d*)$/.exec(text ?? '')) || []
  if (!index || Number(index) > Number(count)) throw new Error('usage: --shard <part>/<number of parts>, as in 2/3')
  return { index: Number(index), count: Number(count) }
}

/**
 * Every `count`-th test of a list that `playwright test --list` has printed, from the `index`-th on: slow files, whose tests follow each
 * other, are spread over all parts.
 *
 * @param {string} list
 * @param {Shard} shard
 */
export const dealt = (list, { index, count }) =>
  list
    .split('\n')
    .filter((line) => line.includes(' › '))
    .filter((_, nth) => nth % count === index - 1)
