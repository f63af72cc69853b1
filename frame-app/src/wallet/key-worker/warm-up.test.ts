import { expect, test } from 'vitest'
import { warmUp } from './warm-up.ts'

test('signs once, however often it is asked for, and lets others go before between any two signatures', async () => {
  let others = 0
  const timer = setInterval(() => {
    others += 1
  })
  expect(warmUp()).toBe(warmUp())
  await warmUp()
  clearInterval(timer)
  expect(others).toBeGreaterThanOrEqual(16)
})
