/** The attributes of the script tag: read strictly, and refused by name. */
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

test('a tag without attributes creates nothing', () => expect(read({})).toBeUndefined())

test.each([
  [{ projectID: 'shop' }, 'unknown attribute data-project-i-d'],
  [{ constructor: 'x' }, 'unknown attribute data-constructor'],
  [{ siwx: '#networks' }, 'unknown attribute data-siwx'],
  [{ announce: 'yes' }, 'data-announce must be true or false'],
  [{ networks: '1,8453' }, 'data-networks must name a block of JSON in the page, as in #networks'],
  [{ networks: '#none' }, 'data-networks names #none, but no <script type="application/json"> before has this id'],
  [{ themeVariables: '#broken' }, 'data-theme-variables names #broken, which is not JSON'],
])('%j is refused: %s', (dataset, text) => expect(() => read(dataset)).toThrow(new Error(text)))
