/** A hostile gateway cannot make the modal load from anywhere else. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gatewayImage } from './gateway-image.ts'

const base = 'https://gateway.example'
const at = (path: string | null | undefined, side = 32) => gatewayImage(path, { base, side })
const grant = 'abcdefghijklmnopqrst_-'

test('a path of the image route is an address of the gateway, in a size that it draws', () => {
  expect(at(`/v1/image/${grant}/aHR0cHM6Ly8`)).toBe(`${base}/v1/image/${grant}/aHR0cHM6Ly8?width=64`)
  expect(at(`/v1/image/${grant}/x`, 40)).toMatch(/width=128$/)
  expect(at(`/v1/image/${grant}/x`, 400)).toMatch(/width=512$/)
  expect(gatewayImage(`/v1/image/${grant}/x`, { base: `${base}/below/`, side: 32 })).toBe(
    `${base}/below/v1/image/${grant}/x?width=64`,
  )
})

test.each([
  '',
  null,
  undefined,
  `https://tracker.example/v1/image/${grant}/x`,
  `//tracker.example/v1/image/${grant}/x`,
  `/\\tracker.example/v1/image/${grant}/x`,
  `\\\\tracker.example/v1/image/${grant}/x`,
  `/\t/tracker.example/v1/image/${grant}/x`,
  `/v1/image/../../v1/?x`,
  `/v1/image/${grant}/..`,
  `/v1/image/${grant}/%2e%2e`,
  `/v1/image/${grant}/x?width=1`,
  `/v1/image/${grant}/x#y`,
  `/v1/image/${grant}/x\n`,
  `/v1/image/${grant}`,
  `v1/image/${grant}/x`,
  `${base}/v1/image/${grant}/x`,
  '/v1/account/0x00/balance',
  'data:image/png;base64,iVBORw0KGgo=',
  'javascript:alert(1)',
  'blob:https://gateway.example/x',
  'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
])('%j is no address of a picture [C128]', (path) => {
  expect(at(path)).toBeUndefined()
})

test('any path in an answer stays below the image route of the gateway [C128]', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '..',
    '.',
    'v1',
    'image',
    '?',
    '#',
    '@',
    ':',
    'tracker.example',
    '%2f',
    '\t',
    'x',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.array(parts).map((all) => all.join('')),
      ),
      (path) => {
        const address = at(path)
        if (address === undefined) return
        const { origin, pathname } = new URL(address)
        expect(origin).toBe(base)
        expect(pathname.startsWith('/v1/image/')).toBe(true)
      },
    ),
  )
})

test('no gateway: there is no address', () => {
  expect(gatewayImage(`/v1/image/${grant}/x`, { base: undefined, side: 32 })).toBeUndefined()
})
