/**
 * Runs what a press has started while every engine still honours the press. WebKit opens a window only in the handler of a press, in that of
 * a window message which was sent there, and in timers that were set in either, up to a second later; a message port and a loaded file lose
 * the press. So the timers are set when the press arrives, and the work waits for the next of them.
 */

/** Milliseconds after the press. */
const last = 900
const moments = [0, 15, 30, 45, 60, 80, 100, 150, 200, 300, 400, 550, 700, last]

export interface PressRound {
  /** A press has arrived, and nothing has been done with it. */
  readonly isOpen: boolean
  /** To be called in the handler of the press or of its message. */
  readonly begin: () => void
  /** Does `work` with the press, if there is one that is not spent; otherwise at once. One press is spent on one work. */
  readonly run: <T>(work: () => T | Promise<T>) => Promise<T>
}

/** A press in the frame, and one in the page, which asks the frame for something. */
export interface Presses {
  readonly frame: PressRound
  readonly page: PressRound
}

export const createPresses = (): Presses => ({ frame: createPressRound(), page: createPressRound() })

function createPressRound(): PressRound {
  let timers: ReturnType<typeof setTimeout>[] = []
  let waiting: (() => void)[] = []
  /** No moment has passed yet: more presses in this turn change nothing. */
  let isFresh = false

  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  const pass = (isLast: boolean) => {
    isFresh = false
    const [first, ...others] = waiting
    if (first || isLast) stop()
    if (!first) return
    waiting = []
    first()
    // In a timer of their own: these have no press.
    for (const work of others) setTimeout(work)
  }

  return {
    get isOpen() {
      return timers.length > 0
    },
    begin() {
      if (isFresh) return
      stop()
      isFresh = true
      timers = moments.map((ms) => setTimeout(() => pass(ms === last), ms))
    },
    async run(work) {
      if (timers.length === 0) return work()
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(work())
          } catch (error) {
            reject(error as Error)
          }
        })
      })
    },
  }
}
