/** The queue of plays, without pages. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Play } from './play.ts'
import { type RunnerServer, startServer } from './server.ts'

const play: Play = { kind: 'port', subject: 'modal', port: 'app', steps: [] }
const pages = mkdtempSync(join(tmpdir(), 'airlock-conformance-'))
afterAll(() => rmSync(pages, { recursive: true }))
let server: RunnerServer
beforeEach(async () => {
  server = await startServer(pages, 0)
})
afterEach(() => server.close())

test('cancelled plays are not handed out', async () => {
  const given = server.add([play, play])
  server.fail('nobody came')
  expect(await Promise.all(given)).toMatchObject([{ problem: 'nobody came' }, { problem: 'nobody came' }])
  void server.add([play])
  expect(server.take()).toEqual({ id: 3, play })
  expect(server.take()).toBeUndefined()
})

test('a cancelled play is not queued again when its page goes', async () => {
  const [given] = server.add([play])
  const id = server.take()?.id ?? 0
  server.removed(id)
  server.fail('too late', id)
  server.removed(id)
  expect(await given).toMatchObject({ problem: 'too late' })
  expect([server.take(), server.unfinished]).toEqual([undefined, 0])
})
