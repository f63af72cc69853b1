/** The token bucket: what a quiet hour buys, and how long a sender waits. */
import { expect, test } from 'vitest'
import { createBucket } from '../src/pace.ts'

function bucket(rate: number, burst: number) {
  let now = 1000
  const subject = createBucket(rate, burst, () => now)
  const takeAll = () => {
    let taken = 0
    while (subject.take()) taken++
    return taken
  }
  return { subject, takeAll, pass: (milliseconds: number) => (now += milliseconds) }
}

test('a quiet hour buys one burst, not an hour of messages', () => {
  const { takeAll, pass } = bucket(200, 400)
  expect(takeAll()).toBe(400)
  pass(3_600_000)
  expect(takeAll()).toBe(400)
})

test('tokens come back at the rate, fractions are kept', () => {
  const { takeAll, pass } = bucket(200, 400)
  takeAll()
  pass(3)
  expect(takeAll()).toBe(0)
  pass(2)
  expect(takeAll()).toBe(1)
  pass(1000)
  expect(takeAll()).toBe(200)
})

test('after the wait that it names, there is a token', () => {
  const { subject, takeAll, pass } = bucket(180, 360)
  expect(subject.wait()).toBe(0)
  takeAll()
  const milliseconds = subject.wait()
  expect(milliseconds).toBeGreaterThan(0)
  pass(milliseconds)
  expect(subject.take()).toBe(true)
})
