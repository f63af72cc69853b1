/**
 * Turns vectors into plays. The only verdicts that an end gives to a stranger are its answers and the closing of a port, so a
 * play counts: refused messages are strikes, the ninth closes. A port that is open after eight and closed after nine has
 * refused exactly those that it had to refuse.
 */
import type { Session } from '../../scripts/protocol-docs/sessions.ts'
import type { Tagged } from '../../scripts/protocol-docs/tagged.ts'
import type { MessageVectors } from '../../scripts/protocol-docs/vectors.ts'
import type { Kit } from './kit.ts'
import { type Attempt, type Play, type PortName, portNames, type Step, type Subject } from './play.ts'

/** One vector: what is said, and what must come of it. */
export interface Case {
  readonly name: string
  readonly step: Step
  readonly strikes: number
  /** Refused: with this reason. Absent: accepted. */
  readonly reason?: string
  readonly closes?: boolean
  /** How often its handler answers with success. */
  readonly handled?: number
}

export type Plan =
  /** The cases stand at the beginning of the play's steps, in this order. */
  | { readonly play: Extract<Play, { kind: 'port' }>; readonly cases: readonly Case[] }
  | {
      readonly play: Exclude<Play, { kind: 'port' }>
      /** The attempts, for a subject that may end the session at them. */
      readonly mayEnd?: boolean
    }

/** More refusals in one session than this close the port. */
const strikes = 8
/** A host unpacks no more than this from one frame's window in a row. */
const greetingsPerPage = 40
/** A host answers no more than this. */
const sessionsPerPage = 7

const filler: Step = { do: 'say', message: { epoch: 0, type: 'FILLER', payload: {}, unexpected: true } }
const open: Step = { do: 'ask', expect: 'open' }
const closed: Step = { do: 'ask', expect: 'closed' }

export function portPlan(subject: Subject, port: PortName, cases: readonly Case[]): Plan {
  const said = cases.reduce((sum, one) => sum + one.strikes, 0)
  const ending = cases.some((one) => one.closes)
    ? [closed]
    : [...Array.from({ length: strikes - said }, () => filler), open, filler, closed]
  return { play: { kind: 'port', subject, port, steps: [...cases.map(({ step }) => step), ...ending] }, cases }
}

/** `every`: plays a sample, each so-manieth hostile message; all else is played in full. */
export function plansFor(
  kit: Kit,
  subject: Subject,
  { every = 1, only = '' }: { every?: number; only?: string },
): Plan[] {
  const plans = [
    ...greetingPlans(kit, subject),
    ...sessionPlans(kit, subject),
    ...portNames.flatMap((port) => messagePlans(kit, subject, port, every)),
  ]
  return plans.flatMap((plan) => narrow(plan, only) ?? [])
}

function narrow(plan: Plan, only: string): Plan | undefined {
  const isMeant = ({ name }: { readonly name: string }) => name.includes(only)
  if (!('cases' in plan)) {
    const attempts = plan.play.attempts.filter(isMeant)
    return attempts.length === 0 ? undefined : { ...plan, play: { ...plan.play, attempts } }
  }
  // The steps of a session belong together and share its name.
  const cases = plan.cases.filter(isMeant)
  return cases.length === 0 ? undefined : portPlan(plan.play.subject, plan.play.port, cases)
}

function messagePlans(kit: Kit, subject: Subject, port: PortName, every: number): Plan[] {
  const onPort = kit.messages.filter((vectors) => vectors.port === port)
  // A message without a wrong direction is received by both ends.
  const received = onPort.filter(({ to, wrongDirection }) => to === subject || !wrongDirection)
  const sent = onPort.filter(({ from, wrongDirection }) => from === subject && wrongDirection)
  const sample = received.flatMap(hostileCases).filter((_, index) => index % every === 0)
  const hostile = [...sample, ...sent.map(wrongDirection)]
  return [
    ...received.map((vectors) => portPlan(subject, port, validCases(vectors))),
    ...hostile.filter((one) => one.closes).map((one) => portPlan(subject, port, [one])),
    ...inGroups(
      hostile.filter((one) => !one.closes),
      strikes,
    ).map((group) => portPlan(subject, port, group)),
  ]
}

const nameOf = ({ link, port, type }: MessageVectors, vector: string) => `${link}/${port}/${type}: ${vector}`

const validCases = (vectors: MessageVectors): Case[] =>
  vectors.valid.map(({ name, message }) => ({ name: nameOf(vectors, name), step: { do: 'say', message }, strikes: 0 }))

const hostileCases = (vectors: MessageVectors): Case[] =>
  vectors.hostile.map(({ name, of, reason, closes, at, to }) => ({
    name: nameOf(vectors, name),
    step: {
      do: 'say',
      message: vectors.valid[of]?.message ?? null,
      change: to === undefined ? { at } : { at, to },
    },
    strikes: 1,
    reason,
    closes: closes === true,
  }))

const wrongDirection = (vectors: MessageVectors): Case => ({
  name: nameOf(vectors, 'from the wrong end'),
  step: { do: 'say', message: vectors.valid[0]?.message ?? null },
  strikes: 1,
  reason: 'WRONG_DIRECTION',
})

/** Those that need nothing of the subject but to listen. */
function sessionPlans({ sessions }: Kit, subject: Subject): Plan[] {
  const isPlayable = ({ steps }: Session) => steps.every((step) => step.do === 'deliver' || step.do === 'unreadable')
  return sessions.filter(isPlayable).map((session) => {
    const steps = session.steps.map((step): Step => {
      if (step.do === 'unreadable') return { do: 'unreadable', times: step.times }
      if (step.do !== 'deliver') throw new Error('not playable')
      return { do: 'say', message: step.message, keepsId: true, times: step.times ?? 1 }
    })
    const refused = session.refusals.reduce((sum, [, times]) => sum + times, 0)
    const name = `session: ${session.name}`
    const cases = steps.map((step, index): Case => {
      const isLast = index === steps.length - 1
      return isLast
        ? { name, step, strikes: refused, closes: session.closed !== undefined, handled: session.handled }
        : { name, step, strikes: 0 }
    })
    return portPlan(subject, 'app', cases)
  })
}

function greetingPlans(kit: Kit, subject: Subject): Plan[] {
  const attemptsOf = (name: 'HELLO' | 'INIT' | 'READY'): Attempt[] =>
    kit.handshake(name).hostile.map(({ name: what, at, to }) => ({
      name: `${name}: ${what}`,
      message: {},
      change: to === undefined ? { at } : { at, to },
    }))
  const { min, max } = kit.protocol
  if (subject === 'modal') {
    const attempts: Attempt[] = [
      ...attemptsOf('INIT'),
      { name: 'INIT: another nonce', message: { nonce: { $: 'freshId' } } },
      { name: 'INIT: another link', message: { link: 'wallet' } },
      { name: 'INIT: a version above', message: { version: max + 1 } },
      { name: 'INIT: one port', message: {}, ports: 1 },
      { name: 'INIT: no port', message: {}, ports: 0 },
      { name: 'INIT: one port too many', message: {}, ports: 4 },
      { name: 'INIT: from a sibling of the same origin', message: {}, from: 'sibling' },
    ]
    return [{ play: { kind: 'greeting', subject, attempts, valid: {} } }]
  }
  const hello: Tagged = {
    type: 'HELLO',
    link: 'host',
    versions: { min, max },
    buildId: 'conformance',
    features: [],
    storage: 'local',
  }
  const versions: [string, Tagged][] = [
    ['above', { min: max + 1, max: max + 5 }],
    ['below', { min: 0, max: min - 1 }],
    ['reversed', { min: max + 4, max }],
  ]
  return [
    ...inGroups(
      [...attemptsOf('HELLO'), { name: 'HELLO: another link', message: { link: 'wallet' } }],
      greetingsPerPage,
    ).map((attempts): Plan => ({ play: { kind: 'greeting', subject, attempts, valid: hello } })),
    ...versions.map(([name, range]): Plan => {
      const attempts = [{ name: `HELLO: versions ${name}`, message: { versions: range } }]
      return { play: { kind: 'greeting', subject, attempts, valid: hello }, mayEnd: true }
    }),
    ...inGroups(
      [...attemptsOf('READY'), { name: 'READY: another nonce', message: { payload: { nonce: { $: 'freshId' } } } }],
      sessionsPerPage,
    ).map((attempts): Plan => {
      return { play: { kind: 'ready', subject, attempts, valid: { type: 'READY' } } }
    }),
  ]
}

const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
