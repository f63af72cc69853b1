/** The conformance kit, run against all four of our ends, and against frames with exactly one flaw. */
import { cpSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createFramesApp } from '@airlock/service/frames/app.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import type { Browser } from '@playwright/test'
import { writeParameters } from '../../frame-app/src/shared/boot/wallet-parameters.ts'
import { kitRoot, readKit } from '../conformance/kit.ts'
import { refusalsIn } from '../conformance/plan.ts'
import { runConformance } from '../conformance/run.ts'
import { countRefusals } from '../pages/wallet-document.ts'
import { isWholeSweep, swept } from '../setup/sweep.ts'
import { expect, test } from '../test.ts'
import { createWorldFrames } from '../world/frames.ts'

const dist = resolve(import.meta.dirname, '../../dist')

/** A run plays a sample of the hostile messages, one of so many; a whole sweep plays all of them, which takes minutes. */
const sampled = (browser: Browser, sample: number) => ({
  port: 0,
  browser,
  every: isWholeSweep ? 1 : sample,
  spreads: true,
})

let server: Listening | undefined
test.afterEach(async () => {
  await server?.close()
  server = undefined
})
test.describe.configure({ timeout: isWholeSweep ? 600_000 : 180_000 })

/** Serves the built frames and the fixture frames, for a project that lists this host. */
async function framesFor(host: string, walletOrigin?: string): Promise<string> {
  const record = { projectId: 'kit', hostOrigins: [host], rpc: {}, pinnedHosts: [], development: true, walletOrigin }
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
    ...sampled(browser, 20),
    address: async (runner) => `${await framesFor(runner)}/p/kit/`,
  })
  expect(failures).toEqual([])
  expect(played).toBeGreaterThan(200)
})

test('our SDK obeys the vectors', async ({ browser, world }) => {
  const page = `${world.origins.host}/conformance-host.html?csp=none`
  const { played, failures } = await runConformance({
    subject: 'host',
    ...sampled(browser, 320),
    address: (runner) => `${page}&frame=${encodeURIComponent(`${runner}/p/kit/`)}`,
    begin: (host) => host.evaluate(() => document.querySelector('button')?.click()),
    drop: (host) => host.evaluate(() => (Reflect.get(window, 'drop') as () => void)()), // as: set by our own page
  })
  expect(failures).toEqual([])
  expect(played).toBeGreaterThan(50)
})

test('our modal obeys the vectors of the wallet link', async ({ browser }) => {
  const { played, failures } = await runConformance({
    subject: 'walletModal',
    ...sampled(browser, 160),
    address: async (runner, around) => {
      const query = new URLSearchParams({ quiet: '', wallet: '/p/kit/' })
      const inner = `${await framesFor(around, runner)}/fixtures/nested-modal.html?${query}`
      return `${around}/around.html?${new URLSearchParams({ inner })}`
    },
    begin: async (page) => {
      const modal = page.frameLocator('iframe').locator('body')
      await expect.poll(() => modal.evaluate(() => 'nested' in window)).toBe(true)
      await modal.evaluate(() => void window.nested.session())
    },
    async drop(page) {
      const [modal] = page.mainFrame().childFrames()
      await modal?.goto(modal.url())
    },
  })
  expect(failures).toEqual([])
  expect(played).toBeGreaterThan(50)
})

/** Serves the built wallet for a project without a service; it does what is possible without one. */
async function walletFor(modalOrigin: string, host: string): Promise<string> {
  const reserved = await listenOnLoopback(
    getRequestListener((request) => app.fetch(request)),
    0,
  )
  server = reserved
  const walletOrigin = `http://wallet.localhost:${reserved.port}`
  const record = {
    projectId: 'kit',
    hostOrigins: [host],
    rpc: {},
    pinnedHosts: [],
    development: true,
    modalOrigin,
    walletOrigin,
  }
  const app = createFramesApp({
    frame: { kind: 'wallet', modalOrigin },
    distDir: resolve(dist, 'wallet'),
    projects: parseProjects([record]),
    reports: () => undefined,
  })
  return `${walletOrigin}/p/kit/${writeParameters({ projectId: 'kit', chainId: 'eip155:1', isLogging: true })}`
}

test('our wallet obeys the vectors, and refuses for the reasons that they name', async ({ browser }) => {
  const log: string[] = []
  const { played, failures, plans } = await runConformance({
    subject: 'wallet',
    ...sampled(browser, 40),
    address: walletFor,
    onConsole: (text) => log.push(text),
  })
  expect(failures).toEqual([])
  expect(played).toBeGreaterThan(300)
  const expected: Record<string, number> = {}
  for (const reason of plans.flatMap(refusalsIn)) expected[reason] = (expected[reason] ?? 0) + 1
  expect(countRefusals(log)).toEqual(expected)
})

const flaws = [
  ['open', 'host/app/OPEN', ['host/app/OPEN: unknown field in payload']],
  ['wallets', 'host/injected/WALLETS: payload', ['host/injected/WALLETS: payload.wallets has too many items']],
  ['epoch', 'PING: ', ['host/app/PING: an earlier epoch', 'host/app/PING: a later epoch']],
  ['patience', 'host/app/OPEN', ['a session']],
  ['none', 'host/app/OPEN', []],
] as const

for (const [flaw, only, finds] of swept(flaws, { drawn: 2, kindOf: () => 'flaw' }))
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
  writeFileSync(resolve(folder, 'docs/protocol/schemas.json'), '{}')
  expect(() => readKit(folder)).toThrow(/they do not belong together/)
})
