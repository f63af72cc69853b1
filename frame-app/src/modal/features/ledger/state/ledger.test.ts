import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enter, Ledger, ledgerSize, Tracked, toEntry } from './ledger.ts'
import { pauseOf, type Seen, settle } from './ledger-rules.ts'

const address = `0x${'ab'.repeat(20)}`
const other = `0x${'cd'.repeat(20)}`
const idOf = (nth: number): `0x${string}` => `0x${nth.toString(16).padStart(64, '0')}`
const sent = (nth = 1, more: Partial<Tracked> = {}): Tracked => ({
  id: idOf(nth),
  status: 'pending',
  operation: 'execute',
  sentAt: 0,
  ...more,
})
const known = { from: address, operation: 'send', to: other, value: '5', nonce: 7 } as const
const at = (now: number, isSure = false) => ({ address, now, isSure })
const minute = 60_000

describe('a transaction', () => {
  test('is pending while it waits, with the details that the node knows', () => {
    const next = settle(sent(), { transaction: known }, at(minute))
    expect(next).toMatchObject({ status: 'pending', operation: 'send', to: other, value: '5', nonce: 7 })
    const approval = { spender: `0x${'cd'.repeat(20)}`, isUnlimited: true } as const
    const approved = settle(sent(), { transaction: { ...known, operation: 'approve', approval } }, at(minute))
    expect(approved && Ledger.parse([approved])[0]?.approval).toEqual(approval)
    expect(approved && toEntry(approved, { address, symbol: 'ETH', decimals: 18 }).approval).toEqual(approval)
  })

  test.each(['confirmed', 'failed'] as const)('is %s once it is in a block', (outcome) => {
    expect(settle(sent(), { outcome, transaction: known }, at(minute))?.status).toBe(outcome)
  })

  test('is replaced once two looks agree that another one has used its nonce', () => {
    const seen: Seen = { transaction: null, used: 8 }
    const waiting = sent(1, { nonce: 7 })
    expect(settle(waiting, seen, at(minute))?.status).toBe('pending')
    expect(settle(waiting, seen, at(minute, true))?.status).toBe('replaced')
    expect(settle(waiting, { ...seen, used: 7 }, at(minute, true))?.status).toBe('pending')
  })

  test('is dropped once the nodes have forgotten it, later if they had known it', () => {
    expect(settle(sent(), { transaction: null }, at(minute))?.status).toBe('pending')
    expect(settle(sent(), { transaction: null }, at(3 * minute))?.status).toBe('dropped')
    expect(settle(sent(1, { nonce: 7 }), { transaction: null, used: 7 }, at(3 * minute))?.status).toBe('pending')
    expect(settle(sent(1, { nonce: 7 }), { transaction: null, used: 7 }, at(31 * minute))?.status).toBe('dropped')
  })

  test('is forgotten if only the page has reported it and it is another account’s, or nowhere [C107]', () => {
    const claim = sent(1, { isClaim: true })
    expect(settle(claim, { transaction: { ...known, from: other } }, at(minute))).toBeUndefined()
    expect(settle(claim, { transaction: null }, at(3 * minute))).toBeUndefined()
    const own = settle(
      claim,
      { transaction: { ...known, from: address.toUpperCase().replace('0X', '0x') } },
      at(minute),
    )
    expect(own).toMatchObject({ status: 'pending', nonce: 7 })
    expect(own).not.toHaveProperty('isClaim')
  })

  test('has no nonce if another account has sent it for a smart account', () => {
    const next = settle(sent(), { outcome: 'confirmed', transaction: { ...known, from: other } }, at(minute))
    expect(next).toMatchObject({ status: 'confirmed' })
    expect(next?.nonce).toBeUndefined()
  })

  test('is looked at less often as it gets older', () => {
    const pauses = [0, 3 * minute, 60 * minute].map(pauseOf)
    expect(pauses).toEqual([4_000, 15_000, 60_000])
  })
})

describe('the ledger', () => {
  const status = fc.constantFrom('pending', 'confirmed', 'failed', 'replaced', 'dropped')
  const entries = fc.array(
    fc
      .record({ nth: fc.nat(200), status })
      .map(({ nth, status }) => sent(nth, { status: Tracked.shape.status.parse(status) })),
    { maxLength: 300 },
  )

  test('never holds more than 99 or one twice, and forgets no pending one while a settled one is there', () => {
    expect(ledgerSize).toBe(99)
    fc.assert(
      fc.property(entries, (all) => {
        let ledger: readonly Tracked[] = []
        for (const one of all) {
          const before = ledger
          ledger = enter(ledger, one)
          expect(ledger[0]).toBe(one)
          const lost = before.filter(({ id }) => !ledger.some((kept) => kept.id === id))
          const couldLoseAnother = before.some(({ status, id }) => status !== 'pending' && id !== one.id)
          if (couldLoseAnother) expect(lost.every(({ status }) => status !== 'pending')).toBe(true)
        }
        expect(ledger.length).toBeLessThanOrEqual(ledgerSize)
        expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length)
        expect(Ledger.parse(ledger)).toEqual(ledger)
      }),
    )
  })

  test('shows what left the account in units of its network', () => {
    const entry = toEntry(sent(1, { value: '1500000000000000000', to: other }), {
      address,
      symbol: 'ETH',
      decimals: 18,
    })
    expect(entry.movements).toEqual([
      { direction: 'out', kind: 'token', amount: '1.5', label: 'ETH', image: undefined },
    ])
    expect(toEntry(sent(), { address, symbol: 'ETH', decimals: 18 }).movements).toEqual([])
  })

  test.each<[Partial<Tracked>, unknown]>([
    [
      { operation: 'send', to: other, value: '5' },
      { token: undefined, to: other, amount: '0.000000000000000005' },
    ],
    [
      { operation: 'send', to: other, moved: { amount: '0.4', label: 'TST', address: other } },
      { token: other, to: other, amount: '0.4' },
    ],
    // The ledger of an older version has no contract.
    [{ operation: 'send', to: other, moved: { amount: '0.4', label: 'TST' } }, undefined],
    [{ operation: 'send', to: other, value: '0' }, undefined],
    [{ operation: 'send', value: '5' }, undefined],
    [{ operation: 'execute', to: other, value: '5' }, undefined],
  ])('knows what another payment like %j begins with', (tracked, payment) => {
    expect(toEntry(sent(1, tracked), { address, symbol: 'ETH', decimals: 18 }).payment).toEqual(payment)
  })
})
