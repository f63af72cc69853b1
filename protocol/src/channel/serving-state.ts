/** One request as the end that serves it sees it, as a table. `new` is an id that this end has not seen. */
export type ServingState = 'new' | 'running' | 'asking' | 'done'

export type ServingEvent =
  /** A request of an accepted shape, with a place for it. */
  | 'requested'
  /** A request whose payload is refused, or for which there is no place. */
  | 'refused'
  /** The handler says that a person is asked, and ends. */
  | 'asks'
  | 'finished'
  | 'cancelled'
  | 'closed'

export type ServingEffect =
  /** The handler runs. */
  | 'run'
  | 'reply'
  /** PROGRESS now and every ten seconds. */
  | 'start beat'
  | 'stop beat'
  /** The handler's signal. */
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
  // Cancelling twice, or after the answer, is harmless; a handler that ends after its cancel is not heard.
  done: { requested: replayed('done'), refused: replayed('done') },
}

export const nextServing = (state: ServingState, event: ServingEvent): ServingStep | undefined => steps[state][event]
