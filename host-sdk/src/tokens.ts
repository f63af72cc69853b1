/** The option `tokens` in the words of the protocol: one token of a network, as AppKit has it, or a list. Checked with the settings. */
import { refuseOthers } from './refuse.ts'
import type { Options } from './types.ts'

export const toListed = (tokens: NonNullable<Options['tokens']>) =>
  Object.entries(tokens).flatMap(([network, given]) =>
    [given ?? []].flat().map(({ address, image: icon, ...others }) => {
      refuseOthers(others, `tokens.${network}.`)
      return { id: `${network}:${address}`, icon }
    }),
  )

/** Of a part of the settings: the page knows a token by its network and address, not by its place in all lists. */
export const nameOfToken = (path: string, listed: ReturnType<typeof toListed>): string =>
  path.replace(/^tokens\.(\d+)(\.id)?/, (_, place: number) => `tokens.${listed[place]?.id}`)
