/**
 * What waits for a day after the account's logins have changed, so that somebody with a stolen session or mailbox cannot change a login and
 * use it at once: meanwhile the owner has been told, and can undo. All throw the refusal COOLING_OFF.
 */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Repositories } from '../../store/store.ts'
import { Refusal } from '../refusal.ts'
import type { AuditName } from './audit.ts'

export type Settled = {
  /** `except`: a login that may be new. */
  readonly requireNoneAdded: (userId: string, now: number, options: { readonly except: string }) => Promise<void>
  /** Counts logins that were replaced, too, and the undoing of a change. */
  readonly requireNoneRemoved: (userId: string, now: number) => Promise<void>
  readonly requireSameLogins: (userId: string, now: number) => Promise<void>
}

export function createSettled({ accounts, audit }: Pick<Repositories, 'accounts' | 'audit'>): Settled {
  // A login that comes back has the time of its first proof, and one that goes again that of its first removal: the log has all times.
  const logged = (userId: string, events: readonly AuditName[]) =>
    Promise.all(events.map(async (event) => (await audit.lastOfUser(userId, event)) ?? 0))
  const removals = async (userId: string, now: number) =>
    (await accounts.formerIdentities(userId, now)).map(({ removedAt }) => removedAt)
  /** The login with which the account began does not count. */
  const additions = async (userId: string, except?: string) => {
    const user = await accounts.find(userId)
    const added = (await accounts.identities(userId)).filter(({ id }) => id !== except)
    return added.map(({ verifiedAt }) => verifiedAt).filter((at) => user && at > user.createdAt)
  }
  return {
    requireNoneAdded: async (userId, now, { except }) =>
      requireWaited([...(await additions(userId, except)), ...(await logged(userId, ['identity.restored']))], now),
    requireNoneRemoved: async (userId, now) =>
      requireWaited([...(await removals(userId, now)), ...(await logged(userId, going))], now),
    requireSameLogins: async (userId, now) => {
      const changed = [...(await additions(userId)), ...(await removals(userId, now))]
      requireWaited([...changed, ...(await logged(userId, ['identity.linked', ...going]))], now)
    },
  }
}

const going = ['identity.replaced', 'identity.removed', 'identity.restored'] as const

function requireWaited(changes: readonly number[], now: number): void {
  const wait = Math.max(0, ...changes) + serviceLimits.exportWait * 1000 - now
  if (wait > 0) throw new Refusal('COOLING_OFF', { retryAfterMs: wait })
}
