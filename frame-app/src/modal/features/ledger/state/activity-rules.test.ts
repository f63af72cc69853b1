import { Transaction } from '@airlock/protocol/gateway/history.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counterpartyOf, groupByMonth, joinEntries, readEntries, toShownAmount } from './activity-rules.ts'

const address = `0x${'ab'.repeat(20)}`
const other = `0x${'cd'.repeat(20)}`
const account = { address, chainId: 'eip155:1' } as const

const token = (direction: string, numeric: string, symbol: string | null = 'ETH') => ({
  fungible_info: symbol === null ? null : { name: symbol, symbol, icon: { url: '/v1/image/a/b' } },
  nft_info: null,
  direction,
  quantity: { numeric },
  value: null,
  price: null,
})
const nft = (name: string | null, is_spam = false) => ({
  fungible_info: null,
  nft_info: {
    name,
    content: { preview: { url: '/v1/image/c/d', content_type: null }, detail: null },
    flags: { is_spam },
  },
  direction: 'in',
  quantity: { numeric: '1' },
  value: null,
  price: null,
})
const row = (transfers: unknown, metadata: Record<string, unknown> = {}, id = 'one') =>
  Transaction.parse({
    id,
    metadata: {
      operationType: 'receive',
      hash: `0x${'11'.repeat(32)}`,
      minedAt: '2025-05-01T18:22:11Z',
      sentFrom: other,
      sentTo: address,
      status: 'confirmed',
      nonce: 41,
      application: null,
      chain: 'eip155:1',
      ...metadata,
    },
    transfers,
  })
const read = (...rows: Transaction[]) => readEntries(rows, account)

describe('transactions in the list', () => {
  test('those that moved something, with what moved and whether it came or went', () => {
    const [entry] = read(row([token('in', '1.2'), token('out', '5', 'USDC'), nft('Cool Cat #7')]))
    expect(entry).toMatchObject({
      at: Date.UTC(2025, 4, 1, 18, 22, 11),
      operation: 'receive',
      status: 'confirmed',
      movements: [
        { kind: 'token', direction: 'in', amount: '1.2', label: 'ETH', image: '/v1/image/a/b' },
        { kind: 'token', direction: 'out', amount: '5', label: 'USDC' },
        { kind: 'nft', direction: 'in', label: 'Cool Cat #7', image: '/v1/image/c/d' },
      ],
    })
  })

  test('not those of which all is spam; of others, spam is left out', () => {
    expect(read(row([nft('Claim', true), nft('Claim', true)]))).toEqual([])
    expect(read(row([nft('Claim', true), token('in', '1')]))[0]?.movements).toHaveLength(1)
  })

  test('not those of other networks, or of an unknown one', () => {
    expect(read(row([token('in', '1')], { chain: 'eip155:10' }), row([token('in', '1')], { chain: null }))).toEqual([])
  })

  test('those without transfers only if the account sent them', () => {
    expect(read(row([]), row(null))).toEqual([])
    const own = { sentFrom: address.toUpperCase().replace('0X', '0x'), operationType: 'approve' }
    expect(read(row([], own))).toMatchObject([{ operation: 'approve', movements: [] }])
  })

  test('a name that hides or turns text is cleaned, and one without letters is empty', () => {
    const [entry] = read(row([token('in', '1', 'U\u202eSDC\u200b'), token('in', '1', '\u2800'), nft(null)]))
    expect(entry?.movements.map(({ label }) => label)).toEqual(['USDC', '', ''])
  })

  test('an approval has its spender, cleaned, and says whether it has a limit', () => {
    const approve = (spender: string) =>
      read(row([token('self', '1')], { operationType: 'approve', approval: { spender, isUnlimited: true } }))[0]
    expect(approve(other)?.approval).toEqual({ spender: other, isUnlimited: true })
    expect(approve(`0x\u202e12\u200b${'9'.repeat(300)}`)?.approval?.spender).toMatch(/^0x129{1,92}…?$/)
    expect(read(row([token('in', '1')]))[0]?.approval).toBeUndefined()
  })

  const coin = `0x${'ef'.repeat(20)}`
  const paid = (payment: unknown, more: Record<string, unknown> = {}) =>
    read(row([token('out', '5')], { operationType: 'send', sentFrom: address, sentTo: other, payment, ...more }))[0]
      ?.payment
  test('a payment of the account has what another one begins with', () => {
    expect(paid({ token: 'native', to: other, amount: '5' })).toEqual({ token: undefined, to: other, amount: '5' })
    expect(paid({ token: `eip155:1:${coin}`, to: other, amount: '0.5' })).toEqual({
      token: coin,
      to: other,
      amount: '0.5',
    })
  })

  test.each<[string, unknown, Record<string, unknown>?]>([
    ['is not told', undefined],
    ['is null', null],
    ['is of somebody else', { token: 'native', to: other, amount: '5' }, { sentFrom: other }],
    ['is of nothing', { token: 'native', to: other, amount: '0.00' }],
    ['goes to a name', { token: 'native', to: 'alice.eth', amount: '5' }],
    [
      'goes to an address of another kind',
      { token: 'native', to: 'So11111111111111111111111111111111111111111', amount: '5' },
    ],
    ['has a token of another network', { token: `eip155:10:${coin}`, to: other, amount: '5' }],
    ['has a token without a network', { token: coin, to: other, amount: '5' }],
    ['has a token that is none', { token: 'eip155:1:USDC', to: other, amount: '5' }],
  ])('a payment that %s cannot be repeated [C176]', (_what, payment, more) =>
    expect(paid(payment, more)).toBeUndefined(),
  )

  test('an unknown status, direction or operation does not cost the row', () => {
    const [entry] = read(row([token('sideways', '1')], { status: 'MAYBE', operationType: 'revoke_delegation' }))
    expect(entry).toMatchObject({ status: 'other', operation: 'revoke delegation', movements: [{ direction: 'self' }] })
  })
})

describe('the list', () => {
  test('has each transaction once, the newest first; two of one block are two', () => {
    const page = read(
      row([token('in', '1')], { minedAt: '2025-01-01T00:00:00Z' }, '7'),
      row([token('in', '2')], { hash: `0x${'22'.repeat(32)}` }, '7'),
    )
    const list = joinEntries(page, page)
    expect(list.map(({ hash }) => hash.slice(0, 4))).toEqual(['0x22', '0x11'])
  })

  test('is in groups by month that hold every entry once, in order', () => {
    const dates = fc.date({ min: new Date(2001, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true })
    fc.assert(
      fc.property(fc.array(dates), (all) => {
        const [entry] = read(row([token('in', '1')]))
        if (!entry) throw new Error('no entry')
        const entries = joinEntries(
          [],
          all.map((date, nth) => ({ ...entry, key: String(nth), at: date.getTime() })),
        )
        const months = groupByMonth(entries)
        expect(months.flatMap((month) => month.entries)).toEqual(entries)
        const names = months.map(({ at }) => `${new Date(at).getFullYear()} ${new Date(at).getMonth()}`)
        expect(new Set(names).size).toBe(names.length)
      }),
    )
  })
})

describe('an amount', () => {
  test.each([
    ['1.2', { text: '1.200' }],
    ['3048.1129', { text: '3048.112' }],
    ['007', { text: '7.000' }],
    ['0', { text: '0.000' }],
    ['0.0004', { text: '0.001', bound: 'less' }],
    ['1000000000000000', { text: '1000000000000000', bound: 'more' }],
  ])('%s is shown as %o', (numeric, shown) => expect(toShownAmount(numeric)).toEqual(shown))

  test('is never shown larger than it is, and never fills a row', () => {
    const digits = fc.stringMatching(/^\d{1,78}$/)
    fc.assert(
      fc.property(digits, digits, (whole, fraction) => {
        const { text, bound } = toShownAmount(`${whole}.${fraction}`)
        expect(text.length).toBeLessThanOrEqual(20)
        if (bound) return
        const scale = 10n ** 78n
        const exact = BigInt(whole) * scale + BigInt(fraction.padEnd(78, '0'))
        const [w = '', f = ''] = text.split('.')
        expect(BigInt(w) * scale + BigInt(f.padEnd(78, '0')) <= exact).toBe(true)
      }),
    )
  })
})

test('the other side is known where all went one way', () => {
  const [received] = read(row([token('in', '1')]))
  const [sent] = read(row([token('out', '1')], { sentFrom: address, sentTo: other }))
  const [swapped] = read(row([token('out', '1'), token('in', '2', 'USDC')]))
  const approval = { spender: other, isUnlimited: false }
  const [approved] = read(row([token('self', '1')], { sentFrom: address, sentTo: address, approval }))
  const sides = [received, sent, swapped, approved].map((entry) => entry && counterpartyOf(entry))
  expect(sides).toEqual([other, other, undefined, other])
})
