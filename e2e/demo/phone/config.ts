/** What this page is told: the relay, and the local chains with a node of each. */
import { readBlock } from '../config.ts'
import { list, object, type Parsed, text } from '../parse.ts'
import { isLoopback, type WalletNetwork, walletNetwork } from '../wallet/state.ts'

const parseFields = object({ relayUrl: text, networks: list(walletNetwork, { max: 50 }) })

export type PhoneConfig = Parsed<typeof parseFields> & { networks: readonly [WalletNetwork, ...WalletNetwork[]] }

export function parsePhoneConfig(source: Document): PhoneConfig {
  const { relayUrl, networks } = parseFields(readBlock(source))
  const [first, ...rest] = networks.filter(({ rpcUrl }) => isLoopback(rpcUrl))
  if (!first) throw new TypeError('networks: expected at least one local chain')
  return { relayUrl, networks: [first, ...rest] }
}

export const toCaip2 = ({ chainId }: Pick<WalletNetwork, 'chainId'>): `eip155:${number}` => `eip155:${chainId}`
