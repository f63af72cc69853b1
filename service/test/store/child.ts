/**
 * A process that uses a store, for tests with several processes and with processes that are killed. Reports on standard
 * output, one JSON value per line. Arguments: the job, the place as JSON, the KEK in hex, and the job's own arguments.
 */
import { writeSync } from 'node:fs'
import { createKek } from '@airlock/service/crypto/kek.ts'
import { StoreError } from '@airlock/service/store/errors.ts'
import { openDatabase, openStore, type Place } from '@airlock/service/store/open.ts'
import { migrate, migrations } from '@airlock/service/store/sql/migrate.ts'
import type { Store } from '@airlock/service/store/store.ts'
import Libsql from 'libsql'
import * as z from 'zod/mini'
import { addDevice, addUser, auditRow, bytes, now, wallet } from './records.ts'

const [job = '', placeText = '', kekHex = '', ...rest] = process.argv.slice(2)
const place: Place = z
  .union([z.strictObject({ file: z.string() }), z.strictObject({ url: z.string() })])
  .parse(JSON.parse(placeText))
/** Written synchronously, so that a kill cannot lose it. */
const say = (value: unknown) => writeSync(1, `${JSON.stringify(value)}\n`)

const jobs: Readonly<Record<string, () => Promise<void>>> = {
  /** Tries a code, consumes it and activates wallets that the parent has prepared, in competition with other processes. */
  async contend() {
    const [flowId = '', codeId = '', userId = '', ...walletIds] = rest
    const store = await open()
    say('ready')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    for (let round = 0; round < 15; round += 1)
      say({ tried: (await store.codes.raise({ flowId, purpose: 'login', now })).outcome })
    say({ consumed: await store.codes.consume(codeId, now) })
    for (const walletId of walletIds) {
      const [set] = await store.shareSets.ofWallet(walletId)
      say({ activated: await store.wallets.activate({ walletId, setId: set?.id ?? '', userId, keyVersion: 1, now }) })
    }
    for (let round = 0; round < 10; round += 1) await audit(store, 'test.contended')
    await store.close()
    process.exit()
  },

  /** Signs up users until it is killed. Reports each wallet once it is committed. */
  async signUp() {
    const store = await open()
    for (;;) {
      const { userId } = await addUser(store)
      const device = await addDevice(store, userId)
      const own = { ...wallet(userId, device.id), ciphertext: bytes(2_000) }
      await store.wallets.create(own)
      await store.transaction(async (tx) => {
        await tx.wallets.activate({ walletId: own.id, setId: own.shareSet.id, userId, keyVersion: 1, now })
        await audit(tx, 'wallet.activated', { walletId: own.id })
      })
      say({ walletId: own.id, setId: own.shareSet.id })
    }
  },

  /** Creates wallets until the disk is full, and three times more. */
  async fill() {
    const store = await open()
    const { userId } = await addUser(store)
    const device = await addDevice(store, userId)
    let failures = 0
    for (let made = 0; failures < 3; made += 1)
      try {
        await store.wallets.create({ ...wallet(userId, device.id), ciphertext: bytes(20_000) })
      } catch (error) {
        failures += 1
        say({ made, error: error instanceof StoreError ? error.code : String(error) })
      }
    say({ user: (await store.accounts.find(userId)) !== undefined })
    process.exit()
  },

  /** Dies half way through an additional migration. */
  async migrate() {
    const database = openDatabase(place)
    await migrate(database.db, database.engine, [...migrations, ['9999-long', dieHalfWay]])
  },

  /** Holds the lock of the file until told to release it. */
  async lock() {
    const database = new Libsql('file' in place ? place.file : '')
    database.exec('BEGIN IMMEDIATE')
    say('locked')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    database.exec('COMMIT')
    say('free')
    process.exit()
  },
}

function* dieHalfWay(): Generator<string> {
  yield 'CREATE TABLE half (n INTEGER NOT NULL)'
  for (let index = 0; index < 1_000; index += 1) yield `INSERT INTO half (n) VALUES (${index})`
  say('half way')
  process.kill(process.pid, 'SIGKILL')
}

const open = () => openStore({ place, kek: createKek(Buffer.from(kekHex, 'hex')) })

const audit = (store: Pick<Store, 'audit'>, event: string, detail = {}) =>
  store.audit.append({ ...auditRow(event), detail })

await jobs[job]?.()
