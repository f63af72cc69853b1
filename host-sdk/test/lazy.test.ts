import { afterEach, expect, test, vi } from 'vitest'
import type { ProviderHost } from '../src/providers/eip1193.ts'
import { createLazyProvider } from '../src/providers/lazy.ts'
import type { Eip1193Provider } from '../src/types.ts'

vi.mock('../src/providers/eip1193.ts', () => {
  throw new Error('did not arrive')
})

const unhandled = vi.fn()
process.on('unhandledRejection', unhandled)
afterEach(() => {
  process.off('unhandledRejection', unhandled)
})

test('a file that does not load rejects the call that needs it, and no other', async () => {
  const lazy = createLazyProvider('eip155', { store: { getState: () => ({}) } } as ProviderHost) // as: nothing else is used
  const provider = lazy.provider as Eip1193Provider // as: the provider of eip155
  const called = provider.request({ method: 'eth_accounts' })
  provider.on('connect', () => {})
  lazy.ifLoaded(() => {})
  await expect(called).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(unhandled).not.toHaveBeenCalled()
})
