/** The decoder in its own process: its time limit holds whatever the picture is, and what comes next is drawn. */
import { afterAll, expect, test } from 'vitest'
import { onlyInFull } from '../../../../scripts/testing/gate-size.ts'
import { createDecoder } from '../../../src/gateway/images/decoder.ts'
import { png, slowSvg, slowSvgInDisguise, svg } from './samples.ts'

const pictureMs = 800
const decode = createDecoder({ pictureMs, startMs: 30_000 })
afterAll(decode.end)

const draw = async (bytes: Buffer, isSvg = true) => {
  let busyMs = 0
  const said = await decode({ bytes, width: 512, isSvg }, (ms) => {
    busyMs = ms
  }).then(
    (webp) => webp.length > 0,
    (error: unknown) => String(error),
  )
  return { said, busyMs }
}

const isAlive = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([['SVG', slowSvg] as const, ...onlyInFull(Object.entries(slowSvgInDisguise))])(
  '%s that takes minutes is ended, its time is counted, and the next picture is drawn [C127]',
  async (_, make) => {
    await draw(await png(20, 20))
    const pid = decode.pid()
    const { said, busyMs } = await draw(make())
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(said).toContain('takes too long')
    expect(busyMs).toBeGreaterThanOrEqual(pictureMs - 1)
    expect(busyMs).toBeLessThan(3 * pictureMs)
    expect((await draw(await png(20, 20))).said).toBe(true)
  },
)

test('an SVG that begins like another picture is not drawn where none may be [C127]', async () => {
  const harmless = svg('<rect width="20" height="20"/>')
  expect((await draw(harmless)).said).toBe(true)
  expect((await draw(harmless, false)).said).toContain('SVG')
  expect((await draw(Buffer.from('hello'))).said).toContain('Error')
})

test('a decoder that ends by itself is started again', async () => {
  const first = draw(slowSvg())
  decode.end()
  expect((await first).said).toContain('ended')
  expect((await draw(await png(20, 20))).said).toBe(true)
})
