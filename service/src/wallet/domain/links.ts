/**
 * Adds a proven login to an account that is signed in. A login that was begun for this belongs to that account alone and opens no session:
 * its answer is of no use to anybody else. The fresh login of the account is asked for when it begins, because a provider takes its time.
 */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { NewIdentity } from '../../store/contract/accounts.ts'
import type { Repositories } from '../../store/store.ts'
import { Refusal } from '../refusal.ts'
import type { Signed } from './caller.ts'
import { createTools, type WalletContext } from './context.ts'
import { requireFreshLogin } from './sessions.ts'

type ProvenIdentity = {
  readonly row: Omit<NewIdentity, 'userId' | 'now'>
  readonly provider: string
  readonly now: number
}

export function createLinks(context: WalletContext) {
  const { store } = context
  const { audit, notices } = createTools(context)
  const max = serviceLimits.identities

  return {
    /** @returns the account that the login is for. @throws {Refusal} REAUTH_REQUIRED, TOO_MANY. */
    async begin({ live }: Signed, now: number): Promise<string> {
      requireFreshLogin(live, now)
      const { userId } = live.session
      if ((await store.accounts.identities(userId)).length >= max) throw new Refusal('TOO_MANY')
      return userId
    },

    /**
     * @param linksTo the account that the login was begun for; absent: it was begun to sign in
     * @throws {Refusal} FLOW_UNKNOWN, REAUTH_REQUIRED.
     */
    requireOwn({ live }: Signed, linksTo: string | undefined, now: number): void {
      if (linksTo === undefined) requireFreshLogin(live, now)
      else if (linksTo !== live.session.userId) throw new Refusal('FLOW_UNKNOWN')
    },

    /** In the transaction that ends the login. @throws {Refusal} IDENTITY_TAKEN, TOO_MANY. */
    async add(tx: Repositories, { live, caller }: Signed, { row, provider, now }: ProvenIdentity): Promise<void> {
      const { userId, deviceId, familyId } = live.session
      await tx.accounts.lock(userId)
      const added = await tx.accounts.addIdentity({ ...row, userId, max, now })
      if (added === 'TAKEN') throw new Refusal('IDENTITY_TAKEN')
      if (added === 'TOO_MANY') throw new Refusal('TOO_MANY')
      if (added === 'SAME') return
      await notices.tellAll(tx, userId, { kind: 'login-added', ...notices.from(live, caller) }, now)
      await tx.sessions.revokeAll(userId, now, { exceptFamily: familyId })
      await audit(tx.audit, caller, { event: 'identity.linked', userId, deviceId, detail: { provider } }, now)
    },
  }
}
