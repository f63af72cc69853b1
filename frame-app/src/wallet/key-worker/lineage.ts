/**
 * Wallets that replace another one with a new key. The old key signs for the new wallet, so a device that knows the old one can follow;
 * the old entropy is in the new wallet, so whatever opens the new one can move what is still at the old addresses.
 */
import type { Lineage, StoredShareSet } from '@airlock/protocol/wallet-service/shapes.ts'
import { type KeyedWallet, successionText } from '@airlock/protocol/wallet-service/texts.ts'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hashMessage, hexToBytes, publicKeyToAddress } from 'viem/utils'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { Pin } from '../key-link/surface.ts'
import { fromText, toText } from './encoding.ts'
import { addressesOf, isSameAddresses, type LeafKeys } from './keys/accounts.ts'
import { type Bytes, utf8 } from './keys/bytes.ts'
import { openKeys, sealEntropy, type WalletIdentity } from './keys/wallet-key.ts'
import { signEvmMessage } from './signing/evm.ts'
import type { StoredSet } from './vault.ts'

/** The open wallet that another one replaces. */
export interface Replaced {
  readonly record: StoredSet
  readonly entropy: Bytes
  readonly keys: LeafKeys
}

/** Where the old entropy is encrypted: never mistaken for that of the wallet itself. */
export const formerIdentity = ({ walletId, keyVersion }: WalletIdentity): WalletIdentity => ({
  walletId: `former ${walletId}`,
  keyVersion,
})

export async function makeLineage(
  { record, entropy, keys }: Replaced,
  by: WalletIdentity & { readonly addresses: Pin['addresses'] },
  key: Bytes,
): Promise<Lineage> {
  const { walletId, keyVersion, lineage } = record
  const replaced = { walletId, keyVersion, addresses: addressesOf(keys) }
  const signature = signEvmMessage(keys.eip155, { message: bytesToHex(utf8(successionText(replaced, by))) })
  return {
    predecessors: [...(lineage?.predecessors ?? []), { ...replaced, signature }],
    former: toText(await sealEntropy(key, entropy, formerIdentity(by))),
  }
}

/** The keys of the wallet that this one replaced. @throws {KeyWorkerError} NO_WALLET if it has been ended, WRONG_SHARES, WRONG_WALLET. */
export async function openFormer(key: Bytes, { lineage, ...identity }: StoredSet): Promise<LeafKeys> {
  const [former, last] = [lineage?.former, lineage?.predecessors.at(-1)]
  if (former === undefined || !last) throw new KeyWorkerError('NO_WALLET')
  return openKeys(key, fromText(former), { ...formerIdentity(identity), addresses: last.addresses })
}

/** Whether the known wallet was replaced by the offered one, as each key on the way has signed. */
export function isSuccessor(pin: Pin, offered: Pin & Pick<StoredShareSet, 'lineage'>): boolean {
  const line = offered.lineage?.predecessors ?? []
  const from = line.findIndex((one) => isSame(one, pin))
  return from >= 0 && line.every((one, at) => at < from || isSignedBy(one, line[at + 1] ?? offered))
}

export const isSame = (one: Pin, other: Pin): boolean =>
  one.walletId === other.walletId && isSameAddresses(one.addresses, other.addresses)

function isSignedBy(
  replaced: Lineage['predecessors'][number],
  by: KeyedWallet & { readonly keyVersion: number },
): boolean {
  if (by.keyVersion !== replaced.keyVersion + 1) return false
  const bytes = hexToBytes(replaced.signature)
  try {
    const digest = hexToBytes(hashMessage(successionText(replaced, by)))
    const recovered = Uint8Array.from([(bytes[64] ?? 0) - 27, ...bytes.slice(0, 64)])
    const key = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
    const uncompressed = secp256k1.Point.fromBytes(key).toBytes(false)
    return publicKeyToAddress(bytesToHex(uncompressed)) === replaced.addresses.eip155
  } catch {
    return false
  }
}
