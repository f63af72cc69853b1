import fc from 'fast-check'
import {
  type Address,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  erc721Abi,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  stringToHex,
  zeroHash,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { isBlocked, needsOwnWindow } from '../intent.ts'
import type { TokenStandard } from './known-calls.ts'
import { readTransaction } from './transaction.ts'

const me = getAddress('0xa000000000000000000000000000000000000001')
const token = getAddress('0xb000000000000000000000000000000000000002')
const you = getAddress('0xc000000000000000000000000000000000000003')
const zeroAddress = '0x0000000000000000000000000000000000000000'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const shib = '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE'

const read = (
  data: Hex,
  { to = token, value = 0n, standard }: { to?: Address | null; value?: bigint; standard?: TokenStandard } = {},
) => readTransaction({ chainId: 'eip155:1', from: me, to, value, data }, { standardOf: () => standard })
const erc20 = (name: 'transfer' | 'approve', to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: name, args: [to, amount] })
const extra = parseAbi([
  'function increaseAllowance(address spender, uint256 added)',
  'function decreaseAllowance(address spender, uint256 taken)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function multicall(bytes[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes data)[] calls)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function deposit()',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function execute(bytes32 mode, bytes data)',
  'function enableDelegation((address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature) delegation)',
])
const amountOf = (intent: ReturnType<typeof read>) => intent.facts.find(({ label }) => label === 'amount')?.value
const addressOf = (intent: ReturnType<typeof read>, label: string) =>
  intent.facts.find((fact) => fact.label === label)?.value

describe('coins', () => {
  test('sent to an account are shown with amount and recipient', () => {
    const intent = read('0x', { to: you, value: 5n })
    expect(intent).toMatchObject({ kind: 'send', warnings: [], blind: false })
    expect(amountOf(intent)).toEqual({ type: 'coins', amount: 5n })
    expect(addressOf(intent, 'to')).toEqual({ type: 'address', address: you })
  })

  test('sent to the zero address are lost', () => {
    expect(read('0x', { to: zeroAddress, value: 5n }).warnings).toEqual(['sentToNobody'])
  })

  test('wrapped are the amount of the wrapping and no surprise', () => {
    const data = encodeFunctionData({ abi: extra, functionName: 'deposit' })
    const intent = read(data, { value: 7n, to: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' })
    expect(intent).toMatchObject({ kind: 'wrap', warnings: [], blind: false })
    expect(amountOf(intent)).toEqual({ type: 'coins', amount: 7n })
  })

  test('paid into a contract that only copies the function name are not wrapped', () => {
    const intent = read(encodeFunctionData({ abi: extra, functionName: 'deposit' }), { value: 7n })
    expect(intent).toMatchObject({ kind: 'call', warnings: ['unreadable'], blind: true })
    expect(intent.facts).toContainEqual({ label: 'amount', value: { type: 'coins', amount: 7n } })
  })

  test('sent along with an empty batch are blind', () => {
    const data = encodeFunctionData({ abi: extra, functionName: 'multicall', args: [[]] })
    expect(read(data, { value: 7n })).toMatchObject({ kind: 'batch', blind: true })
    expect(read(data, { value: 7n }).warnings).toEqual(expect.arrayContaining(['unreadable', 'coinsWithCall']))
  })

  test('sent along with a call that needs none are listed with a warning', () => {
    const intent = read(erc20('transfer', you, 3n), { value: 9n })
    expect(intent.warnings).toEqual(['coinsWithCall'])
    expect(intent.facts).toContainEqual({ label: 'amount', value: { type: 'coins', amount: 9n } })
  })
})

describe('tokens', () => {
  test('sent are shown with amount and recipient', () => {
    const intent = read(erc20('transfer', you, 3n))
    expect(intent).toMatchObject({ kind: 'sendToken', warnings: [], blind: false })
    expect(amountOf(intent)).toEqual({ type: 'tokens', token, amount: 3n })
  })

  test('sent to their own contract, or to an address without an owner, have a warning', () => {
    expect(read(erc20('transfer', token, 3n)).warnings).toEqual(['sentToToken'])
    expect(read(erc20('transfer', zeroAddress, 3n)).warnings).toEqual(['sentToNobody'])
  })

  test('allowed without bound have a warning and no number', () => {
    for (const amount of [maxUint256, 2n ** 160n - 1n, 2n ** 255n]) {
      const intent = read(erc20('approve', you, amount), { standard: 'erc20' })
      expect(intent).toMatchObject({ kind: 'allow', warnings: ['unlimited'] })
      expect(amountOf(intent)).toEqual({ type: 'tokens', token, amount: 'unlimited' })
    }
  })

  test.each([
    ['increaseAllowance', 'raiseAllowance', 'raisedBy'],
    ['decreaseAllowance', 'lowerAllowance', 'loweredBy'],
  ] as const)('%s is an action of its own, with the difference as its amount [C80]', (functionName, kind, label) => {
    for (const amount of [0n, 1n, 10n ** 18n]) {
      const intent = read(encodeFunctionData({ abi: extra, functionName, args: [you, amount] }))
      expect(intent).toMatchObject({ kind, warnings: [], blind: false })
      expect(intent.facts).toContainEqual({ label, value: { type: 'tokens', token, amount } })
      expect(addressOf(intent, 'spender')).toEqual({ type: 'address', address: you })
    }
  })

  test('an allowance raised without bound is a danger, one lowered by as much is not [C80]', () => {
    const by = (functionName: 'increaseAllowance' | 'decreaseAllowance') =>
      read(encodeFunctionData({ abi: extra, functionName, args: [you, maxUint256] }))
    expect(by('increaseAllowance')).toMatchObject({ kind: 'raiseAllowance', warnings: ['unlimited'] })
    expect(by('decreaseAllowance')).toMatchObject({ kind: 'lowerAllowance', warnings: [] })
  })

  test('an allowance of zero is a revocation', () => {
    expect(read(erc20('approve', you, 0n))).toMatchObject({ kind: 'revoke', warnings: [] })
  })

  test('a value that could be an amount or a token id is shown as either, until the chain is asked', () => {
    const data = erc20('approve', you, 42n)
    expect(read(data)).toMatchObject({ kind: 'allow', warnings: ['amountOrItem'] })
    expect(amountOf(read(data))).toEqual({ type: 'number', value: 42n })
    expect(read(data, { standard: 'erc20' })).toMatchObject({ kind: 'allow', warnings: [] })
    expect(read(data, { standard: 'erc721' })).toMatchObject({ kind: 'allowItem', warnings: [] })
    const moved = encodeFunctionData({ abi: erc721Abi, functionName: 'transferFrom', args: [me, you, 42n] })
    expect(read(moved).warnings).toEqual(['amountOrItem'])
    expect(read(moved, { standard: 'erc721' })).toMatchObject({ kind: 'sendItem', warnings: [] })
  })

  test.each(['erc20', 'erc721', 'erc1155', undefined] as const)(
    'are a danger without limit, also if the contract or a node calls the token %s [C72]',
    (standard) => {
      for (const amount of [maxUint256, 2n ** 160n - 1n, 2n ** 96n - 1n]) {
        const intent = read(erc20('approve', you, amount), standard ? { standard } : {})
        expect(intent).toMatchObject({ kind: 'allow', warnings: ['unlimited'] })
        expect(amountOf(intent)).toEqual({ type: 'tokens', token, amount: 'unlimited' })
      }
    },
  )

  test.each([2n ** 128n - 1n, 2n ** 128n, 2n ** 159n, 2n ** 160n - 2n])(
    'an allowance of %s units counts as unlimited, for no token has as many [C72]',
    (amount) => {
      for (const data of [
        erc20('approve', you, amount),
        encodeFunctionData({ abi: extra, functionName: 'approve', args: [token, you, amount, 1_795_400_000] }),
      ]) {
        const intent = read(data, { to: data.length > 200 ? permit2 : token, standard: 'erc20' })
        expect(intent).toMatchObject({ kind: 'allow', warnings: ['unlimited'] })
        expect(amountOf(intent)).toEqual({ type: 'tokens', token, amount: 'unlimited' })
      }
      const raised = encodeFunctionData({ abi: extra, functionName: 'increaseAllowance', args: [you, amount] })
      expect(read(raised)).toMatchObject({ kind: 'raiseAllowance', warnings: ['unlimited'] })
    },
  )

  test('a token of our table counts as unlimited beyond its supply, and the amount stays exact [C72]', () => {
    for (const amount of [2n ** 96n, 10n ** 21n + 1n]) {
      const intent = read(erc20('approve', you, amount), { to: usdc, standard: 'erc20' })
      expect(intent).toMatchObject({ kind: 'allow', warnings: ['unlimited'], blind: false })
      expect(amountOf(intent)).toEqual({ type: 'tokens', token: usdc, amount })
      const batch = encodeFunctionData({
        abi: extra,
        functionName: 'aggregate3',
        args: [[{ target: usdc, allowFailure: false, data: erc20('approve', you, amount) }]],
      })
      expect(read(batch, { standard: 'erc20' }).warnings).toContain('unlimited')
      const lowered = encodeFunctionData({ abi: extra, functionName: 'decreaseAllowance', args: [you, amount] })
      expect(read(lowered, { to: usdc }).warnings).toEqual([])
      expect(read(erc20('transfer', you, amount), { to: usdc }).warnings).toEqual([])
    }
  })

  test('are not unlimited if that many exist [C72]', () => {
    for (const [to, amount] of [
      [usdc, 10n ** 21n],
      [shib, 589n * 10n ** 30n],
      [token, 10n ** 36n],
    ] as const)
      expect(read(erc20('approve', you, amount), { to, standard: 'erc20' }).warnings).toEqual([])
  })

  test('are named with their owner if they are another account’s', () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [you, me, 3n] })
    expect(addressOf(read(data, { standard: 'erc20' }), 'from')).toEqual({ type: 'address', address: you })
  })

  test('allowed through Permit2; by a contract that is not Permit2', () => {
    const data = encodeFunctionData({ abi: extra, functionName: 'approve', args: [token, you, 5n, 1_795_400_000] })
    expect(read(data, { to: permit2 })).toMatchObject({
      kind: 'allow',
      warnings: [],
    })
    expect(read(data)).toMatchObject({ kind: 'allow', warnings: ['unknownPermit2'] })
  })
})

describe('items', () => {
  test('sent are shown each, one kind and several', () => {
    const one = encodeFunctionData({ abi: extra, functionName: 'safeTransferFrom', args: [me, you, 1n, 2n, '0x'] })
    expect(read(one).facts[0]?.value).toEqual({ type: 'item', collection: token, id: 1n, count: 2n })
    const several = encodeFunctionData({
      abi: extra,
      functionName: 'safeBatchTransferFrom',
      args: [me, you, [1n, 2n], [3n, 4n], '0x'],
    })
    expect(read(several).facts.filter(({ label }) => label === 'item')).toHaveLength(2)
  })

  test('a list of more items than are shown says so; lists that do not match cannot be read', () => {
    const ids = Array.from({ length: 30 }, (_, index) => BigInt(index))
    const many = encodeFunctionData({
      abi: extra,
      functionName: 'safeBatchTransferFrom',
      args: [me, you, ids, ids, '0x'],
    })
    expect(read(many).warnings).toEqual(['cutShort'])
    const odd = encodeFunctionData({
      abi: extra,
      functionName: 'safeBatchTransferFrom',
      args: [me, you, ids, [1n], '0x'],
    })
    expect(read(odd)).toMatchObject({ kind: 'call', blind: true })
  })

  test('stay items if their number is a hash and the chain says so, and are a danger [C72]', () => {
    for (const id of [2n ** 128n, 2n ** 159n, 2n ** 255n + 7n]) {
      const intent = read(erc20('approve', you, id), { standard: 'erc721' })
      expect(intent).toMatchObject({ kind: 'allowItem', warnings: ['unlimited'] })
      expect(intent.facts[0]).toEqual({ label: 'item', value: { type: 'item', collection: token, id, count: 1n } })
      expect(read(erc20('approve', zeroAddress, id), { standard: 'erc721' })).toMatchObject({
        kind: 'revoke',
        warnings: [],
      })
      expect(read(erc20('approve', you, id))).toMatchObject({ kind: 'allow', warnings: ['unlimited'] })
    }
  })

  test('a whole collection given into other hands, and taken back', () => {
    const given = (approved: boolean) =>
      encodeFunctionData({ abi: extra, functionName: 'setApprovalForAll', args: [you, approved] })
    expect(read(given(true))).toMatchObject({ kind: 'allowCollection', warnings: ['wholeCollection'] })
    expect(read(given(false))).toMatchObject({ kind: 'revoke', warnings: [] })
  })
})

describe('batches', () => {
  const multicall = (calls: readonly Hex[]) =>
    encodeFunctionData({ abi: extra, functionName: 'multicall', args: [calls] })

  test('are the list of what they do', () => {
    const intent = read(multicall([erc20('transfer', you, 1n), erc20('approve', you, maxUint256)]))
    expect(intent.kind).toBe('batch')
    expect(intent.parts.map(({ kind }) => kind)).toEqual(['sendToken', 'allow'])
    expect(intent).toMatchObject({ blind: false, warnings: ['unlimited'] })
  })

  test('are blind as soon as one part is', () => {
    expect(read(multicall([erc20('transfer', you, 1n), '0xdeadbeef']))).toMatchObject({ kind: 'batch', blind: true })
  })

  test('name the acting contract if another one runs them', () => {
    const calls = [{ target: token, allowFailure: false, data: erc20('approve', you, 5n) }] as const
    const intent = read(encodeFunctionData({ abi: extra, functionName: 'aggregate3', args: [calls] }), { to: you })
    expect(intent.parts[0]?.facts).toContainEqual({ label: 'owner', value: { type: 'address', address: you } })
  })

  const executeBatch = (calls: readonly { target: Address; value: bigint; data: Hex }[]) =>
    encodeFunctionData({ abi: extra, functionName: 'executeBatch', args: [calls] })

  test('show every call of the account’s own code, with its coins [C266]', () => {
    const inner = [
      { target: you, value: 5n, data: '0x' },
      { target: token, value: 7n, data: erc20('transfer', you, 1n) },
      { target: me, value: 0n, data: executeBatch([{ target: you, value: 9n, data: '0xdeadbeef' }]) },
    ] as const
    const intent = read(executeBatch(inner), { to: me })
    expect(intent).toMatchObject({ kind: 'batch', blind: true, warnings: ['coinsWithCall', 'unreadable'] })
    expect(intent.parts.map(({ kind }) => kind)).toEqual(['send', 'sendToken', 'call'])
    const paid = intent.parts.map(({ facts }) =>
      facts.flatMap(({ value }) => (value.type === 'coins' ? [value.amount] : [])),
    )
    expect(paid).toEqual([[5n], [7n], [9n]])
  })

  test('are not known if they are another contract’s code [C266]', () => {
    const intent = read(executeBatch([{ target: you, value: 5n, data: '0x' }]), { to: you })
    expect(intent).toMatchObject({ kind: 'call', blind: true, warnings: ['unreadable'] })
  })

  const execute = (mode: Hex, data: Hex) =>
    encodeFunctionData({ abi: extra, functionName: 'execute', args: [mode, data] })
  const single = (target: Address, value: bigint, data: Hex) =>
    execute(`0x${'00'.repeat(32)}`, encodePacked(['address', 'uint256', 'bytes'], [target, value, data]))
  const enable = encodeFunctionData({
    abi: extra,
    functionName: 'enableDelegation',
    args: [{ delegate: you, delegator: me, authority: zeroHash, caveats: [], salt: 0n, signature: '0x' }],
  })

  test('one call in the account’s own code is read like a batch [C356]', () => {
    expect(read(single(token, 0n, erc20('transfer', you, 3n)), { to: me }).parts.map(({ kind }) => kind)).toEqual([
      'sendToken',
    ])
    expect(read(single(you, 9n, '0x'), { to: me }).parts.map(({ kind }) => kind)).toEqual(['send'])
    expect(read(single(me, 0n, enable), { to: me }).warnings).toContain('restoresSession')
  })

  test.each([
    ['of an unknown mode', execute(`0x0001${'00'.repeat(30)}`, '0x')],
    ['too short', execute(`0x${'00'.repeat(32)}`, '0x1234')],
    ['of an unknown function', '0xdeadbeef00' as const],
    ['inside a batch', executeBatch([{ target: me, value: 0n, data: '0xdeadbeef' }])],
  ])('a call of the account’s own code that cannot be read is blocked: %s [C356]', (_, data) => {
    const intent = read(data, { to: me })
    expect(intent.warnings).toContain('contractIsAccount')
    expect(isBlocked(intent)).toBe(true)
  })

  test('a text that an account writes to itself is not blocked', () => {
    expect(isBlocked(read(stringToHex('data:,hello'), { to: me }))).toBe(false)
  })

  test('inside batches are followed to a limited depth: deeper ones are blind', () => {
    let nested = erc20('transfer', you, 1n)
    for (let depth = 0; depth < 8; depth++) nested = multicall([nested])
    expect(read(nested)).toMatchObject({ blind: true, warnings: ['unreadable'] })
    const wide = multicall(Array.from({ length: 200 }, () => erc20('transfer', you, 1n)))
    expect(read(wide)).toMatchObject({ blind: true })
    expect(read(wide).warnings).toContain('cutShort')
  })
})

describe('data that cannot be read', () => {
  test('an unknown function, data too short, a new contract', () => {
    expect(read('0xdeadbeef00')).toMatchObject({ kind: 'call', blind: true, warnings: ['unreadable'] })
    expect(read('0xa9')).toMatchObject({ kind: 'call', blind: true })
    expect(read('0x6000', { to: null })).toMatchObject({
      kind: 'deploy',
      blind: true,
      warnings: ['deploys', 'unreadable'],
    })
  })

  test('data with extra bytes, which a contract could read', () => {
    expect(read(`${erc20('transfer', you, 1n)}00`)).toMatchObject({ blind: true, warnings: ['oddEncoding'] })
  })

  test('any data needs the wallet’s own window, and is blind unless every byte is known', () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)
    const selectors = fc.constantFrom<Hex>(
      '0xa9059cbb',
      '0x095ea7b3',
      '0x23b872dd',
      '0xac9650d8',
      '0xa22cb465',
      '0x82ad56cb',
    )
    const withSelector = fc.tuple(selectors, bytes).map(([selector, data]): Hex => `${selector}${data.slice(2)}` as Hex) // as: hex followed by hex
    fc.assert(
      fc.property(fc.oneof(bytes, withSelector), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (data, value) => {
        const intent = read(data, { value })
        expect(needsOwnWindow(intent)).toBe(true)
        if (intent.kind === 'call') expect(intent.blind).toBe(true)
      }),
    )
  })
})
