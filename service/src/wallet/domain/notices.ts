/** Emails that tell the user what was done to the account, to its addresses, because one of them may be in other hands. */
import type { LiveSession } from '../../store/contract/sessions.ts'
import type { Repositories } from '../../store/store.ts'
import { type MailText, mailBody } from '../mail/texts.ts'
import { newId, type Outside } from '../outside.ts'
import type { Caller } from './caller.ts'
import { coarsePlace } from './client.ts'
import { encodeText, readDisplay } from './identities.ts'
import { day } from './rates.ts'

export type Notices = {
  readonly send: (tx: Repositories, to: string, mail: MailText, now: number, expiresAt?: number) => Promise<void>
  /** To every address of the account, as it is within the transaction. */
  readonly tellAll: (
    tx: Repositories,
    userId: string,
    mail: MailText,
    now: number,
    options?: { readonly except?: string | undefined },
  ) => Promise<void>
  /** Site, browser and place of a device. */
  readonly from: (
    live: LiveSession,
    caller: Caller,
  ) => { readonly hostOrigin: string; readonly label: string; readonly place: string }
}

export function createNotices(outside: Outside, publicUrl: string): Notices {
  const send: Notices['send'] = async (tx, to, mail, now, expiresAt = now + day) => {
    const id = newId(outside)
    await tx.outbox.add({ id, kind: mail.kind, to: encodeText(to), body: mailBody(mail), notBefore: now, expiresAt })
  }
  return {
    send,
    async tellAll(tx, userId, mail, now, { except } = {}) {
      const identities = await tx.accounts.identities(userId)
      for (const to of new Set(identities.flatMap((identity) => readDisplay(identity).email ?? [])))
        if (to !== except) await send(tx, to, mail, now)
    },
    from: ({ device }, { address }) => ({
      hostOrigin: device.topOrigin,
      label: device.label,
      place: coarsePlace(address, publicUrl),
    }),
  }
}
