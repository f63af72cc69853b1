/** The conformance kit, run against our own two ends and against frames that are wrong in exactly one thing. */
import { cpSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import { kitRoot, readKit } from '../conformance/kit.ts'
import { runConformance } from '../conformance/run.ts'
import { isWholeSweep } from '../setup/sweep.ts'
import { expect, test } from '../test.ts'
import { createWorldFrames } from '../world/frames.ts'

const dist = resolve(import.meta.dirname, '../../dist')

/** Each run plays a sample of the hostile messages; a whole sweep plays every one, which takes minutes. */
const every = (sample: number) => (isWholeSweep ? 1 : sample)

let server: Listening | undefined
test.afterEach(async () => {
  await server?.close()
  server = undefined
})
test.describe.configure({ timeout: isWholeSweep ? 600_000 : 180_000 })

/** The frames of the build and of the tests, for a project that lists the runner. */
async function framesFor(runner: string): Promise<string> {
  const record = { projectId: 'kit', hostOrigins: [runner], rpc: {}, pinnedHosts: [], development: true }
  const app = createWorldFrames({
    distDir: resolve(dist, 'frame'),
    fixturesDir: resolve(dist, 'fixtures'),
    records: {
      demo: record,
      embedded: { ...record, projectId: 'kit-embedded' },
      paired: { ...record, projectId: 'kit-paired' },
      listed: { ...record, projectId: 'kit-listed' },
      showcase: { ...record, projectId: 'kit-showcase' },
    },
    reports: () => undefined,
  })
  server = await listenOnLoopback(getRequestListener(app.fetch), 0)
  return `http://modal.localhost:${server.port}`
}

test('our modal obeys the vectors', async ({ browser }) => {
  const { played, failures } = await runConformance({
    subject: 'modal',
    port: 0,
    browser,
    every: every(20),
    address: async (runner) => `${await framesFor(runner)}/p/kit/`,
  })
  expect(failures).toEqual([])
  expect(played).toBeGreaterThan(200)
})

test('our SDK obeys the vectors', async ({ browser, world }) => {
  const page = `${world.origins.host}/conformance-host.html?csp=none`
  const { played, failures } = await runConformance({
    subject: 'host',
    port: 0,
    browser,
    every: every(160),
    address: (runner) => `${page}&frame=${encodeURIComponent(`${runner}/p/kit/`)}`,
  })
  expect(failures).toEqual([])
  expect(played).toBeGreaterThan(80)
})

for (const [flaw, only, finds] of [
  ['open', 'host/app/OPEN', ['host/app/OPEN: unknown field in payload']],
  ['wallets', 'host/injected/WALLETS: payload', ['host/injected/WALLETS: payload.wallets has too many items']],
  ['epoch', 'PING: ', ['host/app/PING: an earlier epoch', 'host/app/PING: a later epoch']],
  ['patience', 'host/app/OPEN', ['a session']],
  ['none', 'host/app/OPEN', []],
] as const)
  test(`a frame that is lax in one thing fails by its name: ${flaw}`, async ({ browser }) => {
    const { failures } = await runConformance({
      subject: 'modal',
      port: 0,
      browser,
      only,
      address: async (runner) => `${await framesFor(runner)}/fixtures/lax-frame.html?flaw=${flaw}`,
    })
    expect(failures.map(({ name }) => name)).toEqual(finds)
  })

test('vectors and schemas that do not belong together are not played', () => {
  const folder = test.info().outputPath('kit')
  for (const part of ['docs/protocol', 'protocol/test/vectors'])
    cpSync(resolve(kitRoot, part), resolve(folder, part), { recursive: true })
  expect(readKit(folder).digest).toBe(readKit().digest)
  writeFileSync(resolve(folder, 'docs/protocol/schemas/host/app/OPEN.request.json'), '{}')
  expect(() => readKit(folder)).toThrow(/they do not belong together/)
})
