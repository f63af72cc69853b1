/**
 * Tickets for the export of secrets. Guarantees: a ticket needs a fresh login, and is refused for a day after a login was added to the
 * account, so that a stolen session cannot add a login of its own and export at once; each ticket is in the user's log and in an email
 * before it leaves. The ticket is the device's authentication share, sealed for one export: without it, the Key Worker has no secret text.
 */
import type { ResponseOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { ExportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { ExportKind } from '@airlock/protocol/wallet-service/shapes.ts'
import { exportPlaceText, sealingInfo } from '@airlock/protocol/wallet-service/texts.ts'
import type { Repositories } from '../../store/store.ts'
import { mailBody } from '../mail/texts.ts'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import { createAuditWriter } from './audit.ts'
import { coarsePlace } from './client.ts'
import type { WalletContext } from './context.ts'
import { encodeText, readDisplay } from './identities.ts'
import { createRateKeeper, day } from './rates.ts'
import { sealTo } from './sealing.ts'
import { requireFreshLogin } from './sessions.ts'
import type { Signed } from './wallets.ts'

export type Exports = {
  readonly ticket: (
    who: Signed,
    request: { readonly walletId: string; readonly what: ExportKind; readonly recipient: string },
  ) => Promise<ResponseOf<ExportEndpoints, 'exportTicket'>>
}

export function createExports({ store, lookup, outside, settings }: WalletContext): Exports {
  const rates = createRateKeeper(store, lookup, settings.limits)
  const audit = createAuditWriter(lookup)

  return {
    async ticket(who, { walletId, what, recipient }) {
      const now = outside.now()
      const { session, device } = who.live
      requireFreshLogin(who.live, now)
      await requireSettledLogins(session.userId, now)
      const wallet = await store.wallets.findNamed(session.userId, walletId)
      if (wallet?.status !== 'ACTIVE') throw new Refusal('WALLET_UNKNOWN')
      const sets = await store.shareSets.ofWallet(wallet.id)
      const mine = sets.find(({ deviceId, status }) => deviceId === device.id && status === 'ACTIVE')
      const set = mine && (await store.shareSets.find(wallet.id, mine.id))
      if (!set) throw new Refusal('SHARE_SET_UNKNOWN')
      await rates.hit('exportsOfUserPerHour', session.userId, now)
      const place = { walletId: wallet.name, setId: set.id, keyVersion: set.keyVersion }
      const sealedTicket = await sealTo(recipient, {
        info: sealingInfo.exportTicket,
        place: exportPlaceText(place, what),
        open: set.authShare,
      })
      await store.transaction(async (tx) => {
        const { userId, deviceId } = session
        const event = what === 'kit' ? 'kit.made' : 'key.exported'
        await audit(tx.audit, who.caller, { event, userId, deviceId, detail: { what } }, now)
        await tell(tx, who, what, now)
      })
      return { ticket: { ...place, what, sealedTicket }, expiresIn: serviceLimits.exportTicketLifetime }
    },
  }

  /** @throws {Refusal} COOLING_OFF. The login with which the account began does not count. */
  async function requireSettledLogins(userId: string, now: number): Promise<void> {
    const user = await store.accounts.find(userId)
    const identities = await store.accounts.identities(userId)
    const added = identities.map(({ verifiedAt }) => verifiedAt).filter((at) => user && at > user.createdAt)
    const wait = Math.max(0, ...added) + serviceLimits.exportWait * 1000 - now
    if (wait > 0) throw new Refusal('COOLING_OFF', { retryAfterMs: wait })
  }

  /** To every address of the account, because one of them may be in other hands. */
  async function tell(tx: Repositories, { live, caller }: Signed, what: ExportKind, now: number): Promise<void> {
    const { session, device } = live
    const place = coarsePlace(caller.address, settings.publicUrl)
    const mail = { kind: 'exported', what, hostOrigin: device.topOrigin, label: device.label, place } as const
    const identities = await tx.accounts.identities(session.userId)
    for (const to of new Set(identities.flatMap((identity) => readDisplay(identity).email ?? [])))
      await tx.outbox.add({
        id: newId(outside),
        kind: mail.kind,
        to: encodeText(to),
        body: mailBody(mail),
        notBefore: now,
        expiresAt: now + day,
      })
  }
}
