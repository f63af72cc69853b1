/**
 * Known contract functions: tokens, items, Permit2, wrapped coins, batches. Looked up by selector; a call that is not in the table is
 * blind. Names and parameters are those of the named standards.
 */
import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  type Hex,
  hexToBigInt,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import { batchMode, batchParameters, executeParameters, singleMode } from '../../signing/batch.ts'
import { delegationManager } from '../../signing/session.ts'
import { type Action, address, type Fact, facts, item, line, moment, orUnlimited, tokens } from '../intent.ts'
import {
  type Call,
  isSame,
  type KnownCall,
  known,
  nobody,
  permit2Address,
  type Single,
  warnOfRecipient,
} from './known-calls.ts'

/** A delegation in the calls of the delegation manager. */
export const structs = [
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
] as const
const delegationParameters = parseAbiParameters(['Delegation delegation', ...structs])

/** Known contracts of wrapped coins. Any other contract with functions of the same names may keep the coins. */
const wrappedCoins: ReadonlySet<string> = new Set([
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', // Ethereum
  '0x4200000000000000000000000000000000000006', // the same on every chain of the OP stack
  '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', // Arbitrum One
  '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', // Polygon
  '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', // BNB Smart Chain
  '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7', // Avalanche
  '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', // Gnosis
])

/** @throws {RangeError} for other contracts, because their effect is not known. */
function expectWrappedCoin({ to }: Call): void {
  if (!wrappedCoins.has(to.toLowerCase())) throw new RangeError('not a wrapped coin that we know')
}

/** @throws {RangeError} for other contracts: only in the account's own code is this known to be the meaning. */
function expectOwnCode({ from, to }: Call): void {
  if (!isSame(from, to)) throw new RangeError('not the code of the account')
}

/** @throws {RangeError} for other contracts. */
function expectManager({ from, to }: Call): void {
  if (!isSame(to, delegationManager) && !isSame(to, from)) throw new RangeError('not the manager of sessions')
}

const sendItem = (from: Address, to: Address, sent: readonly Fact[], { to: token, from: caller }: Call): Single => ({
  action: {
    kind: 'sendItem',
    facts: facts(...sent, isSame(from, caller) ? undefined : address('from', from), address('to', to)),
  },
  warnings: warnOfRecipient(to, token),
})

function send(from: Address, to: Address, amount: bigint, call: Call): Single {
  const { action, warnings = [] } = sendItem(from, to, [tokens(call.to, amount)], call)
  return { action: { ...action, kind: 'sendToken' }, warnings }
}

const allow = (spender: Address, amount: bigint, token: Address, until?: Fact): Single => {
  if (amount === 0n)
    return { action: { kind: 'revoke', facts: [address('token', token), address('spender', spender)] } }
  const bounded = orUnlimited(amount)
  return {
    action: { kind: 'allow', facts: facts(tokens(token, bounded), address('spender', spender), until) },
    warnings: bounded === 'unlimited' ? ['unlimited'] : [],
  }
}

/** Further items are not listed; a warning is shown instead. */
const maxItems = 20

const calls: readonly KnownCall[] = [
  // ERC-20
  known('transfer', parseAbiParameters('address to, uint256 amount'), ([to, amount], call) =>
    send(call.from, to, amount, call),
  ),
  // ERC-20 and ERC-721 share this selector.
  known(
    'transferFrom',
    parseAbiParameters('address from, address to, uint256 value'),
    ([from, to, value], call, { standardOf }) => {
      const standard = standardOf(call.to)
      if (standard === 'erc20') return send(from, to, value, call)
      if (standard === 'erc721') return sendItem(from, to, [item(call.to, value)], call)
      const either: Fact = { label: 'amount', value: { type: 'number', value } }
      const { action, warnings = [] } = sendItem(from, to, [address('contract', call.to), either], call)
      return { action: { ...action, kind: 'sendToken' }, warnings: [...warnings, 'amountOrItem'] }
    },
  ),
  known('approve', parseAbiParameters('address spender, uint256 value'), ([spender, value], call, { standardOf }) => {
    const standard = standardOf(call.to)
    const explained = allow(spender, value, call.to)
    // A lying node, or a contract that claims to be a collection, must not hide an unlimited allowance, so the warning stays. A token id
    // can be a hash, which is as large, but never the maximum of an integer type.
    const isUnlimited = orUnlimited(value) === 'unlimited'
    const isLargest = isUnlimited && (value & (value + 1n)) === 0n
    if (standard === 'erc721' && !isLargest)
      return isSame(spender, nobody)
        ? { action: { kind: 'revoke', facts: [item(call.to, value)] } }
        : {
            action: { kind: 'allowItem', facts: [item(call.to, value), address('operator', spender)] },
            warnings: isUnlimited ? ['unlimited'] : [],
          }
    if (standard === 'erc20' || isUnlimited) return explained
    // Zero and the maximum value are not token ids here.
    if (value === 0n) return explained
    const either: Fact = { label: 'amount', value: { type: 'number', value } }
    return {
      action: { kind: 'allow', facts: [address('contract', call.to), either, address('spender', spender)] },
      warnings: ['amountOrItem'],
    }
  }),
  // Only the difference is known here, not the resulting allowance.
  known('increaseAllowance', parseAbiParameters('address spender, uint256 added'), ([spender, added], call) => {
    const amount = orUnlimited(added)
    const raised: Action = {
      kind: 'raiseAllowance',
      facts: [tokens(call.to, amount, 'raisedBy'), address('spender', spender)],
    }
    return { action: raised, warnings: amount === 'unlimited' ? ['unlimited'] : [] }
  }),
  known('decreaseAllowance', parseAbiParameters('address spender, uint256 taken'), ([spender, taken], call) => ({
    action: { kind: 'lowerAllowance', facts: [tokens(call.to, taken, 'loweredBy'), address('spender', spender)] },
  })),
  // ERC-721
  known('safeTransferFrom', parseAbiParameters('address from, address to, uint256 id'), ([from, to, id], call) =>
    sendItem(from, to, [item(call.to, id)], call),
  ),
  known(
    'safeTransferFrom',
    parseAbiParameters('address from, address to, uint256 id, bytes data'),
    ([from, to, id], call) => sendItem(from, to, [item(call.to, id)], call),
  ),
  // ERC-1155
  known(
    'safeTransferFrom',
    parseAbiParameters('address from, address to, uint256 id, uint256 amount, bytes data'),
    ([from, to, id, amount], call) => sendItem(from, to, [item(call.to, id, amount)], call),
  ),
  known(
    'safeBatchTransferFrom',
    parseAbiParameters('address from, address to, uint256[] ids, uint256[] amounts, bytes data'),
    ([from, to, ids, amounts], call) => {
      if (ids.length !== amounts.length || ids.length === 0) throw new RangeError('lists of different lengths')
      const listed = ids.slice(0, maxItems).map((id, index) => item(call.to, id, amounts[index] ?? 0n))
      const { action, warnings = [] } = sendItem(from, to, listed, call)
      return { action, warnings: ids.length > maxItems ? [...warnings, 'cutShort'] : warnings }
    },
  ),
  // ERC-721 and ERC-1155
  known('setApprovalForAll', parseAbiParameters('address operator, bool approved'), ([operator, approved], call) => {
    const shared = [address('collection', call.to), address('operator', operator)]
    return approved
      ? { action: { kind: 'allowCollection', facts: shared }, warnings: ['wholeCollection'] }
      : { action: { kind: 'revoke', facts: shared } }
  }),
  // Permit2
  known(
    'approve',
    parseAbiParameters('address token, address spender, uint160 amount, uint48 expiration'),
    ([token, spender, amount, expiration], call) => {
      const explained = allow(spender, amount, token, moment('until', BigInt(expiration)))
      if (isSame(call.to, permit2Address)) return explained
      return { ...explained, warnings: [...(explained.warnings ?? []), 'unknownPermit2'] }
    },
  ),
  // Wrapped coins
  known('deposit', [], (_, call) => {
    expectWrappedCoin(call)
    return {
      action: {
        kind: 'wrap',
        facts: [{ label: 'amount', value: { type: 'coins', amount: call.value } }, address('contract', call.to)],
      },
      takesCoins: true,
    }
  }),
  known('withdraw', parseAbiParameters('uint256 amount'), ([amount], call) => {
    expectWrappedCoin(call)
    return { action: { kind: 'unwrap', facts: [tokens(call.to, amount), address('contract', call.to)] } }
  }),
  // Batches: a contract calls itself, keeping the caller (multicall), or calls others as itself (aggregate).
  known('multicall', parseAbiParameters('bytes[] calls'), ([batch], call) => ({ calls: toItself(batch, call) })),
  known('multicall', parseAbiParameters('uint256 deadline, bytes[] calls'), ([deadline, batch], call) => ({
    calls: toItself(batch, call),
    facts: facts(moment('until', deadline)),
  })),
  known('multicall', parseAbiParameters('bytes32 previousBlockhash, bytes[] calls'), ([, batch], call) => ({
    calls: toItself(batch, call),
  })),
  known('aggregate', parseAbiParameters('(address target, bytes data)[] calls'), outwards),
  known(
    'tryAggregate',
    parseAbiParameters('bool requireSuccess, (address target, bytes data)[] calls'),
    ([, batch], call) => ({ calls: asContract(batch, call) }),
  ),
  known('aggregate3', parseAbiParameters('(address target, bool allowFailure, bytes data)[] calls'), outwards),
  known(
    'aggregate3Value',
    parseAbiParameters('(address target, bool allowFailure, uint256 value, bytes data)[] calls'),
    outwards,
  ),
  // Smart sessions: of the delegation manager, or of the account's own code.
  known('disableDelegation', delegationParameters, ([{ delegate }], call) => {
    expectManager(call)
    return { action: { kind: 'revokeSession', facts: [address('sessionKey', delegate)] } }
  }),
  known('enableDelegation', delegationParameters, ([{ delegate }], call) => {
    expectManager(call)
    return {
      action: { kind: 'allowActing', facts: [address('sessionKey', delegate)] },
      warnings: ['restoresSession'],
    }
  }),
  // Smart accounts of ERC-4337: the account's own code calls others as the account.
  known('execute', parseAbiParameters('address target, uint256 value, bytes data'), ([to, value, data], call) => {
    expectOwnCode(call)
    return { calls: [{ from: call.to, to, value, data }] }
  }),
  known('executeBatch', batchParameters, ([batch], call) => {
    expectOwnCode(call)
    return { calls: asContract(batch, call) }
  }),
  // ERC-7579
  known('execute', executeParameters, ([mode, data], call) => {
    expectOwnCode(call)
    if (mode === singleMode) return { calls: [readSingle(data, call)] }
    const [batch] = decodeAbiParameters(batchParameters, data)
    const isPlain = mode === batchMode && isSame(encodeAbiParameters(batchParameters, [batch]), data)
    if (!isPlain) throw new RangeError('not the form of this wallet')
    return { calls: asContract(batch, call) }
  }),
]

/** One call, packed: the address, the value and the data (ERC-7579). @throws {RangeError} if it is shorter. */
function readSingle(packed: Hex, { to: from }: Call): Call {
  if (size(packed) < 52) throw new RangeError('not a call')
  const [target, value] = [slice(packed, 0, 20), slice(packed, 20, 52)]
  return {
    from,
    to: getAddress(target),
    value: hexToBigInt(value),
    data: size(packed) === 52 ? '0x' : slice(packed, 52),
  }
}

/** The called contract, which may be the code of the account, calls others. */
const asContract = (batch: readonly Batched[], { to: from }: Call): Call[] =>
  batch.map(({ target, value = 0n, data }) => ({ from, to: target, value, data }))
function outwards([batch]: readonly [readonly Batched[]], call: Call) {
  return { calls: asContract(batch, call) }
}
interface Batched {
  readonly target: Address
  readonly value?: bigint
  readonly data: Hex
}
const toItself = (batch: readonly Hex[], call: Call): Call[] => batch.map((data) => ({ ...call, value: 0n, data }))

const bySelector = new Map(calls.map((entry) => [entry.selector, entry]))

export const findCall = (selector: Hex): KnownCall | undefined => bySelector.get(selector)

/** An unknown function, shown by its selector. */
export const unknownFunction = (selector: string): Fact => line('function', selector)
