/**
 * Defines a contract, and how the tables of one link fit together.
 *
 * Schemas are grouped by the end that *receives* them, so that the host SDK contains only the schemas that it needs. `facts.ts`
 * of a link holds the sensitivity and one sentence, `types.ts` which messages wait for the user and which may be large. `describe.ts` joins
 * all for documents and tests.
 */
import type * as z from 'zod/mini'

export type Schema = z.ZodMiniType
export type Schemas = Readonly<Record<string, Schema>>

/** The messages that one end receives on one port. */
export interface Receives {
  /** Payloads of the other end's requests. */
  readonly requests: Schemas
  /** Payloads of the other end's notifications. */
  readonly notifications: Schemas
  /** Payloads of the answers to this end's own requests. */
  readonly answers: Schemas
}

/** The types of one port, seen from the end that `Mine` describes; `Theirs` is the other end's table. */
export interface PortTypes<Mine extends Receives, Theirs extends Receives> {
  /** Requests this end handles. */
  handles: { [K in keyof Mine['requests']]: Call<Mine['requests'], Theirs['answers'], K> }
  /** Requests this end may send. */
  calls: { [K in keyof Theirs['requests']]: Call<Theirs['requests'], Mine['answers'], K> }
  hears: { [K in keyof Mine['notifications']]: z.output<Mine['notifications'][K]> }
  tells: { [K in keyof Theirs['notifications']]: z.output<Theirs['notifications'][K]> }
}

type Call<Requests extends Schemas, Answers extends Schemas, K extends keyof Requests> = {
  request: z.output<Requests[K]>
  response: K extends keyof Answers ? z.output<Answers[K]> : never
}

type AnyCalls = Readonly<Record<string, { request: unknown; response: unknown }>>
type AnyPayloads = Readonly<Record<string, unknown>>
/** The result of `PortTypes` for any two tables. */
export interface AnyPort {
  handles: AnyCalls
  calls: AnyCalls
  hears: AnyPayloads
  tells: AnyPayloads
}

export interface HandlerContext {
  /** Aborted by the caller's cancel, by the port's end, or by close. */
  readonly signal: AbortSignal
  /** Tells the caller that the user is being asked: suspends the deadline of a `person` contract; repeated every 10 s. */
  waitsForPerson(): void
}

/** An end's handlers for the requests that it receives. */
export type Handlers<P extends Pick<AnyPort, 'handles'>> = {
  [K in keyof P['handles']]: (
    payload: P['handles'][K]['request'],
    context: HandlerContext,
  ) => P['handles'][K]['response'] | Promise<P['handles'][K]['response']>
}
export type Listeners<P extends Pick<AnyPort, 'hears'>> = { [K in keyof P['hears']]: (payload: P['hears'][K]) => void }

export type Deadline =
  /** 30 s on a monotonic clock. */
  | 'fixed'
  /** Waits for the user: the first `PROGRESS` suspends the deadline. */
  | 'person'

/** The most sensitive data that a payload may contain. */
export type Sensitivity =
  /** Configuration, theme, timings. */
  | 'public'
  /** Addresses, balances, names, actions of the user. */
  | 'personal'
  /** Email addresses, codes, login links, texts and transactions to sign. */
  | 'sensitive'

export interface Facts {
  readonly sensitivity: Sensitivity
  readonly summary: string
}

/** Facts about each message that an end sends. */
export type FactsOf<End extends Readonly<Record<string, AnyPort>>> = {
  readonly [P in keyof End]: { readonly [K in keyof End[P]['calls'] | keyof End[P]['tells']]: Facts }
}

export const about = (sensitivity: Sensitivity, summary: string): Facts => ({ sensitivity, summary })
