/** Several processes on one database, processes that die, and databases that cannot be used: faults of storage. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKek } from '@airlock/service/crypto/kek.ts'
import { verifyAudit } from '@airlock/service/store/audit-chain.ts'
import { isStoreError } from '@airlock/service/store/errors.ts'
import { checkStore } from '@airlock/service/store/maintenance/check.ts'
import { openDatabase, openStore, type Place } from '@airlock/service/store/open.ts'
import { migrate, migrations } from '@airlock/service/store/sql/migrate.ts'
import { sql } from 'kysely'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Child, startChild } from '../support/children.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { buildProgram, type Program, storeChild } from '../support/program.ts'
import { firstValue } from './raw.ts'
import { addDevice, addUser, code, flow, wallet } from './records.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-processes-'))
const kekBytes = randomBytes(32)
const kek = createKek(kekBytes)
const bin = findPostgres()
if (bin === undefined) console.warn('PostgreSQL is not installed: its faults were left out of this run.')
/** Time limit for starting a server and creating its first database on a busy machine. */
const startMs = 120_000
let server: PostgresServer | undefined
let program: Program
let files = 0
const places: Readonly<Record<'SQLite' | 'PostgreSQL', () => Place>> = {
  SQLite() {
    files += 1
    return { file: join(folder, `wallet-${files}.db`) }
  },
  PostgreSQL: () => ({ url: server?.createDatabase() ?? '' }),
}
const start = (job: string, place: Place, rest: readonly string[] = [], shell?: string): Child =>
  startChild(
    program.file,
    [job, JSON.stringify(place), kekBytes.toString('hex'), ...rest],
    shell === undefined ? {} : { shell },
  )
const unavailable = (error: unknown) => isStoreError(error, 'UNAVAILABLE') && error.retryAfterMs === 2_000

beforeAll(async () => {
  program = await buildProgram(storeChild)
  if (bin !== undefined) server = await startPostgres(bin)
}, startMs)
afterAll(async () => {
  await server?.stop()
  program.remove()
  rmSync(folder, { recursive: true })
}, startMs)

describe.each(['SQLite', 'PostgreSQL'] as const)('%s', (name) => {
  const testHere = name === 'PostgreSQL' ? test.skipIf(bin === undefined) : test

  testHere(
    'two processes evaluate five tries of a code, use it once, and activate one wallet [A9, A10, F4]',
    async () => {
      const place = places[name]()
      const store = await openStore({ place, kek })
      const { userId } = await addUser(store)
      const device = await addDevice(store, userId)
      const candidates = [wallet(userId, device.id), wallet(userId, device.id), wallet(userId, device.id)]
      for (const candidate of candidates) await store.wallets.create(candidate)
      const { id: flowId } = await store.flows.create(flow())
      const issued = code(flowId)
      await store.codes.issue(issued)

      const ids = [flowId, issued.codeId, userId, ...candidates.map((candidate) => candidate.id)]
      const children = [start('contend', place, ids), start('contend', place, ids)]
      await Promise.all(children.map((child) => child.until((said) => said.includes('ready'))))
      for (const child of children) child.tell()
      for (const child of children) expect(await child.ended).toMatchObject({ code: 0, errors: '' })

      const said = children.flatMap((child) => child.said.map((line) => JSON.stringify(line)))
      const count = (line: unknown) => said.filter((one) => one === JSON.stringify(line)).length
      expect(count({ tried: 'EVALUATE' })).toBe(5)
      expect(count({ tried: 'EVALUATE' }) + count({ tried: 'LOCKED' }) + count({ tried: 'CONSUMED' })).toBe(30)
      expect([count({ consumed: true }), count({ consumed: false })]).toEqual([1, 1])
      expect(count({ activated: 'ACTIVATED' })).toBe(1)
      expect(await verifyAudit(store.audit)).toMatchObject({ isIntact: true, head: { seq: 20 } })
      await store.close()
    },
  )

  testHere(
    'a process is killed between two writes: what it has answered is there, and nothing is half [F1]',
    async () => {
      const place = places[name]()
      await (await openStore({ place, kek })).close()
      const Answer = z.object({ walletId: z.string(), setId: z.string() })
      let answered = 0
      for (const enough of [1, 9]) {
        const child = start('signUp', place)
        await child.until((said) => said.length >= enough)
        child.kill()
        expect(await child.ended).toMatchObject({ signal: 'SIGKILL' })

        const store = await openStore({ place, kek })
        for (const line of child.said) {
          const { walletId, setId } = Answer.parse(line)
          expect(await store.wallets.find(walletId)).toMatchObject({ status: 'ACTIVE' })
          expect(await store.shareSets.find(walletId, setId)).toMatchObject({ status: 'ACTIVE' })
        }
        answered += child.said.length
        const { head } = z.object({ head: z.object({ seq: z.number() }) }).parse(await verifyAudit(store.audit))
        await store.close()
        const report = await checkStore(place, kek)
        // These tests make no real commitments, so problems with them are ignored.
        expect(report.problems.filter((problem) => !problem.includes('committed to'))).toEqual([])
        // The log has one row for every active wallet. At most one wallet per kill was committed without being reported.
        expect(report.activeWallets).toBe(head.seq)
        expect(report.activeWallets).toBeGreaterThanOrEqual(answered)
      }
    },
  )

  testHere(
    'a migration that dies half way leaves nothing, and is done by the next start; an older program refuses [F12]',
    async () => {
      const place = places[name]()
      await (await openStore({ place, kek })).close()
      const child = start('migrate', place)
      expect(await child.ended).toMatchObject({ signal: 'SIGKILL', errors: '' })
      expect(child.said).toEqual(['half way'])
      await (await openStore({ place, kek })).close()

      const database = openDatabase(place)
      const later = [...migrations, ['9999-long', () => ['CREATE TABLE half (n INTEGER NOT NULL)']] as const]
      await migrate(database.db, database.engine, later)
      await migrate(database.db, database.engine, later)
      await database.db.destroy()
      const older = openStore({ place, kek })
      await expect(older).rejects.toSatisfy((error) => isStoreError(error, 'SCHEMA_NEWER'))
    },
  )
})

test('wallets and halves of the schema before are found under the names that their devices know', async () => {
  const place = places.SQLite()
  const before = openDatabase(place)
  await migrate(before.db, before.engine, migrations.slice(0, 2))
  const { userId, walletId, methodId, addressHash } = {
    userId: randomUUID(),
    walletId: randomUUID(),
    methodId: randomUUID(),
    addressHash: randomUUID(),
  }
  const raw = new Libsql('file' in place ? place.file : '')
  raw.exec(`INSERT INTO user (id, status, created_at) VALUES ('${userId}', 'ACTIVE', 1)`)
  raw.exec(
    `INSERT INTO wallet (id, user_id, status, key_version, ciphertext, evm_address, evm_pub, sol_address, recovery_pub, created_at)
      VALUES ('${walletId}', '${userId}', 'ACTIVE', 1, x'00', '0x', '0x', 's', x'00', 1)`,
  )
  raw.exec(`INSERT INTO escrow VALUES ('${methodId}', '${walletId}', '${addressHash}', x'00', 1)`)
  await before.db.destroy()

  const store = await openStore({ place, kek })
  expect(await store.wallets.findNamed(userId, walletId)).toMatchObject({ id: walletId, status: 'ACTIVE' })
  // It throws: the row was found, but its seal belongs to another database.
  await expect(store.escrows.find({ methodId, walletId, addressHash })).rejects.toThrow()
  expect(await store.escrows.find({ methodId, walletId, addressHash: randomUUID() })).toBeUndefined()
  await store.close()
})

test('identities of the schema before are found, and can have the kinds of this one', async () => {
  const place = places.SQLite()
  const before = openDatabase(place)
  await migrate(before.db, before.engine, migrations.slice(0, 3))
  const [userId, subjectHash] = [randomUUID(), randomUUID()]
  const raw = new Libsql('file' in place ? place.file : '')
  raw.exec(`INSERT INTO user (id, status, created_at) VALUES ('${userId}', 'ACTIVE', 1)`)
  raw.exec(
    `INSERT INTO identity VALUES ('${randomUUID()}', '${userId}', 'email', 'email', '${subjectHash}', x'00', 1, 1)`,
  )
  await before.db.destroy()

  const store = await openStore({ place, kek })
  expect((await store.accounts.findByIdentity({ issuer: 'email', subjectHash }))?.id).toBe(userId)
  const openid = { kind: 'openid' as const, issuer: 'https://id.example', subjectHash, display: new Uint8Array([1]) }
  const added = { ...openid, userId, identityId: randomUUID(), max: 10, now: 2 }
  expect(await store.accounts.addIdentity(added)).toBe('ADDED')
  expect(raw.prepare('SELECT count(*) AS rows FROM identity').get()).toMatchObject({ rows: 2 })
  await store.close()
})

describe('SQLite in trouble [F3]', () => {
  test('a full disk is reported as one, changes nothing, and what was there can be read', async () => {
    const place = places.SQLite()
    // A limit on the file size simulates a full disk; in blocks of 1 kB.
    const child = start('fill', place, [], "trap '' XFSZ; ulimit -f 2000")
    const { errors } = await child.ended
    expect(errors).toBe('')
    const failed = z.object({ made: z.number(), error: z.literal('UNAVAILABLE') })
    expect(child.said.slice(0, -1).every((line) => failed.safeParse(line).success)).toBe(true)
    expect(child.said).toHaveLength(4)
    expect(child.said.at(-1)).toEqual({ user: true })
    const { made } = failed.parse(child.said[0])
    expect(made).toBeGreaterThan(1)

    const store = await openStore({ place, kek })
    const raw = new Libsql('file' in place ? place.file : '')
    const count = (table: string) => firstValue(raw, `SELECT count(*) AS v FROM ${table}`)
    expect([count('wallet'), count('share_set'), count('recovery_method')]).toEqual([made, made, made])
    raw.close()
    await store.close()
  })

  test('a file that another process holds is busy, and free again', async () => {
    const place = places.SQLite()
    const store = await openStore({ place, kek })
    const { userId } = await addUser(store)
    const child = start('lock', place)
    await child.until((said) => said.includes('locked'))
    await expect(addDevice(store, userId)).rejects.toSatisfy(unavailable)
    expect(await store.accounts.find(userId)).toBeDefined()
    child.tell()
    await child.until((said) => said.includes('free'))
    expect(await addDevice(store, userId)).toMatchObject({ status: 'ACTIVE' })
    await store.transaction((tx) => tx.accounts.setStatus(userId, 'BLOCKED'))
    await child.ended
    await store.close()
  })

  test('a folder that is not there, and a file that is no database', async () => {
    await expect(openStore({ place: { file: join(folder, 'nowhere', 'wallet.db') }, kek })).rejects.toSatisfy(
      unavailable,
    )
    const file = new URL('child.ts', import.meta.url).pathname
    await expect(checkStore({ file }, kek)).rejects.toSatisfy((error) => isStoreError(error, 'CORRUPT'))
  })
})

describe.skipIf(bin === undefined)('PostgreSQL in trouble [F3]', () => {
  test('a server that takes no writes is unavailable, and nothing is half', async () => {
    const place = places.PostgreSQL()
    const store = await openStore({ place, kek })
    const { userId } = await addUser(store)
    const { db } = openDatabase(place)
    const name = 'url' in place ? new URL(place.url).pathname.slice(1) : ''
    await sql`ALTER DATABASE ${sql.id(name)} SET default_transaction_read_only = on`.execute(db)
    await db.destroy()
    const reader = openStore({ place, kek })
    await expect(reader.then((one) => one.ping())).rejects.toSatisfy(unavailable)
    expect(await store.accounts.find(userId)).toBeDefined()
    await store.close()
  })

  test('a server that dies is unavailable, in a transaction too', async () => {
    const own = await startPostgres(bin ?? '')
    const store = await openStore({ place: { url: own.createDatabase() }, kek })
    const { userId } = await addUser(store)
    const inside = store.transaction(async (tx) => {
      await tx.accounts.lock(userId)
      await own.kill()
      await tx.accounts.setStatus(userId, 'BLOCKED')
    })
    await expect(inside).rejects.toSatisfy(unavailable)
    await expect(store.accounts.find(userId)).rejects.toSatisfy(unavailable)
    await expect(store.ping()).rejects.toSatisfy(unavailable)
    await store.close()
  })
})
