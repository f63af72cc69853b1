/**
 * `npm run custody`: checks the promises of custody against real processes, with the real client code. One process of
 * each role on SQLite; with `--postgres`, two of each behind a balancer. `--users 300`, `--seed text`, `--json file`,
 * `--only guesses,thefts`. Exits with 1 if a figure is out of bounds.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findPostgres, startPostgres } from '../../service/test/support/postgres.ts'
import { buildProgram, serviceProgram } from '../../service/test/support/program.ts'
import { installFetch } from './browser.ts'
import { type Deployment, startDeployment } from './deployment.ts'
import { type Figure, tableOf } from './figures.ts'
import {
  costFigures,
  type Effort,
  enumerationFigures,
  floodFigures,
  guessFigures,
  logFigure,
  restartFigures,
  signUpFigures,
  stepFigures,
  theftFigures,
} from './runs.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '300' },
    seed: { type: 'string', default: 'custody' },
    json: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const users = Number(values.users)
const effort: Effort = {
  seed: values.seed,
  users,
  crash: 0.04,
  killEvery: [40, 160],
  leastKills: Math.floor(users / 6),
  leastCrashes: users,
  guesses: 400,
  rightCodes: 50,
}
const { seed } = effort
type Suite = {
  readonly name: string
  readonly hasLimits?: boolean
  readonly hasProviders?: boolean
  readonly run: (on: Deployment) => Promise<readonly Figure[]>
}
/** Each suite has its own deployment. Costs come first, because they include the first call of this process. */
const suites: readonly Suite[] = [
  { name: 'costs', run: (on) => costFigures(on, { seed, people: 10, crowd: 32, rounds: 20 }) },
  { name: 'enumeration', run: (on) => enumerationFigures(on, { seed, starts: 1000, people: 20 }) },
  { name: 'floods', hasLimits: true, run: (on) => floodFigures(on, { seed, people: 40, machines: 40 }) },
  { name: 'guesses', run: (on) => guessFigures(on, effort) },
  { name: 'thefts', run: (on) => theftFigures(on, effort) },
  { name: 'steps', hasProviders: true, run: (on) => stepFigures(on, effort) },
  { name: 'sign-ups', hasProviders: true, run: (on) => signUpFigures(on, effort) },
]
const chosen = values.only?.split(',') ?? suites.map(({ name }) => name)
for (const name of chosen)
  if (!suites.some((suite) => suite.name === name))
    throw new Error(`There is no suite ${name}; there are ${suites.map((suite) => suite.name).join(', ')}`)

/** Figures that this run does not measure. */
const elsewhere = `
Not measured here: the start of the Key Worker, and its calls in a browser (npm run bench -- --only wallet); its size (npm run size);
the slow hash of kits and recovery passwords; power loss (npm run test:full).`

const figures: Figure[] = []
const bin = values.postgres ? findPostgres() : undefined
if (values.postgres && bin === undefined) throw new Error('PostgreSQL is not installed')
const program = await buildProgram(serviceProgram)
const server = bin === undefined ? undefined : await startPostgres(bin)
installFetch()
try {
  for (const { name, hasLimits, hasProviders, run } of suites.filter((suite) => chosen.includes(suite.name))) {
    const { file } = program
    const { createDatabase } = server ?? {}
    const own = await startDeployment({
      file,
      size: server ? 2 : 1,
      createDatabase,
      ...(hasLimits && { hasLimits }),
      ...(hasProviders && { hasProviders }),
    })
    const before = performance.now()
    try {
      figures.push(...(await run(own)))
      figures.push({ ...logFigure(own), name: `${logFigure(own).name} (${name})` })
      if (own.wallet.kills() > 0) figures.push(...restartFigures(own, name))
    } finally {
      await own.stop()
    }
    process.stderr.write(`${name}: ${Math.round((performance.now() - before) / 1000)} s\n`)
  }
} finally {
  await server?.stop()
  program.remove()
}
process.stdout.write(`${tableOf(figures)}\n${elsewhere}\n`)
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ ...effort, engine: server ? 'PostgreSQL' : 'SQLite', figures }, null, 2)}\n`,
  )
// Exits explicitly: the Key Workers' idle timers would keep this process alive for minutes.
process.exit(figures.every(({ holds }) => holds) ? 0 : 1)
