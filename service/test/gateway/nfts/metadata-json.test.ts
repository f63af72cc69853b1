/** Untrusted metadata. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMetadata, toSource } from '../../../src/gateway/nfts/metadata-json.ts'
import { isSpam } from '../../../src/gateway/nfts/spam.ts'

const read = (value: unknown) => readMetadata(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))

test.each([
  [{ image: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png' }, /^ipfs:/],
  [{ image: '', image_url: 'https://pictures.net/1' }, /^https:/],
  [{ image: 7, imageUrl: 'ar://abcdefgh' }, /^ar:/],
  [{ image: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/1.png' }, /^ipfs:\/\/Qm/],
  [{ image_data: '<svg xmlns="http://www.w3.org/2000/svg"/>' }, /^data:image\/svg\+xml,%3Csvg/],
  [{ animation_url: 'https://pictures.net/1.gif?x' }, /1\.gif/],
  [{ animation_url: 'https://pictures.net/player.html' }, /^undefined$/],
  [{ image: 'javascript:alert(1)' }, /^undefined$/],
  [{ image: 'file:///etc/passwd' }, /^undefined$/],
  [{ image: 'nft:eip155:1/erc721/0x0/1' }, /^undefined$/],
  [{ image: '//tracker.example/1.png' }, /^undefined$/],
  [{ image: { url: 'https://pictures.net' } }, /^undefined$/],
])('the picture of %j', (value, expected) => {
  expect(String(read(value)?.image)).toMatch(expected)
})

test('names are cleaned and cut, and numbers are names', () => {
  expect(read({ name: '\u202e a\u200b\n\tb ' })?.name).toBe('a b')
  expect(read({ name: 'x'.repeat(10_000) })?.name).toHaveLength(64)
  expect(read({ description: 'x'.repeat(10_000) })?.description).toHaveLength(1_000)
  expect(read({ name: 42 })?.name).toBe('42')
  expect(read({ name: ['a'], title: 'Title' })?.name).toBe('Title')
  expect(read('\uFEFF{"name":"a"}')?.name).toBe('a')
})

test.each([
  '',
  'null',
  '[]',
  '"text"',
  '{',
  '<html>',
  '['.repeat(100_000),
  `{"a":${'['.repeat(50)}${']'.repeat(50)}}`,
  '{"__proto__":{"name":"x"}}',
  `{"name":"${'x'.repeat(300_000)}"}`,
])('%.30s is not read', (text) => {
  expect(read(text)).toBeUndefined()
})

test('any JSON is bounded, or rejected', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc
          .dictionary(fc.constantFrom('name', 'image', 'description', 'image_data'), fc.jsonValue())
          .map((value) => JSON.stringify(value)),
      ),
      (text) => {
        const metadata = read(text)
        if (!metadata) return
        expect(metadata.name.length).toBeLessThanOrEqual(128)
        expect(metadata.description.length).toBeLessThanOrEqual(2_000)
        if (metadata.image !== undefined) expect(toSource(metadata.image)).toBe(metadata.image)
      },
    ),
  )
})

describe('spam', () => {
  const facts = (name: string, { collection = '', description = '', image = 'ipfs://x' } = {}) => ({
    collection,
    metadata: { name, description, image },
  })
  test.each([
    facts('Claim now'),
    facts('$1,000 USDC Airdrop'),
    facts('Voucher #1'),
    facts('visit usdc-gift.com'),
    facts('www.x.io'),
    facts('Reward', { collection: 'https://x.net' }),
    facts('Box', { description: 'You can redeem it for 1 ETH at box.io' }),
    facts('Picture', { image: 'http://10.0.0.1/a.png' }),
    facts('Picture', { image: 'https://pictures.net:8080/a.png' }),
    { collection: 'Any', metadata: undefined },
  ])('%j', (one) => {
    expect(isSpam(one, {})).toBe(true)
  })

  test.each([
    facts('Harbour Print #12'),
    facts('alice.eth'),
    facts('Reclaimed Land'),
    facts('No. 5', { description: 'More about the artist at https://artist.net' }),
    facts('', { image: 'data:image/png;base64,AA' }),
    facts('Picture', { image: 'https://pictures.net/a.png' }),
  ])('no spam: %j', (one) => {
    expect(isSpam(one, {})).toBe(false)
  })
})
