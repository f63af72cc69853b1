/** Balance changes and rights, read from the logs of a simulated transaction. */
import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  type Hex,
  maxUint256,
  parseAbiItem,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { toLog } from '../../../shared/chains/eip155/simulation.ts'
import { address, item, tokens } from '../../decode/intent.ts'
import { withWarnings } from '../warnings.ts'
import { effectsOf } from './effects.ts'

const me = getAddress('0xa000000000000000000000000000000000000001')
const token = getAddress('0xb000000000000000000000000000000000000002')
const evil = getAddress('0xc000000000000000000000000000000000000003')
const known = getAddress('0xd000000000000000000000000000000000000004')
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** A log as nodes return it. `values` are in the order of the event's parameters. */
function log(signature: string, values: readonly unknown[], at: string = token) {
  // as: the signatures below are events.
  const event = parseAbiItem(signature) as AbiEvent
  const isIndexed = (place: number) => event.inputs[place]?.indexed === true
  return toLog({
    address: at as Hex, // as: the addresses above
    topics: encodeEventTopics({
      abi: [event],
      args: values.filter((_, place) => isIndexed(place)),
    }) as [Hex, ...Hex[]], // as: no event here is anonymous
    data: encodeAbiParameters(
      event.inputs.filter((_, place) => !isIndexed(place)),
      values.filter((_, place) => !isIndexed(place)),
    ),
  })
}
const effects = (...logs: ReturnType<typeof log>[]) => effectsOf(logs, me, (contract) => contract === known)
const spender = address('spender', evil)
const operator = address('operator', evil)

const approval = 'event Approval(address indexed owner, address indexed spender, uint256 value)'
const transfer = 'event Transfer(address indexed from, address indexed to, uint256 value)'
const itemTransfer = 'event Transfer(address indexed from, address indexed to, uint256 indexed id)'
const itemApproval = 'event Approval(address indexed owner, address indexed approved, uint256 indexed id)'
const forAll = 'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)'
const delegated =
  'event BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address indexed asset, uint256 amount)'
const authorization =
  'event SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool newIsAuthorized)'
const relayer = 'event RelayerApprovalChanged(address indexed relayer, address indexed sender, bool approved)'
const debt = (amount: bigint | 'unlimited') => ({
  kind: 'allowDebt',
  facts: [tokens(known, amount), spender, address('contract', token)],
})
const acting = { kind: 'allowActing', facts: [address('contract', token), operator] }
const authorized = 'event AuthorizedOperator(address indexed operator, address indexed holder)'
const permit =
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)'
const permit2Approval =
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)'

describe('a right that is given [C69]', () => {
  test.each([
    ['ERC-20', log(approval, [me, evil, 5n]), { kind: 'allow', facts: [tokens(token, 5n), spender] }],
    [
      'ERC-20, without limit',
      log(approval, [me, evil, maxUint256]),
      { kind: 'allow', facts: [tokens(token, 'unlimited'), spender] },
    ],
    [
      'an old token that indexes nothing',
      log('event Approval(address owner, address spender, uint256 value)', [me, evil, 5n]),
      { kind: 'allow', facts: [tokens(token, 5n), spender] },
    ],
    ['ERC-721, one item', log(itemApproval, [me, evil, 7n]), { kind: 'allowItem', facts: [item(token, 7n), operator] }],
    [
      'ERC-721 and ERC-1155, all items',
      log(forAll, [me, evil, true]),
      { kind: 'allowCollection', facts: [address('collection', token), operator] },
    ],
    [
      'ERC-6909',
      log('event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount)', [
        me,
        evil,
        7n,
        2n,
      ]),
      { kind: 'allowItem', facts: [item(token, 7n, 2n), operator] },
    ],
    [
      'ERC-1410, a part of the tokens',
      log(
        'event AuthorizedOperatorByPartition(bytes32 indexed partition, address indexed operator, address indexed tokenHolder)',
        [`0x${'01'.repeat(32)}`, evil, me],
      ),
      { kind: 'allow', facts: [tokens(token, 'unlimited'), operator] },
    ],
    ['debts', log(delegated, [me, evil, known, 5n]), debt(5n)],
    ['debts without limit', log(delegated, [me, evil, known, maxUint256]), debt('unlimited')],
    [
      'debts, by an older contract',
      log(
        'event BorrowAllowanceDelegated(address indexed fromUser, address indexed toUser, address asset, uint256 amount)',
        [me, evil, known, 5n],
      ),
      debt(5n),
    ],
    ['all positions of a lender', log(authorization, [evil, me, evil, true]), acting],
    ['what a relayer may do', log(relayer, [evil, me, true]), acting],
    ['ERC-777', log(authorized, [evil, me]), { kind: 'allow', facts: [tokens(token, 'unlimited'), operator] }],
    [
      'Permit2, by a call',
      log(permit2Approval, [me, token, evil, 2n ** 160n - 1n, 2 ** 48 - 1], permit2),
      { kind: 'allow', facts: [tokens(token, 'unlimited'), spender] },
    ],
    [
      'Permit2, by a signature',
      log(permit, [me, token, evil, 5n, 1_800_000_000, 0], permit2),
      {
        kind: 'allow',
        facts: [tokens(token, 5n), spender, { label: 'until', value: { type: 'time', at: 1_800_000_000_000 } }],
      },
    ],
    [
      'a contract that poses as Permit2',
      log(permit2Approval, [me, token, evil, 5n, 2 ** 48 - 1], known),
      { kind: 'allow', facts: [tokens(token, 5n), spender, address('contract', known)] },
    ],
    [
      'the ownership of a contract',
      log('event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)', [me, evil]),
      { kind: 'changeOwner', facts: [address('contract', token), address('authority', evil)] },
    ],
  ])('is read: %s', (_, given, right) => {
    expect(effects(given)).toEqual({ changes: [], isCut: false, rights: [right] })
  })

  test('is ignored if another account gives it', () => {
    const logs = [log(approval, [evil, me, 5n]), log(forAll, [evil, me, true]), log(authorized, [me, evil])]
    logs.push(log(delegated, [evil, me, known, 5n]), log(authorization, [evil, evil, me, true]))
    logs.push(log(relayer, [me, evil, true]))
    expect(effects(...logs).rights).toEqual([])
  })

  test('counts as revoked if it is revoked again: the last log decides', () => {
    const revoked = { kind: 'revoke', facts: [address('token', token), spender] }
    expect(effects(log(approval, [me, evil, 5n]), log(approval, [me, evil, 0n])).rights).toEqual([revoked])
    expect(effects(log(approval, [me, evil, 0n]), log(approval, [me, evil, 5n])).rights).toMatchObject([
      { kind: 'allow' },
    ])
    const off = [log(authorization, [evil, me, evil, false]), log(relayer, [evil, me, false])]
    for (const one of [log(delegated, [me, evil, known, 0n]), ...off])
      expect(effects(one).rights).toMatchObject([{ kind: 'revoke' }])
    const lockdown = log(
      'event Lockdown(address indexed owner, address token, address spender)',
      [me, token, evil],
      permit2,
    )
    expect(effects(log(permit2Approval, [me, token, evil, 5n, 0], permit2), lockdown).rights).toEqual([revoked])
  })

  test('comes first where it is over a token of our own table, and is never left out', () => {
    const many = Array.from({ length: 50 }, (_, place) =>
      log(approval, [me, evil, 5n], getAddress(`0x${(place + 1).toString(16).padStart(40, '0')}`)),
    )
    const { rights } = effects(...many, log(approval, [me, evil, maxUint256], known))
    expect(rights).toHaveLength(51)
    expect(rights[0]?.facts[0]).toEqual(tokens(known, 'unlimited'))
  })

  test('for an item is not listed if the item is sent away', () => {
    const zeroAddress = '0x0000000000000000000000000000000000000000'
    const logs = [log(itemApproval, [me, zeroAddress, 7n]), log(itemTransfer, [me, evil, 7n])]
    expect(effects(...logs)).toMatchObject({ changes: [{ amount: -1n }], rights: [] })
    expect(effects(log(itemApproval, [me, zeroAddress, 7n])).rights).toEqual([
      { kind: 'revoke', facts: [item(token, 7n)] },
    ])
  })
})

describe('a loss [C70]', () => {
  const gains = Array.from({ length: 25 }, (_, place) =>
    log(transfer, [evil, me, 1000n], getAddress(`0x${(place + 1).toString(16).padStart(40, '0')}`)),
  )

  test('comes before all gains, however many there are', () => {
    const { changes, isCut } = effects(
      ...gains,
      log(itemTransfer, [me, evil, 1n]),
      log(transfer, [me, evil, 3n], known),
    )
    expect(changes.slice(0, 3).map(({ amount }) => amount)).toEqual([-3n, -1n, 1000n])
    expect([changes.length, isCut]).toEqual([22, true])
  })

  test('is never left out, and a long list has a warning', () => {
    const losses = gains.map(({ address: at }) => log(transfer, [me, evil, 1000n], at))
    expect(effects(...losses).changes).toHaveLength(25)
    expect(effects(...losses)).toMatchObject({ isCut: true })
    expect(effects(...losses.slice(0, 20))).toMatchObject({ isCut: false })
  })

  test('may be hidden among omitted gains: the request is blind, with a warning', () => {
    const intent = { kind: 'sendToken', facts: [], parts: [], warnings: [], blind: false, movesValue: true } as const
    const found = (count: number) =>
      withWarnings(intent, { simulation: { status: 'works', ...effects(...gains.slice(0, count)) } })
    expect(found(20)).toMatchObject({ warnings: [], blind: false })
    expect(found(21)).toMatchObject({ warnings: ['cutShort'], blind: true })
  })
})

test('transfers of all standards are changes', () => {
  const batch = log(
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
    [evil, me, evil, [1n, 2n], [3n, 4n]],
  )
  const owned = log(
    'event Transfer(address caller, address indexed from, address indexed to, uint256 indexed id, uint256 amount)',
    [evil, me, evil, 9n, 2n],
  )
  const old = log('event Transfer(address from, address to, uint256 value)', [me, evil, 6n])
  const coins = log(transfer, [me, evil, 5n], '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')
  expect(effects(batch, owned, old, coins).changes.map(({ asset, amount }) => [asset.type, amount])).toEqual([
    ['coins', -5n],
    ['tokens', -6n],
    ['item', -3n],
    ['item', -4n],
    ['item', -2n],
  ])
})
