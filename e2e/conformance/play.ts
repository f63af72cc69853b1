/** The plays that Node sends to a page, and the transcripts that the page returns. Plain JSON in both directions. */
import type { Change, Tagged } from '../../scripts/protocol-docs/tagged.ts'

export type PortName = 'app' | 'injected' | 'provider'
export type LinkName = 'host' | 'wallet'

/** In the order of the ports in INIT. */
export const portsOf: Readonly<Record<LinkName, readonly PortName[]>> = {
  host: ['app', 'injected', 'provider'],
  wallet: ['app', 'provider'],
}

/** The end under test. */
export type Subject = 'modal' | 'host' | 'wallet' | 'walletModal'

export interface SubjectFacts {
  readonly link: LinkName
  /** Name of the end in the vectors. */
  readonly end: string
  /** True: the runner's page loads it into a frame. False: it loads the runner's page into a frame. */
  readonly isFrame: boolean
  /** First label of the origin on which the runner's page plays the other end. */
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
  /** Sends the message with the epoch of the session and, unless `keepsId`, a new id; then applies the change. */
  | { do: 'say'; message: Tagged; change?: Change; keepsId?: true; times?: number }
  /** Sends messages that the other side cannot deserialise. */
  | { do: 'unreadable'; times: number }
  /** Waits until every message with an id is answered. */
  | { do: 'hear' }
  /** Probes whether the port is still open. `expect` determines how long to wait. */
  | { do: 'ask'; expect: 'open' | 'closed' }

export interface PortPlay {
  kind: 'port'
  subject: Subject
  port: PortName
  steps: Step[]
}

/** An attempt to begin a session, which must fail. */
export interface Attempt {
  name: string
  message: Tagged
  change?: Change
  /** Number of ports sent with INIT. */
  ports?: number
  /** The window that posts it; the sibling has the right origin. */
  from?: 'sibling'
}

/** Several wrong attempts to begin a session, then a correct one. */
export interface GreetingPlay {
  kind: 'greeting'
  subject: Subject
  attempts: Attempt[]
  /** The valid message; fields of this session are added. */
  valid: Tagged
}

/** The subject loads the frame: one session for each invalid READY. */
export interface ReadyPlay {
  kind: 'ready'
  subject: Subject
  attempts: Attempt[]
  valid: Tagged
}

export type Play = PortPlay | GreetingPlay | ReadyPlay
/** Path from which a page fetches the next play. */
export const nextJobPath = '/job'
/** Path from which a frame fetches its page's play. Node intercepts it; the server does not have it. */
export const ownJobPath = '/own-job'
export type Job = { readonly id: number; readonly play: Play }

export interface Heard {
  port: PortName
  /** Index of the step being played. */
  step: number
  message: unknown
}

export interface Transcript {
  /** Why no session could be opened. */
  problem?: string
  /** The id sent at each step, if any. */
  ids: (string | null)[]
  heard: Heard[]
  asked: Record<number, 'open' | 'closed' | 'silent'>
  /** Indices of attempts that were answered. */
  answered: number[]
  /** The subject removed the frame; nothing was recorded after that. */
  isRemoved?: true
}

export const emptyTranscript = (): Transcript => ({ ids: [], heard: [], asked: {}, answered: [] })
