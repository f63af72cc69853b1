/**
 * Wallets that take the place of another one of the same account, with a new key. Guarantees: the key of the replaced wallet has agreed, so
 * that no session alone can give the account other addresses; and only one replaced wallet at a time waits to be emptied.
 */
import type { RequestOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { type Addresses, Lineage } from '@airlock/protocol/wallet-service/shapes.ts'
import { successionText } from '@airlock/protocol/wallet-service/texts.ts'
import { verifyMessage } from 'viem'
import * as z from 'zod/mini'
import type { Wallet } from '../../store/contract/wallets.ts'
import type { Store } from '../../store/store.ts'
import { Refusal } from '../refusal.ts'
import type { Signed } from './caller.ts'
import { requireFreshLogin } from './sessions.ts'
import type { Settled } from './settled.ts'

type Needs = { readonly store: Pick<Store, 'wallets'>; readonly settled: Settled }
type NewWallet = RequestOf<WalletEndpoints, 'walletCreate'>

export function createReplacements({ store, settled }: Needs) {
  return {
    /** Internal id of the wallet whose place the new one takes. `undefined` if the account has none, or the request is a repeated one. */
    async requireReplaced(who: Signed, { walletId, keyVersion, addresses, lineage }: NewWallet, now: number) {
      const active = await store.wallets.findActive(who.live.session.userId)
      if (!lineage || !active || active.name === walletId) return undefined
      const before = lineageOf(active).lineage
      const last = lineage.predecessors.at(-1)
      if (last?.walletId !== active.name) throw new Refusal('WALLET_EXISTS')
      if (before?.former) throw new Refusal('FORMER_OPEN')
      if (last.keyVersion !== active.keyVersion || keyVersion !== active.keyVersion + 1)
        throw new Refusal('KEY_VERSION_STALE')
      const earlier = JSON.stringify(lineage.predecessors.slice(0, -1))
      if (earlier !== JSON.stringify(before?.predecessors ?? [])) throw new Refusal('CONTENT_MISMATCH')
      requireFreshLogin(who.live, now)
      await settled.requireSameLogins(who.live.session.userId, now)
      const replaced = { walletId: active.name, keyVersion: active.keyVersion, addresses: addressesOf(active) }
      const message = successionText(replaced, { walletId, keyVersion, addresses })
      const { signature } = last
      // The library throws on a malformed signature.
      const isSigned = await verifyMessage({ address: toHex(active.evmAddress), message, signature }).catch(() => false)
      if (!isSigned) throw new Refusal('SIGNATURE_INVALID')
      return active.id
    },
  }
}

export const lineageOf = ({ lineage }: Pick<Wallet, 'lineage'>): { readonly lineage?: Lineage } =>
  lineage === undefined ? {} : { lineage: Lineage.parse(JSON.parse(lineage)) }

/** Validated before it was stored; a mismatch is a bug of ours. */
const StoredHex = z.string().check(z.startsWith('0x'))
export const toHex = (text: string): `0x${string}` => {
  StoredHex.parse(text)
  return `0x${text.slice(2)}`
}
export const addressesOf = ({ evmAddress, solAddress }: Wallet): Addresses => ({
  eip155: toHex(evmAddress),
  solana: solAddress,
})
