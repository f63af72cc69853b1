/** Converts the option `tokens` to the protocol's form: one token per network, as in AppKit, or a list. Validated with the settings. */
import type { Options } from './types.ts'

export const toListed = (tokens: NonNullable<Options['tokens']>) =>
  Object.fromEntries(Object.entries(tokens).map(([network, given]) => [network, [given].flat()]))
