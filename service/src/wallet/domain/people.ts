/** What a signed-in user can see (account, devices, log), and ways to end sessions. */
import type { ResponseOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { Refusal } from '../refusal.ts'
import { createAuditWriter } from './audit.ts'
import type { Signed } from './caller.ts'
import type { WalletContext } from './context.ts'
import { custodyLevel } from './custody-level.ts'
import { shownLogin } from './identities.ts'
import { addressesOf } from './replacements.ts'
import { requireFreshLogin } from './sessions.ts'
import { answerMethod } from './wallets.ts'

type Answer<N extends keyof WalletEndpoints> = Promise<ResponseOf<WalletEndpoints, N>>

export function createPeople({ store, lookup, outside, settings }: WalletContext) {
  const audit = createAuditWriter(lookup)

  return {
    async user({ live: { session } }: Signed): Answer<'user'> {
      const [primary] = await store.accounts.identities(session.userId)
      const wallet = await store.wallets.findActive(session.userId)
      const kitMadeAt = wallet && (await store.audit.lastOfUser(session.userId, 'kit.made'))
      const methods = wallet ? (await store.recoveryMethods.ofWallet(wallet.id)).map(answerMethod) : []
      return {
        userId: session.userId,
        ...(primary ? shownLogin(primary) : {}),
        ...(wallet
          ? {
              addresses: addressesOf(wallet),
              // Recomputed, not as last stored: the operator's settings may have changed.
              custodyLevel: custodyLevel({ methods, isRecoveryApart: settings.isRecoveryApart }),
              // One of an earlier wallet does not count.
              ...(kitMadeAt !== undefined && kitMadeAt >= wallet.createdAt && { kitMadeAt }),
            }
          : {}),
      }
    },

    async devices({ live: { session } }: Signed): Answer<'devices'> {
      const all = await store.devices.ofUser(session.userId)
      return {
        devices: all
          .filter(({ status }) => status === 'ACTIVE')
          .map(({ id, label, topOrigin, createdAt, lastSeen }) => ({
            deviceId: id,
            label,
            hostOrigin: topOrigin,
            createdAt,
            lastSeen,
            isCurrent: id === session.deviceId,
          })),
      }
    },

    async revoke({ live, caller }: Signed, deviceId: string): Answer<'deviceRevoke'> {
      const { userId, deviceId: own } = live.session
      const now = outside.now()
      if (deviceId !== own) requireFreshLogin(live, now)
      await store.transaction(async (tx) => {
        if (!(await tx.devices.revoke({ deviceId, userId, now }))) throw new Refusal('NOT_FOUND')
        await audit(tx.audit, caller, { event: 'device.revoked', userId, deviceId: own }, now)
      })
      return { ok: true }
    },

    async signOut({ live, caller }: Signed, allDevices: boolean): Answer<'signOut'> {
      const { userId, deviceId, familyId } = live.session
      const now = outside.now()
      await store.transaction(async (tx) => {
        if (allDevices) await tx.sessions.revokeAll(userId, now)
        else await tx.sessions.revokeFamily(familyId, now)
        await audit(tx.audit, caller, { event: 'session.ended', userId, deviceId, detail: { allDevices } }, now)
      })
      return { ok: true }
    },

    async log({ live: { session } }: Signed, before: number | undefined): Answer<'audit'> {
      const limit = serviceLimits.auditPage
      const rows = await store.audit.ofUser(session.userId, { limit, ...(before === undefined ? {} : { before }) })
      return { entries: rows.map(({ seq, at, event, deviceId }) => ({ seq, at, event, deviceId: deviceId ?? null })) }
    },
  }
}
