/** SLIP-10 for ed25519: only hardened steps, with HMAC-SHA-512 from WebCrypto. */
import { type Bytes, concat, utf8, wipe, withSecrets } from './bytes.ts'

interface Node {
  readonly key: Bytes
  readonly chainCode: Bytes
}

/** @returns the 32 bytes of the private key at `path`, whose steps are all hardened. */
export async function deriveEd25519(seed: Bytes, path: readonly number[]): Promise<Bytes> {
  let node = await step(utf8('ed25519 seed'), seed)
  for (const index of path) {
    const { key, chainCode } = node
    node = await withSecrets(({ passing }) =>
      step(passing(chainCode), passing(concat(Uint8Array.of(0), passing(key), hardened(index)))),
    )
  }
  wipe(node.chainCode)
  return node.key
}

async function step(key: Bytes, data: Bytes): Promise<Node> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign'])
  const result = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, data))
  const node = { key: result.slice(0, 32), chainCode: result.slice(32) }
  wipe(result)
  return node
}

function hardened(index: number): Bytes {
  if (!Number.isInteger(index) || index < 0 || index >= 2 ** 31) throw new RangeError('Not an index of a path')
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, index + 2 ** 31)
  return bytes
}
