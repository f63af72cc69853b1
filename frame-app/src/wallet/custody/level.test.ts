import { expect, test } from 'vitest'
import { levelOf } from './level.ts'

const halves = { kind: 'escrow', params: { halves: '2' } } as const
const whole = { kind: 'escrow', params: {} } as const
const passkey = { kind: 'passkey', params: {} } as const

test('a level that the service overstates is not repeated [C325]', () => {
  const there = { hasRecoveryService: true }
  expect(levelOf('L2', { ...there, methods: [halves, passkey] })).toBe('L1')
  expect(levelOf('L2', { ...there, methods: [whole] })).toBe('L0')
  expect(levelOf('L1', { ...there, methods: [halves, whole] })).toBe('L0')
  expect(levelOf('L1', { hasRecoveryService: false, methods: [halves] })).toBe('L0')
})

test('a worse or missing level is passed on: the service knows who runs the other role', () => {
  const facts = { hasRecoveryService: true, methods: [halves] }
  expect(levelOf('L0', facts)).toBe('L0')
  expect(levelOf('L1', facts)).toBe('L1')
  expect(levelOf('L2', { ...facts, methods: [passkey] })).toBe('L2')
  expect(levelOf('L2', { ...facts, methods: [] })).toBe('L2')
  expect(levelOf(undefined, facts)).toBeUndefined()
})
