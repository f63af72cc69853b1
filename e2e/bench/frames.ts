/** Frames of a document while something happens in it, measured in the document itself. */
import type { Frame } from '@playwright/test'

export const longFrameMs = 32

/** Frames over the limit in a thousand. */
export const longFramesOf = (frames: readonly number[]): number =>
  (1000 * frames.filter((ms) => ms > longFrameMs).length) / frames.length

/** Milliseconds between frames during a scroll. Excludes work done after it, such as requesting pictures. */
export async function framesOfScroll(frame: Frame, run: () => Promise<void>): Promise<number[]> {
  await frame.evaluate(() => {
    const note = () =>
      Object.assign(window, { scrolled: (Reflect.get(window, 'intervals') as number[] | undefined)?.length ?? 0 }) // as: set below
    document.addEventListener('scroll', note, { capture: true, passive: true })
  })
  const frames = await framesDuring(frame, run)
  // The frame after the last scroll event rendered it; the first interval is already left out.
  return frames.slice(0, await frame.evaluate(() => Reflect.get(window, 'scrolled') as number)) // as: set above
}

/** Milliseconds between frames while `run` runs. */
export async function framesDuring(frame: Frame, run: () => Promise<void>): Promise<number[]> {
  await frame.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const tick = (now: number) => {
      frames.push(now - last)
      last = now
      Object.assign(window, { ticking: requestAnimationFrame(tick) })
    }
    Object.assign(window, { intervals: frames, ticking: requestAnimationFrame(tick) })
  })
  await run()
  return frame.evaluate(() => {
    cancelAnimationFrame(Reflect.get(window, 'ticking') as number) // as: set above
    return (Reflect.get(window, 'intervals') as number[]).slice(1)
  })
}
