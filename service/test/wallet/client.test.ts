import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarsePlace, labelOf, networkOf, readAddress, wideNetworkOf } from '../../src/wallet/domain/client.ts'

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
  expect(coarsePlace(address, 'http://accounts.localhost:5176')).toBe(place)
})

test('the address of a proxy is not "this computer" [C73]', () => {
  for (const address of ['127.0.0.1', '::1', '127.9.9.9'])
    expect(coarsePlace(address, 'https://accounts.example')).toBe('an unknown network')
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:102:304', '1.2.3.4', '1.2.3.0/24'],
  ['unknown', 'unknown', 'unknown'],
])('%s is counted as %s and as %s [C74]', (address, network, wide) => {
  expect([networkOf(address), wideNetworkOf(address)]).toEqual([network, wide])
})

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:443', '1.2.3.4'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::ffff:102:304', '1.2.3.4'],
  ['[::FFFF:102:304]:443', '1.2.3.4'],
  ['0:0:0:0:0:ffff:0102:0304', '1.2.3.4'],
])('an address that a proxy writes as %s is %s [C75]', (written, address) => {
  expect(readAddress(written)).toBe(address)
  expect(networkOf(written)).toBe(networkOf(address))
})

test.each([
  '',
  'unknown',
  'client.example',
  '1.2.3',
  '1.2.3.4:443:443',
  '[1.2.3.4]:443',
  '2001:db8:1:2:3:4:5:6:443',
  '[2001:db8::1]x',
])('%j is no address: all such texts share one budget [C75]', (written) => {
  expect([readAddress(written), networkOf(written), wideNetworkOf(written)]).toEqual(['unknown', 'unknown', 'unknown'])
})

test('a place never holds the whole address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const url = 'https://accounts.example'
      expect(coarsePlace(address, url)).not.toContain(address)
      expect(coarsePlace(address, url)).toMatch(/^(this computer|an unknown network|the network [\d.a-f:]+…)$/)
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
