/** A host page with one subject, for all measurements of opening and cost. */
import type { Frame, Page } from '@playwright/test'
import type { HostBench, Subject } from '../fixtures/bench-host.ts'
import { modalFrame } from '../setup/pages.ts'
import { installWallet } from '../wallets/install.ts'
import { awaited, installPaintClock } from './paint-clock.ts'
import { type Session, withContext } from './session.ts'

export type { Subject } from '../fixtures/bench-host.ts'

export interface SubjectPage {
  readonly page: Page
  readonly click: () => Promise<void>
  readonly frame: () => Promise<Frame>
  /** Resolves when the awaited element is in the hidden document. */
  readonly prefetch: () => Promise<Frame>
}

/** Opens the page with one announced wallet, so that the modal has a row to show. */
export const withSubject = <T>(session: Session, subject: Subject, run: (on: SubjectPage) => Promise<T>): Promise<T> =>
  withContext(session, async (context) => {
    await installWallet(context, session.world, { name: 'Bench Wallet' })
    await installPaintClock(context)
    const page = await context.newPage()
    await page.goto(`${session.world.origins.host}/bench-host.html`)
    await page.evaluate((name) => (Reflect.get(window, 'hostBench') as HostBench).create(name), subject) // as: set by our own page
    const frame = () => modalFrame(page, session.world)
    return run({
      page,
      click: () => page.getByRole('button', { name: 'Open' }).click(),
      frame,
      async prefetch() {
        await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench).subject?.prefetch())
        const loaded = await frame()
        await loaded.waitForSelector(awaited, { state: 'attached' })
        return loaded
      },
    })
  })
