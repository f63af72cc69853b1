/**
 * State table of a call on the caller's side: possible events in each state, the next state and the effects. An event that is not
 * in the row of a state is ignored.
 */
export type CallState = 'queued' | 'sent' | 'suspended' | 'settled'

export type CallEvent =
  /** The request was sent. */
  | 'posted'
  /** An answer with its id was received: with the right type and shape, or not. */
  | 'answered'
  | 'mismatched'
  /** The other end is asking the user. */
  | 'progressed'
  /** The deadline has passed, the caller aborts, or the message cannot be posted. */
  | 'due'
  | 'aborted'
  | 'unsendable'
  | 'closed'

export type CallEffect =
  /** Settles the caller's promise. */
  | 'settle'
  /** One more request may be sent. */
  | 'free place'
  | 'leave queue'
  /** Sends CANCEL, ahead of queued messages. */
  | 'tell peer'
  /** The user has unlimited time. */
  | 'stop clock'

export type CallStep = readonly [state: CallState, ...effects: CallEffect[]]

const answered: CallStep = ['settled', 'free place', 'settle']
/** CANCEL comes first, so that the other end frees its place before it receives the next request. */
const givenUp: CallStep = ['settled', 'tell peer', 'free place', 'settle']
const neverSent: CallStep = ['settled', 'leave queue', 'settle']
const closed: CallStep = ['settled', 'settle']

const steps: Readonly<Record<CallState, Readonly<Partial<Record<CallEvent, CallStep>>>>> = {
  // A queued request was not sent, so no genuine answer exists.
  queued: { posted: ['sent'], due: neverSent, aborted: neverSent, closed },
  sent: {
    answered,
    mismatched: answered,
    progressed: ['suspended', 'stop clock'],
    due: givenUp,
    aborted: givenUp,
    unsendable: answered,
    closed,
  },
  suspended: { answered, mismatched: answered, progressed: ['suspended'], aborted: givenUp, closed },
  settled: {},
}

export const nextCall = (state: CallState, event: CallEvent): CallStep | undefined => steps[state][event]
