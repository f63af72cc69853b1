/** What Node tells a page to play, and what the page tells Node of it. Plain JSON both ways. */
import type { Change, Tagged } from '../../scripts/protocol-docs/tagged.ts'

export type PortName = 'app' | 'injected' | 'provider'
export type LinkName = 'host' | 'wallet'

/** In the order in which INIT brings them. */
export const portsOf: Readonly<Record<LinkName, readonly PortName[]>> = {
  host: ['app', 'injected', 'provider'],
  wallet: ['app', 'provider'],
}

/** The end that is under test. */
export type Subject = 'modal' | 'host' | 'wallet' | 'walletModal'

export interface SubjectFacts {
  readonly link: LinkName
  /** As the vectors call it. */
  readonly end: string
  /** It is loaded into a frame by the runner's page; else it loads the runner's page into a frame of its own. */
  readonly isFrame: boolean
  /** The first label of the origin on which the runner's page plays the other end. */
  readonly runner: string
}

export const subjects: Readonly<Record<Subject, SubjectFacts>> = {
  modal: { link: 'host', end: 'modal', isFrame: true, runner: 'host' },
  host: { link: 'host', end: 'host', isFrame: false, runner: 'modal' },
  wallet: { link: 'wallet', end: 'wallet', isFrame: true, runner: 'modal' },
  /** The modal again, at its end of the wallet link. */
  walletModal: { link: 'wallet', end: 'modal', isFrame: false, runner: 'wallet' },
}

export type Step =
  /** Says the message with the epoch of the session and, unless it keeps its own, a new id; then the change is made. */
  | { do: 'say'; message: Tagged; change?: Change; keepsId?: true; times?: number }
  /** Says something that the other side cannot deserialise. */
  | { do: 'unreadable'; times: number }
  /** Waits until everything that was said with an id has its answer. */
  | { do: 'hear' }
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

/** The subject loads the frame: one session for each READY that must not be taken for one. */
export interface ReadyPlay {
  kind: 'ready'
  subject: Subject
  attempts: Attempt[]
  valid: Tagged
}

export type Play = PortPlay | GreetingPlay | ReadyPlay
/** Where a page fetches the next play there is. */
export const nextJobPath = '/job'
/** Where a frame fetches the one play of its page: Node answers it there, and the server knows no such path. */
export const ownJobPath = '/own-job'
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
