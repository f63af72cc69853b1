/**
 * Adds a proven login to an account that is signed in. A login that was begun for this belongs to that account alone and opens no session:
 * its answer is of no use to anybody else. The fresh login of the account is asked for when it begins, because a provider takes its time.
 */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Accounts } from '../../store/contract/accounts.ts'
import type { Repositories } from '../../store/store.ts'
import { Refusal } from '../refusal.ts'
import type { Signed } from './caller.ts'
import { createTools, type WalletContext } from './context.ts'
import { requireFreshLogin } from './sessions.ts'

export type Links = {
  /** @returns the account that the login is for. @throws {Refusal} REAUTH_REQUIRED, TOO_MANY. */
  readonly begin: (who: Signed, now: number) => Promise<string>
  /**
   * @param linksTo the account that the login was begun for; absent: it was begun to sign in
   * @throws {Refusal} FLOW_UNKNOWN, REAUTH_REQUIRED.
   */
  readonly requireOwn: (who: Signed, linksTo: string | undefined, now: number) => void
  /** In the transaction that ends the login. @throws {Refusal} IDENTITY_TAKEN, TOO_MANY. */
  readonly add: (
    tx: Repositories,
    who: Signed,
    login: {
      readonly row: Omit<Parameters<Accounts['addIdentity']>[0], 'userId' | 'max' | 'now'>
      readonly provider: string
      readonly now: number
    },
  ) => Promise<void>
}

export function createLinks(context: WalletContext): Links {
  const { store } = context
  const { audit, notices } = createTools(context)
  const max = serviceLimits.identities

  return {
    async begin({ live }, now) {
      requireFreshLogin(live, now)
      const { userId } = live.session
      if ((await store.accounts.identities(userId)).length >= max) throw new Refusal('TOO_MANY')
      return userId
    },

    requireOwn({ live }, linksTo, now) {
      if (linksTo === undefined) requireFreshLogin(live, now)
      else if (linksTo !== live.session.userId) throw new Refusal('FLOW_UNKNOWN')
    },

    async add(tx, { live, caller }, { row, provider, now }) {
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
