import { expect, test } from 'vitest'
import { createAnnouncer } from './announcer.ts'

test('a text takes the place of what was said before, in both regions', () => {
  const { announce, getSnapshot } = createAnnouncer()
  const said = () => [getSnapshot().polite.text, getSnapshot().assertive.text]
  announce('Switching failed', { assertive: true })
  expect(said()).toEqual(['', 'Switching failed'])
  announce('You are on Base')
  expect(said()).toEqual(['You are on Base', ''])
  announce('')
  expect(said()).toEqual(['', ''])
})

test('the same text is announced again, and listeners are told', () => {
  const { announce, getSnapshot, subscribe } = createAnnouncer()
  let told = 0
  const stop = subscribe(() => {
    told += 1
  })
  announce('Address copied')
  const first = getSnapshot().polite
  announce('Address copied')
  expect(getSnapshot().polite.id).not.toBe(first.id)
  stop()
  announce('')
  expect(told).toBe(2)
})
