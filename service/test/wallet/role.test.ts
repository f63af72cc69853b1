/** A running role: ports, health, metrics, client addresses behind proxies, and a shutdown that loses nothing. */
import { randomBytes, scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MailSink, startMailSink } from '../../../e2e/world/mail.ts'
import { createKek } from '../../src/crypto/kek.ts'
import { createLookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { type Listening, listenOnLoopback } from '../../src/listen.ts'
import { serve } from '../../src/start/serve.ts'
import { openStore } from '../../src/store/open.ts'
import { clientAddress } from '../../src/wallet/http/client-address.ts'
import { createLog } from '../../src/wallet/http/log.ts'
import { createRole, type RoleConfig } from '../../src/wallet/role.ts'
import { production } from '../records.ts'
import { firstValue } from '../store/raw.ts'
import { codeIn, createDevice, linkIn, pick, type Sends, start } from './device.ts'
import { publicUrl } from './service.ts'

type Running = { readonly port: number; readonly stop: () => Promise<void> }

const folder = mkdtempSync(join(tmpdir(), 'airlock-role-'))
let sink: MailSink
let running: Running | undefined
let logs: string[]
let config: RoleConfig

beforeEach(async () => {
  logs = []
  sink = await startMailSink({ port: 0, allowOrigins: [] })
  config = {
    role: 'wallet',
    publicUrl,
    projects: parseProjects([production]),
    store: {
      place: { file: join(folder, `${randomBytes(4).toString('hex')}.db`) },
      kek: createKek(randomBytes(32)),
      lookup: createLookup(randomBytes(32)),
    },
    mail: { url: sink.smtpUrl, from: 'Airlock <wallet@shop.example>' },
    proxies: 0,
    limits: {},
    recovery: { recoveryUrl: undefined, isRecoveryApart: false, recoveryKinds: ['passkey'] },
  }
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  await sink.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Change = Partial<RoleConfig> & { readonly port?: number; readonly metricsPort?: number }
const run = async ({ port = 0, metricsPort, ...change }: Change = {}) => {
  const write = (line: string) => logs.push(line)
  const role = await createRole({ ...config, ...change }, { write })
  const metrics = metricsPort === undefined ? undefined : { port: metricsPort, listener: role.metrics }
  const part = { ...role, name: 'accounts', url: publicUrl, port, metrics } as const
  const serving = await serve([part], { address: undefined, log: createLog(write, Date.now) })
  running = { port: serving.ports.accounts ?? 0, stop: serving.stop }
  return running
}
/** Sends requests for the public URL to the role's port. */
const own = (port: number): Sends => ({
  request: (path, init) => fetch(new URL(new URL(textOf(path), publicUrl).pathname, `http://127.0.0.1:${port}`), init),
})
const textOf = (path: string | URL | Request): string => (path instanceof Request ? path.url : path.toString())
function count(table: string): unknown {
  const raw = new Libsql('file' in config.store.place ? config.store.place.file : '')
  const rows = firstValue(raw, `SELECT count(*) AS v FROM ${table}`)
  raw.close()
  return rows
}
const get = async (port: number, path: string) => (await own(port).request(path)).status
/** A free port; use it at once, before another process does. */
async function freePort(): Promise<number> {
  const listening: Listening = await listenOnLoopback(() => {}, 0)
  await listening.close()
  return listening.port
}

describe('a shutdown', () => {
  test('answers waiting and open requests, and is quick', async () => {
    const { port, stop } = await run()
    const app = own(port)
    const device = await createDevice(app)
    const { flowId } = await start(device, 'waiting@example.org')
    const waiting = device.ask('emailFlow', { wait: '25' }, { params: { flowId } })
    // Its proof is in the database, so the service has received the request.
    await expect.poll(() => count('proof')).toBe(2)
    const before = performance.now()
    running = undefined
    await Promise.all([expect(waiting).resolves.toMatchObject({ status: 'pending' }), stop()])
    // Well below ten seconds, after which open requests are cut off.
    expect(performance.now() - before).toBeLessThan(3_000)
    expect(logs.at(-1)).toContain('"event":"stopped"')
    await expect(get(port, '/healthz')).rejects.toThrow()
  })

  test('leaves an unsent email to the next start [F7]', async () => {
    sink.accept(false)
    const { port, stop } = await run()
    const device = await createDevice(own(port))
    const { flowId, matchNumber = 0 } = await start(device, 'later@example.org')
    await expect.poll(() => logs.some((line) => line.includes('mail-failed'))).toBe(true)
    running = undefined
    await stop()
    expect(sink.letters()).toEqual([])
    sink.accept(true)
    const again = await run()
    const letter = await sink.next('later@example.org')
    expect((await pick(own(again.port), linkIn(letter.text), matchNumber)).status).toBe(200)
    const next = await createDevice(own(again.port))
    expect((await next.refused('emailFlow', {}, { params: { flowId } })).code).toBe('FLOW_UNKNOWN')
    expect((await sink.next('later@example.org', 1)).text).toMatch(/\b\d{6}\b/)
  })
})

test('a code is stored under scrypt with 16 MiB, whatever the settings are', async () => {
  const { port } = await run()
  const device = await createDevice(own(port))
  const email = 'slow@example.org'
  const { flowId, matchNumber = 0 } = await start(device, email)
  await pick(own(port), linkIn((await sink.next(email)).text), matchNumber)
  const code = codeIn((await sink.next(email, 1)).text)
  const { place, kek, lookup } = config.store
  const store = await openStore({ place, kek, now: Date.now })
  try {
    const kept = await store.codes.raise({ flowId, purpose: 'login', now: Date.now() })
    if (kept.outcome !== 'EVALUATE') throw new Error('No code is stored')
    const slow = scryptSync(lookup('code', `${flowId}|${code}`), kept.salt, 32, { N: 16_384, r: 8, p: 1 })
    expect(Buffer.from(kept.codeHash)).toEqual(slow)
  } finally {
    await store.close()
  }
})

describe('health', () => {
  test('is there for both roles; readiness is gone while the database cannot be written [F3]', async () => {
    for (const role of ['wallet', 'recovery'] as const) {
      const { port, stop } = await run({ role })
      expect([await get(port, '/healthz'), await get(port, '/readyz')]).toEqual([200, 200])
      running = undefined
      await stop()
    }
    const { port } = await run()
    const raw = new Libsql('file' in config.store.place ? config.store.place.file : '')
    raw.exec('BEGIN IMMEDIATE')
    const refused = await own(port).request('/readyz')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await get(port, '/healthz')).toBe(200)
    raw.exec('COMMIT')
    raw.close()
    expect(await get(port, '/readyz')).toBe(200)
  })

  test('a port in use is reported, and nothing stays open', async () => {
    const taken = await listenOnLoopback(() => {}, 0)
    await expect(run({ port: taken.port })).rejects.toThrow(/already in use/)
    await taken.close()
    const { port } = await run({ port: taken.port })
    expect(port).toBe(taken.port)
  })
})

test('metrics are on a port of their own, count routes and emails, and identify no user', async () => {
  const metricsPort = await freePort()
  const { port } = await run({ metricsPort })
  const device = await createDevice(own(port))
  await start(device, 'counted@example.org')
  await sink.next('counted@example.org')
  const read = async () => (await own(metricsPort).request('/metrics')).text()
  await expect.poll(read).toContain('airlock_wallet_mails_total{outcome="sent"} 1')
  const text = await read()
  expect(text).toContain('airlock_wallet_requests_total{route="POST /v1/email/start",status="200"} 1')
  expect(text).toContain('airlock_wallet_mails_pending 0')
  expect(text).not.toContain('counted@')
  expect(await get(port, '/metrics')).toBe(404)
})

test('the client address comes from the operator’s last proxy, not from the client', async () => {
  const seen = (proxies: number, forwarded?: string) => {
    const request = { header: (name: string) => (name === 'x-forwarded-for' ? forwarded : undefined) }
    const context = { env: { incoming: { socket: { remoteAddress: '10.0.0.1' } } }, req: request }
    return clientAddress(context as unknown as Parameters<typeof clientAddress>[0], proxies) // as: only what is read of it
  }
  expect(seen(0, '198.51.100.9')).toBe('10.0.0.1')
  expect(seen(1, '198.51.100.9, 203.0.113.7')).toBe('203.0.113.7')
  expect(seen(2, '198.51.100.9, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7')
  expect(seen(1)).toBe('10.0.0.1')
  expect(seen(1, '198.51.100.9, [2001:db8::7]:51000')).toBe('2001:db8::7')
  expect(seen(1, '198.51.100.9, nobody')).toBe('unknown')
})
