/** Opening and closing faster than anybody could: every promise ends, and page and frame agree on what is shown. */
import type { Airlock } from '@airlock/host-sdk'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

const seed = Number(process.env.AIRLOCK_SEED ?? 20_260)
const cycles = Number(process.env.AIRLOCK_CYCLES ?? 150)

test(`${cycles} openings and closings, milliseconds apart (AIRLOCK_SEED=${seed})`, async ({ host, page, world }) => {
  await host.create()
  const dapp = dappOn(page)
  const ends = await page.evaluate(
    async ([start, count]) => {
      // as: what the page object of the host put there.
      const airlock = Reflect.get(window, 'airlock') as Airlock
      let state = start
      const random = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((state / 2 ** 32) * below)
      }
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const pauses = [0, 1, 2, 5, 20, 60]
      const wait = async () => {
        const ms = pauses[random(pauses.length)] ?? 0
        if (random(4) > 0) await pause(ms)
      }
      const ended: Record<string, number> = {}
      for (let cycle = 0; cycle < count; cycle++) {
        const opening = airlock.open().then(
          ({ reason }): string => reason,
          (error: unknown) => String(Reflect.get(Object(error), 'code')),
        )
        await wait()
        airlock.close()
        if (random(5) === 0) airlock.close()
        const end = await Promise.race([opening, pause(4000).then(() => `open for ever in cycle ${cycle}`)])
        ended[end] = (ended[end] ?? 0) + 1
        if (end.startsWith('open for ever')) break
        await wait()
      }
      return ended
    },
    [seed, cycles] as const,
  )
  expect(ends).toEqual({ host: cycles })
  await dapp.expectClosed()
  const modal = await modalOn(page, world)
  await expect(modal.frame.locator('[data-open]')).toHaveCount(0)
  expect(await dapp.call((airlock) => airlock.diagnostics())).toEqual({})
  await host.connect()
  await modal.expectView('Connect Wallet')
})
