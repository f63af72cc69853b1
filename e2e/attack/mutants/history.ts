/** The gateway's index and history. */
import { type Mutant, weaken } from './mutant.ts'

const transfers = 'service/src/gateway/indexer/transfers.ts'
const spam = 'service/src/gateway/tokens/spam.ts'
const history = 'service/src/gateway/history/history.ts'
const reader = 'service/src/gateway/indexer/reader.ts'

export const accountHistory: readonly Mutant[] = [
  weaken('C201', 'any word is an address', transfers, '/^0x0{24}/.test(topic)', "topic.startsWith('0x')"),
  weaken(
    'C201',
    'the claimed length of a list is trusted',
    transfers,
    'length > BigInt(words.length - start - 1)',
    'length > 1_000n',
  ),
  weaken('C201', 'more data than an amount is one', transfers, 'words.length === 1 && amount', 'amount'),
  weaken(
    'C202',
    'transfers of nothing count',
    'service/src/gateway/indexer/rows.ts',
    '(amount === 0n && account !== caller)',
    'caller === nobody',
  ),
  weaken('C203', 'any position is taken', history, '!source.isPosition(position)', 'position.length > 1_000'),
  weaken(
    'C203',
    'networks that are not served are overlooked',
    history,
    'lanes.length < positions.size',
    'lanes.length < 0',
  ),
  weaken(
    'C204',
    'any number of decimals is taken',
    'service/src/gateway/eip155/describe.ts',
    'places > BigInt(maxDecimals)',
    'places > 1_000n',
  ),
  weaken(
    'C204',
    'a token may have the symbol of another',
    spam,
    'symbols.has(symbolKey(symbol)) ||',
    'symbols.size < 0 ||',
  ),
  weaken(
    'C204',
    'letters of another width are other letters',
    spam,
    "map((text) => text.normalize('NFKC'))",
    'map((text) => text)',
  ),
  weaken('C205', 'receipts of any block are taken', reader, 'receipt?.blockHash !== block.hash', '!receipt'),
  weaken(
    'C205',
    'a node of any network is asked',
    reader,
    "throw new IndexError('The node serves another network')",
    'signal.throwIfAborted()',
  ),
  weaken(
    'C206',
    'a write does not name its holder',
    'service/src/store/sql/repositories/index-writer.ts',
    ".where('token', '=', token)\n    .where('height', '=', from.height)",
    ".where('token', '>=', token)\n    .where('height', '=', from.height)",
  ),
]
