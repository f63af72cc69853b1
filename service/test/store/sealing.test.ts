/** Values in the database are sealed, bound to their place, under keys that can be changed. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKek, type Kek } from '@airlock/service/crypto/kek.ts'
import { isStoreError } from '@airlock/service/store/errors.ts'
import { checkStore } from '@airlock/service/store/maintenance/check.ts'
import { changeDataKeys, changeKek } from '@airlock/service/store/maintenance/keys.ts'
import { openStore } from '@airlock/service/store/open.ts'
import { sealed } from '@airlock/service/store/sql/schema.ts'
import type { Store } from '@airlock/service/store/store.ts'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bytesIn, firstValue, rowsOf } from './raw.ts'
import { addWallet, auditRow, code, encode, flow, id, identity, minute, now, text } from './records.ts'

let folder: string
let file: string
let kek: Kek
let store: Store
let raw: Libsql.Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airlock-sealing-'))
  file = join(folder, 'wallet.db')
  kek = createKek(randomBytes(32))
  store = await openStore({ place: { file }, kek })
  raw = new Libsql(file)
  raw.pragma('synchronous = OFF')
})
afterEach(async () => {
  raw.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

async function addEverything() {
  const { userId, device, wallet } = await addWallet(store)
  const { formerId, formerHash } = await addFormer(userId)
  const smartId = id()
  const smart = { id: smartId, userId, content: encode('{}'), createdAt: now, expiresAt: now + minute }
  await store.smartSessions.add({ ...smart, max: 10 })
  const started = await store.flows.create(flow())
  await store.codes.issue(code(started.id))
  const mailId = id()
  const mail = { id: mailId, kind: 'code', to: encode('alice@example.org'), body: encode('code 123456') }
  await store.outbox.add({ ...mail, notBefore: now, expiresAt: now + 10 * minute })
  return { userId, device, wallet, flowId: started.id, mailId, formerId, formerHash, smartId }
}

/** A login that was added to the account and removed again. */
async function addFormer(userId: string) {
  const [formerId, formerHash] = [id(), id()]
  const added = { ...identity(), userId, identityId: formerId, now: now + 1 }
  await store.accounts.addIdentity({ ...added, max: 10 })
  await store.accounts.removeIdentity({ userId, identityId: formerId, tokenHash: formerHash, now, heldMs: minute })
  return { formerId, formerHash }
}

const read = {
  identity: async (one: Everything) => store.accounts.identities(one.userId),
  former_identity: async (one: Everything) => store.accounts.findFormer(one.formerHash, now),
  smart_session: async (one: Everything) => store.smartSessions.ofUser(one.userId),
  flow: async (one: Everything) => store.flows.find(one.flowId, now),
  share_set: async (one: Everything) => store.shareSets.ofDevice(one.wallet.id, one.device.id),
  recovery_method: async (one: Everything) => store.recoveryMethods.ofWallet(one.wallet.id),
  outbox: async (one: Everything) => {
    const mails = await store.outbox.claim({ now, leaseMs: 0, limit: 10 })
    if (!mails.some((mail) => mail.id === one.mailId)) throw new Error('the email is not there')
  },
}
type Everything = Awaited<ReturnType<typeof addEverything>>
const columns = [
  ['identity', 'display'],
  ['former_identity', 'display'],
  ['smart_session', 'content'],
  ['flow', 'payload'],
  ['share_set', 'auth_share'],
  ['recovery_method', 'wrapped_r'],
  ['outbox', 'recipient'],
  ['outbox', 'body'],
] as const

const idsOf = (one: Everything) => ({
  identity: String(firstValue(raw, 'SELECT id AS v FROM identity WHERE user_id = ?', [one.userId])),
  former_identity: one.formerId,
  smart_session: one.smartId,
  flow: one.flowId,
  share_set: one.wallet.shareSet.id,
  recovery_method: one.wallet.methods[0]?.id ?? '',
  outbox: one.mailId,
})
/** Reviewed here, so that no column is lost from the table of the source without notice. */
const bound = {
  identity: ['id', 'userId', 'issuer', 'subjectHash'],
  formerIdentity: ['id', 'userId', 'issuer', 'subjectHash'],
  flow: ['id', 'jkt'],
  shareSet: ['id', 'walletId', 'deviceId', 'keyVersion'],
  recoveryMethod: ['id', 'walletId'],
  escrow: ['id', 'walletId', 'addressHash'],
  smartSession: ['id', 'userId', 'createdAt', 'expiresAt'],
  outbox: ['id', 'kind'],
}
const inSql = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const boundColumns = Object.entries(bound).flatMap(([table, columns]) =>
  columns.map((column) => [table, column] as const),
)
const other = (value: unknown) => (typeof value === 'number' ? value + 1 : `${String(value)}0`)

const broken = (error: unknown) => isStoreError(error, 'SEAL_BROKEN')

describe('the database', () => {
  test('holds no email address, no code, no share and no wrapped secret in the clear [A5]', async () => {
    const { wallet } = await addEverything()
    raw.pragma('wal_checkpoint(TRUNCATE)')
    const stored = readFileSync(file)
    expect(stored.includes(wallet.evmAddress)).toBe(true)
    for (const secret of ['alice@example.org', '123456', wallet.shareSet.authShare, wallet.methods[0]?.wrappedR ?? ''])
      expect(stored.includes(Buffer.from(secret))).toBe(false)
  })

  test.each(columns)('%s.%s: every flipped byte shows [A19]', async (table, column) => {
    const one = await addEverything()
    const rowId = idsOf(one)[table]
    const value = bytesIn(firstValue(raw, `SELECT ${column} AS v FROM ${table} WHERE id = ?`, [rowId]))
    await expect(read[table](one)).resolves.not.toThrow()
    const write = raw.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`)
    for (let index = 0; index < value.length; index += 1) {
      const flipped = Buffer.from(value)
      flipped.writeUInt8(flipped.readUInt8(index) ^ 1, index)
      write.run([flipped, rowId])
      await expect(read[table](one)).rejects.toSatisfy(broken)
    }
  })

  test.each(columns)('%s.%s: a value of another row shows [A19]', async (table, column) => {
    const [one, other] = [await addEverything(), await addEverything()]
    const [mine, theirs] = [idsOf(one)[table], idsOf(other)[table]]
    raw
      .prepare(`UPDATE ${table} SET ${column} = (SELECT ${column} FROM ${table} WHERE id = ?) WHERE id = ?`)
      .run([theirs, mine])
    await expect(read[table](one)).rejects.toSatisfy(broken)
  })

  test('a row moved to another account, wallet or device is detected [A19]', async () => {
    const [one, other] = [await addEverything(), await addEverything()]
    const [mine, theirs] = [idsOf(one), idsOf(other)]
    raw
      .prepare('UPDATE share_set SET status = ? , auth_share = NULL, recovery_sealed = NULL WHERE id = ?')
      .run(['REVOKED', theirs.share_set])
    raw
      .prepare('UPDATE share_set SET wallet_id = ?, device_id = ? WHERE id = ?')
      .run([other.wallet.id, other.device.id, mine.share_set])
    await expect(read.share_set(other)).rejects.toSatisfy(broken)
    raw.prepare('UPDATE recovery_method SET wallet_id = ? WHERE id = ?').run([other.wallet.id, mine.recovery_method])
    await expect(read.recovery_method(other)).rejects.toSatisfy(broken)
    raw.prepare('UPDATE identity SET is_primary = 0 WHERE id = ?').run([mine.identity])
    raw.prepare('UPDATE identity SET user_id = ? WHERE id = ?').run([other.userId, mine.identity])
    await expect(read.identity(other)).rejects.toSatisfy(broken)
  })

  test('every sealed value is bound to the columns that say whose it is [C343] [A19]', () => {
    expect(Object.fromEntries(Object.entries(sealed).map(([table, { bound }]) => [table, [...bound]]))).toEqual(bound)
  })

  test.each(boundColumns)(
    '%s.%s: a sealed value whose row names something else shows [C343] [A19]',
    async (table, column) => {
      const { wallet } = await addEverything()
      const share = { methodId: wallet.methods[0]?.id ?? '', walletId: wallet.id, addressHash: id() }
      await store.escrows.put({ ...share, deviceHash: id(), share: encode('half'), isAgreed: true, now })
      const closed = async () =>
        (await checkStore({ file }, kek)).problems.filter((problem) => problem.includes('does not open'))
      expect(await closed()).toEqual([])
      raw.pragma('foreign_keys = OFF')
      const [rows, name] = [inSql(table), inSql(column)]
      const values = rowsOf(raw, `SELECT ${name} AS v FROM ${rows}`)
      expect(values).not.toEqual([])
      for (const { v } of values) raw.prepare(`UPDATE ${rows} SET ${name} = ? WHERE ${name} = ?`).run([other(v), v])
      expect((await closed()).join()).toMatch(new RegExp(`${table}\\.\\w+ of `))
    },
  )

  test('the log can be added to, and not changed', async () => {
    await store.audit.append(auditRow('service.started'))
    expect(() => raw.exec("UPDATE audit SET event = 'nothing.happened'")).toThrow('append-only')
    expect(() => raw.exec('DELETE FROM audit')).toThrow('append-only')
  })
})

describe('keys', () => {
  const sealedWith = () => rowsOf(raw, 'SELECT hex(substr(auth_share, 2, 16)) AS v FROM share_set').map(({ v }) => v)

  test('another KEK does not open the store, and nothing starts', async () => {
    await addEverything()
    const other = createKek(randomBytes(32))
    await expect(openStore({ place: { file }, kek: other })).rejects.toSatisfy((error) =>
      isStoreError(error, 'BAD_SECRET'),
    )
    await expect(checkStore({ file }, other)).rejects.toSatisfy((error) => isStoreError(error, 'BAD_SECRET'))
  })

  test('after a change of the KEK the new one opens everything, the old one nothing, and no sealed value was written', async () => {
    const one = await addEverything()
    const before = firstValue(raw, 'SELECT hex(auth_share) AS v FROM share_set')
    const next = createKek(randomBytes(32))
    expect(await changeKek({ file }, kek, next)).toEqual({ rewrapped: 8 })
    expect(firstValue(raw, 'SELECT hex(auth_share) AS v FROM share_set')).toBe(before)
    await expect(openStore({ place: { file }, kek })).rejects.toSatisfy((error) => isStoreError(error, 'BAD_SECRET'))
    const reopened = await openStore({ place: { file }, kek: next })
    const set = await reopened.shareSets.ofDevice(one.wallet.id, one.device.id)
    expect(set?.authShare).toEqual(one.wallet.shareSet.authShare)
    await reopened.close()
  })

  test('after a change of the data keys everything is sealed under new ones, and a running process goes on', async () => {
    const one = await addEverything()
    const old = sealedWith()
    expect(await changeDataKeys({ file }, kek)).toEqual({ resealed: 8 })
    expect(sealedWith()).not.toEqual(old)
    // This store still has the old keys in memory and has never loaded the new ones.
    for (const table of ['identity', 'former_identity', 'flow', 'share_set', 'recovery_method', 'outbox'] as const)
      await expect(read[table](one)).resolves.not.toThrow()
    const late = await addEverything()
    expect(new Set(sealedWith()).size).toBe(2)
    expect(await changeDataKeys({ file }, kek)).toEqual({ resealed: 16 })
    expect(new Set(sealedWith()).size).toBe(1)
    expect(text((await store.accounts.identities(late.userId))[0]?.display ?? new Uint8Array())).toBe(
      'alice@example.org',
    )
  })
})
