import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '../src/limits.ts'
import { startPulse } from '../src/pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = () => new Promise<void>(() => {})

test('a probe without an answer ends the pulse after a second, however many follow', async () => {
  const onLost = vi.fn()
  const pulse = startPulse(never, () => false, onLost)
  pulse.probe()
  await vi.advanceTimersByTimeAsync(limits.pingAfterLoadMs - 1)
  pulse.probe()
  expect(onLost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onLost).toHaveBeenCalledTimes(1)
  pulse.stop()
})

test('an answered probe is over, and the next one has its own second', async () => {
  const onLost = vi.fn()
  const ping = vi.fn(() => Promise.resolve())
  const pulse = startPulse(ping, () => false, onLost)
  pulse.probe()
  await vi.advanceTimersByTimeAsync(limits.pingAfterLoadMs * 2)
  expect(onLost).not.toHaveBeenCalled()
  ping.mockImplementation(never)
  pulse.probe()
  await vi.advanceTimersByTimeAsync(limits.pingAfterLoadMs)
  expect(onLost).toHaveBeenCalledTimes(1)
  pulse.stop()
})

test('two beats of silence end the pulse while a call waits, and not otherwise', async () => {
  const onLost = vi.fn()
  let isAwaited = false
  const pulse = startPulse(never, () => isAwaited, onLost)
  await vi.advanceTimersByTimeAsync(limits.heartbeatMs * 4)
  expect(onLost).not.toHaveBeenCalled()
  isAwaited = true
  await vi.advanceTimersByTimeAsync(limits.heartbeatMs * 2)
  expect(onLost).toHaveBeenCalledTimes(1)
  pulse.stop()
})
