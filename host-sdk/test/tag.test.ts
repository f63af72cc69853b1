/** The attributes of the script tag are read strictly, and refused by name. */
import { expect, test } from 'vitest'
import { readAttributes } from '../src/tag/attributes.ts'

const blocks: Readonly<Record<string, string>> = { networks: '[{"id":1}]', broken: '[' }
const read = (dataset: Readonly<Record<string, string>>) => readAttributes(dataset, (id) => blocks[id])

test('attributes become options: texts, lists, flags, and JSON of the page', () => {
  expect(
    read({
      projectId: 'shop',
      frameUrl: 'https://modal.example/p/shop/',
      networks: '#networks',
      featuredWalletIds: 'a, b',
      announce: 'false',
    }),
  ).toEqual({
    projectId: 'shop',
    frameUrl: 'https://modal.example/p/shop/',
    networks: [{ id: 1 }],
    featuredWalletIds: ['a', 'b'],
    announce: false,
  })
})

test('networks by chain id, and Solana by name', () =>
  expect(read({ networks: '1, 8453,solana' })?.networks.map((network) => network.name)).toEqual([
    'Ethereum',
    'Base',
    'Solana',
  ]))

test('an empty list has no entry', () => expect(read({ includeWalletIds: '' })).toEqual({ includeWalletIds: [] }))

test('a tag without attributes creates nothing', () => expect(read({})).toBeUndefined())

test.each([
  [{ projectID: 'shop' }, 'unknown attribute data-project-i-d'],
  [{ constructor: 'x' }, 'unknown attribute data-constructor'],
  [{ siwx: '#networks' }, 'unknown attribute data-siwx'],
  [{ announce: 'yes' }, 'data-announce must be true or false'],
  [
    { networks: '1,7' },
    'data-networks knows 1, 10, 56, 100, 137, 8453, 42161, 43114, 84532, 11155111, solana, solana-devnet, not 7: name a block of JSON, as in #networks',
  ],
  [{ metadata: 'Shop' }, 'data-metadata must name a block of JSON in the page, as in #networks'],
  [{ networks: '#none' }, 'data-networks names #none, but no <script type="application/json"> before has this id'],
  [{ themeVariables: '#broken' }, 'data-theme-variables names #broken, which is not JSON'],
])('%j is refused: %s', (dataset, text) => expect(() => read(dataset)).toThrow(new Error(text)))
