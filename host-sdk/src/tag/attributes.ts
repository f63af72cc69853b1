/**
 * The attributes of a script tag: one `data-` attribute per option that is not code. Short values are in the attribute; objects are JSON in
 * an inert block of the page, which a strict policy allows.
 */
import type { Options } from '../types.ts'
import { readNetworks } from './networks.ts'

/** The text of the block with this id; `undefined` if the page has none. */
export type ReadBlock = (id: string) => string | undefined

type Read = (value: string, block: ReadBlock) => unknown

const text: Read = (value) => value

const flag: Read = (value) => {
  if (value !== 'true' && value !== 'false') throw new Error('must be true or false')
  return value === 'true'
}

const split = (value: string) => (value.trim() ? value.split(',').map((item) => item.trim()) : [])

const list: Read = (value) => split(value)

const json: Read = (value, block) => {
  if (!value.startsWith('#')) throw new Error('must name a block of JSON in the page, as in #networks')
  const found = block(value.slice(1))
  if (found === undefined) throw new Error(`names ${value}, but no <script type="application/json"> before has this id`)
  try {
    return JSON.parse(found)
  } catch {
    throw new Error(`names ${value}, which is not JSON`)
  }
}

const networks: Read = (value, block) => (value.startsWith('#') ? json(value, block) : readNetworks(split(value)))

const attributes = {
  projectId: text,
  frameUrl: text,
  networks,
  metadata: json,
  features: json,
  featuredWalletIds: list,
  includeWalletIds: list,
  excludeWalletIds: list,
  customWallets: json,
  allowUnsupportedChain: flag,
  enableNetworkSwitch: flag,
  themeMode: text,
  themeVariables: json,
  locale: text,
  messages: json,
  dir: text,
  motion: text,
  transports: json,
  announce: flag,
  lockScroll: flag,
  persist: text,
  debug: flag,
} as const satisfies Partial<Record<keyof Options, Read>>

const isKnown = (name: string): name is keyof typeof attributes => Object.hasOwn(attributes, name)

/**
 * The options; the values themselves are checked by `createAirlock`.
 * @param dataset of the tag; if it is empty, the page creates its instance itself
 * @throws {Error} naming the attribute
 */
export function readAttributes(
  dataset: Readonly<Record<string, string | undefined>>,
  block: ReadBlock,
): Options | undefined {
  const given = Object.entries(dataset)
  if (given.length === 0) return undefined
  const options = given.map(([name, value = '']) => {
    if (!isKnown(name)) throw new Error(`unknown attribute ${attributeOf(name)}`)
    try {
      return [name, attributes[name](value, block)]
    } catch (error) {
      throw new Error(`${attributeOf(name)} ${textOfError(error)}`, { cause: error })
    }
  })
  return Object.fromEntries(options) as Options // as: `createAirlock` validates them
}

export const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const attributeOf = (name: string): string =>
  `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
