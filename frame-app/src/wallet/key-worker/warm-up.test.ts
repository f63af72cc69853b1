import { expect, test } from 'vitest'
import { warmUp } from './warm-up.ts'

test('runs once, however often it is called, and yields between any two signatures', async () => {
  let others = 0
  const timer = setInterval(() => {
    others += 1
  })
  expect(warmUp()).toBe(warmUp())
  await warmUp()
  clearInterval(timer)
  expect(others).toBeGreaterThanOrEqual(16)
})
