/** The suites as figures, on one deployment. The command and the tests run the same suites with different numbers. */
import type { Deployment } from './deployment.ts'
import { atLeast, atMost, exactly, type Figure, percentile, promises, reaching, within } from './figures.ts'
import type { Fault } from './fleet.ts'
import { type Costs, measureCosts, measureThroughput } from './suites/costs.ts'
import { compareStarts } from './suites/enumeration.ts'
import { flood } from './suites/floods.ts'
import { guessInParallel, redeemInParallel } from './suites/guesses.ts'
import { countTurns, type Kind, signUps } from './suites/sign-ups.ts'
import { killAtEachStep, type StepName, steps } from './suites/steps.ts'
import {
  flipShares,
  replayedProof,
  stolenDatabase,
  stolenDatabaseAndKek,
  stolenDevice,
  wrongOrigins,
} from './suites/thefts.ts'

export type Effort = {
  readonly seed: string
  readonly users: number
  readonly crash: number
  readonly killEvery: readonly [number, number]
  /** Minimum number of kills for the run to be meaningful. */
  readonly leastKills: number
  readonly leastCrashes: number
  readonly guesses: number
  readonly rightCodes: number
}

export async function signUpFigures(deployment: Deployment, effort: Effort): Promise<readonly Figure[]> {
  const found = await signUps(deployment, effort)
  const { kinds, tabs, kills, crashes, lost, doubled, problems, complaints } = found
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
  const wanted = countTurns(effort.users)
  const { linked, namesakes } = wanted.kinds
  const accounts = effort.users + namesakes
  return [
    ...Object.entries(kindNames).map(
      ([kind, name]) => exactly(`users ${name}`, kinds[kind as Kind], wanted.kinds[kind as Kind]), // as: its own keys
    ),
    // Each account: one to sign in, two at once, and the first site again.
    atLeast('tabs', tabs, accounts * 4),
    atLeast('service processes killed', kills, effort.leastKills),
    atLeast('tabs that died', crashes, effort.leastCrashes),
    exactly('keys lost', lost, 0),
    exactly('keys doubled', doubled, 0),
    exactly('accounts', found.accounts, accounts),
    exactly('of them with a wallet', found.wallets, accounts),
    exactly('users told that the address of their provider has an account', found.told, linked + namesakes),
    exactly('accounts joined by an equal address alone', found.joined, 0),
    atLeast('recovery kits made', found.kits, wanted.kits),
    exactly('of them opened offline, with the addresses that were seen', found.opened, found.kits),
    exactly('values, shares or log rows that do not fit', problems.length, 0),
    exactly('sets too many, and other complaints', complaints.length, 0),
  ]
}

const kindNames: Readonly<Record<Kind, string>> = {
  email: 'by email',
  provider: 'by an OpenID provider',
  linked: 'by email, then linked to the provider by proof',
  namesakes: 'with two accounts of one address, not linked',
  farcaster: 'by Farcaster, with a kit alone for other sites',
}

export async function guessFigures(
  deployment: Deployment,
  { seed, guesses, rightCodes }: Effort,
): Promise<readonly Figure[]> {
  const [calm, once] = await Promise.all([
    guessInParallel(deployment, { email: `${seed}-guessed@example.org`, guesses }),
    redeemInParallel(deployment, { email: `${seed}-once@example.org`, times: rightCodes }),
  ])
  const email = `${seed}-guessed-again@example.org`
  const killed = await guessInParallel(deployment, { email, guesses, killAt: Math.ceil(guesses / 8) })
  return [
    atMost(`codes evaluated of ${guesses} parallel guesses`, calm.evaluated, 5),
    atMost('of them told to be wrong', calm.told, 5),
    exactly('the right code afterwards', calm.rightCodeAfterwards, 'OTP_LOCKED'),
    exactly('processes killed among further guesses', killed.kills, 1),
    atMost(`codes evaluated of ${guesses} with the kill`, killed.evaluated, 5),
    atMost('of them told to be wrong, with the kill', killed.told, 5),
    exactly('the right code afterwards, with the kill', killed.rightCodeAfterwards, 'OTP_LOCKED'),
    exactly(`sessions of ${rightCodes} parallel right codes`, once, 1),
  ]
}

/** Kills at every step, on both sides or only on the given ones. */
export async function stepFigures(
  deployment: Deployment,
  {
    seed,
    sides = () => ['before', 'after'],
  }: { readonly seed: string; readonly sides?: (step: StepName) => readonly Fault[] },
): Promise<readonly Figure[]> {
  const email = `${seed}-steps@example.org`
  const { killed, users, addresses, problems, usersWithManyWallets } = await killAtEachStep(deployment, {
    email,
    sides,
  })
  const wanted = Object.keys(steps).map((step) => [step, sides(step as StepName).join(' and ')] as const) // as: the object's own keys
  const missed = wanted.filter(([step, both]) => (killed[step as StepName] ?? []).join(' and ') !== both) // as: the object's own keys
  return [
    exactly(
      'steps at which no process was killed as planned',
      missed.map(([step]) => step).join(' ') || 'none',
      'none',
    ),
    exactly(`addresses that ${users} users saw through kills at each step`, addresses, users),
    exactly('users with two wallets', usersWithManyWallets, 0),
    exactly('values that do not fit after kills at each step', problems.length, 0),
  ]
}

export async function theftFigures(
  deployment: Deployment,
  { seed }: { readonly seed: string },
): Promise<readonly Figure[]> {
  const email = (name: string) => `${seed}-${name}@example.org`
  const [{ positions, detected }, stolen, robbed, device, origins] = await Promise.all([
    flipShares(deployment, email('flipped')),
    stolenDatabase(deployment, email('stolen')),
    stolenDatabaseAndKek(deployment, email('robbed')),
    stolenDevice(deployment, email('device')),
    wrongOrigins(deployment, email('origin')),
  ])
  // Runs alone, because it kills a process.
  const replayed = await replayedProof(deployment, email('replayed'))
  return [
    exactly(`shares with one byte changed, of ${positions}, that are noticed`, detected, positions),
    promises('stolen database', stolen),
    promises('stolen database and KEK', robbed),
    promises('stolen device', device),
    promises('replayed proof', replayed),
    promises('wrong and unlisted origin', origins),
  ]
}

const busyFigure = (busy: number): Figure => ({
  name: 'times below are divided by, as others had the machine too',
  measured: busy.toFixed(2),
  bound: '–',
  holds: true,
})

/** Times corrected for other load on the machine. For times in a browser: `npm run bench -- --only wallet`. */
const callFigures = ({ calls, logins, commits, busy }: Costs): readonly Figure[] => {
  const [cold = Number.NaN, ...warm] = calls.unlock ?? []
  const share = (values: readonly number[] = [], at: number) => percentile(values, at) / busy
  return [
    busyFigure(busy),
    within('unlock, the first of a process', cold / busy, 500, 'ms'),
    within('unlock, median', share(warm, 0.5), 30, 'ms'),
    within('unlock, p95', share(warm, 0.95), 150, 'ms'),
    within('sign with secp256k1, median', share(calls.signEvm, 0.5), 2, 'ms'),
    within('sign with ed25519, median', share(calls.signSolana, 0.5), 2, 'ms'),
    within('unlock, sign and forget, median', share(calls.openSignForget, 0.5), 30, 'ms'),
    within('proof of the device key, p95', share(calls.proveAlone, 0.95), 2, 'ms'),
    within('enrol a device: open the recovery share, split, seal; median', share(calls.enrol, 0.5), 50, 'ms'),
    within('login to address on a known device, without the mail, p95', share(logins, 0.95), 1000, 'ms'),
    within('commit, p95', share(commits, 0.95), 5, 'ms'),
  ]
}

export async function costFigures(
  deployment: Deployment,
  { seed, people, crowd, rounds }: { seed: string; people: number; crowd: number; rounds: number },
): Promise<readonly Figure[]> {
  const costs = await measureCosts(deployment, { seed, people, rounds })
  const { withCode, withoutCode } = await measureThroughput(deployment, { seed, people: crowd, rounds })
  return [
    ...callFigures(costs),
    reaching('logins by code', withCode * costs.busy, 20, '/s'),
    reaching('logins without a code', withoutCode * costs.busy, 200, '/s'),
  ]
}

/**
 * The size of the effect decides: p below 0.01 occurs once in a hundred runs without any difference. With 1000 starts
 * of each kind, an effect beyond 0.05 occurs by chance once in ten thousand runs.
 */
export async function enumerationFigures(
  deployment: Deployment,
  options: { readonly seed: string; readonly starts: number; readonly people: number },
): Promise<readonly Figure[]> {
  const { login, recovery, control } = await compareStarts(deployment, options)
  const far = Math.max(0.05, 1.6 / Math.sqrt(options.starts))
  const alike = (name: string, { effect, p }: typeof login): Figure => ({
    name: `${name}: ${options.starts} known against ${options.starts} unknown addresses`,
    measured: `${effect.toFixed(3)} (p = ${p.toFixed(3)})`,
    bound: `0.5 ± ${far.toFixed(2)}`,
    holds: Math.abs(effect - 0.5) <= far,
  })
  return [
    alike('time of a start', login),
    alike('the same at the recovery role', recovery),
    atLeast('what the measure sees where a slow hash is', Math.round(control.effect * 100) / 100, 0.8),
  ]
}

export async function floodFigures(
  deployment: Deployment,
  options: { readonly seed: string; readonly people: number; readonly machines: number },
): Promise<readonly Figure[]> {
  const { calm, flooded, answers, busy } = await flood(deployment, options)
  const sum = Object.values(answers).reduce((total, count) => total + count, 0)
  process.stderr.write(`flood: ${JSON.stringify(answers)}
`)
  return [
    atLeast('requests of a flood', sum, options.machines * 4),
    busyFigure(busy),
    within('login of others with nobody else there, p95', percentile(calm, 0.95) / busy, 1000, 'ms'),
    within('login of others in the flood, p95', percentile(flooded, 0.95) / busy, 1000, 'ms'),
  ]
}

/** Searches the output of the processes for what they sent in emails. */
export function logFigure({ logs, mail }: Deployment): Figure {
  const text = logs.join('\n')
  const secrets = mail.letters().flatMap(({ to, text: letter }) => [to, ...tokensIn(letter)])
  const found = [...new Set(secrets)].filter((secret) => text.includes(secret))
  return exactly(`addresses and tokens of ${mail.letters().length} mails in the logs`, found.length, 0)
}
const tokensIn = (letter: string): readonly string[] =>
  [...letter.matchAll(/\/(?:device|recover)\/([\w-]+)/g)].flatMap(([, token]) => token ?? [])

/**
 * From the start of a process until it answers, over the restarts of this run, without its waits for a core: these belong to
 * the machine.
 */
export function restartFigures({ wallet, recovery }: Deployment, suite: string): readonly Figure[] {
  const all = [...wallet.restarts(), ...recovery.restarts()]
  const median = percentile(
    all.map(({ ms, waitedMs }) => ms - waitedMs),
    0.5,
  )
  const waited = percentile(
    all.map(({ waitedMs }) => waitedMs),
    0.5,
  )
  return [
    within(`restart to ready, median (${suite})`, median, 1000, 'ms'),
    { name: `and waited for a core, median (${suite})`, measured: Math.round(waited), bound: '–', holds: true },
  ]
}
