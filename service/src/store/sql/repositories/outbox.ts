import type { Selectable } from 'kysely'
import type { ClaimedMail, Outbox } from '../../contract/outbox.ts'
import { bytesOf, type Db, type Schema } from '../schema.ts'
import { atomically, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

export function createOutbox(scope: Scope): Outbox {
  const { db, keyring, engine } = scope
  return {
    async add({ id, kind, to, body, notBefore, expiresAt }) {
      await db
        .insertInto('outbox')
        .values({
          id,
          kind,
          recipient: await keyring.seal(db, placeIn('outbox', { id, kind }, 'recipient'), to),
          body: await keyring.seal(db, placeIn('outbox', { id, kind }, 'body'), body),
          notBefore,
          expiresAt,
        })
        .execute()
    },

    claim: ({ now, leaseMs, limit }) =>
      atomically(scope, async (inner) => {
        // Skips rows that another process is claiming.
        const due = unsettled(inner.db)
          .select('id')
          .where('notBefore', '<=', now)
          .where('expiresAt', '>', now)
          .orderBy('notBefore')
          .limit(limit)
          .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
        const rows = await inner.db
          .updateTable('outbox')
          .set((mail) => ({ notBefore: now + leaseMs, tries: mail('tries', '+', 1) }))
          .where('id', 'in', due)
          .returningAll()
          .execute()
        const mails: ClaimedMail[] = []
        for (const row of rows) mails.push(await toMail(inner, row))
        return mails
      }),

    async markSent(mailId, now) {
      await settle(db, mailId).set({ sentAt: now }).execute()
    },

    async postpone(mailId, notBefore) {
      await db.updateTable('outbox').set({ notBefore }).where('id', '=', mailId).where('sentAt', 'is', null).execute()
    },

    async giveUp(mailId, now) {
      await settle(db, mailId).set({ givenUpAt: now }).execute()
    },

    async pending(now) {
      const { mails } = await unsettled(db)
        .where('expiresAt', '>', now)
        .select(({ fn }) => fn.countAll<number>().as('mails'))
        .executeTakeFirstOrThrow()
      return mails
    },
  }
}

const unsettled = (db: Db) => db.selectFrom('outbox').where('sentAt', 'is', null).where('givenUpAt', 'is', null)

const settle = (db: Db, mailId: string) =>
  db.updateTable('outbox').set({ recipient: null, body: null }).where('id', '=', mailId)

async function toMail({ db, keyring }: Scope, row: Selectable<Schema['outbox']>): Promise<ClaimedMail> {
  const { id, kind, recipient, body, tries } = row
  if (!recipient || !body) throw new Error('A settled email was claimed')
  return {
    id,
    kind,
    tries,
    to: await keyring.open(db, placeIn('outbox', row, 'recipient'), bytesOf(recipient)),
    body: await keyring.open(db, placeIn('outbox', row, 'body'), bytesOf(body)),
  }
}
