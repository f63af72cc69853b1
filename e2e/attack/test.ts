/** The fixtures of the corpus: those of the suite, the ends under attack, and the rest of the web. */
import { test as base } from '../test.ts'
import { createArena, type End, type Session, shippedEnds } from './ends.ts'
import { type Strangers, startStrangers } from './hostile/server.ts'

type WorkerFixtures = { arena: ReturnType<typeof createArena>; web: Strangers }
type TestFixtures = { strangers: Strangers }

export const test = base.extend<TestFixtures, WorkerFixtures>({
  arena: [
    async ({ browser, world }, use) => {
      const arena = createArena(browser, world)
      await use(arena)
      await arena.close()
    },
    { scope: 'worker' },
  ],
  web: [
    async ({ playwright: _playwright }, use) => {
      const web = await startStrangers()
      await use(web)
      await web.stop()
    },
    { scope: 'worker' },
  ],
  strangers: async ({ web }, use) => {
    web.forget()
    await use(web)
  },
})

/** Declares one test for each of these ends, with the number of its case. */
export function attack(
  ids: string | readonly string[],
  title: string,
  run: (session: Session, end: End) => Promise<void>,
  on: readonly End[] = shippedEnds,
): void {
  const numbers = [ids].flat()
  for (const end of on)
    test(`${title} [${end}]`, { tag: numbers.map((id) => `@${id}`) }, async ({ arena }) => {
      const session = await arena.enter(end)
      await run(session, end)
      expect(session.uncaught).toEqual([])
    })
}

const { expect } = test

export { expect }
