/** The history of accounts: what nodes, tokens, strangers and cursors may say. */
import type { Case } from './case.ts'

const indexer = 'service/test/gateway/indexer.test.ts'
const history = 'service/test/gateway/history.test.ts'

export const accountHistory: readonly Case[] = [
  {
    id: 'C109',
    title: 'a contract or a node writes logs of every wrong shape, to stop the index or to put transfers into it',
    ends: ['service'],
    defence: [
      'service/src/gateway/indexer/transfers.ts#readTransfers',
      'service/src/gateway/indexer/rows.ts#toIndexedBlock',
    ],
    proof: [indexer],
  },
  {
    id: 'C110',
    title: 'a stranger moves nothing of somebody, so that an address like a known one is in their history',
    ends: ['service'],
    defence: ['service/src/gateway/indexer/rows.ts#legsByAccount'],
    proof: [indexer],
  },
  {
    id: 'C111',
    title: 'a cursor that the gateway did not write',
    ends: ['service'],
    defence: ['service/src/gateway/history/cursor.ts#readCursor', 'service/src/gateway/history/history.ts#openLanes'],
    proof: [history],
  },
  {
    id: 'C112',
    title: 'a token whose name, symbol or decimals are made to mislead, to break a list, or to fill it',
    ends: ['service'],
    defence: [
      'service/src/gateway/eip155/describe.ts#describe',
      'service/src/gateway/tokens/spam.ts#isSpam',
      'service/src/gateway/tokens/directory.ts#createTokenDirectory',
    ],
    proof: [history],
  },
  {
    id: 'C113',
    title: 'a node answers with receipts of another block, or from another network',
    ends: ['service'],
    defence: ['service/src/gateway/indexer/reader.ts#join', 'service/src/gateway/indexer/reader.ts#verify'],
    proof: [indexer],
  },
  {
    id: 'C114',
    title: 'a process that stood still writes to the index after its successor',
    ends: ['service'],
    defence: ['service/src/store/sql/repositories/index-writer.ts#moveTip'],
    proof: ['service/test/store/index.test.ts', 'service/test/store/index.full.test.ts'],
  },
  {
    id: 'C176',
    title: 'a transfer that the account did not make is offered to be sent again, to an address like a known one',
    ends: ['modal', 'service'],
    defence: [
      'service/src/gateway/history/payment.ts#paymentOf',
      'frame-app/src/modal/state/activity-rules.ts#readEntries',
    ],
    proof: [history, 'frame-app/src/modal/state/activity-rules.test.ts'],
  },
  {
    id: 'C180',
    title: 'a contract or a token makes it look as if a swap had paid more coins than arrived, or to somebody else',
    ends: ['service'],
    defence: ['service/src/gateway/indexer/coins.ts#readPayout', 'service/src/gateway/indexer/coins.ts#readWrapping'],
    proof: ['service/test/gateway/indexer-coins.test.ts'],
  },
  {
    id: 'C140',
    title: 'a gateway mixes rows of another network, rows that nobody can read, and spam into a list',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/api/gateway.ts#fetchBalances',
      'frame-app/src/modal/state/activity-rules.ts#readEntries',
    ],
    proof: ['e2e/world/hosted-api/client.test.ts'],
  },
  {
    id: 'C141',
    title: 'an approval that stands is shown like a small amount, or like one that was taken back',
    ends: ['modal', 'service'],
    defence: [
      'service/src/gateway/history/approval.ts#approvalOf',
      'frame-app/src/modal/state/known-calls.ts#readCall',
      'frame-app/src/modal/views/activity/words.ts#wordsOf',
    ],
    proof: [
      'service/test/gateway/approval.test.ts',
      'frame-app/src/modal/state/known-calls.test.ts',
      'frame-app/src/modal/views/activity/words.test.ts',
    ],
  },
]
