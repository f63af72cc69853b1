/**
 * Takes a login from an account. Its address, if it has one, gets the link that puts it back, unless it is a new login of an account with an
 * older one: whoever had the account for a moment could otherwise add a login, remove it, and come back with its link days later.
 */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Lookup } from '../../crypto/lookup.ts'
import type { Identity } from '../../store/contract/accounts.ts'
import type { Repositories } from '../../store/store.ts'
import { newToken } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import type { Signed } from './caller.ts'
import type { WalletContext } from './context.ts'
import { readDisplay } from './identities.ts'
import type { Notices } from './notices.ts'

export const undoPath = '/logins/undo'
export const undoTokenHash = (lookup: Lookup, token: string): string => lookup('state', `undo|${token}`)

type Removal = {
  readonly identity: Identity
  readonly heir?: string | undefined
  readonly what: 'replaced' | 'removed'
}

export function createRemovals({ outside, lookup, settings }: WalletContext, notices: Notices) {
  const heldMs = serviceLimits.undoLifetime * 1000
  return {
    /**
     * In a transaction that holds the account's lock. `heir` becomes the primary login if this one was.
     * @throws {Refusal} LAST_LOGIN, NOT_FOUND.
     */
    async remove(tx: Repositories, { live, caller }: Signed, { identity, heir, what }: Removal, now: number) {
      const { userId } = live.session
      const mayUndo = await isSenior(tx, identity, now)
      const token = newToken(outside)
      const tokenHash = undoTokenHash(lookup, token)
      const held = { identityId: identity.id, heir, tokenHash, now, heldMs }
      const outcome = await tx.accounts.removeIdentity({ userId, ...held })
      if (outcome !== 'REMOVED') throw new Refusal(outcome === 'LAST' ? 'LAST_LOGIN' : 'NOT_FOUND')
      const from = notices.from(live, caller)
      const { email } = readDisplay(identity)
      if (email !== undefined && mayUndo) {
        const link = `${settings.publicUrl}${undoPath}/${token}`
        const mail = { kind: 'login-gone', what, link, hours: serviceLimits.undoLifetime / 3600, ...from } as const
        await notices.send(tx, email, mail, now, now + heldMs)
      }
      await notices.tellAll(tx, userId, { kind: 'logins-changed', what, ...from }, now, {
        except: mayUndo ? email : undefined,
      })
      if (email !== undefined && !mayUndo) await notices.send(tx, email, { kind: 'logins-changed', what, ...from }, now)
    },
  }

  /** In a transaction that holds the account's lock. */
  async function isSenior({ accounts }: Repositories, { id, userId, verifiedAt }: Identity, now: number) {
    if (now - verifiedAt >= heldMs) return true
    const all = [...(await accounts.identities(userId)), ...(await accounts.formerIdentities(userId, now))]
    return all.every((other) => other.id === id || other.verifiedAt >= verifiedAt)
  }
}
