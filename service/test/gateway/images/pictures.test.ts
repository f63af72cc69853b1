/** Which pictures wait for which: the decoder stands still here; with the real one, in `route.test.ts`. */
import { expect, test } from 'vitest'
import type { DecodeJob } from '../../../src/gateway/images/decoder.ts'
import { createPictures } from '../../../src/gateway/images/pictures.ts'
import { png, slowSvg, slowSvgInDisguise, svg } from './samples.ts'

/** Never draws an SVG. */
function start(pictures: Readonly<Record<string, Buffer>>) {
  const jobs: Pick<DecodeJob, 'isSvg'>[] = []
  const fetch = async (source: string) => ({ bytes: pictures[source] ?? Buffer.alloc(0), contentType: 'image/png' })
  const { read } = createPictures(
    fetch as Parameters<typeof createPictures>[0], // as: only the bytes are read
    undefined,
    (source) => source === 'mark',
    async () => async (job) => {
      jobs.push({ isSvg: job.isSvg })
      if (Buffer.from(job.bytes).toString().includes('feMorphology')) return new Promise(() => {})
      return new Uint8Array([1])
    },
  )
  return { read, jobs }
}

test('hostile SVG, however it begins, keeps no other picture from being drawn [C127]', async () => {
  const disguised = Object.fromEntries(
    Object.entries(slowSvgInDisguise)
      .filter(([, make]) => make().includes('feMorphology'))
      .map(([name, make]) => [name, make()]),
  )
  const { read, jobs } = start({ ...disguised, slow: slowSvg(), png: await png(2, 2), mark: svg('<g/>') })
  for (const name of ['slow', ...Object.keys(disguised)]) void read(name, 64)
  await expect.poll(() => jobs).toEqual([{ isSvg: true }])
  expect(await read('png', 64)).toMatchObject({ etag: expect.any(String) as string })
  expect(await read('mark', 64)).toMatchObject({ etag: expect.any(String) as string })
  expect(jobs).toEqual([{ isSvg: true }, { isSvg: false }, { isSvg: true }])
})
