/** The token bucket: what a quiet hour buys, and how long a sender waits. */
import fc from 'fast-check'
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

test('no stretch of time lets more through than burst, a twenty-fifth of it, and rate', () => {
  const steps = fc.array(fc.record({ ms: fc.nat(5000), tries: fc.nat(600) }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom([200, 400], [180, 360], [0.5, 8], [0.5, 50]),
      (sequence, [rate = 0, burst = 0]) => {
        const { subject, pass } = bucket(rate, burst)
        const passed = sequence.map(({ ms, tries }) => {
          pass(ms)
          return { ms, count: Array.from({ length: tries }, () => subject.take()).filter(Boolean).length }
        })
        for (let from = 0; from < passed.length; from++) {
          let count = 0
          let ms = 0
          for (const [index, step] of passed.slice(from).entries()) {
            count += step.count
            if (index > 0) ms += step.ms
            expect(count).toBeLessThanOrEqual(burst * 1.04 + (rate * ms) / 1000 + 1)
          }
        }
      },
    ),
  )
})
