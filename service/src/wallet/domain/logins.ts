/**
 * The logins of an account: list, removal, undo. Guarantees: one login is always left, however many calls run at once; a login that was
 * added in the last 24 hours does not decide about the older ones; and what was removed can be put back from its own address for three days.
 */
import type { ResponseOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { LoginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'
import type { Identity } from '../../store/contract/accounts.ts'
import { Refusal } from '../refusal.ts'
import type { Caller, Signed } from './caller.ts'
import { createTools, type WalletContext } from './context.ts'
import { isInHalves } from './custody-level.ts'
import { readDisplay, shownLogin } from './identities.ts'
import { createRemovals, undoTokenHash } from './removals.ts'
import { freshFor, requireFreshLogin } from './sessions.ts'
import { createSettled } from './settled.ts'
import { answerMethod } from './wallets.ts'

type Answer = Promise<ResponseOf<LoginEndpoints, 'loginRemove'>>

export type Logins = {
  readonly list: (who: Signed) => Promise<ResponseOf<LoginEndpoints, 'logins'>>
  readonly remove: (who: Signed, loginId: string) => Answer
  /** Read-only, for the page. @throws {Refusal} FLOW_UNKNOWN. */
  readonly ask: (token: string) => Promise<void>
  /** Puts the logins back as they were before the change of this link. @throws {Refusal} FLOW_UNKNOWN. */
  readonly undo: (token: string, caller: Caller) => Promise<void>
}

export function createLogins(context: WalletContext): Logins {
  const { store, lookup, outside } = context
  const { rates, audit, notices } = createTools(context)
  const removals = createRemovals(context, notices)

  const list = async (userId: string): Answer => ({
    logins: (await store.accounts.identities(userId)).map((identity) => ({
      loginId: identity.id,
      ...shownLogin(identity),
      addedAt: identity.verifiedAt,
    })),
  })

  const findFormer = async (token: string) => {
    const former = await store.accounts.findFormer(undoTokenHash(lookup, token), outside.now())
    if (!former) throw new Refusal('FLOW_UNKNOWN')
    return former
  }

  return {
    list: async ({ live }) => ({
      ...(await list(live.session.userId)),
      freshFor: freshFor(live, outside.now()),
    }),

    async remove(who, loginId) {
      const now = outside.now()
      const { userId, deviceId, familyId } = who.live.session
      requireFreshLogin(who.live, now)
      await store.transaction(async (tx) => {
        await tx.accounts.lock(userId)
        // Under the lock: a login that is added at the same time counts too.
        await createSettled(tx).requireNoneAdded(userId, now, { except: loginId })
        const identities = await tx.accounts.identities(userId)
        const identity = identities.find(({ id }) => id === loginId)
        if (!identity) throw new Refusal('NOT_FOUND')
        const others = identities.filter(({ id }) => id !== loginId)
        if (others.length === 0) throw new Refusal('LAST_LOGIN')
        // The recovery service asks the address of the primary login: it stays, or another login has the same one.
        const heir = others.find((other) => isSameAddress(other, identity))
        if (identity.isPrimary && !heir && readDisplay(identity).email !== undefined) {
          const wallet = await tx.wallets.findActive(userId)
          const methods = wallet ? await tx.recoveryMethods.ofWallet(wallet.id) : []
          if (methods.map(answerMethod).some(isInHalves)) throw new Refusal('RECOVERY_ADDRESS')
        }
        await removals.remove(tx, who, { identity, heir: heir?.id, what: 'removed' }, now)
        await tx.sessions.revokeAll(userId, now, { exceptFamily: familyId })
        const detail = { kind: identity.kind }
        await audit(tx.audit, who.caller, { event: 'identity.removed', userId, deviceId, detail }, now)
      })
      return list(userId)
    },

    async ask(token) {
      await findFormer(token)
    },

    async undo(token, caller) {
      const now = outside.now()
      await rates.hitFrom('approvalsFromNetworkPerMinute', caller.address, now)
      const former = await findFormer(token)
      const { userId } = former
      await store.transaction(async (tx) => {
        await tx.accounts.lock(userId)
        const before = addressesOf(await tx.accounts.identities(userId))
        if (!(await tx.accounts.restoreIdentities(former, now))) throw new Refusal('FLOW_UNKNOWN')
        // Also those whose login goes: their session is over.
        const after = addressesOf(await tx.accounts.identities(userId))
        for (const to of new Set([...before, ...after])) await notices.send(tx, to, { kind: 'logins-restored' }, now)
        await tx.sessions.revokeAll(userId, now)
        await audit(tx.audit, caller, { event: 'identity.restored', userId }, now)
      })
    },
  }
}

const addressesOf = (identities: readonly Identity[]): readonly string[] =>
  identities.flatMap((identity) => readDisplay(identity).email ?? [])

function isSameAddress(one: Identity, other: Identity): boolean {
  const [first, second] = [readDisplay(one).email, readDisplay(other).email]
  return first !== undefined && second !== undefined && normalizeAddress(first) === normalizeAddress(second)
}
