/** The logos written by `npm run marks`: each belongs to an entry of the listing, and is only a drawing. */
import { expect, test } from 'vitest'
import logos from '../src/listing/logos.json' with { type: 'json' }
import { assets, drawPictures, tokens } from '../src/listing/pictures.ts'
import { imageIdOf, wallets } from '../src/listing/wallets.ts'

const all = Object.entries(logos).flatMap(([kind, marks]) =>
  Object.entries(marks).map(([id, mark]) => ({ kind, id, mark })),
)

test('each belongs to a wallet, a network or a token of the listing', () => {
  expect(Object.keys(logos.wallet).filter((id) => !wallets.some((wallet) => wallet.id === id))).toEqual([])
  expect(Object.keys(logos.asset).filter((id) => !Object.hasOwn(assets, id))).toEqual([])
  expect(Object.keys(logos.token).filter((symbol) => !tokens.includes(symbol))).toEqual([])
})

test.each(all)('$kind $id is a small drawing that loads and runs nothing', ({ mark }) => {
  expect(mark.length).toBeLessThan(16_000)
  expect(mark).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="96" height="96" .*<\/svg>$/s)
  const elements = new Set(mark.match(/<[a-zA-Z]+/g))
  const drawn = ['svg', 'path', 'g', 'defs', 'clipPath', 'linearGradient', 'radialGradient', 'stop', 'circle', 'rect']
  expect([...elements].filter((element) => !drawn.includes(element.slice(1)))).toEqual([])
  expect(mark).not.toMatch(/\bon\w+=|href|style|url\((?!#)|<[!?]|&/i)
})

test('the best known wallets have theirs, and no wallet is without a picture', () => {
  const pictures = drawPictures(wallets)
  for (const name of ['MetaMask', 'Trust Wallet', 'Coinbase Wallet', 'Phantom', 'Rainbow', 'Rabby', 'Safe']) {
    const id = wallets.find((wallet) => wallet.name === name)?.id ?? ''
    expect(pictures.wallet.get(imageIdOf(id)), name).toContain('viewBox="0 0 24 24"')
  }
  expect(pictures.wallet.size).toBe(wallets.length)
})
