/** Titles, descriptions and marks of transactions. */
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { viewWords } from '../../../../shared/i18n/all-messages.ts'
import { createFormats } from '../../../../shared/i18n/formats.ts'
import { defaultLanguage } from '../../../../shared/i18n/language.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import type { ActivityEntry, Movement } from '../../ledger/state/activity.ts'
import { markOf, picturedOf } from './marks.ts'
import { sideOf, verbOf, whenOf, withoutAmounts, wordsOf } from './words.ts'

const t = defaultLanguage.withWords(viewWords)
const formats = createFormats('en-US')
const me = `0x52${'a'.repeat(34)}69ee`
const other = `0x2a${'b'.repeat(34)}ba05` as const

const token = (direction: Movement['direction'], amount: string, label = 'ETH'): Movement => ({
  direction,
  kind: 'token',
  amount,
  label,
  image: undefined,
})
const nft = (direction: Movement['direction'], label: string): Movement => ({
  ...token(direction, '', label),
  kind: 'nft',
})
const entry = (
  operation: string,
  movements: readonly Movement[],
  more: Partial<ActivityEntry> = {},
): ActivityEntry => ({
  key: 'k',
  hash: 'h',
  at: 0,
  operation,
  status: 'confirmed',
  from: me,
  to: other,
  nonce: 1,
  application: undefined,
  movements,
  ...more,
})
const say = (one: ActivityEntry): readonly string[] =>
  one.movements.map((movement) => {
    const { sign = '', figures, name } = wordsOf(t, formats, one, movement)
    return `${sign}${figures === undefined ? '' : `${figures} `}${name}`
  })

test.each([
  ['approve', 'Approved'],
  ['bought', 'Bought'],
  ['borrow', 'Borrowed'],
  ['burn', 'Burnt'],
  ['cancel', 'Canceled'],
  ['claim', 'Claimed'],
  ['deploy', 'Deployed'],
  ['deposit', 'Deposited'],
  ['execute', 'Executed'],
  ['mint', 'Minted'],
  ['receive', 'Received'],
  ['repay', 'Repaid'],
  ['revoke', 'Revoked'],
  ['send', 'Sent'],
  ['sell', 'Sold'],
  ['stake', 'Staked'],
  ['trade', 'Swapped'],
  ['unstake', 'Unstaked'],
  ['withdraw', 'Withdrawn'],
  ['bid', 'bid'],
  ['delegate', 'delegate'],
  ['close', 'close'],
  ['constructor', 'constructor'],
])('the title of %s is %s', (operation, title) => expect(verbOf(t, operation)).toBe(title))

describe('the description', () => {
  test.each<[string, ActivityEntry, readonly string[]]>([
    ['of an amount has three decimals and the symbol', entry('receive', [token('in', '1.2')]), ['+1.200 ETH']],
    ['of what left has a minus', entry('send', [token('out', '0.5')]), ['−0.500 ETH']],
    ['groups large figures', entry('withdraw', [token('in', '3048.1129', 'USDC')]), ['+3,048.112 USDC']],
    ['of almost nothing does not say nothing', entry('send', [token('out', '0.00000012')]), ['−<0.001 ETH']],
    ['of an NFT is its name', entry('mint', [nft('in', 'Cool Cat #7')]), ['+Cool Cat #7']],
    [
      'of a swap says what went and what came',
      entry('trade', [token('out', '1.2'), token('in', '3048.112', 'USDC')]),
      ['−1.200 ETH', '+3,048.112 USDC'],
    ],
    [
      'of several NFTs names each',
      entry('receive', [nft('in', 'One'), nft('in', 'Two'), nft('out', 'Three')]),
      ['+One', '+Two', '−Three'],
    ],
    [
      'of what has no name says so',
      entry('receive', [token('in', '1', ''), nft('in', '')]),
      ['+1.000 Unnamed', '+Unnamed'],
    ],
    ['of nothing is empty', entry('execute', []), []],
  ])('%s', (_what, one, words) => expect(say(one)).toEqual(words))

  const approval = { spender: other, isUnlimited: false }
  const unlimited = { spender: other, isUnlimited: true }
  test.each<[string, ActivityEntry, readonly string[]]>([
    [
      'is the amount that may be spent',
      entry('approve', [token('self', '100', 'USDC')], { approval }),
      ['100.000 USDC'],
    ],
    ['has no limit', entry('approve', [token('self', '7.9', 'UNI')], { approval: unlimited }), ['Unlimited UNI']],
    ['has no limit by its amount alone', entry('approve', [token('self', '9'.repeat(60), 'USDC')]), ['Unlimited USDC']],
    ['is one NFT', entry('approve', [nft('self', 'Cool Cats #7')], { approval }), ['Cool Cats #7']],
    ['is a collection', entry('approve', [nft('self', 'Cool Cats')], { approval: unlimited }), ['All of Cool Cats']],
    ['is taken back', entry('revoke', [token('self', '0', 'USDC')], { approval }), ['USDC']],
  ])('for an approval %s [C141]', (_what, one, words) => expect(say(one)).toEqual(words))

  test('for a hostile amount is never longer than a row', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,400}(\.\d{1,400})?$/), (amount) => {
        const [text = ''] = say(entry('receive', [token('in', amount, 'X')]))
        expect(text.length).toBeLessThan(40)
      }),
    )
  })
})

test('the other side is from, to or the spender, and empty if there are several', () => {
  expect(sideOf(t, entry('receive', [token('in', '1')], { from: other }))).toBe('from 0x2a…bbBa05')
  expect(sideOf(t, entry('send', [token('out', '1')]))).toBe('to 0x2a…bbBa05')
  const approval = { spender: me, isUnlimited: true }
  expect(sideOf(t, entry('approve', [token('self', '1')], { approval }))).toBe('spender 0x52…AA69ee')
  expect(sideOf(t, entry('approve', [], { approval }))).toBe('spender 0x52…AA69ee')
  expect(sideOf(t, entry('approve', [token('self', '1')]))).toBeUndefined()
  expect(sideOf(t, entry('trade', [token('out', '1'), token('in', '1')]))).toBeUndefined()
})

test('the other side of a purchase is the provider, by its name', () => {
  const purchase = entry('buy', [token('in', '0.04')], { from: '', to: me, seller: 'Test checkout' })
  expect(sideOf(t, purchase)).toBe('from Test checkout')
})

test('no transaction says that nothing has moved', () => {
  const said = (['pending', 'confirmed', 'failed'] as const).map((status) => [
    withoutAmounts({ isMadeHere: true, status }),
    withoutAmounts({ status }),
  ])
  expect(said).toEqual([
    ['transaction.movesUnknown', 'transaction.nothingListed'],
    ['transaction.movesUnknown', 'transaction.nothingListed'],
    ['transaction.nothingListed', 'transaction.nothingListed'],
  ])
})

test('an address has one spelling, whether the history or the form of a payment has written it', () => {
  const asWritten = [other, getAddress(other)]
  const sides = asWritten.map((to) => sideOf(t, entry('send', [token('out', '1')], { to })))
  const facts = asWritten.map((address) => renderToStaticMarkup(createElement(DisplayAddress, { address, full: true })))
  expect(new Set(sides).size).toBe(1)
  expect(new Set(facts).size).toBe(1)
  expect(renderToStaticMarkup(createElement(DisplayAddress, { address: other }))).toContain(
    `title="${getAddress(other)}"`,
  )
})

test('the time is relative for a day, and a date before that', () => {
  const now = Date.UTC(2025, 4, 20, 12)
  expect(whenOf(t, formats, now - 5 * 60_000, now)).toBe('5 min ago')
  expect(whenOf(t, formats, Date.UTC(2025, 4, 1, 12), now)).toBe('May 01')
})

describe('the mark', () => {
  test.each<[string, ActivityEntry, string | undefined]>([
    ['of what came', entry('receive', [token('in', '1')]), 'in'],
    ['of what went', entry('send', [token('out', '1')]), 'out'],
    ['of a trade', entry('trade', [token('in', '1')]), 'swap'],
    ['of an exchange by another name', entry('execute', [token('out', '1'), nft('in', 'One')]), 'swap'],
    ['of an approval', entry('approve', [token('self', '1')]), 'done'],
    ['of a revocation', entry('revoke', [token('self', '0')]), 'not'],
    ['of a cancellation', entry('cancel', []), 'not'],
    ['of what stays', entry('send', [token('self', '1')]), undefined],
    ['of nothing', entry('execute', []), undefined],
    ['of a name that every object has', entry('constructor', []), undefined],
    ['of what waits', entry('send', [token('out', '1')], { status: 'pending' }), 'clock'],
    ['of what failed', entry('trade', [token('out', '1')], { status: 'failed' }), 'not'],
    ['of what is gone', entry('send', [], { status: 'dropped' }), 'not'],
    ['of what was replaced', entry('approve', [], { status: 'replaced' }), 'again'],
  ])('%s', (_what, one, mark) => expect(markOf(one)).toBe(mark))
})

test('an exchange has two pictures, what went before what came; everything else has one at most', () => {
  const [eth, usdc, cat] = [token('in', '1'), token('out', '2', 'USDC'), nft('in', 'Cat')]
  expect(picturedOf({ movements: [eth, usdc, cat] })).toEqual([usdc, eth])
  expect(picturedOf({ movements: [cat, eth] })).toEqual([cat])
  expect(picturedOf({ movements: [] })).toEqual([])
})
