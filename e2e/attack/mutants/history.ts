/** The gateway's index and history. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const transfers = 'service/src/gateway/indexer/transfers.ts'
const spam = 'service/src/gateway/tokens/spam.ts'
const history = 'service/src/gateway/history/history.ts'
const approval = 'service/src/gateway/history/approval.ts'
const coins = 'service/src/gateway/indexer/coins.ts'
const payment = 'service/src/gateway/history/payment.ts'
const reader = 'service/src/gateway/indexer/reader.ts'
const activity = 'frame-app/src/modal/state/activity-rules.ts'

export const accountHistory: readonly Mutant[] = [
  weaken('C109', 'any word is an address', transfers, '/^0x0{24}/.test(topic)', "topic.startsWith('0x')"),
  weaken(
    'C109',
    'the claimed length of a list is trusted',
    transfers,
    'length > BigInt(words.length - start - 1)',
    'length > 1_000n',
  ),
  weaken('C109', 'more data than an amount is one', transfers, 'words.length === 1 && amount', 'amount'),
  weaken(
    'C109',
    'a group is matched for each byte',
    'service/src/gateway/indexer/shapes.ts',
    'HexOf(/^0x[0-9a-fA-F]*$/)',
    'HexOf(/^0x([0-9a-fA-F]{2})*$/)',
  ),
  weaken(
    'C110',
    'zero-amount transfers count',
    'service/src/gateway/indexer/rows.ts',
    '(amount === 0n && account !== caller)',
    'caller === nobody',
  ),
  weaken('C111', 'any position is taken', history, '!source.isPosition(position)', 'position.length > 1_000'),
  weaken(
    'C111',
    'networks that are not served are overlooked',
    history,
    'lanes.length < positions.size',
    'lanes.length < 0',
  ),
  weaken(
    'C112',
    'any number of decimals is taken',
    'service/src/gateway/eip155/describe.ts',
    'places > BigInt(maxDecimals)',
    'places > 1_000n',
  ),
  weaken(
    'C112',
    'a token may have the symbol of another',
    spam,
    'symbols.has(symbolKey(symbol)) ||',
    'symbols.size < 0 ||',
  ),
  weaken(
    'C112',
    'full-width letters are not normalised',
    spam,
    "map((text) => text.normalize('NFKC'))",
    'map((text) => text)',
  ),
  weaken('C113', 'receipts of any block are taken', reader, 'receipt?.blockHash !== block.hash', '!receipt'),
  weaken(
    'C113',
    'a node of any network is asked',
    reader,
    "throw new IndexError('The node serves another network')",
    'signal.throwIfAborted()',
  ),
  weaken(
    'C114',
    'a write does not name its holder',
    'service/src/store/sql/repositories/index-writer.ts',
    ".where('token', '=', token)\n    .where('height', '=', from.height)",
    ".where('token', '>=', token)\n    .where('height', '=', from.height)",
  ),
  weakenUnit(
    'C140',
    'balances of any network are listed',
    'frame-app/src/modal/api/gateway.ts',
    'filter((balance) => balance.chainId === chainId)\n    .map',
    'filter(() => true)\n    .map',
  ),
  weakenUnit(
    'C140',
    'one invalid row rejects the others',
    'frame-app/src/modal/api/gateway.ts',
    'const parsed = z.safeParse(schema, row)',
    'const parsed = { success: true, data: z.parse(schema, row) }',
  ),
  weakenUnit(
    'C140',
    'transactions of any network are listed',
    activity,
    'if (metadata.chain !== chainId) return []',
    '',
  ),
  weakenUnit(
    'C140',
    'spam is listed',
    activity,
    'transfers?.length ? transfers.every(isSpam) :',
    'transfers?.length ? false :',
  ),
  weaken('C180', 'any contract’s log counts', coins, 'log?.address !== wrapped || ', ''),
  weaken('C180', 'payouts to any account count', coins, ' && one.account === holder)', ')'),
  weaken(
    'C180',
    'what a token has unwrapped in between counts',
    coins,
    'unwrapped.length !== 1',
    'unwrapped.length === 0',
  ),
  weaken(
    'C180',
    'the first of several ends has all',
    coins,
    'ends.length === 1 ? ends[0]',
    'ends.length >= 1 ? ends[0]',
  ),
  weaken('C180', 'what the operator keeps has arrived', coins, 'amount: amount - kept', 'amount: amount - 0n * kept'),
  weaken(
    'C180',
    'any contract is a router',
    coins,
    '  if (to !== wrapped && to !== v2Router && to !== v3Router) return undefined\n',
    '',
  ),
  weaken('C176', 'a transaction of anybody is a payment', payment, 'row.sender !== account || ', ''),
  weaken(
    'C176',
    'a call is not read',
    payment,
    "call?.name === 'transfer' &&\n    call.to === move.peer &&",
    "call?.name === 'transfer' &&",
  ),
  weakenUnit(
    'C176',
    'what others sent is a payment',
    activity,
    'isSame(metadata.sentFrom, address) ? toPayment(metadata.payment, chainId) : undefined',
    'toPayment(metadata.payment, chainId)',
  ),
  weakenUnit(
    'C176',
    'a token of any network is sent',
    activity,
    'contract?.chainId === chainId && hasAddressForm',
    'contract && hasAddressForm',
  ),
  weaken(
    'C141',
    'the first NFT of a collection is an amount of zero',
    approval,
    'if (token && token.decimals === undefined)',
    'if (token && token.decimals === 0)',
  ),
  weaken(
    'C141',
    'a whole collection has a limit',
    approval,
    'isUnlimited: isGranted, isRevoked: !isGranted',
    'isUnlimited: false, isRevoked: !isGranted',
  ),
  weaken(
    'C141',
    'an amount of zero takes back before it is known what it is of',
    'frame-app/src/modal/state/known-calls.ts',
    'isCollection ? amount === 0n : spender.data === nobody',
    'amount === 0n',
  ),
  weaken(
    'C141',
    'only the gateway knows what has no limit',
    'frame-app/src/modal/views/activity/words.ts',
    "approval?.isUnlimited ?? bound === 'more'",
    'approval?.isUnlimited',
  ),
]
