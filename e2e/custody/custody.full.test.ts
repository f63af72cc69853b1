/**
 * The suites of `npm run custody` in a short form: with one process of each role on SQLite, and with two of each on
 * PostgreSQL behind a balancer. The sign-ups also show that equal addresses join no accounts, and that kits open without a
 * service [A13, F11].
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../service/test/support/postgres.ts'
import { buildProgram, type Program, serviceProgram } from '../../service/test/support/program.ts'
import { installFetch } from './browser.ts'
import { type Deployment, startDeployment } from './deployment.ts'
import type { Figure } from './figures.ts'
import type { Fault } from './fleet.ts'
import { startProcess } from './process.ts'
import { type Effort, guessFigures, logFigure, signUpFigures, stepFigures, theftFigures } from './runs.ts'
import { flood } from './suites/floods.ts'
import type { StepName } from './suites/steps.ts'

const effort: Effort = {
  seed: 'short',
  // The first five are one of each kind.
  users: 5,
  crash: 0.04,
  // A kill ends the calls of all tabs: with fewer calls between two kills, ten tabs at once would never finish.
  killEvery: [40, 120],
  leastKills: 2,
  leastCrashes: 1,
  guesses: 10,
  rightCodes: 5,
}
const bin = findPostgres()
if (bin === undefined) console.warn('PostgreSQL is not installed: two processes on it were left out of this run.')
/** Time limit for a build, a database server and four processes on a busy machine. */
const startMs = 120_000
/** Time limit for a suite whose processes are restarted all the time, on such a machine. */
const suiteMs = 180_000

let program: Program
let server: PostgresServer | undefined
let restore: () => void
beforeAll(async () => {
  const built = buildProgram(serviceProgram)
  server = bin === undefined ? undefined : await startPostgres(bin)
  program = await built
  restore = installFetch()
}, startMs)
afterAll(async () => {
  restore()
  program.remove()
  await server?.stop()
}, startMs)

/**
 * The steps that write, and the side on which they are killed here. `npm run custody` kills at all steps, on both
 * sides, on both engines.
 */
const killed: Readonly<Partial<Record<StepName, { readonly size: 1 | 2; readonly side: Fault }>>> = {
  emailStart: { size: 2, side: 'before' },
  emailVerify: { size: 1, side: 'after' },
  sharePut: { size: 1, side: 'after' },
  walletCreate: { size: 1, side: 'after' },
  walletActivate: { size: 2, side: 'after' },
  shareSetActivate: { size: 2, side: 'after' },
  socialCallback: { size: 1, side: 'after' },
  socialComplete: { size: 2, side: 'after' },
  exportTicket: { size: 1, side: 'after' },
  farcasterComplete: { size: 2, side: 'after' },
}
const broken = (figures: readonly Figure[]) => figures.filter(({ holds }) => !holds)

// The two deployments run in parallel, since each mostly waits; the tests of each run one after the other.
describe.concurrent.each([
  { name: 'one process on SQLite', size: 1 },
  { name: 'two processes on PostgreSQL', size: 2 },
])('$name', ({ size }) => {
  const isLeftOut = size === 2 && bin === undefined
  const testHere = isLeftOut ? test.sequential.skip : test.sequential
  let deployment: Deployment

  beforeAll(async () => {
    if (isLeftOut) return
    const { file } = program
    const { createDatabase } = server ?? {}
    deployment = await startDeployment({ file, size, hasProviders: true, ...(size === 2 && { createDatabase }) })
  }, startMs)
  afterAll(async () => {
    await (deployment as Deployment | undefined)?.stop() // as: undefined without PostgreSQL
  }, startMs)

  testHere(
    '[A9, A10] five guesses of a code at most, one use',
    async () => {
      expect(broken(await guessFigures(deployment, effort))).toEqual([])
    },
    suiteMs,
  )

  // For tests that do not depend on the number of processes.
  const testOnce = size === 2 ? test.sequential.skip : test.sequential
  testOnce(
    '[A2, A5, A6, A7, A15] stolen or replayed values, and callers without a right, get nothing',
    async () => {
      expect(broken(await theftFigures(deployment, effort))).toEqual([])
    },
    suiteMs,
  )

  testHere(
    '[F1] a process killed at the steps that write, of sign-up and sign-in',
    async () => {
      const sides = (step: StepName) => {
        const here = killed[step]
        return here?.size === size ? [here.side] : []
      }
      expect(broken(await stepFigures(deployment, { seed: effort.seed, sides }))).toEqual([])
    },
    suiteMs,
  )

  testHere(
    '[F1, F4, F5] sign-ups with dying tabs and processes lose and double nothing',
    async () => {
      expect(broken(await signUpFigures(deployment, effort))).toEqual([])
    },
    suiteMs,
  )

  testHere('[A25] the log of all that names nobody; told to end, every process ends well', async () => {
    expect(deployment.logs.length).toBeGreaterThan(100)
    expect(logFigure(deployment)).toMatchObject({ measured: 0 })
    for (const fleet of [deployment.wallet, deployment.recovery])
      expect(await fleet.end()).toEqual(Array.from({ length: size }, () => 0))
  })
})

test(
  '[A26] users come in through a flood, with the limits as they are shipped',
  async () => {
    const own = await startDeployment({ file: program.file, size: 1, hasLimits: true })
    try {
      const { flooded, answers } = await flood(own, { seed: effort.seed, people: 4, machines: 12 })
      expect(flooded).toHaveLength(2)
      expect(Object.keys(answers)).toEqual(expect.arrayContaining(['413', 'OTP_EXPIRED']))
    } finally {
      await own.stop()
    }
  },
  suiteMs,
)

test('a process with a setting that is missing says which, and listens nowhere', async () => {
  const said: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'airlock-missing-'))
  const config = join(folder, 'airlock.config.json')
  writeFileSync(config, JSON.stringify({ listen: { port: 0 }, accounts: { url: 'https://accounts.example' } }))
  const onLine = (line: string) => said.push(line)
  const start = startProcess({ file: program.file, args: ['start', '--config', config], aheadMs: 0, onLine })
  await expect(start).rejects.toThrow(/ended with 1[\s\S]*projects is missing/)
  expect(said.join('\n')).not.toContain('started')
  rmSync(folder, { recursive: true })
})
