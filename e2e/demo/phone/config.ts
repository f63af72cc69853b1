/** Configuration of this page: the relay, and the local chains with one node each. */
import { readBlock } from '../config.ts'
import { list, object, optional, type Parsed, text } from '../parse.ts'
import { isLoopback, type WalletNetwork, walletNetwork } from '../wallet/state.ts'

const solanaNetwork = object({ caip2: text, name: text, symbol: text, rpcUrl: text })
export type SolanaNetwork = Parsed<typeof solanaNetwork>

const parseFields = object({
  relayUrl: text,
  networks: list(walletNetwork, { max: 50 }),
  solana: optional(solanaNetwork),
})

export type PhoneConfig = Parsed<typeof parseFields> & { networks: readonly [WalletNetwork, ...WalletNetwork[]] }

export function parsePhoneConfig(source: Document): PhoneConfig {
  const { relayUrl, networks, solana } = parseFields(readBlock(source))
  const [first, ...rest] = networks.filter(({ rpcUrl }) => isLoopback(rpcUrl))
  if (!first) throw new TypeError('networks: expected at least one local chain')
  return { relayUrl, networks: [first, ...rest], solana: solana && isLoopback(solana.rpcUrl) ? solana : undefined }
}

export const toCaip2 = ({ chainId }: Pick<WalletNetwork, 'chainId'>): `eip155:${number}` => `eip155:${chainId}`
