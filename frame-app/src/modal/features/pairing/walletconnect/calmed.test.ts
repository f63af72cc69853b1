/** How often events of a paired wallet reach the modal. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScope } from '../../../core/scope.ts'
import type { ConnectorEvent } from '../../../session/connector.ts'
import { calmed } from './session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const chain = (number: number): ConnectorEvent => ({ type: 'chain', chainId: `eip155:${number}` })

test('a flood of events is reduced to the last event of each kind, once in 50 ms [T29]', () => {
  const heard: ConnectorEvent[] = []
  const { tell } = calmed(createScope(), (event) => heard.push(event))
  for (let ms = 0; ms < 500; ms++) {
    tell(chain(ms))
    tell({ type: 'accounts', accounts: [String(ms)] })
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(50)
  expect(heard.length).toBeLessThanOrEqual(22)
  expect(heard.slice(-2)).toEqual([chain(499), { type: 'accounts', accounts: ['499'] }])
})

test('the end of a session is passed on at once, and what waited is dropped [T29]', () => {
  const heard: ConnectorEvent[] = []
  const { tell } = calmed(createScope(), (event) => heard.push(event))
  tell(chain(1))
  tell({ type: 'disconnect' })
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual([{ type: 'disconnect' }])
})
