/** What Node tells a page to play, and what the page tells Node of it. Plain JSON both ways. */
import type { Change, Tagged } from '../../scripts/protocol-docs/tagged.ts'

export type PortName = 'app' | 'injected' | 'provider'
export const portNames = ['app', 'injected', 'provider'] as const

/** The end that is under test. */
export type Subject = 'modal' | 'host'

export type Step =
  /** Says the message with the epoch of the session and, unless it keeps its own, a new id; then the change is made. */
  | { do: 'say'; message: Tagged; change?: Change; keepsId?: true; times?: number }
  /** Says something that the other side cannot deserialise. */
  | { do: 'unreadable'; times: number }
  /** Is the port still open? `expect` only says which answer is worth waiting for. */
  | { do: 'ask'; expect: 'open' | 'closed' }

export interface PortPlay {
  kind: 'port'
  subject: Subject
  port: PortName
  steps: Step[]
}

/** One attempt to begin a session, which must fail. */
export interface Attempt {
  name: string
  message: Tagged
  change?: Change
  /** How many ports come along (INIT). */
  ports?: number
  /** The window that posts it; a sibling has the right origin. */
  from?: 'sibling'
}

/** Begins wrongly many times, then rightly. */
export interface GreetingPlay {
  kind: 'greeting'
  subject: Subject
  attempts: Attempt[]
  /** The valid message, to be completed with what belongs to this session. */
  valid: Tagged
}

/** The subject is a host: one session for each READY that must not be taken for one. */
export interface ReadyPlay {
  kind: 'ready'
  subject: 'host'
  attempts: Attempt[]
  valid: Tagged
}

export type Play = PortPlay | GreetingPlay | ReadyPlay
export type Job = { readonly id: number; readonly play: Play }

export interface Heard {
  port: PortName
  /** Index of the step that was being played. */
  step: number
  message: unknown
}

export interface Transcript {
  /** Why there was no session to play in. */
  problem?: string
  /** The id said at each step, where one was. */
  ids: (string | null)[]
  heard: Heard[]
  asked: Record<number, 'open' | 'closed' | 'silent'>
  /** Attempts that were answered, by index. */
  answered: number[]
  /** The subject took the frame away; nothing was written down after that. */
  isRemoved?: true
}

export const emptyTranscript = (): Transcript => ({ ids: [], heard: [], asked: {}, answered: [] })
