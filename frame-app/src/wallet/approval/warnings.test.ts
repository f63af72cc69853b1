/** The findings that a simulation adds to an intent. */
import { describe, expect, test } from 'vitest'
import { type Action, address, type Intent, tokens } from '../decode/intent.ts'
import type { Simulation } from './prepared.ts'
import { unstatedRights, withWarnings } from './warnings.ts'

const token = '0xB000000000000000000000000000000000000002'
const evil = '0xC000000000000000000000000000000000000003'
const right: Action = { kind: 'allow', facts: [tokens(token, 'unlimited'), address('spender', evil)] }
const works = (...rights: Action[]): Simulation => ({ status: 'works', changes: [], isCut: false, rights })
const intent = (action: Action, parts: readonly Action[] = []): Intent => ({
  ...action,
  parts,
  warnings: [],
  blind: false,
})
const call: Action = { kind: 'sendToken', facts: [] }

describe('a right that the request does not name [C69]', () => {
  test('is a danger and takes the extra tick', () => {
    expect(withWarnings(intent(call), { simulation: works(right) })).toMatchObject({
      warnings: ['givesRights', 'unlimited'],
      blind: true,
    })
  })

  test.each<[string, Action]>([
    ['of another amount', { kind: 'allow', facts: [tokens(token, 5n), address('spender', evil)] }],
    ['of another token', { kind: 'allow', facts: [tokens(evil, 'unlimited'), address('spender', evil)] }],
    ['for another spender', { kind: 'allow', facts: [tokens(token, 'unlimited'), address('spender', token)] }],
    ['in the name of another account', { kind: 'allow', facts: [...right.facts, address('owner', token)] }],
    ['that is revoked', { kind: 'revoke', facts: [address('token', token), address('spender', evil)] }],
  ])('is not the right %s that it names', (_, action) => {
    expect(unstatedRights(intent(action), works(right))).toEqual([right])
    expect(unstatedRights(intent(call, [action]), works(right))).toEqual([right])
  })

  test('is not repeated where the request or a part of it names it', () => {
    const named: Action = {
      kind: 'allow',
      facts: [...right.facts, { label: 'memo', value: { type: 'text', text: '' } }],
    }
    for (const stated of [intent(named), intent(call, [named])])
      expect(withWarnings(stated, { simulation: works(right) })).toEqual(stated)
  })

  test('is listed without a danger where it is only revoked', () => {
    const revoked: Action = { kind: 'revoke', facts: [address('token', token), address('spender', evil)] }
    expect(unstatedRights(intent(call), works(revoked))).toEqual([revoked])
    expect(withWarnings(intent(call), { simulation: works(revoked) })).toEqual(intent(call))
  })
})

test('a simulation that fails makes the request blind and is named [C89]', () => {
  expect(withWarnings(intent(call), { simulation: { status: 'fails' } })).toMatchObject({
    warnings: ['wouldFail'],
    blind: true,
  })
  expect(withWarnings(intent(call), { simulation: { status: 'unknown' } })).toEqual(intent(call))
})
