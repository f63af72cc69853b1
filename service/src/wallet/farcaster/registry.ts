/**
 * Which addresses may sign for a Farcaster account, read from Farcaster's contracts on Optimism: its custody address, and addresses that
 * its owner has added for signing in. Verifies signatures of keys and of contracts (ERC-1271).
 */
import {
  BaseError,
  createPublicClient,
  ExecutionRevertedError,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  http,
  isAddressEqual,
  padHex,
  parseAbi,
  recoverAddress,
} from 'viem'
import { boundedFetch, waitMs } from './bounded-fetch.ts'
import type { Claim } from './message.ts'

export type Signed = Claim & { readonly message: string; readonly signature: Hex }

export type Registry = {
  /**
   * Whether the claimed signer made the signature and may sign for the account: every node that answers says so, and at least two do if
   * two are listed.
   * @throws when too few nodes can be read
   */
  readonly isProven: (signed: Signed) => Promise<boolean>
}

/** Deployed at the same addresses since Farcaster moved to Optimism. */
export const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
export const keyRegistry = '0x00000000fc1237824fb747abde0ff18990e59b7e'
export const optimism = 'eip155:10'

const abi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function keyDataOf(uint256 fid, bytes key) view returns (uint8 state, uint32 keyType)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
/** `keyDataOf`: the key is in use; the key is an address that may sign in. */
const added = 1
const authAddress = 2
/** ERC-1271: the first four bytes of the answer word. */
const validWord = padHex('0x1626ba7e', { dir: 'right', size: 32 })
/** Gas limit of a contract's check. */
const gas = 3_000_000n

/** So many nodes must agree, if they are listed: the operator of one must not decide who somebody is. */
const quorum = 2

export function createRegistry(rpcUrls: readonly string[]): Registry {
  const nodes = rpcUrls.map(createNode)
  return {
    async isProven(signed) {
      const settled = await Promise.allSettled(nodes.map((node) => node.isProven(signed)))
      const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (answers.length < Math.min(quorum, nodes.length)) throw new Error('Too few nodes answer')
      return answers.every(Boolean)
    },
  }
}

function createNode(url: string): Registry {
  const transport = http(url, { fetchFn: boundedFetch, timeout: waitMs, retryCount: 0 })
  const client = createPublicClient({ transport })
  return {
    async isProven({ fid, signer, message, signature }) {
      if ((await client.getChainId()) !== 10) throw new Error('The node serves another network')
      return (await maySpeakFor(BigInt(fid), signer)) && (await hasSigned(signer, message, signature))
    },
  }

  async function maySpeakFor(fid: bigint, address: Hex): Promise<boolean> {
    const owned = await client.readContract({ abi, address: idRegistry, functionName: 'idOf', args: [address] })
    if (owned === fid) return true
    const key = encodeAbiParameters([{ type: 'address' }], [address])
    const [state, type] = await client.readContract({
      abi,
      address: keyRegistry,
      functionName: 'keyDataOf',
      args: [fid, key],
    })
    return state === added && type === authAddress
  }

  async function hasSigned(signer: Hex, message: string, signature: Hex): Promise<boolean> {
    const hash = hashMessage(message)
    if (await isOfKey(signer, hash, signature)) return true
    const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature] })
    try {
      const answer = await client.call({ to: signer, data, gas })
      return answer.data === validWord
    } catch (error) {
      if (error instanceof BaseError && error.walk((one) => one instanceof ExecutionRevertedError)) return false
      throw error
    }
  }
}

async function isOfKey(signer: Hex, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), signer)
  } catch {
    return false // not a signature of a key
  }
}
