import { sql } from 'kysely'
import type { Proofs, RateCount, RateRule, Rates } from '../../contract/limits.ts'
import type { Scope } from '../scope.ts'

/** Slots per window: more slots free capacity sooner, but cost a row each. */
const slotsPerWindow = 8

export function createRates({ db }: Pick<Scope, 'db'>): Rates {
  /** Slots that overlap the window before `now`, and those written by a clock ahead of this one. */
  const within = ({ bucket, keyHash, windowMs, now }: RateRule) =>
    db
      .selectFrom('rate')
      .where('bucket', '=', bucket)
      .where('keyHash', '=', keyHash)
      .where('windowStart', '>', now - windowMs - slotMs(windowMs))
      .where('windowStart', '<', now + windowMs)

  const read = async (rule: RateRule): Promise<RateCount> => {
    const slots = await within(rule).select(['windowStart', 'count']).orderBy('windowStart').execute()
    const count = slots.reduce((sum, slot) => sum + slot.count, 0)
    return { count, isAllowed: count < rule.limit, retryAfterMs: waitFor(rule, slots, count) }
  }

  const raise = async (rule: RateRule, bound: number | undefined): Promise<boolean> => {
    const { bucket, keyHash, windowMs, now, units = 1 } = rule
    const start = now - (now % slotMs(windowMs))
    const end = start + slotMs(windowMs) + windowMs
    // Summed in the counting statement. The raised slot is read again under its lock; the others no longer change.
    const others = within(rule)
      .where('windowStart', '!=', start)
      .select(({ fn }) => fn.coalesce(fn.sum<number>('count'), sql<number>`0`).as('sum'))
    const own = within(rule)
      .where('windowStart', '=', start)
      .select(({ fn }) => fn.coalesce(fn.sum<number>('count'), sql<number>`0`).as('sum'))
    const limit = sql<number>`CAST(${bound ?? Number.MAX_SAFE_INTEGER} AS BIGINT)`
    const counted = await db
      .insertInto('rate')
      .columns(['bucket', 'keyHash', 'windowStart', 'windowEnd', 'count'])
      .expression(
        db
          .selectNoFrom([
            sql<string>`CAST(${bucket} AS TEXT)`.as('bucket'),
            sql<string>`CAST(${keyHash} AS TEXT)`.as('keyHash'),
            sql<number>`CAST(${start} AS BIGINT)`.as('windowStart'),
            sql<number>`CAST(${end} AS BIGINT)`.as('windowEnd'),
            sql<number>`CAST(${units} AS BIGINT)`.as('count'),
          ])
          .where(sql<boolean>`(${others}) + (${own}) + ${units} <= ${limit}`),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['bucket', 'keyHash', 'windowStart'])
          .doUpdateSet((rate) => ({ count: rate('rate.count', '+', units) }))
          .where(sql<boolean>`${sql.ref('rate.count')} + (${others}) + ${units} <= ${limit}`),
      )
      .returning('count')
      .executeTakeFirst()
    return counted !== undefined
  }

  return {
    async hit(rule) {
      const isAllowed = await raise(rule, rule.limit)
      return { ...(await read(rule)), isAllowed }
    },
    async add(rule) {
      await raise(rule, undefined)
      return read(rule)
    },
    read,

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
            // A wait longer than the spacing comes from a clock that has been set back since.
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

const slotMs = (windowMs: number): number => Math.ceil(windowMs / slotsPerWindow)

/** Time until enough of the oldest slots have left the window to allow one more. */
function waitFor(
  { windowMs, limit, now }: RateRule,
  slots: readonly { readonly windowStart: number; readonly count: number }[],
  count: number,
): number {
  let left = count
  for (const slot of slots) {
    if (left < limit) return 0
    left -= slot.count
    if (left < limit) return Math.max(1, slot.windowStart + slotMs(windowMs) + windowMs - now)
  }
  return 0
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
