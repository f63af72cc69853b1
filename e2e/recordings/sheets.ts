/** Writes a recording as pictures, and per step as sheets of the pictures with their times, to be looked at by a person. */
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { Drawn, Recording, Step } from './recorder.ts'

const tickMs = 50
/** Before the press, to see what it changed. */
const beforeMs = 100
const cell = { width: 312, height: 520 } as const
const columns = 5
const perSheet = 10
/** Less than this does not count: the share of the colours, of a small copy, that change by more than this step. */
const difference = { width: 160, step: 24, share: 0.003 } as const

interface Cell extends Drawn {
  readonly label: string
  readonly isPressed: boolean
}

/** @param page draws the sheets */
export async function writeRecording(page: Page, recording: Recording, out: string): Promise<void> {
  const frames = resolve(out, 'frames')
  await mkdir(frames, { recursive: true })
  const start = recording.steps[0]?.from ?? 0
  const sampled = sample(recording)
  for (const { at, picture } of sampled)
    await writeFile(resolve(frames, `${String(at - start).padStart(6, '0')}.jpg`), picture)
  const telling = await withoutTurns(page, sampled)
  for (const [index, step] of recording.steps.entries()) {
    const cells = cellsOf(step, recording, telling)
    for (let from = 0; from < cells.length; from += perSheet) {
      const name = `${String(index).padStart(2, '0')}-${step.name.replaceAll(/\W+/g, '-')}-${from / perSheet + 1}.png`
      await drawSheet(page, cells.slice(from, from + perSheet), resolve(out, name))
    }
  }
}

/** What was to be seen at each tick; ticks at which nothing new was drawn are left out. */
function sample({ drawn, steps }: Recording): readonly Drawn[] {
  const start = steps[0]?.from ?? 0
  const last = new Map<number, Drawn>()
  for (const { at, picture } of drawn) {
    const tick = start + Math.ceil((at - start) / tickMs) * tickMs
    last.set(tick, { at: tick, picture })
  }
  const ticks = [...last.values()]
  return ticks.filter(({ picture }, index) => !ticks[index - 1]?.picture.equals(picture))
}

/** From shortly before the first press of the step; times count from the press. */
function cellsOf({ from, to }: Step, { presses }: Recording, sampled: readonly Drawn[]): readonly Cell[] {
  const pressed = presses.filter((at) => at >= from && at < to)
  const zero = pressed[0] ?? from
  const before = sampled.filter(({ at }) => at < zero - beforeMs).slice(-1)
  const during = sampled.filter(({ at }) => at >= zero - beforeMs && at < to)
  return [...before, ...during].map((drawn, index, all) => {
    const next = all[index + 1]?.at ?? to
    return {
      ...drawn,
      label: `${Math.round(drawn.at - zero)} ms`,
      isPressed: pressed.some((at) => at >= drawn.at && at < next),
    }
  })
}

/**
 * Leaves out pictures that differ little from the one before, as while only a spinner turns. The last one before a larger difference stays, so
 * that small changes are seen there.
 */
async function withoutTurns(page: Page, sampled: readonly Drawn[]): Promise<readonly Drawn[]> {
  const sources = sampled.map(({ picture }) => toUrl(picture))
  const differs = await page.evaluate(
    async ({ sources, width, step, share }) => {
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('The browser has no canvas')
      let kept: Uint8ClampedArray = new Uint8ClampedArray()
      const found: boolean[] = []
      for (const src of sources) {
        const image = Object.assign(new Image(), { src })
        await image.decode()
        canvas.width = width
        canvas.height = Math.round((image.height * width) / image.width)
        context.drawImage(image, 0, 0, canvas.width, canvas.height)
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
        let changes = 0
        for (let index = 0; index < data.length; index += 1)
          if (Math.abs((data[index] ?? 0) - (kept[index] ?? 255)) > step) changes += 1
        found.push(kept.length === 0 || changes > share * data.length)
        if (found.at(-1)) kept = data
      }
      return found
    },
    { sources, ...difference },
  )
  return sampled.filter((_drawn, index) => differs[index] || differs[index + 1] !== false)
}

const toUrl = (picture: Buffer) => `data:image/jpeg;base64,${picture.toString('base64')}`

async function drawSheet(page: Page, cells: readonly Cell[], path: string): Promise<void> {
  const figures = cells.map(
    ({ picture, label, isPressed }) =>
      `<figure><figcaption>${label}${isPressed ? ' – press' : ''}</figcaption>` +
      `<img src="${toUrl(picture)}"></figure>`,
  )
  const rows = Math.ceil(cells.length / columns)
  await page.setViewportSize({ width: columns * (cell.width + 4), height: rows * (cell.height + 24) })
  // The sides of a wide page are cut off: the modal is in its middle. The pictures themselves are whole.
  await page.setContent(`<style>
    body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, 1fr); background: #fff; font: 14px/20px sans-serif }
    figure { margin: 2px }
    img { display: block; max-width: ${cell.width}px; height: ${cell.height}px; object-fit: cover; outline: 1px solid #999 }
  </style>${figures.join('')}`)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  await page.screenshot({ path })
}
