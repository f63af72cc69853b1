/** Losses in a simulation that the request does not account for. */
import { describe, expect, test } from 'vitest'
import { type Action, type ActionKind, address, coins, type Fact, type Intent, item, tokens } from '../decode/intent.ts'
import type { Asset, Change, Simulation } from './prepared.ts'
import { namedFirst } from './unnamed-losses.ts'
import { withWarnings } from './warnings.ts'

const token = '0xB000000000000000000000000000000000000002'
const evil = '0xC000000000000000000000000000000000000003'
const lost = (asset: Asset, amount = 5000n): Change => ({ asset, amount: -amount })
const coin: Asset = { type: 'coins' }
const usdc: Asset = { type: 'tokens', token }
const nft: Asset = { type: 'item', collection: token, id: 7n }
const works = (...changes: Change[]): Simulation => ({ status: 'works', changes, isCut: false, rights: [] })
const action = (kind: ActionKind, ...facts: Fact[]): Action => ({ kind, facts })
const intent = (whole: Action, more: Partial<Intent> = {}): Intent => ({
  ...whole,
  parts: [],
  warnings: [],
  blind: false,
  ...more,
})
const revoking = intent(action('revoke', address('token', token), address('spender', evil)))
const danger = { warnings: ['movesMore'], blind: true }
const swapping = (...facts: Fact[]): Intent => intent(action('swap', ...facts))
const number: Fact = { label: 'amount', value: { type: 'number', value: 7n } }

describe('a loss that the request does not name [C96]', () => {
  test.each<[string, Intent, Change]>([
    ['tokens taken while a permission is revoked', revoking, lost(usdc)],
    ['coins', revoking, lost(coin, 1n)],
    ['an item', revoking, lost(nft, 1n)],
    ['as much as is only allowed', intent(action('allow', tokens(token, 5000n))), lost(usdc)],
    ['more than is sent', intent(action('sendToken', tokens(token, 4999n))), lost(usdc)],
    ['another token than is sent', intent(action('sendToken', tokens(evil, 5000n))), lost(usdc)],
    ['another item than is sent', intent(action('sendItem', item(token, 8n))), lost(nft, 1n)],
    ['more coins than are sent', intent(action('send', coins(4999n))), lost(coin)],
    ['what another has to send', intent(action('sendToken', tokens(token, 5000n), address('from', evil))), lost(usdc)],
    [
      'what a contract sends in its own name',
      intent(action('batch'), { parts: [action('sendToken', tokens(token, 5000n), address('owner', evil))] }),
      lost(usdc),
    ],
  ])('is a danger and takes the extra tick: %s', (_, given, loss) => {
    expect(withWarnings(given, { simulation: works(loss) })).toMatchObject(danger)
  })

  test('comes before other dangers', () => {
    const burning = intent(action('allow', tokens(token, 'unlimited')), { warnings: ['unlimited'] })
    expect(withWarnings(burning, { simulation: works(lost(usdc)) }).warnings).toEqual(['movesMore', 'unlimited'])
  })

  test('is one also beside data that has more in it than can be shown', () => {
    const unreadable = { ...revoking, warnings: ['oddEncoding'], blind: true } as const
    expect(withWarnings(unreadable, { simulation: works(lost(usdc)) }).warnings).toEqual(['movesMore', 'oddEncoding'])
  })
})

test.each<[string, Intent, Change]>([
  ['more tokens than are swapped', swapping(tokens(token, 4999n), tokens(evil, 1n, 'least')), lost(usdc)],
  ['more coins than are swapped', swapping(coins(4999n), tokens(token, 1n, 'least')), lost(coin)],
  ['the token that is swapped for', swapping(tokens(evil, 1n), tokens(token, 5000n, 'least')), lost(usdc)],
  ['the coins that are swapped for', swapping(tokens(evil, 1n), coins(5000n, 'least')), lost(coin)],
])('%s: a loss that a swap does not name [C178]', (_, given, loss) => {
  expect(withWarnings(given, { simulation: works(loss) })).toMatchObject(danger)
})

test.each<[string, Intent, Change[]]>([
  ['coins that are sent', intent(action('send', coins(5000n))), [lost(coin)]],
  ['less than is sent', intent(action('send', coins(5000n))), [lost(coin, 4000n)]],
  ['coins that go with a known call', intent(action('allow', tokens(token, 1n), coins(5000n))), [lost(coin)]],
  ['coins that are wrapped', intent(action('wrap', coins(5000n))), [lost(coin)]],
  ['wrapped coins', intent(action('unwrap', tokens(token, 5000n))), [lost(usdc)]],
  ['tokens that are sent', intent(action('sendToken', tokens(token, 5000n))), [lost(usdc)]],
  [
    'tokens of an account whose token is not proven',
    intent(action('sendToken', tokens(undefined, 5000n))),
    [lost(usdc)],
  ],
  ['tokens that are swapped', swapping(tokens(token, 5000n), coins(1n, 'least')), [lost(usdc)]],
  ['coins that are swapped', swapping(coins(5000n), tokens(token, 1n, 'least')), [lost(coin)]],
  ['tokens that are destroyed', intent(action('burn', tokens(token, 5000n))), [lost(usdc)]],
  ['items', intent(action('sendItem', item(token, 7n, 2n))), [lost(nft, 2n)]],
  ['a number of either kind', intent(action('sendToken', address('contract', token), number)), [lost(usdc, 7n)]],
  ['an item of either kind', intent(action('sendToken', address('contract', token), number)), [lost(nft, 1n)]],
  [
    'the sum of the steps',
    intent(action('batch', coins(1n)), {
      parts: [action('sendToken', tokens(token, 2000n)), action('sendToken', tokens(token, 3000n))],
    }),
    [lost(coin, 1n), lost(usdc)],
  ],
  ['the deposit of an account', intent(action('openAccount', address('to', evil))), [lost(coin, 2_039_280n)]],
  [
    'the deposit of a recipient’s account',
    intent(action('sendToken', tokens(token, 5000n)), { warnings: ['opensAccount'] }),
    [lost(coin, 2_039_280n), lost(usdc)],
  ],
  [
    'wrapped coins of an account that is closed',
    intent(action('closeAccount', address('account', evil))),
    [lost({ type: 'tokens', token: 'So11111111111111111111111111111111111111112' })],
  ],
  ['gains', revoking, [{ asset: usdc, amount: 5000n }]],
])('%s: no such loss', (_, given, changes) => {
  expect(withWarnings(given, { simulation: works(...changes) })).toEqual(given)
})

test('the loss that the request names comes first, whatever other losses there are [C70]', () => {
  const others = Array.from({ length: 25 }, (_, place) => lost({ type: 'tokens', token: `0x${place}` }))
  const gain = { asset: nft, amount: 1n }
  const given = intent(action('sendToken', tokens(token, 5000n)))
  const sorted = namedFirst(given, works(lost(coin), ...others, lost(usdc), gain))
  expect(sorted).toEqual(works(lost(usdc), lost(coin), ...others, gain))
  // A page can name any number of items.
  const items = intent(action('sendItem', item(token, 7n)))
  expect(namedFirst(items, works(lost(coin), lost(nft)))).toEqual(works(lost(coin), lost(nft)))
})

test('an unreadable request gets no warning of unnamed losses: it needs the extra tick already', () => {
  const unread = intent(action('call'), { warnings: ['unreadable'], blind: true })
  expect(withWarnings(unread, { simulation: works(lost(usdc)) })).toEqual(unread)
})
