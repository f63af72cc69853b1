import { featureLists } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { countLabel } from './listing.ts'
import {
  appendPage,
  counts,
  installedFirst,
  isSameWallet,
  isUsable,
  orderKinds,
  pickFeatured,
  pickRecommended,
  withoutKnown,
} from './wallet-rules.ts'

const wallet = (id: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id,
  name: `Wallet ${id}`,
  imageId: undefined,
  isCertified: false,
  chains: [],
  rdns: undefined,
  homepage: undefined,
  mobileLink: undefined,
  universalLink: undefined,
  desktopLink: undefined,
  webappLink: undefined,
  appStore: undefined,
  playStore: undefined,
  chromeStore: undefined,
  ...more,
})
const ids = (wallets: readonly { id: string }[]) => wallets.map(({ id }) => id)
const someIds = fc.array(fc.constantFrom(...Array.from('abcdefghij')), { maxLength: 12 })
const someWallets = someIds.map((all) => all.map((id) => wallet(id)))
const distinct = fc.uniqueArray(fc.constantFrom(...Array.from('abcdefghij'))).map((all) => all.map((id) => wallet(id)))

test('the numbers are the specification’s', () => {
  expect(counts).toEqual({
    featured: 4,
    recommended: 4,
    recent: 2,
    page: 40,
    search: 100,
    prefetchedImages: 20,
    searchWaitMs: 300,
  })
})

test('kinds follow the option; none is lost, none comes twice', () => {
  const kinds = featureLists.connectorTypeOrder
  expect(orderKinds([], kinds)).toEqual(kinds)
  expect(orderKinds(['recommended', 'injected'], kinds)).toEqual([
    'recommended',
    'injected',
    'walletConnect',
    'recent',
    'featured',
    'custom',
    'external',
  ])
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...kinds), fc.string())),
      fc.subarray([...kinds]),
      (wished, existing) => {
        const order = orderKinds(wished, existing)
        expect([...order].sort()).toEqual([...existing].sort())
        const first = wished.find((kind) => existing.some((known) => known === kind))
        if (first !== undefined) expect(order[0]).toBe(first)
      },
    ),
  )
})

test('featured wallets stand in the order of the option, at most four, none that is there already', () => {
  fc.assert(
    fc.property(distinct, someIds, someIds, (wallets, wished, known) => {
      const picked = ids(
        pickFeatured(
          wallets,
          wished,
          known.map((id) => ({ id })),
        ),
      )
      expect(picked.length).toBeLessThanOrEqual(counts.featured)
      expect(new Set(picked).size).toBe(picked.length)
      const expected = [...new Set(wished)].filter((id) => ids(wallets).includes(id) && !known.includes(id))
      expect(picked).toEqual(expected.slice(0, counts.featured))
    }),
  )
})

test('recommended wallets fill up to two rows, only where pairing is possible and the developer has chosen none', () => {
  fc.assert(
    fc.property(
      distinct,
      fc.boolean(),
      fc.boolean(),
      fc.nat(5),
      someIds,
      (wallets, isCurated, canPair, visible, known) => {
        const picked = pickRecommended(wallets, { isCurated, canPair, visible, known: known.map((id) => ({ id })) })
        expect(picked.length).toBeLessThanOrEqual(Math.max(0, counts.recent - visible))
        if (isCurated || !canPair) expect(picked).toEqual([])
        for (const { id } of picked) expect(known).not.toContain(id)
      },
    ),
  )
})

test.each([
  [{ id: 'a' }, { id: 'a' }, true],
  [{ id: 'a', rdns: 'io.metamask' }, { id: 'b', rdns: 'io.metamask' }, true],
  [{ id: 'a', rdns: 'io.metamask' }, { id: 'b', rdns: 'io.metamask.mobile' }, true],
  [{ id: 'a', rdns: 'io.metamask' }, { id: 'io.metamask' }, true],
  [{ id: 'a', name: 'Trust Wallet' }, { id: 'b', name: 'Trust' }, true],
  // A wallet with another wallet's name is not the same wallet if both have an rdns.
  [{ id: 'a', rdns: 'io.metamask', name: 'MetaMask' }, { id: 'b', rdns: 'com.evil', name: 'MetaMask' }, false],
  [{ id: 'a', name: 'MetaMask' }, { id: 'b', name: 'Rainbow' }, false],
  [{ id: 'a' }, { id: 'b' }, false],
])('%j and %j are the same wallet: %s', (listed, known, same) => {
  expect(isSameWallet(listed, known)).toBe(same)
})

test('the label of all wallets never says more than there are, and says plus only for what it leaves out', () => {
  expect([0, 9, 10, 11, 512, 519, 520].map(countLabel)).toEqual(['0', '9', '10', '10+', '510+', '510+', '520'])
  fc.assert(
    fc.property(fc.nat(20_000), (total) => {
      const label = countLabel(total)
      const shown = Number.parseInt(label, 10)
      expect(shown).toBeLessThanOrEqual(total)
      expect(label.endsWith('+')).toBe(shown < total)
    }),
  )
})

test('pages are joined without a repeat, in the order of arrival; nothing new changes nothing', () => {
  fc.assert(
    fc.property(distinct, someWallets, (before, page) => {
      const joined = appendPage(before, page)
      expect(ids(joined)).toEqual([...new Set([...ids(before), ...ids(page)])])
      expect(appendPage(joined, page)).toBe(joined)
    }),
  )
})

test('installed wallets come first, and nothing else moves', () => {
  fc.assert(
    fc.property(distinct, someIds, (wallets, installed) => {
      const sorted = ids(
        installedFirst(
          wallets,
          installed.map((id) => ({ id })),
        ),
      )
      expect([...sorted].sort()).toEqual(ids(wallets).sort())
      const first = sorted.filter((id) => installed.includes(id))
      expect(sorted.slice(0, first.length)).toEqual(first)
      for (const half of [first, sorted.slice(first.length)])
        expect(half).toEqual(ids(wallets).filter((id) => half.includes(id)))
    }),
  )
})

test('wallets that cannot be used here are left out', () => {
  const anywhere = { isMobile: false, basic: false, chains: ['eip155:1'] }
  expect(isUsable(anywhere)(wallet('a', { chains: ['eip155:1'] }))).toBe(true)
  expect(isUsable(anywhere)(wallet('a', { chains: ['eip155:10'] }))).toBe(false)
  expect(isUsable(anywhere)(wallet('a'))).toBe(true)
  const phone = isUsable({ ...anywhere, isMobile: true })
  expect([
    phone(wallet('a')),
    phone(wallet('a', { mobileLink: 'a://' })),
    phone(wallet('a', { universalLink: 'https://a.example/' })),
  ]).toEqual([false, true, true])
  const basic = isUsable({ ...anywhere, basic: true })
  expect([basic(wallet('a')), basic(wallet('a', { desktopLink: 'a://' }))]).toEqual([false, true])
})

test('known wallets are left out, in any order', () => {
  fc.assert(
    fc.property(distinct, someIds, (wallets, known) => {
      const left = ids(
        withoutKnown(
          wallets,
          known.map((id) => ({ id })),
        ),
      )
      expect(left).toEqual(ids(wallets).filter((id) => !known.includes(id)))
    }),
  )
})
