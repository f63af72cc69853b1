/** Reads the inert JSON block that the server writes into the page: the modal's URL, the chains, and which site this is. */
import {
  type Address,
  address,
  flag,
  type Hex,
  hex,
  list,
  literal,
  object,
  optional,
  type Parsed,
  type Parser,
  text,
} from './parse.ts'

type Namespace = 'eip155' | 'solana' | 'bip122' | 'polkadot'

const caipNetworkId: Parser<`${Namespace}:${string}`> = (value) => {
  const id = text(value)
  const [namespace, reference] = id.split(':')
  if (reference === undefined || !/^[-_a-zA-Z0-9]{1,64}$/.test(reference)) throw new TypeError('expected a CAIP-2 id')
  return `${literal('eip155', 'solana', 'bip122', 'polkadot')(namespace)}:${reference}`
}

const numberOrText: Parser<number | string> = (value) => (typeof value === 'number' ? value : text(value))
const decimals: Parser<number> = (value) => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 77) return value
  throw new TypeError('expected decimals')
}
const parseNetworkFields = object({
  id: numberOrText,
  caipNetworkId,
  chainNamespace: literal('eip155', 'solana', 'bip122', 'polkadot'),
  name: text,
  nativeCurrency: object({ name: text, symbol: text, decimals }),
  rpcUrls: object({ default: object({ http: list(text) }) }),
  blockExplorers: optional(object({ default: object({ name: text, url: text }) })),
  contracts: optional(object({ multicall3: object({ address }) })),
  testnet: optional(flag),
})

const parseNetwork = (value: unknown) => {
  const { blockExplorers, contracts, testnet, ...fields } = parseNetworkFields(value)
  return {
    ...fields,
    ...(blockExplorers === undefined ? {} : { blockExplorers }),
    ...(contracts === undefined ? {} : { contracts }),
    ...(testnet === undefined ? {} : { testnet }),
  }
}
export type DemoNetwork = Parsed<typeof parseNetwork>

const parseFields = object({
  frameUrl: text,
  projectId: text,
  networks: list(parseNetwork, { max: 50 }),
  phoneUrl: optional(text),
  inboxUrl: text,
  token: object({ address, symbol: text, decimals }),
  walletKey: optional(hex),
  sponsor: optional(object({ caipNetworkId, paymasterUrl: text })),
  site: object({ name: literal('app', 'market'), otherUrl: text }),
})

export type DemoConfig = {
  frameUrl: string
  projectId: string
  networks: readonly [DemoNetwork, ...DemoNetwork[]]
  /** URL of the demo phone wallet. */
  phoneUrl: string | undefined
  /** URL of the inbox for all emails of the local world. */
  inboxUrl: string
  /** The demo token, at the same address on each EVM chain. */
  token: { address: Address; symbol: string; decimals: number }
  /** Key of a new demo wallet: an account with a past. Absent: a random one. */
  walletKey: Hex | undefined
  /** Pays for calls on one network (ERC-7677). Absent: nobody does. */
  sponsor: { caipNetworkId: DemoNetwork['caipNetworkId']; paymasterUrl: string } | undefined
  /** Which of the two sites this is, and the URL of the other one. */
  site: { name: 'app' | 'market'; otherUrl: string }
}

/** @throws with an explanation, if the page was served without its own server */
export function readBlock(source: Document): unknown {
  const written = source.getElementById('demo-config')?.textContent
  if (!written) throw new TypeError('This page needs its local world: run npm start and open the address it prints.')
  return JSON.parse(written)
}

export function parseConfig(source: Document): DemoConfig {
  const { networks, ...fields } = parseFields(readBlock(source))
  const [first, ...rest] = networks
  if (!first) throw new TypeError('networks: expected at least one')
  return { ...fields, networks: [first, ...rest] }
}
