/**
 * Nothing jumps under the finger: between the states of one view, no field and no main action moves by more than two pixels, whatever
 * loads, is typed or fails. Draws the states of every view of the router, a short sweep some of them; the moves that remain are listed
 * with their reasons.
 */
import { expect } from '@playwright/test'
import { draw, firstWord, test } from '../gallery/stage.ts'
import { modalViews } from '../gallery/views.ts'
import { swept } from '../setup/sweep.ts'
import { edgesOfControls } from './a11y/measure.ts'
import { apart } from './a11y/steady-exceptions.ts'

const viewports = [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
] as const
const most = 2
const stateMs = 10_000

type Edges = readonly [top: number, bottom: number]

/** A button whose text needs another line grows; the edge that stays is still under the finger. */
const moved = ([top, bottom]: Edges, [otherTop, otherBottom]: Edges): number =>
  Math.min(Math.abs(top - otherTop), Math.abs(bottom - otherBottom))

for (const { name: view } of modalViews)
  test(`${view}: no field and no main action moves between states`, async ({ gallery }) => {
    const isApart = (state: string) => Object.values(apart[view] ?? {}).some((states) => states.includes(state))
    const own = gallery.entries.filter((entry) => entry.view === view && !isApart(entry.state))
    const states = swept(own, { drawn: 5, kindOf: firstWord })
    test.skip(states.length < 2, 'one state')
    test.setTimeout(60_000 + states.length * stateMs)
    const first = new Map<string, { state: string; edges: Edges }>()
    const faults: string[] = []
    for (const entry of states) {
      await draw(gallery, entry, viewports[0])
      for (const viewport of viewports) {
        await gallery.page.setViewportSize(viewport)
        for (const [control, edges] of Object.entries(await edgesOfControls(gallery.page.mainFrame()))) {
          const key = `${control} at ${viewport.width} px`
          const known = first.get(key) ?? { state: entry.state, edges }
          first.set(key, known)
          const by = moved(edges, known.edges)
          if (by > most) faults.push(`${key}: ${Math.round(by)} px between ${known.state} and ${entry.state}`)
        }
      }
    }
    expect(faults).toEqual([])
  })

test('every exception is a state of the gallery', ({ gallery }) => {
  const all = gallery.entries.map(({ view, state }) => `${view}/${state}`)
  const listed = Object.entries(apart).flatMap(([view, reasons]) =>
    Object.values(reasons).flatMap((states) => states.map((state) => `${view}/${state}`)),
  )
  expect(listed.filter((name) => !all.includes(name))).toEqual([])
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([])
})
