/** The demo as `npm start` opens it: a new demo wallet is an account with a past, which the gateway knows. */
import { History } from '@airlock/protocol/gateway/history.ts'
import { demoOn } from '../pages/demo.ts'
import { modalOn } from '../pages/modal.ts'
import { startWorld } from '../setup/start-world.ts'
import { expect, test as suite } from '../test.ts'
import { veteran } from '../world/past.ts'
import type { World } from '../world/world.ts'

const test = suite.extend<{ past: World }>({
  // Of the test, not of the worker: another world of the worker would be another worker, which starts when all other tests have ended.
  past: [
    async ({ playwright: _playwright }, use) => {
      const world = await startWorld({ hasPast: true })
      await use(world)
      await world.stop()
    },
    { timeout: 60_000 },
  ],
})

test('a user of the demo has three years behind them', async ({ page, request, past: world }) => {
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await demo.confirm(() => modal.wallet('Demo Wallet').click(), 'Connect to this site?')
  await expect(demo.address).toHaveText(veteran.address)
  await expect(page.getByText('In every browser it begins with the same account')).toBeVisible()
  await expect(page.getByText('random key')).toBeHidden()

  const ask = async (cursor?: string) => {
    const { port } = new URL(world.origins.gateway)
    const query = new URLSearchParams({ projectId: world.tour.projectId, ...(cursor && { cursor }) })
    const answer = await request.get(`http://127.0.0.1:${port}/v1/account/${veteran.address}/history?${query}`)
    return History.parse(await answer.json())
  }
  await expect.poll(async () => (await ask()).data.length).toBe(50)
  const first = await ask()
  const second = await ask(first.next ?? '')
  const years = [...first.data, ...second.data].map(({ metadata }) => new Date(metadata.minedAt).getFullYear())
  expect(new Set(years).size).toBeGreaterThanOrEqual(3)
})
