/** Reads the option `tokens`: one token of a network, as AppKit has it, or a list. */
import { ListedToken } from '@airlock/protocol/contracts/shapes/tokens.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import type { FrameOptions } from './configuration.ts'
import { conform } from './conform.ts'
import { attempt, refuse, refuseOthers } from './refuse.ts'
import type { Options } from './types.ts'

/** @throws {AirlockError} INVALID_OPTIONS with the name of the network and of the part */
export function readTokens(tokens: NonNullable<Options['tokens']>): FrameOptions['tokens'] {
  const read = attempt('tokens', () =>
    Object.entries(tokens).flatMap(([network, given]) => {
      const name = `tokens.${network}`
      if (!isCaip2(network)) refuse(name)
      return attempt(name, () =>
        [given ?? []].flat().map(({ address, image: icon, ...others }) => {
          refuseOthers(others, `${name}.`)
          const at = (path: string) => `${name}.${path.replace('id', 'address')}`
          return conform(ListedToken, { id: `${network}:${address}`, icon }, at)
        }),
      )
    }),
  )
  if (read.length > limits.tokens) refuse(`More than ${limits.tokens} \`tokens\``)
  return read.length > 0 ? read : undefined
}
