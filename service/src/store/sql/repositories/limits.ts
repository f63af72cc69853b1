import type { Proofs, RateCount, Rates, Tickets, TicketUse } from '../../contract/limits.ts'
import type { Scope } from '../scope.ts'

export function createRates({ db }: Scope): Rates {
  return {
    async hit({ bucket, keyHash, windowMs, limit, now }) {
      const { start, end } = windowAt(now, windowMs)
      const { count } = await db
        .insertInto('rate')
        .values({ bucket, keyHash, windowStart: start, windowEnd: end, count: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['bucket', 'keyHash', 'windowStart'])
            .doUpdateSet((rate) => ({ count: rate('rate.count', '+', 1) })),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
      return toCount(count, count <= limit, end - now)
    },

    async read({ bucket, keyHash, windowMs, limit, now }) {
      const { start, end } = windowAt(now, windowMs)
      const row = await db
        .selectFrom('rate')
        .select('count')
        .where('bucket', '=', bucket)
        .where('keyHash', '=', keyHash)
        .where('windowStart', '=', start)
        .executeTakeFirst()
      const count = row?.count ?? 0
      return toCount(count, count < limit, end - now)
    },

    async reset(bucket, keyHash) {
      await db.deleteFrom('rate').where('bucket', '=', bucket).where('keyHash', '=', keyHash).execute()
    },

    async space({ bucket, keyHash, spacingMs, now }) {
      const freeAt = now + spacingMs
      const started = await db
        .insertInto('cooldown')
        .values({ bucket, keyHash, freeAt })
        .onConflict((conflict) =>
          conflict
            .columns(['bucket', 'keyHash'])
            .doUpdateSet({ freeAt })
            // A wait longer than the spacing was left by a clock that has been set back since.
            .where((cooldown) =>
              cooldown.or([cooldown('cooldown.freeAt', '<=', now), cooldown('cooldown.freeAt', '>', freeAt)]),
            ),
        )
        .returning('freeAt')
        .executeTakeFirst()
      if (started) return { isAllowed: true, retryAfterMs: spacingMs }
      const row = await db
        .selectFrom('cooldown')
        .select('freeAt')
        .where('bucket', '=', bucket)
        .where('keyHash', '=', keyHash)
        .executeTakeFirst()
      return { isAllowed: false, retryAfterMs: Math.max(1, (row?.freeAt ?? freeAt) - now) }
    },
  }
}

function windowAt(now: number, windowMs: number): { start: number; end: number } {
  const start = now - (now % windowMs)
  return { start, end: start + windowMs }
}

const toCount = (count: number, isAllowed: boolean, retryAfterMs: number): RateCount => ({
  count,
  isAllowed,
  retryAfterMs,
})

export function createTickets({ db }: Scope): Tickets {
  return {
    async issue(ticket) {
      await db.insertInto('ticket').values(ticket).execute()
    },

    async isLive({ ticketHash, purpose, subject, now }: TicketUse) {
      const found = await db
        .selectFrom('ticket')
        .select('ticketHash')
        .where('ticketHash', '=', ticketHash)
        .where('purpose', '=', purpose)
        .where('subject', '=', subject)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return found !== undefined
    },

    async consume({ ticketHash, purpose, subject, now }) {
      const used = await db
        .deleteFrom('ticket')
        .where('ticketHash', '=', ticketHash)
        .where('purpose', '=', purpose)
        .where('subject', '=', subject)
        .where('expiresAt', '>', now)
        .returning('ticketHash')
        .executeTakeFirst()
      return used !== undefined
    },
  }
}

export function createProofs({ db }: Scope): Proofs {
  return {
    async remember(proofHash, expiresAt) {
      const first = await db
        .insertInto('proof')
        .values({ proofHash, expiresAt })
        .onConflict((conflict) => conflict.column('proofHash').doNothing())
        .returning('proofHash')
        .executeTakeFirst()
      return first !== undefined
    },
  }
}
