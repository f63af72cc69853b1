/**
 * Turns vectors into plays. An end under test only reveals its verdicts by answers and by closing a port, so plays
 * count strikes: eight refused messages are tolerated, the ninth closes the port. If the port is open after eight and
 * closed after nine, exactly the messages that must be refused were refused.
 */
import type { Session } from '../../scripts/protocol-docs/sessions.ts'
import type { Change, Tagged } from '../../scripts/protocol-docs/tagged.ts'
import type { MessageVectors } from '../../scripts/protocol-docs/vectors.ts'
import { isException, noJson } from './exceptions.ts'
import type { Kit } from './kit.ts'
import { type Attempt, type Play, type PortName, portsOf, type Step, type Subject, subjects } from './play.ts'

/** One vector: the message to send, and the expected result. */
export interface Case {
  readonly name: string
  readonly step: Step
  readonly strikes: number
  /** The reason with which it is refused; absent if it is accepted. */
  readonly reason?: string
  /** The reason for which it closes the port. */
  readonly closes?: string
  /** It is never a strike and must be answered; the answer is the verdict. */
  readonly isAnswered?: true
  /** How often the handler answers successfully. */
  readonly handled?: number
  /** All refusals, if there is more than one message. */
  readonly refusals?: readonly (readonly [reason: string, times: number])[]
}

export type Plan =
  /** The cases are the first steps of the play, in this order. */
  | { readonly play: Extract<Play, { kind: 'port' }>; readonly cases: readonly Case[] }
  | {
      readonly play: Exclude<Play, { kind: 'port' }>
      /** Whether the subject may end the session at these attempts. */
      readonly mayEnd?: boolean
    }

/** Number of refusals that a session tolerates before it closes the port. */
const strikes = 8
/** A parent reads at most this many window messages of a frame in a row. */
const greetingsPerPage = 40
/** A parent opens at most this many sessions. */
const sessionsPerPage = 7
/** No end handles many more requests at once; requests that wait for user interaction are never answered here. */
const together = 50

const filler: Step = { do: 'say', message: { epoch: 0, type: 'FILLER', payload: {}, unexpected: true } }
const open: Step = { do: 'ask', expect: 'open' }
const closed: Step = { do: 'ask', expect: 'closed' }
const hear: Step = { do: 'hear' }

export function portPlan(subject: Subject, port: PortName, cases: readonly Case[]): Plan {
  const answers = cases.some((one) => one.isAnswered) ? [hear] : []
  const ending = cases.some((one) => one.closes)
    ? [closed]
    : [...answers, ...Array.from({ length: fillersOf(cases) }, () => filler), open, filler, closed]
  return { play: { kind: 'port', subject, port, steps: [...cases.map(({ step }) => step), ...ending] }, cases }
}

const fillersOf = (cases: readonly Case[]): number => strikes - cases.reduce((sum, one) => sum + one.strikes, 0)

/** For a message whose answer is the document's last one: the document ends with it, and so does the port. */
const lastWord = (subject: Subject, port: PortName, one: Case): Plan => ({
  play: { kind: 'port', subject, port, steps: [one.step, hear] },
  cases: [{ ...one, isAnswered: true }],
})

/** The refusals that a correct end has counted after the plan, one reason per refusal. */
export function refusalsIn(plan: Plan): readonly string[] {
  if (!('cases' in plan)) return []
  const times = (count: number, reason: string): string[] => Array.from({ length: count }, () => reason)
  const refused = plan.cases.flatMap(({ reason, isAnswered, refusals }) =>
    refusals
      ? refusals.flatMap(([each, count]) => times(count, each))
      : reason === undefined || isAnswered
        ? []
        : [reason],
  )
  const isCounted = plan.play.steps.at(-1)?.do === 'ask' && !plan.cases.some(({ closes }) => closes)
  return isCounted ? [...refused, ...times(fillersOf(plan.cases) + 1, 'BAD_SHAPE'), 'PROTOCOL_VIOLATION'] : refused
}

/**
 * @param every plays a sample: every n-th hostile message and one page of each part of the handshake; everything else
 * is played in full
 * @param spreads plays each way to close a port with one message of that port, in turn, instead of with all of them: each takes a session
 * of its own, and an end that looks at the size before the type closes for all types alike
 */
export function plansFor(
  kit: Kit,
  subject: Subject,
  { every = 1, only = '', spreads = false }: { every?: number; only?: string; spreads?: boolean },
): Plan[] {
  const plans = [
    ...greetingPlans(kit, subject, every > 1),
    ...sessionPlans(kit, subject),
    ...portsOf[subjects[subject].link].flatMap((port) => messagePlans(kit, subject, port, { every, spreads })),
    ...(subject === 'wallet' ? methodPlans(kit, subject, every) : []),
  ]
  return plans.flatMap((plan) => narrow(plan, only) ?? [])
}

function narrow(plan: Plan, only: string): Plan | undefined {
  const isMeant = ({ name }: { readonly name: string }) => name.includes(only)
  if (!('cases' in plan)) {
    const attempts = plan.play.attempts.filter(isMeant)
    return attempts.length === 0 ? undefined : { ...plan, play: { ...plan.play, attempts } }
  }
  // The steps of a session belong together and have the same name.
  const cases = plan.cases.filter(isMeant)
  if (cases.length === plan.cases.length) return plan
  return cases.length === 0 ? undefined : portPlan(plan.play.subject, plan.play.port, cases)
}

function messagePlans(
  kit: Kit,
  subject: Subject,
  port: PortName,
  { every, spreads }: { readonly every: number; readonly spreads: boolean },
): Plan[] {
  const { link, end } = subjects[subject]
  const onPort = kit.messages.filter((vectors) => vectors.link === link && vectors.port === port)
  // A message without a wrong direction is valid in both directions.
  const received = onPort.filter(({ to, wrongDirection }) => to === end || !wrongDirection)
  const sent = onPort.filter(({ from, wrongDirection }) => from === end && wrongDirection)
  const all = received.map(hostileCases)
  const sample = (spreads ? withSpreadClosings(all) : all.flat()).filter((_, index) => index % every === 0)
  const hostile = [...sample, ...sent.map(wrongDirection)]
  const isLast = ({ type }: MessageVectors) => isException(subject, type)
  return [
    ...inGroups(received.filter((vectors) => !isLast(vectors)).flatMap(validCases), together).map((group) =>
      portPlan(subject, port, group),
    ),
    ...received
      .filter(isLast)
      .flatMap(validCases)
      .map((one) => lastWord(subject, port, one)),
    ...hostile.filter((one) => one.closes).map((one) => portPlan(subject, port, [one])),
    ...inGroups(
      hostile.filter((one) => !one.closes),
      strikes,
    ).map((group) => portPlan(subject, port, group)),
  ]
}

/** @param byMessage the cases of each message; the closing ones are the same for all, in the same order */
function withSpreadClosings(byMessage: readonly (readonly Case[])[]): Case[] {
  const messages = byMessage.length
  return byMessage.flatMap((cases, message) => {
    const closings = cases.filter(({ closes }) => closes)
    // Every message closes the port in one way, and every way is played at least once.
    const turns = Math.min(messages, closings.length)
    const own = new Set(closings.filter((_, way) => way % turns === message % turns))
    return cases.filter((one) => !one.closes || own.has(one))
  })
}

const prototypes: ReadonlySet<string | number> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A network for the methods of each namespace in which the wallet has keys; params do not depend on it. For all other namespaces it
 * answers METHOD_NOT_ALLOWED before it reads params.
 */
const scopes: Readonly<Record<string, string>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/**
 * Params are checked behind the channel: invalid ones are answered and are not strikes. A key that names a prototype
 * does not get that far: its whole message is refused without an answer.
 */
function methodPlans(kit: Kit, subject: Subject, every: number): Plan[] {
  const valid: Case[] = []
  const hostile: Case[] = []
  const unread: Case[] = []
  for (const [namespace, scope] of Object.entries(scopes))
    for (const { schema: method, valid: good, hostile: bad, mayBeAbsent } of kit.rpc.filter(
      (vectors) => vectors.namespace === namespace,
    )) {
      const asked = (name: string, params?: Tagged, change?: Change): Case => {
        const payload: Tagged = params === undefined ? { scope, method } : { scope, method, params }
        const message: Tagged = { id: { $: 'freshId' }, epoch: 0, type: 'RPC_REQUEST', payload }
        return {
          name: `rpc/${namespace}/${method}: ${name}`,
          step: { do: 'say', message, ...(change && { change }) },
          strikes: 0,
          isAnswered: true,
        }
      }
      const refused = (one: Case): Case => ({ ...one, reason: 'BAD_SHAPE' })
      valid.push(...good.map(({ name, message }) => asked(name, message)))
      if (mayBeAbsent) valid.push(asked('no params'))
      else hostile.push(refused(asked('no params')))
      for (const { name, of, at, to } of bad)
        if (to === undefined || isPlain(to) || !isException(subject, noJson)) {
          const inParams = { at: ['payload', 'params', ...at], ...(to !== undefined && { to }) }
          const one = asked(name, good[of]?.message ?? null, inParams)
          if (at.some((key) => prototypes.has(key)))
            unread.push({ name: one.name, step: one.step, strikes: 1, reason: 'BAD_SHAPE' })
          else hostile.push(refused(one))
        }
    }
  const sample = hostile.filter((_, index) => index % every === 0)
  return [...inGroups([...valid, ...sample], together), ...inGroups(unread, strikes)].map((group) =>
    portPlan(subject, 'provider', group),
  )
}

/** Whether the decoded value is JSON. A value that is not is refused with its message. */
function isPlain(value: Tagged): boolean {
  if (typeof value !== 'object' || value === null) return true
  const { $: tag } = value as { readonly $?: Tagged }
  if (tag !== undefined) return tag === 'repeat' || tag === 'fill'
  return Object.values(value).every(isPlain)
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
    ...(closes && { closes: reason }),
  }))

const wrongDirection = (vectors: MessageVectors): Case => ({
  name: nameOf(vectors, 'from the wrong end'),
  step: { do: 'say', message: vectors.valid[0]?.message ?? null },
  strikes: 1,
  reason: 'WRONG_DIRECTION',
})

/** Sessions that only need the subject to receive messages. */
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
        ? {
            name,
            step,
            strikes: refused,
            handled: session.handled,
            refusals: session.refusals,
            ...(session.closed && { closes: session.closed }),
          }
        : { name, step, strikes: 0 }
    })
    return portPlan(subject, 'app', cases)
  })
}

function greetingPlans(kit: Kit, subject: Subject, isSample: boolean): Plan[] {
  const { link, isFrame } = subjects[subject]
  const otherLink = link === 'host' ? 'wallet' : 'host'
  const ports = portsOf[link].length
  /** For a sample: as many attempts as one page allows, spread evenly. */
  const drawn = (attempts: readonly Attempt[], perPage: number) => {
    const each = isSample ? Math.ceil(attempts.length / perPage) : 1
    return inGroups(
      attempts.filter((_, index) => index % each === 0),
      perPage,
    )
  }
  const attemptsOf = (name: 'HELLO' | 'INIT' | 'READY'): Attempt[] =>
    kit.handshake(name).hostile.map(({ name: what, at, to }) => ({
      name: `${name}: ${what}`,
      message: {},
      change: to === undefined ? { at } : { at, to },
    }))
  const { min, max } = kit.protocol
  if (isFrame) {
    const attempts: Attempt[] = [
      ...attemptsOf('INIT'),
      { name: 'INIT: another nonce', message: { nonce: { $: 'freshId' } } },
      { name: 'INIT: another link', message: { link: otherLink } },
      { name: 'INIT: a version above', message: { version: max + 1 } },
      { name: 'INIT: no port', message: {}, ports: 0 },
      { name: 'INIT: one port too few', message: {}, ports: ports - 1 },
      { name: 'INIT: one port too many', message: {}, ports: ports + 1 },
      { name: 'INIT: from a sibling of the same origin', message: {}, from: 'sibling' },
    ]
    return [{ play: { kind: 'greeting', subject, attempts, valid: {} } }]
  }
  const hello: Tagged = {
    type: 'HELLO',
    link,
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
    ...drawn(
      [...attemptsOf('HELLO'), { name: 'HELLO: another link', message: { link: otherLink } }],
      greetingsPerPage,
    ).map((attempts): Plan => ({ play: { kind: 'greeting', subject, attempts, valid: hello } })),
    ...versions.map(([name, range]): Plan => {
      const attempts = [{ name: `HELLO: versions ${name}`, message: { versions: range } }]
      return { play: { kind: 'greeting', subject, attempts, valid: hello }, mayEnd: true }
    }),
    ...drawn(
      [...attemptsOf('READY'), { name: 'READY: another nonce', message: { payload: { nonce: { $: 'freshId' } } } }],
      sessionsPerPage,
    ).map((attempts): Plan => {
      return { play: { kind: 'ready', subject, attempts, valid: { type: 'READY' } } }
    }),
  ]
}

const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
