/**
 * One call as its caller sees it, as a table: what may happen in each state, where it leads and what the channel does
 * about it. What a row does not hold has no place in that state.
 */
export type CallState = 'queued' | 'sent' | 'suspended' | 'settled'

export type CallEvent =
  /** It has left this end. */
  | 'posted'
  /** An answer with its id has come: of its type and shape, or not. */
  | 'answered'
  | 'mismatched'
  /** The other end asks a person. */
  | 'progressed'
  /** Its time is up, its caller gives it up, or the port cannot carry it. */
  | 'due'
  | 'aborted'
  | 'unsendable'
  | 'closed'

export type CallEffect =
  /** The promise of the caller ends. */
  | 'settle'
  /** The other end may be sent one more request. */
  | 'free place'
  | 'leave queue'
  /** A CANCEL, ahead of what waits. */
  | 'tell peer'
  /** A person takes as long as they take. */
  | 'stop clock'

export type CallStep = readonly [state: CallState, ...effects: CallEffect[]]

const answered: CallStep = ['settled', 'free place', 'settle']
/** First the other end hears of it: the place that becomes free here must be free there before the next request comes. */
const givenUp: CallStep = ['settled', 'tell peer', 'free place', 'settle']
const neverSent: CallStep = ['settled', 'leave queue', 'settle']
const closed: CallStep = ['settled', 'settle']

const steps: Readonly<Record<CallState, Readonly<Partial<Record<CallEvent, CallStep>>>>> = {
  // An answer to what was never sent is made up.
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
