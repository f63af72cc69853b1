/** The features that the page delegates to the frame: only those that the browser knows and the page's own policy allows. */
import { afterEach, expect, test, vi } from 'vitest'
import { delegate } from '../src/frame/delegate.ts'

const origin = 'https://modal.example'
const always = ['publickey-credentials-get', 'publickey-credentials-create']
const pinned = (features: readonly string[]) => features.map((feature) => `${feature} ${origin}`).join(';')

afterEach(() => void vi.unstubAllGlobals())

const canShare = () => vi.stubGlobal('navigator', { share: () => Promise.resolve() })
const cannotShare = () => vi.stubGlobal('navigator', {})

test('a browser that can share lets the frame share; another one is not asked about it', () => {
  const frame = { allow: '' }
  canShare()
  delegate(frame, origin)
  expect(frame.allow).toBe(pinned([...always, 'web-share']))
  cannotShare()
  delegate(frame, origin)
  expect(frame.allow).toBe(pinned(always))
})

test.each([
  [[], ''],
  [['web-share'], pinned(['web-share'])],
  [['clipboard-write', 'camera'], pinned(['clipboard-write'])],
])('a page whose policy allows %j gives the frame %j', (allowed, expected) => {
  canShare()
  const asked: string[] = []
  const featurePolicy = {
    allowsFeature(feature: string, who: string) {
      asked.push(who)
      return allowed.includes(feature)
    },
  }
  const frame = { allow: '', featurePolicy }
  delegate(frame, origin)
  expect(frame.allow).toBe(expected)
  expect(new Set(asked)).toEqual(new Set([origin]))
})
