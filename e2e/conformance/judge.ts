/** Compares a transcript with its plan. Reports failures by the name of the vector. */
import type { Kit } from './kit.ts'
import type { Case, Plan } from './plan.ts'
import { type Heard, type Subject, subjects, type Transcript } from './play.ts'

export interface Failure {
  /** Name of the vector, or of several that could not be distinguished. */
  readonly name: string
  readonly what: string
}

export function judge(kit: Kit, plan: Plan, transcript: Transcript): Failure[] {
  return 'cases' in plan ? judgePort(kit, plan, transcript) : judgeGreeting(plan, transcript)
}

function judgeGreeting({ play, mayEnd }: Exclude<Plan, { cases: unknown }>, transcript: Transcript): Failure[] {
  const answered = [...new Set(transcript.answered)].map((index) => ({
    name: play.attempts[index]?.name ?? 'a second valid INIT',
    what: 'was answered, but must be ignored',
  }))
  if (transcript.problem === undefined || mayEnd) return answered
  const all = play.attempts.map(({ name }) => name)
  return [...answered, { name: `${all[0]} … ${all.at(-1)}`, what: transcript.problem }]
}

function judgePort(kit: Kit, { play, cases }: Extract<Plan, { cases: unknown }>, transcript: Transcript): Failure[] {
  const names = cases.map(({ name }) => name)
  const all = names.length > 1 ? `${names[0]} … ${names.at(-1)}` : (names[0] ?? 'a session')
  if (transcript.problem !== undefined) return [{ name: all, what: transcript.problem }]
  const failures = cases.flatMap((one, index) => judgeAnswer(one, answerTo(transcript, index)))
  const handled = cases.at(-1)?.handled
  const successes = transcript.heard.filter(({ message }) => typeOf(message) === 'PING_SUCCESS').length
  // The runner's own probes were answered too: each that found the port open counts as one.
  const probes = Object.values(transcript.asked).filter((answer) => answer === 'open').length
  if (handled !== undefined && successes - probes !== handled)
    failures.push({ name: all, what: `its handler ran ${successes - probes} times instead of ${handled}` })
  for (const [index, step] of play.steps.entries()) {
    if (step.do !== 'ask') continue
    const answer = transcript.asked[index] ?? (transcript.isRemoved ? 'closed' : undefined)
    if (step.expect === 'open' && answer !== 'open')
      failures.push({ name: all, what: 'the port was closed, or fell silent, too early' })
    if (step.expect === 'closed' && answer === 'open')
      failures.push({ name: all, what: 'was not refused: the port is still open' })
    if (answer !== 'open') break
  }
  const bye = transcript.heard.find(({ port, message }) => port === play.port && typeOf(message) === 'BYE')
  const reason = cases.find(({ closes }) => closes)?.closes ?? 'PROTOCOL_VIOLATION'
  const said = bye && field(field(bye.message, 'payload'), 'reason')
  if (bye && said !== reason)
    failures.push({ name: all, what: `closed the port for ${String(said)} instead of ${reason}` })
  return [...failures, ...transcript.heard.flatMap((heard) => judgeSpeech(kit, heard, play.subject))]
}

type Answer = { readonly type: string; readonly payload: { readonly reason?: unknown; readonly code?: unknown } }

function answerTo({ ids, heard }: Transcript, index: number): Answer | undefined {
  const id = ids[index]
  if (id === null || id === undefined) return undefined
  const found = heard.find(({ message }) => idOf(message) === id && /_(SUCCESS|ERROR)$/.test(typeOf(message)))
  return found?.message as Answer | undefined
}

/** Errors that an accepted request never gets. */
const refusals: ReadonlySet<unknown> = new Set(['BAD_SHAPE', 'METHOD_NOT_ALLOWED'])

function judgeAnswer({ name, reason, isAnswered, handled }: Case, answer: Answer | undefined): Failure[] {
  if (handled !== undefined || (reason === undefined && !isAnswered)) return []
  if (!answer) return isAnswered ? [{ name, what: 'was not answered' }] : []
  const isError = answer.type.endsWith('_ERROR')
  const given = answer.payload.reason ?? (answer.payload.code === -32602 ? 'BAD_SHAPE' : answer.payload.code)
  if (reason === undefined)
    return isError && refusals.has(given) ? [{ name, what: `was refused with ${String(given)}, but is valid` }] : []
  if (!isError) return [{ name, what: `was accepted, but must be refused with ${reason}` }]
  return given === reason ? [] : [{ name, what: `was answered with ${String(given)} instead of ${reason}` }]
}

/** Everything that the subject sends must fit the published schemas. */
function judgeSpeech({ schemas }: Kit, { port, message }: Heard, subject: Subject): Failure[] {
  const type = typeOf(message)
  const name = `${subject} says ${type || 'something'} on ${port}`
  if (type === 'READY') return []
  const fits = (schema: string, value: unknown) => schemas.get(schema)?.(value)
  if (!fits('Envelope', message)) return [{ name, what: 'its envelope does not fit the schema' }]
  if (['BYE', 'PROGRESS', 'CANCEL'].includes(type)) return []
  const { payload } = message as Answer
  const [, of = type, ending] = /^(.*)_(SUCCESS|ERROR)$/.exec(type) ?? []
  const schema =
    ending === 'ERROR' ? 'WireError' : `${subjects[subject].link}/${port}/${of}.${ending ? 'response' : 'request'}`
  const verdict = fits(schema, payload)
  if (verdict === undefined) return [{ name, what: 'the protocol knows no such message' }]
  return verdict ? [] : [{ name, what: `its payload does not fit ${schema}.json` }]
}

const field = (message: unknown, name: string): unknown =>
  typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined
const typeOf = (message: unknown): string => {
  const type = field(message, 'type')
  return typeof type === 'string' ? type : ''
}
const idOf = (message: unknown): unknown => field(message, 'id')
