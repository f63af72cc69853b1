/**
 * The Key Worker has no network: nothing sent from a Worker reaches the server, but everything does if the Worker's own
 * response has no policy. Enforcement depends on the browser, so every available browser is tested. [A4]
 */

import { type ExitServer, type Guard, startExitServer } from '../exits/server.ts'
import { exits, type Found, type WorkerType, workerTypes } from '../exits/table.ts'
import { findFirefox, withFirefox } from '../setup/firefox.ts'
import { expect, test } from '../test.ts'

type Attempt = readonly [guard: Guard, type: WorkerType, prefix: string]

let server: ExitServer
test.beforeEach(async () => {
  server = await startExitServer()
})
test.afterEach(() => server.close())

/** Runs in the page of the exit server. */
const tryExits = ([guard, type, prefix]: Attempt): Promise<Found> => {
  // as: set by the page's own script.
  const run = Reflect.get(window, 'tryExits') as (...attempt: Attempt) => Promise<Found>
  return run(guard, type, prefix)
}

/** From a module Worker, like ours, and from a classic one for exits that only that has. */
async function proveNoWayOut(attempt: (attempt: Attempt) => Promise<Found>): Promise<void> {
  const found: Record<string, string> = {}
  for (const guard of ['guarded', 'bare'] as const)
    for (const type of workerTypes)
      for (const [exit, what] of Object.entries(await attempt([guard, type, server.prefix(guard)])))
        if (found[exit] !== 'tried') found[exit] = what

  const expected = Object.entries(exits).map(([exit, what]) => [exit, what === 'absent' ? 'absent' : 'tried'])
  expect(found).toEqual(Object.fromEntries(expected))
  const counted = Object.entries(exits).flatMap(([exit, what]) => (what === 'counted' ? [exit] : []))
  await expect.poll(() => [...server.arrived('bare')].sort()).toEqual(counted.sort())
  expect([...server.arrived('guarded')]).toEqual([])
}

const title = 'no exit of a Worker leads anywhere under its headers, and each one does without them'

test(`${title}, in Chromium`, { tag: '@gate' }, async ({ page }) => {
  await page.goto(server.origin)
  await proveNoWayOut((attempt) => page.evaluate(tryExits, attempt))
})

test(`${title}, in Firefox`, async () => {
  const firefox = findFirefox()
  const leftOut = 'Firefox is not installed: the exits of a Worker in Firefox were left out of this run.'
  // The reporter prints the test's name but not the reason.
  if (firefox === undefined) console.warn(leftOut)
  test.skip(firefox === undefined, leftOut)
  // A first start, and Workers that hang, on a busy machine.
  test.setTimeout(180_000)
  await withFirefox(firefox ?? '', server.origin, (page) =>
    proveNoWayOut((attempt) => page.evaluate(tryExits, attempt)),
  )
})
