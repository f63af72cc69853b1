/** Grants: which picture addresses are valid. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLookup } from '../../../src/crypto/lookup.ts'
import { createImageLinks } from '../../../src/gateway/images/link.ts'

const key = randomBytes(32)
const links = createImageLinks(createLookup(key))
const partsOf = (path: string) => {
  const [, , , grant = '', source = ''] = path.split('/')
  return { grant, source }
}

test('an address that was made is read by any process with the same key', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 3_000, unit: 'grapheme' }), (source) => {
      const path = links.link(source)
      if (source.length > 3_000) return expect(path).toBe('')
      expect(path).toMatch(/^\/v1\/image\/[\w-]{22}\/[\w-]+$/)
      const { grant, source: encoded } = partsOf(path)
      expect(createImageLinks(createLookup(key)).read(grant, encoded)).toBe(source)
    }),
  )
})

test('any other address is refused [C125]', () => {
  const { grant, source } = partsOf(links.link('https://pictures.net/a.png'))
  const other = partsOf(links.link('https://pictures.net/b.png'))
  const foreign = partsOf(createImageLinks(createLookup(randomBytes(32))).link('https://pictures.net/a.png'))
  expect(links.read(grant, source)).toBe('https://pictures.net/a.png')
  expect(links.read(grant, other.source)).toBeUndefined()
  expect(links.read(foreign.grant, source)).toBeUndefined()
  expect(links.read('', source)).toBeUndefined()
  expect(links.read(grant.slice(0, -1), source)).toBeUndefined()
  expect(links.read(`${grant}A`, source)).toBeUndefined()
  expect(links.read(grant, `${source}=`)).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 60 }), (one, two) => {
      expect(links.read(one, two)).toBeUndefined()
    }),
  )
})

test('an empty source, and one that is too long, gets no address', () => {
  expect(links.link(undefined)).toBe('')
  expect(links.link('')).toBe('')
  expect(links.link('x'.repeat(3_001))).toBe('')
})
