/** Records what a page draws, with its frames, as the browser presents it, and when somebody pressed. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** In milliseconds since 1970, as all times of a recording. */
type Time = number

export interface Drawn {
  readonly at: Time
  /** A JPEG of the whole page. */
  readonly picture: Buffer
}

export interface Step {
  readonly name: string
  readonly from: Time
  readonly to: Time
}

export interface Recording {
  readonly drawn: readonly Drawn[]
  readonly steps: readonly Step[]
  /** Also those in windows that the page opened. */
  readonly presses: readonly Time[]
}

/** How long a user looks at what a press did. */
const lookMs = 1000
const quality = 85

export type Recorder = Awaited<ReturnType<typeof record>>

/** Call it before the page has loaded anything. */
export async function record(page: Page) {
  const drawn: Drawn[] = []
  const steps: Step[] = []
  const presses: Time[] = []
  await page.context().exposeBinding('notePress', (_source, at: Time) => void presses.push(at))
  await page.context().addInitScript(() => {
    window.addEventListener(
      'pointerdown',
      () => {
        // as: the binding above
        ;(Reflect.get(window, 'notePress') as (at: number) => void)(performance.timeOrigin + performance.now())
      },
      true,
    )
  })
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    drawn.push({ at: (metadata.timestamp ?? Date.now() / 1000) * 1000, picture: Buffer.from(data, 'base64') })
    // The last one may come when the page is gone.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality })
  const look = () => setTimeout(lookMs)
  return {
    look,
    /** Does something as a user, and looks at what comes of it. */
    async step(name: string, act: () => Promise<void>): Promise<void> {
      const from = Date.now()
      try {
        await act()
        await look()
      } finally {
        steps.push({ name, from, to: Date.now() })
      }
    },
    async end(): Promise<Recording> {
      await session.send('Page.stopScreencast')
      await session.detach()
      // Those of different frames of the page may come in another order.
      return { drawn: drawn.toSorted((one, other) => one.at - other.at), steps, presses }
    },
  }
}
