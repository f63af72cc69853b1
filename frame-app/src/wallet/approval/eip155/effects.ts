/** Reads the logs of a simulated transaction for one account: changes of balances, and rights that are given or revoked. */
import { type Abi, type Address, type Log, type ParseEventLogsReturnType, parseAbi, parseEventLogs } from 'viem'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { movesIn } from '../../../shared/chains/eip155/moves.ts'
import { isSame, nobody, permit2Address } from '../../decode/eip155/known-calls.ts'
import { type Action, address, type Fact, item, moment, orUnlimited, tokens } from '../../decode/intent.ts'
import { summarise } from '../changes.ts'
import type { Change, Effects } from '../prepared.ts'

/**
 * The standards use the same event name but index different parameters. Old contracts index none; then the third value may be an amount or
 * a token id, and it is read as an amount.
 */
const tokenEvents = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Approval(address owner, address spender, uint256 value)',
])
const itemEvents = parseAbi(['event Approval(address indexed owner, address indexed approved, uint256 indexed id)'])
/** ERC-1155, ERC-721, ERC-6909. */
const collectionEvents = parseAbi([
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount)',
  'event OperatorSet(address indexed owner, address indexed operator, bool approved)',
])
/** ERC-777; and ERC-1410, where an operator is authorised for some of the tokens. */
const operatorEvents = parseAbi([
  'event AuthorizedOperator(address indexed operator, address indexed holder)',
  'event RevokedOperator(address indexed operator, address indexed holder)',
  'event AuthorizedOperatorByPartition(bytes32 indexed partition, address indexed operator, address indexed holder)',
  'event RevokedOperatorByPartition(bytes32 indexed partition, address indexed operator, address indexed holder)',
])
/** Two versions of Aave. */
const debtEvents = [
  parseAbi([
    'event BorrowAllowanceDelegated(address indexed owner, address indexed spender, address indexed asset, uint256 amount)',
  ]),
  parseAbi([
    'event BorrowAllowanceDelegated(address indexed owner, address indexed spender, address asset, uint256 amount)',
  ]),
] as const
/** Morpho, Balancer. */
const actingEvents = parseAbi([
  'event SetAuthorization(address indexed caller, address indexed owner, address indexed operator, bool isAllowed)',
  'event RelayerApprovalChanged(address indexed operator, address indexed owner, bool isAllowed)',
])
const permit2Events = parseAbi([
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
  'event Lockdown(address indexed owner, address token, address spender)',
])
/** ERC-173. */
const ownerEvents = parseAbi(['event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)'])

/** @param isKnown whether a contract is a token in our own table */
export function effectsOf(logs: Log[], account: Address, isKnown: (contract: string) => boolean): Effects {
  const changes = movesIn(logs).flatMap(({ asset, from, to, amount }): Change[] => [
    ...(isSame(to, account) ? [{ asset, amount }] : []),
    ...(isSame(from, account) ? [{ asset, amount: -amount }] : []),
  ])
  const rank = ({ contract, action }: Right): number => (action.kind === 'revoke' ? 2 : 0) + (isKnown(contract) ? 0 : 1)
  /** Items that leave the account. Their contracts also log that the item's approval ends, which need not be shown. */
  const left = new Set(
    changes.flatMap(({ asset, amount }) =>
      asset.type === 'item' && amount < 0n ? [`item ${asset.id} ${asset.collection}`.toLowerCase()] : [],
    ),
  )
  return {
    ...summarise(changes, (asset) => asset.type === 'tokens' && isKnown(asset.token)),
    rights: [...rightsIn(logs, account)]
      .filter(([key, { action }]) => !(action.kind === 'revoke' && left.has(key)))
      .map(([, right]) => right)
      .toSorted((one, other) => rank(one) - rank(other))
      .map(({ action }) => action),
  }
}

interface Right {
  readonly contract: Address
  readonly action: Action
}

/** Keyed by kind, address with the right, and contract. A later log replaces an earlier one, so that the final state remains. */
function rightsIn(logs: Log[], account: Address): ReadonlyMap<string, Right> {
  const rights = new Map<string, Right>()
  const each = <const A extends Abi>(
    abi: A,
    read: (log: ParseEventLogsReturnType<A, undefined, true>[number]) => void,
  ) => parseEventLogs({ abi, logs, strict: true }).forEach(read)
  const change = (key: string, contract: Address, owner: Address, action: Action): void => {
    if (isSame(owner, account)) rights.set(`${key} ${contract}`.toLowerCase(), { contract, action })
  }

  each(tokenEvents, ({ address: at, args: { owner, spender, value } }) => {
    const token = checksum(at)
    change(`tokens ${spender}`, token, owner, allowance(token, value, [address('spender', spender)]))
  })
  each(itemEvents, ({ address: at, args }) => {
    const collection = checksum(at)
    change(
      `item ${args.id}`,
      collection,
      args.owner,
      isSame(args.approved, nobody)
        ? { kind: 'revoke', facts: [item(collection, args.id)] }
        : { kind: 'allowItem', facts: [item(collection, args.id), address('operator', args.approved)] },
    )
  })
  each(collectionEvents, ({ address: at, eventName, args }) => {
    const collection = checksum(at)
    if (eventName === 'ApprovalForAll' || eventName === 'OperatorSet')
      return change(`all ${args.operator}`, collection, args.owner, {
        kind: args.approved ? 'allowCollection' : 'revoke',
        facts: [address('collection', collection), address('operator', args.operator)],
      })
    const facts = [item(collection, args.id, args.amount), address('operator', args.spender)]
    change(`item ${args.id} ${args.spender}`, collection, args.owner, {
      kind: args.amount === 0n ? 'revoke' : 'allowItem',
      facts,
    })
  })
  each(operatorEvents, ({ address: at, eventName, args }) => {
    const { operator, holder } = args
    const token = checksum(at)
    change(
      `operator ${operator} ${'partition' in args ? args.partition : ''}`,
      token,
      holder,
      eventName.startsWith('Authorized')
        ? { kind: 'allow', facts: [tokens(token, 'unlimited'), address('operator', operator)] }
        : { kind: 'revoke', facts: [address('token', token), address('operator', operator)] },
    )
  })
  for (const abi of debtEvents)
    each(abi, ({ address: at, args: { owner, spender, asset, amount } }) => {
      const contract = checksum(at)
      const shared = [address('spender', spender), address('contract', contract)]
      change(
        `debt ${spender}`,
        contract,
        owner,
        amount === 0n
          ? { kind: 'revoke', facts: [address('token', asset), ...shared] }
          : { kind: 'allowDebt', facts: [tokens(asset, orUnlimited(amount)), ...shared] },
      )
    })
  each(actingEvents, ({ address: at, args: { owner, operator, isAllowed } }) => {
    const contract = checksum(at)
    change(`acting ${operator}`, contract, owner, {
      kind: isAllowed ? 'allowActing' : 'revoke',
      facts: [address('contract', contract), address('operator', operator)],
    })
  })
  each(permit2Events, ({ address: at, eventName, args }) => {
    const { owner, token, spender } = args
    const amount = eventName === 'Lockdown' ? 0n : args.amount
    const until = eventName === 'Lockdown' || amount === 0n ? undefined : moment('until', BigInt(args.expiration))
    // A contract other than Permit2 with these events keeps its own allowances, so it is named.
    const through = isSame(at, permit2Address) ? [] : [address('contract', checksum(at))]
    const terms = [address('spender', spender), ...(until ? [until] : []), ...through]
    change(`permit2 ${at} ${spender}`, checksum(token), owner, allowance(token, amount, terms))
  })
  each(ownerEvents, ({ address: at, args: { previousOwner, newOwner } }) =>
    change('owner', checksum(at), previousOwner, {
      kind: 'changeOwner',
      facts: [address('contract', checksum(at)), address('authority', newOwner)],
    }),
  )
  return rights
}

/** Of nothing: it ends. */
const allowance = (token: Address, amount: bigint, terms: readonly Fact[]): Action =>
  amount === 0n
    ? { kind: 'revoke', facts: [address('token', token), ...terms] }
    : { kind: 'allow', facts: [tokens(token, orUnlimited(amount)), ...terms] }
