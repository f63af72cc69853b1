/**
 * The Key Worker has no network: no way out of a Worker leads to the server, and each one does when the Worker's own response has no
 * policy. [A4]
 */

import { expect, test } from '@playwright/test'
import { type ExitServer, type Guard, startExitServer } from '../exits/server.ts'

let server: ExitServer
test.beforeAll(async () => {
  server = await startExitServer()
})
test.afterAll(() => server.close())

/** Every exit that this browser has, tried from a module Worker as ours is, and from a classic one for what only that has. */
const exits = [
  'fetch',
  'xhr',
  'websocket',
  'eventsource',
  'cache',
  'font',
  'worker',
  'module',
  'scripts',
  'webtransport',
]

test('no exit of a Worker leads anywhere under its headers, and each one does without them', async ({ page }) => {
  await page.goto(server.origin)
  const tryExits = (guard: Guard, type: 'module' | 'classic') =>
    page.evaluate(
      ([name, kind, prefix]) => {
        // as: what the page's own script has put there.
        const run = Reflect.get(window, 'tryExits') as (
          guard: string,
          type: string,
          prefix: string,
        ) => Promise<string[]>
        return run(name, kind, prefix)
      },
      [guard, type, server.prefix(guard)] as const,
    )
  const tried = new Set<string>()
  for (const guard of ['guarded', 'bare'] as const)
    for (const type of ['module', 'classic'] as const) for (const exit of await tryExits(guard, type)) tried.add(exit)

  expect([...tried].sort()).toEqual([...exits].sort())
  // What cannot be counted by a server without QUIC: whether it was tried is all that is known.
  const counted = exits.filter((exit) => exit !== 'webtransport')
  await expect.poll(() => [...server.arrived('bare')].sort()).toEqual([...counted].sort())
  expect([...server.arrived('guarded')]).toEqual([])
})
