/** EVM: the signature of a key (EIP-191), or of a contract (ERC-1271), even if it is not deployed yet (ERC-6492). */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { fromHex, utf8, type Verifier } from './verifier.ts'

const verify: Verifier['verify'] = async ({ chainId, address, message, signature }, rpcUrls) => {
  const [account, signed] = [fromHex(address), fromHex(signature)]
  if (!account || !signed) return false
  const hash = hashOf(message)
  if (signerOf(hash, signed) === bytesToHex(account)) return true
  const rpcUrl = rpcUrls[chainId]
  if (rpcUrl === undefined) return false
  const { isByContract } = await import('./eip155-contract.ts')
  return isByContract({ account, hash, signature: signed, rpcUrl })
}

/** With the checksum of EIP-55, which is the case of its letters; an address in one case has none. */
function canonical(_: string, address: string): string | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(address) || !address.startsWith('0x')) return undefined
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8(digits)))
  const written = `0x${digits.replace(/[a-f]/g, (letter, at: number) => (Number.parseInt(hash[at] ?? '', 16) > 7 ? letter.toUpperCase() : letter))}`
  const isInOneCase = [digits, digits.toUpperCase()].includes(address.slice(2))
  return isInOneCase || address === written ? written : undefined
}

export const eip155: Verifier = { verify, canonical }

function hashOf(message: string): Uint8Array {
  const text = utf8(message)
  return keccak_256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${text.length}`), text))
}

/** Recovers the address of the signing key, in hex. */
function signerOf(hash: Uint8Array, signature: Uint8Array): string | undefined {
  const v = signature[64]
  if (signature.length !== 65 || v === undefined) return undefined
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1) return undefined
  try {
    const point = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash)
    return bytesToHex(keccak_256(point.toBytes(false).subarray(1)).subarray(12))
  } catch {
    return undefined
  }
}
