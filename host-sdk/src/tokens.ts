/** The option `tokens` in the words of the protocol: one token of a network, as AppKit has it, or a list. Checked with the settings. */
import type { Options } from './types.ts'

export const toListed = (tokens: NonNullable<Options['tokens']>) =>
  Object.fromEntries(Object.entries(tokens).map(([network, given]) => [network, [given].flat()]))
