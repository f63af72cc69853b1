/**
 * Tickets for the export of secrets. Guarantees: a ticket needs a fresh login, and is refused for a day after the logins of
 * the account have changed, so that a stolen session cannot add a login of its own and export at once; each ticket is in the user's log and in an email
 * before it leaves. The ticket is the device's authentication share, sealed for one export: without it, the Key Worker has no secret text.
 */
import type { RequestOf, ResponseOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { ExportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { exportPlaceText, sealingInfo } from '@airlock/protocol/wallet-service/texts.ts'
import { Refusal } from '../refusal.ts'
import type { Signed } from './caller.ts'
import { createTools, type WalletContext } from './context.ts'
import { sealTo } from './sealing.ts'
import { requireFreshLogin } from './sessions.ts'
import { createSettled } from './settled.ts'

type Request = RequestOf<ExportEndpoints, 'exportTicket'>
type Answer = ResponseOf<ExportEndpoints, 'exportTicket'>

export function createExports(context: WalletContext) {
  const { store, outside } = context
  const { rates, audit, notices } = createTools(context)
  const settled = createSettled(store)

  return {
    async ticket(who: Signed, { walletId, what, recipient }: Request): Promise<Answer> {
      const now = outside.now()
      const { session, device } = who.live
      requireFreshLogin(who.live, now)
      await settled.requireSameLogins(session.userId, now)
      const wallet = await store.wallets.findNamed(session.userId, walletId)
      if (wallet?.status !== 'ACTIVE' || wallet.replacedAt !== undefined) throw new Refusal('WALLET_UNKNOWN')
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
        const event = what === 'kit' ? 'kit.made' : what === 'rotation' ? 'rotation.started' : 'key.exported'
        await audit(tx.audit, who.caller, { event, userId, deviceId, detail: { what } }, now)
        const mail = { kind: 'exported', what, ...notices.from(who.live, who.caller) } as const
        await notices.tellAll(tx, userId, mail, now)
      })
      return { ticket: { ...place, what, sealedTicket }, expiresIn: serviceLimits.exportTicketLifetime }
    },
  }
}
