/**
 * Power loss [F2]: acknowledged data is on disk. A process under a shim signs up users until it is killed. The state after the loss is the
 * data that the process had synced, plus any part of the rest.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createKek } from '@airlock/service/crypto/kek.ts'
import { verifyAudit } from '@airlock/service/store/audit-chain.ts'
import { checkStore } from '@airlock/service/store/maintenance/check.ts'
import { openStore } from '@airlock/service/store/open.ts'
import fc from 'fast-check'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startChild } from '../support/children.ts'
import { buildProgram, type Program, storeChild } from '../support/program.ts'
import { firstValue } from './raw.ts'

const compiler = process.platform === 'linux' ? '/usr/bin/cc' : ''
const canTry = existsSync(compiler)
if (!canTry) console.warn('There is no C compiler here: the loss of power was left out of this run.')

const root = mkdtempSync(join(tmpdir(), 'airlock-power-'))
const kekBytes = randomBytes(32)
const kek = createKek(kekBytes)
const shim = join(root, 'shim.so')
const startMs = 60_000
let program: Program
beforeAll(async () => {
  if (!canTry) return
  const source = fileURLToPath(new URL('../support/forgetful-disk.c', import.meta.url))
  execFileSync(compiler, ['-shared', '-fPIC', '-O1', '-o', shim, source, '-ldl'])
  program = await buildProgram(storeChild)
}, startMs)
afterAll(() => {
  if (canTry) program.remove()
  rmSync(root, { recursive: true })
})

const Answer = z.object({ walletId: z.string(), setId: z.string() })
type Files = ReadonlyMap<string, Buffer>
/** The `-shm` file lives in shared memory and is rebuilt. */
const filesIn = (folder: string): Files =>
  new Map(
    readdirSync(folder)
      .filter((name) => /\.db(-wal)?$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name))]),
  )

/** Signs up users until enough were acknowledged, then kills the process. */
async function signUpUntil(answers: number) {
  const folder = mkdtempSync(join(root, 'run-'))
  const [watched, kept] = [join(folder, 'disk'), join(folder, 'kept')]
  mkdirSync(watched)
  mkdirSync(kept)
  const child = startChild(
    program.file,
    ['signUp', JSON.stringify({ file: join(watched, 'wallet.db') }), kekBytes.toString('hex')],
    { shell: `export DISK_WATCHED='${watched}' DISK_KEPT='${kept}' LD_PRELOAD='${shim}'` },
  )
  await child.until((said) => said.length >= answers)
  child.kill()
  const { errors } = await child.ended
  expect(errors).toBe('')
  return { answered: child.said.map((line) => Answer.parse(line)), written: filesIn(watched), synced: filesIn(kept) }
}

async function expectWhole(files: Files, answered: readonly z.infer<typeof Answer>[]): Promise<void> {
  const folder = mkdtempSync(join(root, 'after-'))
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
  const place = { file: join(folder, 'wallet.db') }
  const store = await openStore({ place, kek })
  for (const { walletId, setId } of answered) {
    expect(await store.wallets.find(walletId), 'an activation that was answered').toMatchObject({ status: 'ACTIVE' })
    expect(await store.shareSets.find(walletId, setId)).toMatchObject({ status: 'ACTIVE' })
  }
  expect(await verifyAudit(store.audit)).toMatchObject({ isIntact: true })
  await store.close()
  const raw = new Libsql(place.file)
  expect(firstValue(raw, 'SELECT integrity_check AS v FROM pragma_integrity_check')).toBe('ok')
  raw.close()
  // These tests make no real commitments, so problems with them are ignored.
  const { problems } = await checkStore(place, kek)
  expect(problems.filter((problem) => !problem.includes('committed to'))).toEqual([])
  rmSync(folder, { recursive: true })
}

const sector = 512
/** Possible states of the disk: each sector that was not synced may or may not have been written. */
const disks = (synced: Files, written: Files): fc.Arbitrary<Files> =>
  fc.infiniteStream(fc.boolean()).map((coins) => {
    const isWritten = () => coins.next().value === true
    const files = [...written].flatMap(([name, fresh]) => {
      const old = synced.get(name)
      // A file that was never synced may be missing.
      if (!old && !isWritten()) return []
      const size = isWritten() ? fresh.length : (old?.length ?? 0)
      const content = Buffer.alloc(size)
      old?.copy(content)
      for (let at = 0; at < size; at += sector) {
        const [before, after] = [content.subarray(at, at + sector), fresh.subarray(at, at + sector)]
        if (!before.equals(after) && isWritten()) after.copy(content, at)
      }
      return [[name, content] as const]
    })
    return new Map(files)
  })

describe.skipIf(!canTry)('power lost [F2]', () => {
  // SQLite checkpoints its log after a thousand pages; the last of these counts is beyond that.
  test.each([1, 4, 70])(
    'after %i answers, each of them is on the disk, and the file is whole',
    async (answers) => {
      const { answered, written, synced } = await signUpUntil(answers)
      expect([...synced.keys()]).toContain('wallet.db-wal')
      await expectWhole(synced, answered)
      const disk = disks(synced, written)
      await fc.assert(
        fc.asyncProperty(disk, (files) => expectWhole(files, answered)),
        { numRuns: 4 },
      )
    },
    60_000,
  )
})
