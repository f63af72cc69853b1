import { afterEach, expect, test, vi } from 'vitest'
import type { ProviderHost } from '../src/providers/eip1193.ts'
import { createLazyEip155 } from '../src/providers/lazy.ts'

vi.mock('../src/providers/eip1193.ts', () => {
  throw new Error('did not arrive')
})

const unhandled = vi.fn()
process.on('unhandledRejection', unhandled)
afterEach(() => {
  process.off('unhandledRejection', unhandled)
})

test('a file that does not arrive is told to who called, and to nobody else', async () => {
  const lazy = createLazyEip155({ store: { getState: () => ({}) } } as ProviderHost) // nothing else is reached
  const called = lazy.provider.request({ method: 'eth_accounts' })
  lazy.provider.on('connect', () => {})
  lazy.onMessage('news')
  lazy.stop()
  await expect(called).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(unhandled).not.toHaveBeenCalled()
})
