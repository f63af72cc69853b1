/** State table of a request on the serving side. `new` is an id that this end has not seen. */
export type ServingState = 'new' | 'running' | 'asking' | 'done'

export type ServingEvent =
  /** A request with a valid payload, and a free place. */
  | 'requested'
  /** A request with a refused payload, or without a free place. */
  | 'refused'
  /** The handler reports that the user is being asked; the handler ends. */
  | 'asks'
  | 'finished'
  | 'cancelled'
  | 'closed'

export type ServingEffect =
  /** Runs the handler. */
  | 'run'
  | 'reply'
  /** Sends PROGRESS now and every ten seconds. */
  | 'start beat'
  | 'stop beat'
  /** Aborts the handler's signal. */
  | 'abort'
  /** A replay: DUPLICATE_ID. */
  | 'strike'

export type ServingStep = readonly [state: ServingState, ...effects: ServingEffect[]]

const replayed = (state: ServingState): ServingStep => [state, 'strike']

const steps: Readonly<Record<ServingState, Readonly<Partial<Record<ServingEvent, ServingStep>>>>> = {
  new: { requested: ['running', 'run'], refused: ['done', 'reply'] },
  running: {
    requested: replayed('running'),
    refused: replayed('running'),
    asks: ['asking', 'start beat'],
    finished: ['done', 'reply'],
    cancelled: ['done', 'abort'],
    closed: ['done', 'abort'],
  },
  asking: {
    requested: replayed('asking'),
    refused: replayed('asking'),
    finished: ['done', 'stop beat', 'reply'],
    cancelled: ['done', 'stop beat', 'abort'],
    closed: ['done', 'stop beat', 'abort'],
  },
  // Cancelling twice, or after the answer, has no effect; the result of a cancelled handler is dropped.
  done: { requested: replayed('done'), refused: replayed('done') },
}

export const nextServing = (state: ServingState, event: ServingEvent): ServingStep | undefined => steps[state][event]
