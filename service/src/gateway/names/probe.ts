/** Checks that the operator's resolver contracts exist and are set up for this gateway. */
import { type Hex, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createNodeClient } from '../nodes/client.ts'
import { createNodePool } from '../nodes/pool.ts'
import type { ResolverSettings } from './settings.ts'

const abi = parseAbi([
  'function isSigner(address) view returns (bool)',
  'function urls() view returns (string[])',
  'function supportsInterface(bytes4) view returns (bool)',
])
const timeoutMs = 5_000
const wildcard = '0x9061b923'

const clientOf = (rpcUrls: readonly string[]) =>
  createNodeClient({ pool: createNodePool(rpcUrls, { timeoutMs }), signal: AbortSignal.timeout(timeoutMs) })

export const signerOf = ({ key }: Pick<ResolverSettings, 'key'>): Hex => privateKeyToAccount(key).address

/**
 * @param gatewayUrl origin that must be among the contract's addresses
 * @returns the problem
 */
export async function probeResolver(
  resolver: ResolverSettings,
  rpcUrls: readonly string[],
  gatewayUrl: string,
): Promise<string | undefined> {
  const { address } = resolver
  const client = clientOf(rpcUrls)
  try {
    if (!(await client.readContract({ address, abi, functionName: 'supportsInterface', args: [wildcard] })))
      return 'is no wildcard resolver'
    if (!(await client.readContract({ address, abi, functionName: 'isSigner', args: [signerOf(resolver)] })))
      return `does not accept ${signerOf(resolver)}, the address of signerKeyFile`
    const urls = await client.readContract({ address, abi, functionName: 'urls' })
    return urls.some((url) => url.startsWith(`${gatewayUrl}/v1/ens`))
      ? undefined
      : `does not name ${gatewayUrl}/v1/ens/{sender}/{data}.json`
  } catch {
    return 'does not answer as NameResolver'
  }
}

/** @returns the problem */
export async function probeContract(address: Hex, rpcUrls: readonly string[]): Promise<string | undefined> {
  try {
    return (await clientOf(rpcUrls).getCode({ address })) ? undefined : 'is not on the network'
  } catch {
    return 'cannot be read'
  }
}
