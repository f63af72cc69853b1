/** Backups, and what an operator's commands report about a store that was damaged, restored or tampered with. */
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commitmentText } from '@airlock/protocol/wallet-service/texts.ts'
import { runCli } from '@airlock/service/cli/run.ts'
import { createKek } from '@airlock/service/crypto/kek.ts'
import { verifyAudit } from '@airlock/service/store/audit-chain.ts'
import type { AuditHead } from '@airlock/service/store/contract/audit.ts'
import { backup } from '@airlock/service/store/maintenance/backup.ts'
import { checkStore } from '@airlock/service/store/maintenance/check.ts'
import { restore } from '@airlock/service/store/maintenance/restore.ts'
import { openStore } from '@airlock/service/store/open.ts'
import type { Store } from '@airlock/service/store/store.ts'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { production } from '../records.ts'
import { addDevice, addUser, auditRow, now, shareSet, wallet } from './records.ts'

const kekBytes = randomBytes(32)
const kek = createKek(kekBytes)
let folder: string
let file: string
let copy: string
let store: Store

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airlock-maintenance-'))
  file = join(folder, 'wallet.db')
  copy = join(folder, 'backup.db')
  store = await openStore({ place: { file }, kek })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Adds a wallet whose device has committed to its share, as real devices do. */
async function addWallet() {
  const { userId } = await addUser(store)
  const device = await addDevice(store, userId)
  const made = wallet(userId, device.id)
  made.shareSet.commitment = commit(made.name, made.shareSet)
  await store.wallets.create(made)
  await store.wallets.activate({ walletId: made.id, setId: made.shareSet.id, userId, keyVersion: 1, now })
  await log('wallet.activated')
  return { userId, device, wallet: made }
}

const commit = (walletId: string, set: ReturnType<typeof shareSet>): Uint8Array =>
  new Uint8Array(
    createHash('sha256')
      .update(commitmentText({ walletId, setId: set.id, keyVersion: set.keyVersion }))
      .update(set.authShare)
      .digest(),
  )

const log = (event: string) => store.audit.append(auditRow(event))

async function headOf(path: string): Promise<AuditHead> {
  const opened = await openStore({ place: { file: path }, kek })
  const head = await opened.audit.head()
  await opened.close()
  return head
}

/** Changes a copy of the store directly in the database, and checks it. */
async function checkAfter(sql: string) {
  const database = new Libsql(copy)
  database.exec('DROP TRIGGER IF EXISTS audit_no_update; DROP TRIGGER IF EXISTS audit_no_delete')
  database.exec(sql)
  database.close()
  return (await checkStore({ file: copy }, kek)).problems
}

describe('a backup', () => {
  test('opens although the store was in use, fits together and can be put in place', async () => {
    const first = await addWallet()
    await backup({ file }, copy)
    const after = await addWallet()
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const report = await checkStore({ file: copy }, kek)
    expect(report).toEqual({
      sealedValues: 3,
      activeWallets: 1,
      liveShareSets: 1,
      auditHead: await headOf(copy),
      problems: [],
    })
    const elsewhere = join(folder, 'restored.db')
    expect(await restore(copy, { file: elsewhere }, kek)).toEqual(report)
    const restored = await openStore({ place: { file: elsewhere }, kek })
    const set = await restored.shareSets.ofDevice(first.wallet.id, first.device.id)
    expect(set?.authShare).toEqual(first.wallet.shareSet.authShare)
    expect(await restored.wallets.find(after.wallet.id)).toBeUndefined()
    await restored.close()
    await expect(restore(copy, { file: elsewhere }, kek)).rejects.toThrow('is there')
    await expect(backup({ file }, copy)).rejects.toThrow('EEXIST')
  })

  test('is not put where an old log lies, nor taken from a store that has one', async () => {
    await addWallet()
    await backup({ file }, copy)
    const elsewhere = join(folder, 'elsewhere.db')
    for (const end of ['-wal', '-shm']) {
      writeFileSync(`${elsewhere}${end}`, 'of another store')
      await expect(restore(copy, { file: elsewhere }, kek)).rejects.toThrow(`elsewhere.db${end} is there`)
      rmSync(`${elsewhere}${end}`)
    }
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
    await expect(restore(file, { file: elsewhere }, kek)).rejects.toThrow('-wal is beside it')
    expect(existsSync(elsewhere)).toBe(false)
  })

  test('is older than a device: that device comes back, and the head of the log that was stored elsewhere shows the gap [F10]', async () => {
    const { userId, wallet: own } = await addWallet()
    await backup({ file }, copy)
    const later = await addDevice(store, userId)
    await store.shareSets.add({ ...shareSet(later.id), walletId: own.id, max: 20, now })
    await log('device.added')
    const kept = await store.audit.head()
    await store.close()

    store = await openStore({ place: { file: copy }, kek })
    expect(await verifyAudit(store.audit)).toMatchObject({ isIntact: true })
    expect(await verifyAudit(store.audit, kept)).toMatchObject({ isIntact: false, seq: kept.seq })
    expect(await store.devices.find(later.id)).toBeUndefined()
    // The device signs in again and stores a new split of the same K.
    const again = await addDevice(store, userId, later.jkt)
    const set = shareSet(again.id)
    expect(await store.shareSets.add({ ...set, walletId: own.id, max: 20, now })).toBe('ADDED')
    expect(await store.shareSets.activate({ setId: set.id, walletId: own.id, max: 20 })).toBe('ACTIVATED')
    expect(await store.wallets.findActive(userId)).toMatchObject({ evmAddress: own.evmAddress })
  })

  test.each([
    [
      'a sealed share',
      "UPDATE share_set SET auth_share = randomblob(length(auth_share)) WHERE status = 'ACTIVE'",
      'does not open',
    ],
    ['a commitment', 'UPDATE share_set SET commitment = randomblob(32)', 'committed to'],
    ['an audit row', "UPDATE audit SET event = 'nothing.happened' WHERE seq = 2", 'Audit row 2: it was changed'],
    ['an audit row that is gone', 'DELETE FROM audit WHERE seq = 2', 'Audit row 2: the row is missing'],
    ['the end of the log', 'DELETE FROM audit WHERE seq = 3', 'Audit row 3: the log does not end where its head says'],
    ['a reference', "PRAGMA foreign_keys = OFF; UPDATE share_set SET wallet_id = 'none'", 'rows that are not there'],
  ])('fails its check if %s was changed', async (_, sql, problem) => {
    for (let made = 0; made < 3; made += 1) await addWallet()
    await backup({ file }, copy)
    expect((await checkAfter(sql)).join('\n')).toContain(problem)
    await expect(restore(copy, { file: join(folder, 'restored.db') }, kek)).resolves.not.toMatchObject({ problems: [] })
    expect(existsSync(join(folder, 'restored.db'))).toBe(false)
  })

  test('fails its check if any page is damaged', async () => {
    await addWallet()
    await backup({ file }, copy)
    const pageBytes = 4_096
    // Only every seventh page, to save time.
    const stride = 7 * pageBytes
    const unseen: number[] = []
    for (let at = 0; at < statSync(copy).size; at += stride) {
      const damaged = join(folder, `damaged-${at}.db`)
      copyFileSync(copy, damaged)
      const descriptor = openSync(damaged, 'r+')
      writeSync(descriptor, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, at)
      closeSync(descriptor)
      const isWhole = await checkStore({ file: damaged }, kek).then(
        ({ problems }) => problems.length === 0,
        () => false,
      )
      if (isWhole) unseen.push(at)
    }
    expect(unseen).toEqual([])
  })
})

describe('the commands', () => {
  const secret = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, Buffer.from(bytes).toString('base64'), { mode: 0o400 })
    return path
  }
  const command = async (args: readonly string[], over: Partial<typeof accounts> = {}) => {
    const lines: string[] = []
    const config = join(folder, 'airlock.config.json')
    writeFileSync(config, JSON.stringify({ ...installation, accounts: { ...accounts, ...over } }))
    const print = (line: string) => lines.push(line)
    await runCli({ args: [...args, '--config', config], env: {}, print, built: folder, isInteractive: false })
    return lines.join('\n')
  }
  const installation = { listen: { port: 5180 }, projects: 'projects.json' }
  let accounts: Readonly<Record<'url' | 'database' | 'kekFile' | 'pepperFile' | 'mailFrom' | 'recovery', string>>
  beforeEach(() => {
    writeFileSync(join(folder, 'projects.json'), JSON.stringify([production]))
    accounts = {
      url: 'http://accounts.localhost:5180',
      database: file,
      kekFile: secret('kek', kekBytes),
      pepperFile: secret('pepper', randomBytes(32)),
      mailFrom: 'wallet@example.org',
      recovery: 'person',
    }
  })

  test('make a key, back up, check, change the KEK, and then need the new one', async () => {
    await addWallet()
    const next = join(folder, 'kek-2')
    expect(await command(['keys', 'create', next])).toContain('holds a new secret')
    expect(await command(['backup', copy])).toContain('holds the store')
    expect(await command(['restore', '--check', copy])).toMatch(
      /^3 sealed values, 1 wallets, 1 share sets, audit 1:[0-9a-f]{64}\nEverything opens/,
    )
    expect(await command(['keys', 'rotate', '--kek', next])).toContain('8 data keys')
    await expect(command(['audit', 'verify'])).rejects.toThrow('wrapped by the KEK')
    const env = { kekFile: next }
    const head = await command(['audit', 'head'], env)
    expect(await command(['audit', 'verify', '--head', head], env)).toBe(`The audit log is whole up to ${head}`)
    expect(await command(['keys', 'rotate', '--data'], env)).toContain('3 values are sealed')
    expect(await command(['restore', '--check'], env)).toContain('Everything opens')
  })

  test('refuse a weak secret, a changed backup and an unknown command, with a helpful message', async () => {
    for (let made = 0; made < 2; made += 1) await addWallet()
    const weak = { kekFile: secret('weak', Buffer.alloc(32)) }
    await expect(command(['audit', 'head'], weak)).rejects.toThrow('accounts.kekFile is not random')
    await backup({ file }, copy)
    await checkAfter('UPDATE share_set SET commitment = randomblob(32)')
    await expect(command(['restore', '--check', copy])).rejects.toThrow('2 problem(s)')
    for (const wrong of [['destroy'], ['keys'], ['backup'], ['restore'], ['audit']])
      await expect(command(wrong)).rejects.toThrow('airlock <command>')
    await expect(command(['audit', 'verify', '--head', '7'])).rejects.toThrow('a head is')
  })
})
