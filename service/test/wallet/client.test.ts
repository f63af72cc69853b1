import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarsePlace, labelOf, networkOf } from '../../src/wallet/domain/client.ts'

test.each([
  ['203.0.113.77', 'the network 203.0.113.…'],
  ['::ffff:203.0.113.77', 'the network 203.0.113.…'],
  ['2001:db8:1:2:3:4:5:6', 'the network 2001:db8:1:2:…'],
  ['2001:db8::1', 'the network 2001:db8:0:0:…'],
  ['127.0.0.1', 'this computer'],
  ['::1', 'this computer'],
  ['unknown', 'an unknown network'],
  ['', 'an unknown network'],
  ['<b>', 'an unknown network'],
])('a request from %s is from %s', (address, place) => {
  expect(coarsePlace(address)).toBe(place)
})

test('a place never holds the whole address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      expect(coarsePlace(address)).not.toContain(address)
      expect(coarsePlace(address)).toMatch(/^(this computer|an unknown network|the network [\d.a-f:]+…)$/)
      expect(networkOf(address)).toBe(networkOf(address.toUpperCase()))
    }),
  )
})

const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'
test.each([
  [`${linux} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${linux} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${linux} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 (KHTML, like Gecko) Version/18 Safari/605',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox on Linux'],
  ['Your account was closed, call us', 'A browser on an unknown system'],
])('%s is called %s', (agent, label) => {
  expect(labelOf(agent)).toBe(label)
})
